//! The value of a decomposed set, from what is known of its primes.

use std::ops::Range;

use crate::element::ElementSet;
use crate::value::Grundy;

use super::decomposition::{Decomposition, Node};
use super::option_values::{OptionValues, colon};

/// What must be known of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Its value.
    Value,
    /// The values of all its options, which also give its value.
    Options,
}

/// What is known of a prime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Its value.
    Value(Grundy),
    /// The values of all its options.
    Options(OptionValues),
}

/// What is known of each node of a [`Decomposition`].
#[derive(Clone, Debug)]
pub struct Evaluation {
    values: Vec<Grundy>,
    options: Vec<Option<OptionValues>>,
}

impl Evaluation {
    /// The value of the whole set.
    #[must_use]
    pub fn value(&self) -> Grundy {
        self.values[0]
    }

    /// The values of the options of the whole set, if they were needed.
    #[must_use]
    pub fn options(&self) -> Option<&OptionValues> {
        self.options[0].as_ref()
    }

    /// The value of a node.
    #[must_use]
    pub fn value_at(&self, node: usize) -> Grundy {
        self.values[node]
    }

    /// The values of the options of a node, if they were needed.
    #[must_use]
    pub fn options_at(&self, node: usize) -> Option<&OptionValues> {
        self.options[node].as_ref()
    }

    /// The values of the options of a node for which they are needed.
    fn exact(&self, node: usize) -> &OptionValues {
        self.options[node].as_ref().expect("options are there where they are needed")
    }
}

impl Decomposition {
    /// The primes, and what must be known of each so that this is known of the whole set.
    pub fn primes(&self, whole: Need) -> impl Iterator<Item = (&ElementSet, Need)> {
        self.nodes().iter().zip(self.needs(whole)).filter_map(|(node, need)| match node {
            Node::Prime(set) => Some((set, need)),
            _ => None,
        })
    }

    /// What must be known of each node. All factors except the highest need their options.
    fn needs(&self, whole: Need) -> Vec<Need> {
        let mut needs = vec![whole; self.nodes().len()];
        for (i, node) in self.nodes().iter().enumerate() {
            let (children, need) = (node.children(), needs[i]);
            needs[children.clone()].fill(need);
            if let Node::Ordinal(factors) = node {
                needs[factors.start..factors.end - 1].fill(Need::Options);
            }
        }
        needs
    }

    /// Evaluates the whole set. It asks for what is needed of each prime, and returns `None` if an
    /// answer is missing or gives only the value where the options are needed.
    pub fn evaluate(&self, whole: Need, mut ask: impl FnMut(&ElementSet, Need) -> Option<Known>) -> Option<Evaluation> {
        let needs = self.needs(whole);
        let n = self.nodes().len();
        let mut found = Evaluation { values: vec![Grundy::ZERO; n], options: vec![None; n] };
        for (i, node) in self.nodes().iter().enumerate().rev() {
            let known = match (node, needs[i]) {
                (Node::Prime(set), need) => ask(set, need)?,
                (_, Need::Value) => Known::Value(found.value_of(node)),
                (_, Need::Options) => Known::Options(found.options_of(node)),
            };
            match (known, needs[i]) {
                (Known::Value(value), Need::Value) => found.values[i] = value,
                (Known::Value(_), Need::Options) => return None,
                (Known::Options(options), _) => {
                    found.values[i] = options.mex();
                    found.options[i] = Some(options);
                }
            }
        }
        Some(found)
    }

    /// The value of the whole set after a move at each of its elements, in order. It asks for the
    /// values of the options of each prime, in the order of its elements; values that are not
    /// supplied stay unknown.
    pub fn option_values(
        &self,
        evaluation: &Evaluation,
        mut ask: impl FnMut(&ElementSet) -> Vec<Option<Grundy>>,
    ) -> Vec<Option<Grundy>> {
        let mut by_element = vec![None; self.universe];
        let mut members = ElementSet::empty(self.universe);
        // For each node, the value of the whole set if a move in the node leaves it with the value
        // v, for all possible v. There are fewer of these than elements.
        let mut after: Vec<Vec<Grundy>> = vec![Vec::new(); self.nodes().len()];
        after[0] = (0..).map(Grundy).take(self.size(0)).collect();
        for (i, node) in self.nodes().iter().enumerate() {
            let whole = std::mem::take(&mut after[i]);
            match node {
                &Node::Element(x) => {
                    members.insert(x);
                    by_element[x.index()] = Some(whole[0]);
                }
                Node::Prime(set) => {
                    members |= set;
                    for (x, value) in set.iter().zip(ask(set)) {
                        by_element[x.index()] = value.map(|value| whole[value.0 as usize]);
                    }
                }
                Node::Sum(parts) => {
                    let total = evaluation.values[i];
                    for part in parts.clone() {
                        let others = total + evaluation.values[part];
                        let value = |v: u32| whole[(Grundy(v) + others).0 as usize];
                        after[part] = (0..).take(self.size(part)).map(value).collect();
                    }
                }
                Node::Ordinal(factors) => {
                    let mut lower = OptionValues::default();
                    for factor in factors.clone() {
                        let values = lower.gaps().take(self.size(factor)).map(|value| whole[value.0 as usize]);
                        after[factor] = values.collect();
                        if factor + 1 < factors.end {
                            lower.put_above(evaluation.exact(factor));
                        }
                    }
                }
            }
        }
        members.iter().map(|x| by_element[x.index()]).collect()
    }
}

impl Evaluation {
    /// The value of a node from what is known of its children.
    fn value_of(&self, node: &Node) -> Grundy {
        match node {
            Node::Element(_) => Grundy(1),
            Node::Sum(parts) => parts.clone().map(|part| self.values[part]).sum(),
            Node::Ordinal(factors) => {
                let (lower, highest) = split_last(factors);
                lower.rev().fold(self.values[highest], |value, factor| colon(self.exact(factor), value))
            }
            Node::Prime(_) => unreachable!("a prime has no children"),
        }
    }

    /// The values of the options of a node from those of its children.
    fn options_of(&self, node: &Node) -> OptionValues {
        match node {
            Node::Element(_) => OptionValues::from_options([Grundy::ZERO]),
            Node::Sum(parts) => {
                let parts: Vec<&OptionValues> = parts.clone().map(|part| self.exact(part)).collect();
                OptionValues::from_sum(&parts)
            }
            Node::Ordinal(factors) => OptionValues::from_ordinal_sum(factors.clone().map(|factor| self.exact(factor))),
            Node::Prime(_) => unreachable!("a prime has no children"),
        }
    }
}

/// The factors below the highest, and the highest factor.
fn split_last(factors: &Range<usize>) -> (Range<usize>, usize) {
    (factors.start..factors.end - 1, factors.end - 1)
}
