//! Wheels: Conjecture 3 of Khandhawit and Ye (2011) says that all are worth 1.

use std::ops::RangeInclusive;

use chomplex::budget::Budget;
use chomplex::position::Position;
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Question, solve};
use chomplex::value::Grundy;

/// Asserts that odd wheels are worth 1, and that at most `most` positions are examined.
fn worth_one(spokes: RangeInclusive<usize>, most: u64) {
    for n in spokes.step_by(2) {
        let position: Position = format!("wheel({n})").parse().unwrap();
        let answer = solve(&position, &Question { moves: false, ..Question::default() }, &Budget::default());
        assert_eq!(answer.grundy, Some(Grundy(1)), "wheel({n})");
        assert!(answer.stats.positions <= most, "wheel({n}): {} positions", answer.stats.positions);
    }
}

#[test]
fn odd_wheels_are_worth_one() {
    worth_one(3..=17, 5_000);
    worth_one(19..=23, 50_000);
}

#[test]
#[ignore = "some hundred thousand positions"]
fn large_odd_wheels_are_worth_one() {
    worth_one(25..=35, 2_000_000);
}

/// The search agrees with the theorem.
#[test]
fn even_wheels_are_worth_one_without_the_theorem() {
    for n in [10, 16, 22, 40] {
        let position: Position = format!("wheel({n})").parse().unwrap();
        let rules = Rules::default().without(RuleId::EvenWheel);
        let answer = solve(&position, &Question { moves: false, rules, ..Question::default() }, &Budget::default());
        assert_eq!(answer.grundy, Some(Grundy(1)), "wheel({n})");
    }
}

/// The values are the same with one thread or two, and with all rules or fewer.
#[test]
fn other_rules_and_threads_lead_to_the_same() {
    let fans = [
        "wheel(11)",
        "graph[0a 1a 3a 4a 5a 7a 8a 01 12 23 34 45 56 67 78 89 9a]",
        "graph[01 12 23 30 45 56 67 78 89 0a 1a 3a 5a 6a 7a 9a]",
    ];
    for expression in fans {
        let position: Position = expression.parse().unwrap();
        let ask = |rules: Rules, threads: usize| {
            let budget = Budget::default().with_threads(threads);
            solve(&position, &Question { rules, ..Question::default() }, &budget).grundy
        };
        let value = ask(Rules::default(), 1);
        assert!(value.is_some());
        assert_eq!(ask(Rules::default(), 2), value, "{expression}");
        for rule in [RuleId::InvolutionFold, RuleId::Bipartite, RuleId::Cycle] {
            assert_eq!(ask(Rules::default().without(rule), 1), value, "{expression} without {}", rule.id());
        }
    }
}
