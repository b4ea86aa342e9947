//! Upper bounds on the number of linear extensions.

use dashu_int::UBig;

use crate::element::ElementSet;
use crate::poset::Poset;

/// For each size, an upper bound on the number of linear extensions of a down-set of that size.
///
/// Partition the order into chains, of which a down-set D contains c_1, c_2, … elements. Each
/// linear extension of D is a merge of these parts of the chains, so there are at most |D|! / (c_1!
/// c_2! ⋯) of them. This is largest if the numbers c_i are as equal as the lengths of the chains
/// allow.
pub(crate) fn most_extensions_by_size(poset: &Poset, set: &ElementSet) -> Vec<UBig> {
    let lengths: Vec<usize> = poset.chains(set).iter().map(Vec::len).collect();
    let mut taken = vec![0usize; lengths.len()];
    let mut bounds = vec![UBig::ONE];
    for size in 1..=set.len() {
        let open = (0..lengths.len()).filter(|&chain| taken[chain] < lengths[chain]);
        let chain = open.min_by_key(|&chain| taken[chain]).expect("not all are taken");
        taken[chain] += 1;
        bounds.push(&bounds[size - 1] * size / taken[chain]);
    }
    bounds
}

/// An upper bound on the number of linear extensions of a set. The number of chains of down-sets to
/// any class is no larger, since each such chain is the beginning of a linear extension.
pub(crate) fn most_extensions(poset: &Poset, set: &ElementSet) -> UBig {
    most_extensions_by_size(poset, set).pop().expect("the empty set has a bound")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn chains_and_the_bound_they_give() {
        for (expression, lengths, bound) in [
            ("chain(5)", vec![5], 1u32),
            ("antichain(4)", vec![1; 4], 24),
            ("product(chain(2),chain(3))", vec![4, 2], 15),
            ("nim(3,2)", vec![3, 2], 10),
        ] {
            let position: Position = expression.parse().unwrap();
            let (poset, set) = (position.poset(), position.remaining());
            assert_eq!(poset.chains(set).iter().map(Vec::len).collect::<Vec<_>>(), lengths, "{expression}");
            assert_eq!(most_extensions(poset, set), UBig::from(bound));
        }
        let position: Position = "nim(3,1)".parse().unwrap();
        let bounds = most_extensions_by_size(position.poset(), position.remaining());
        assert_eq!(bounds, [1u32, 1, 2, 3, 4].map(UBig::from));
    }
}
