//! Theorems tried on positions whose value is known, and how often each applied.

#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::{BTreeMap, HashMap};

use chomplex::element::ElementSet;
use chomplex::naive;
use chomplex::poset::Poset;
use chomplex::reason::{Claim, Finding};
use chomplex::rule::RuleId;
use chomplex::shape::Shape;
use chomplex::theorem::{Options, THEOREMS};
use chomplex::value::Grundy;

/// Values of positions of one poset.
pub(crate) type Known = HashMap<ElementSet, Grundy>;

/// How often each theorem applied.
#[derive(Default)]
pub(crate) struct Tally(pub(crate) BTreeMap<&'static str, usize>);

impl Tally {
    /// Tries all theorems on a set: what one says is true, of the set and of its options, and its
    /// witness shows it.
    pub(crate) fn check(&mut self, poset: &Poset, set: &ElementSet, value: Grundy, known: &mut Known) {
        let shape = Shape::new(poset, set);
        for theorem in THEOREMS {
            let Some((claim, finding)) = (theorem.apply)(&shape) else { continue };
            let id = theorem.card.rule.id();
            assert_eq!(finding.rule, theorem.card.rule);
            assert!(holds(claim, value), "{id} says {claim:?} of {set:?} in {poset:?}, which is worth {value:?}");
            assert!(is_shown(&finding, &shape), "{id} shows {set:?} in {poset:?} by {:?}", finding.witness);
            if let Options::Values(options) = theorem.options {
                let by_definition: Vec<Grundy> =
                    set.iter().map(|x| naive::grundy_with(poset, &(set - poset.up_set(x)), known)).collect();
                assert_eq!(options(&shape), by_definition, "{id}: options of {set:?} in {poset:?}");
            }
            *self.0.entry(id).or_default() += 1;
        }
    }

    /// Each theorem that applied did so exactly so often.
    pub(crate) fn is(&self, expected: &[(&str, usize)]) {
        assert_eq!(self.0, expected.iter().copied().collect::<BTreeMap<_, _>>());
    }
}

fn holds(claim: Claim, value: Grundy) -> bool {
    match claim {
        Claim::Value(claimed) => value == claimed,
        Claim::Not(other) => value != other,
        Claim::Above(bound) => value > bound,
    }
}

/// Whether the witness is what the theorem needs.
pub(crate) fn is_shown(finding: &Finding, shape: &Shape<'_>) -> bool {
    let minimal: ElementSet = shape.subset((0..shape.len()).filter(|&i| shape.is_minimal(i)));
    let mut others = (0..shape.len()).filter(|&i| !shape.is_minimal(i));
    let below =
        |i: usize, part: &ElementSet| shape.lower(i).iter().filter(|&&j| part.contains(shape.element(j))).count();
    let within = finding.witness.iter().all(|part| part.is_subset(&minimal));
    within
        && match (finding.rule, finding.witness.as_slice()) {
            (RuleId::CompleteMultipartite, parts) => {
                let whole: usize = parts.iter().map(ElementSet::len).sum();
                let squares: usize = parts.iter().map(|part| part.len() * part.len()).sum();
                let union = parts.iter().fold(ElementSet::empty(shape.poset().len()), |union, part| &union | part);
                parts.iter().all(|part| !part.is_empty())
                    && (&union, whole) == (&minimal, minimal.len())
                    && whole * whole - squares == 2 * (shape.len() - whole)
                    && others.all(|i| parts.iter().all(|part| below(i, part) <= 1))
            }
            (RuleId::Bipartite, [side]) => others.all(|i| shape.lower(i).len() == 2 && below(i, side) == 1),
            (RuleId::ParityUniform, [set]) => others.all(|i| below(i, set) % 2 == 1),
            (RuleId::EvenWheel, [hub]) => {
                hub.len() == 1 && others.filter(|&i| below(i, hub) == 1).count() == minimal.len() - 1
            }
            (_, witness) => witness.is_empty(),
        }
}
