//! Every kind of search agrees with the definition.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::Board;
use crate::budget::Budget;
use crate::canon::symmetry::Symmetry;
use crate::element::ElementSet;
use crate::naive;
use crate::poset::{Draft, Poset};
use crate::question::Question;
use crate::rule::Rules;

use super::DownSetSearch;
use super::dense::Dense;
use super::engine::Engine;
use super::select::Opening;

/// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A random poset of 11 elements, the last three being twins of others, so that automorphism
/// groups of all sizes occur.
pub(crate) fn random_poset(state: &mut u64) -> Poset {
    let mut draft = Draft { size: 11, relations: Vec::new() };
    let percent = 10 + random(state) % 40;
    for (y, x) in (0..8).flat_map(|y| (0..y).map(move |x| (y, x))) {
        if random(state) % 100 < percent {
            draft.relations.push((x, y));
        }
    }
    for twin in 8..11 {
        let of = random(state) as usize % 8;
        let copies: Vec<_> =
            draft.relations.iter().filter(|(x, y)| (*x == of || *y == of) && *x < 8 && *y < 8).copied().collect();
        draft.relations.extend(copies.into_iter().map(|(x, y)| if x == of { (twin, y) } else { (x, twin) }));
    }
    draft.check().expect("relations go up").0
}

fn engines<const N: usize>(poset: &Poset, set: &ElementSet, split: bool) -> Vec<Box<dyn DownSetSearch>> {
    let budget = Budget::default();
    let board = || Board::<N>::new(poset, set, split);
    let dense_board = Board::<1>::new(poset, set, split);
    let dense = Dense::new(&dense_board, &budget).unwrap();
    let mut engines: Vec<Box<dyn DownSetSearch>> =
        vec![Box::new(Engine { board: Arc::new(dense_board), oracle: dense, rules: Rules::default() })];
    let kernels: [fn(&Poset, &Budget) -> Symmetry<N>; 3] =
        [|poset, _| Symmetry::trivial(poset), Symmetry::new, Symmetry::labelled];
    for kernel in kernels {
        let board = Arc::new(board());
        let symmetry = kernel(&board.poset, &budget);
        let question = Question::default();
        let opening = Opening { board: board.clone(), question: &question, budget: &budget };
        let oracle = opening.up_to(symmetry).unwrap();
        engines.push(Box::new(Engine { board, oracle, rules: Rules::default() }));
    }
    engines
}

/// Every engine, with every kernel and at every width, finds the values given by the
/// definition.
#[test]
fn engines_agree_with_naive() {
    let mut state = 1;
    for round in 0..120 {
        let poset = random_poset(&mut state);
        let all = ElementSet::full(poset.len());
        let mut truths = HashMap::new();
        let mut naive = |set: &ElementSet| naive::grundy_with(&poset, set, &mut truths);
        let truth = naive(&all);
        let split = round % 2 == 0;
        let all_engines = [
            engines::<1>(&poset, &all, split),
            engines::<2>(&poset, &all, split),
            engines::<4>(&poset, &all, split),
            engines::<8>(&poset, &all, split),
        ];
        for mut engine in all_engines.into_iter().flatten() {
            // If the outcome comes first, later values must be found from what it left in the
            // table.
            let outcome_first = round % 3 == 0;
            if outcome_first {
                assert_eq!(engine.outcome(&all), Ok(truth.outcome()));
            }
            assert_eq!(engine.value(&all), Ok(truth));
            for x in poset.elements() {
                let option = &all - poset.up_set(x);
                let value = naive(&option);
                let known = engine.known(&option).value();
                assert!(known.is_none_or(|known| u32::from(known) == value.0));
                assert_eq!(engine.outcome(&option), Ok(value.outcome()));
                assert_eq!(engine.value(&option), Ok(value));
                assert_eq!(engine.known(&option).is(0), Some(value.0 == 0));
            }
            assert!(engine.positions() > 0);
        }
    }
}
