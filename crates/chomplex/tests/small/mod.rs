//! Every small position of a kind, with its Grundy value by the definition.

#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::HashMap;

use chomplex::element::ElementSet;
use chomplex::naive;
use chomplex::poset::{Draft, Poset};
use chomplex::position::Position;
use chomplex::value::Grundy;

/// What is done with a position.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&Poset, &ElementSet, Grundy);

/// Every simplicial complex on some of `n` vertices, as a part of the simplex: 7,580 for n = 5, the
/// empty one included (OEIS A000372 less one).
pub(crate) fn each_complex(n: usize, visit: Visit<'_>) {
    each_position(&format!("simplex({n})"), visit);
}

/// Every graph on some of `n` vertices: the sum of binomial(n, v) 2^(v(v-1)/2) over v, 40,069 for n
/// = 6 (OEIS A006896).
pub(crate) fn each_graph(n: usize, visit: Visit<'_>) {
    each_position(&format!("subsets({n},2)"), visit);
}

/// Every position of a game.
pub(crate) fn each_position(expression: &str, visit: Visit<'_>) {
    let start: Position = expression.parse().unwrap();
    let mut known = HashMap::new();
    for set in naive::down_sets(start.poset()) {
        let value = naive::grundy_with(start.poset(), &set, &mut known);
        visit(start.poset(), &set, value);
    }
}

/// Every two-level poset with `b` bottoms and up to `t` tops over some of them, tops in the order
/// of their sets.
pub(crate) fn each_two_level(b: usize, t: usize, visit: Visit<'_>) {
    fn extend(b: usize, left: usize, tops: &mut Vec<usize>, visit: Visit<'_>) {
        let relations = tops
            .iter()
            .enumerate()
            .flat_map(|(i, set)| (0..b).filter(move |x| set >> x & 1 == 1).map(move |x| (x, b + i)));
        visit_draft(&Draft { size: b + tops.len(), relations: relations.collect() }, visit);
        if left > 0 {
            // A top over nothing would be another bottom.
            for set in tops.last().copied().unwrap_or(1)..1 << b {
                tops.push(set);
                extend(b, left - 1, tops, visit);
                tops.pop();
            }
        }
    }
    extend(b, t, &mut Vec::new(), visit);
}

/// Every poset of `n` elements 0, …, n - 1 in which smaller elements have smaller numbers (OEIS
/// A006455).
pub(crate) fn each_poset(n: usize, visit: Visit<'_>) {
    // Element by element: what is below the next one is a down-set of what is there.
    fn extend(n: usize, below: &mut Vec<usize>, visit: Visit<'_>) {
        let next = below.len();
        if next == n {
            let pairs = below
                .iter()
                .enumerate()
                .flat_map(|(y, set)| (0..n).filter(move |x| set >> x & 1 == 1).map(move |x| (x, y)));
            visit_draft(&Draft { size: n, relations: pairs.collect() }, visit);
            return;
        }
        for set in 0..1 << next {
            if (0..next).all(|x| set >> x & 1 == 0 || below[x] & !set == 0) {
                below.push(set);
                extend(n, below, visit);
                below.pop();
            }
        }
    }
    extend(n, &mut Vec::new(), visit);
}

fn visit_draft(draft: &Draft, visit: Visit<'_>) {
    let (poset, _) = draft.check().expect("relations go up");
    let all = ElementSet::full(poset.len());
    visit(&poset, &all, naive::grundy(&poset, &all));
}
