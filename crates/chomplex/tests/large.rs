//! Large random positions that rules cover: decided, certified and verified, without any search.

mod support;

use chomplex::answer::Answer;
use chomplex::budget::Budget;
use chomplex::certify;
use chomplex::poset::Draft;
use chomplex::position::Position;
use chomplex::solve::{Question, solve};
use chomplex::value::Grundy;

use support::{Random, position};

/// Solves a position without searching any position, and verifies the certificate.
fn decided(position: &Position, assumed: &[&str]) -> Answer {
    let answer = solve(position, &Question { proof: true, ..Question::default() }, &Budget::default());
    let mut text = Vec::new();
    certify::write(position, &answer.reason, &Budget::default(), &mut text).unwrap();
    let verified = chomplex_check::check(&text[..]).unwrap();
    assert_eq!(verified.claim.grundy, answer.grundy.map(|value| value.0));
    assert_eq!(verified.assumed, assumed);
    assert_eq!(answer.stats.positions, 0);
    answer
}

/// Tops over random sets of bottoms, as a position.
fn two_level(bottoms: usize, tops: &[Vec<usize>]) -> Position {
    let pairs = tops.iter().enumerate().flat_map(|(i, set)| set.iter().map(move |&x| (x, bottoms + i)));
    position(&Draft { size: bottoms + tops.len(), relations: pairs.collect() })
}

/// Khandhawit and Ye (2011), Theorem 3: the value is the parity of the number of vertices plus
/// twice that of the number of edges.
#[test]
fn a_bipartite_graph() {
    let mut random = Random(11);
    let mut edges = std::collections::BTreeSet::new();
    while edges.len() < 5_000 {
        edges.insert(vec![random.below(1_000), 1_000 + random.below(1_000)]);
    }
    let graph = two_level(2_000, &Vec::from_iter(edges));
    assert_eq!(decided(&graph, &["bipartite"]).grundy, Some(Grundy(0)));
}

/// Fenner, Gurjar, Korwar and Thierauf (2013), Theorem 4.2, with even degrees, which requires
/// solving a linear system.
#[test]
fn a_parity_uniform_hypergraph() {
    let mut random = Random(12);
    let chosen: Vec<bool> = (0..300).map(|_| random.chance(50)).collect();
    let mut tops = Vec::new();
    while tops.len() < 500 {
        let set: Vec<usize> = (0..300).filter(|_| random.chance(3)).collect();
        if !set.is_empty() && set.len().is_multiple_of(2) && set.iter().filter(|&&x| chosen[x]).count() % 2 == 1 {
            tops.push(set);
        }
    }
    assert_eq!(decided(&two_level(300, &tops), &["parity-uniform"]).grundy, Some(Grundy(0)));
}

/// A series-parallel poset: a random tree of sums and ordinal sums, with a least element.
#[test]
fn a_series_parallel_poset() {
    /// Builds on the elements from `low` to `high` and returns the minimal and the maximal ones.
    fn build(random: &mut Random, low: usize, high: usize, pairs: &mut Vec<(usize, usize)>) -> [Vec<usize>; 2] {
        if high - low == 1 {
            return [vec![low], vec![low]];
        }
        let middle = low + 1 + random.below(high - low - 1);
        let [least, tops] = build(random, low, middle, pairs);
        let [bottoms, greatest] = build(random, middle, high, pairs);
        if random.chance(50) || tops.len() * bottoms.len() > 400 {
            return [[least, bottoms].concat(), [tops, greatest].concat()];
        }
        pairs.extend(tops.iter().flat_map(|&x| bottoms.iter().map(move |&y| (x, y))));
        [least, greatest]
    }
    let mut random = Random(13);
    let mut pairs = Vec::new();
    let [least, _] = build(&mut random, 1, 5_000, &mut pairs);
    pairs.extend(least.into_iter().map(|x| (0, x)));
    let answer = decided(&position(&Draft { size: 5_000, relations: pairs }), &[]);
    // With a least element the value is one more than that of the rest, and taking the least
    // element wins.
    assert!(answer.grundy > Some(Grundy(0)));
    assert_eq!(answer.winning_moves.classes().len(), 1);
}

#[test]
fn a_thousand_heaps() {
    let mut random = Random(14);
    let heaps: Vec<usize> = (0..1_000).map(|_| 1 + random.below(30)).collect();
    let list: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    let position: Position = format!("nim({})", list.join(",")).parse().unwrap();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    assert_eq!(decided(&position, &[]).grundy, Some(Grundy(u32::try_from(sum).unwrap())));
}

/// Khandhawit and Ye (2011), Theorem 6.
#[test]
fn a_hairball() {
    let mut random = Random(15);
    for vertices in [1_000, 999] {
        let mut tails: Vec<Vec<usize>> = vec![Vec::new(); 301];
        let mut left = vertices - 301;
        while left > 0 {
            let (place, length) = (random.below(301), (1 + random.below(6)).min(left));
            if !tails[place].contains(&length) {
                tails[place].push(length);
                left -= length;
            }
        }
        let group = |lengths: &Vec<usize>| lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let groups: Vec<String> = tails.iter().map(group).collect();
        let position: Position = format!("hairball(301; {})", groups.join("; ")).parse().unwrap();
        let value = if vertices == 1_000 { 0 } else { 3 };
        assert_eq!(decided(&position, &["hairball"]).grundy, Some(Grundy(value)));
    }
}
