//! Answers report everything that is known, and only true facts: candidates, winning moves, and
//! conclusions from options.

mod support;

use chomplex::budget::Budget;
use chomplex::naive;
use chomplex::position::Position;
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Goal, Question, move_values, solve};
use chomplex::value::{Candidates, Grundy, Outcome};

use support::*;

fn position(expression: &str) -> Position {
    expression.parse().unwrap()
}

fn one_of<const N: usize>(values: [u32; N]) -> Option<Candidates> {
    Some(Candidates::OneOf(values.map(Grundy).into()))
}

/// With any rules and any budget, the value is among the candidates; the same holds for the
/// options.
#[test]
fn candidates_allow_the_truth() {
    let mut random = Random(11);
    let (mut narrowed, mut not_zero) = (0, 0);
    for round in 0..1500 {
        let position = random_position(&mut random, 13);
        let mut rules = if round % 3 == 0 { Rules::none() } else { Rules::default() };
        for &rule in RuleId::ALL {
            if random.chance(30) {
                rules = if round % 3 == 0 { rules.with(rule) } else { rules.without(rule) };
            }
        }
        // Without memory there is no search.
        let budget = if round % 2 == 0 { Budget::default().with_memory(0) } else { Budget::default() };
        let goal = if round % 5 == 0 { Goal::Outcome } else { Goal::Grundy };
        let question = Question { goal, rules, ..Question::default() };
        let truth = |position: &Position| naive::grundy(position.poset(), position.remaining());
        let answer = solve(&position, &question, &budget);
        let value = truth(&position);
        assert!(answer.grundy.is_none_or(|grundy| grundy == value), "{position}");
        assert!(answer.outcome.is_none_or(|outcome| outcome == value.outcome()), "{position}");
        assert!(answer.candidates.as_ref().is_none_or(|candidates| candidates.allow(value)), "{position}");
        narrowed += usize::from(answer.candidates.is_some());
        for class in answer.winning_moves.classes() {
            assert_eq!(truth(&position.play(class.representative).unwrap()), Grundy::ZERO, "{position}");
        }
        let moves = move_values(&position, &question, &budget);
        assert!(moves.candidates.as_ref().is_none_or(|candidates| candidates.allow(value)), "{position}");
        for class in &moves.classes {
            let option = truth(&position.play(class.moves.representative).unwrap());
            assert!(class.candidates.as_ref().is_none_or(|candidates| candidates.allow(option)), "{position}");
            assert!(class.value.is_none_or(|value| value == option), "{position}");
            not_zero += usize::from(class.value.is_none() && class.outcome() == Some(Outcome::First));
        }
    }
    assert!(narrowed > 50 && not_zero > 20, "{narrowed} {not_zero}");
}

/// Candidates use the values of options that rules and small searches find, through folds and
/// ordinal sums.
#[test]
#[ignore = "searches below positions with 255 elements: some minutes on a busy machine"]
fn candidates_use_every_fact_at_hand() {
    // Limit the positions, so that searches end early on any machine.
    let budget = || Budget::default().with_positions(30_000);
    let question = Question::default();
    let start = position("boundary(10)");
    let folded = start.play(start.find("01").unwrap()).unwrap();
    let without_table = Question { rules: Rules::default().without(RuleId::PublishedTable), ..Question::default() };
    let cases = [
        (position("simplex(8)"), &question, one_of([1, 2, 4, 5, 7, 8])),
        (folded, &question, one_of([1, 2, 4, 5, 7, 8])),
        (position("subsets(8,7)"), &question, one_of([0, 1, 2, 4, 5, 7])),
        (position("subsets(8,3)"), &question, one_of([1, 3])),
    ];
    for (position, question, expected) in cases {
        // `table` and `survey` ask without moves.
        for moves in [true, false] {
            let question = Question { moves, ..question.clone() };
            assert_eq!(solve(&position, &question, &budget()).candidates, expected, "{position}");
        }
        assert_eq!(move_values(&position, question, &budget()).candidates, expected, "{position}");
    }
    let Some(Candidates::OneOf(values)) = solve(&position("subsets(7,4)"), &without_table, &budget()).candidates else {
        panic!("it takes long to decide")
    };
    assert!(!values.contains(&Grundy(2)), "{values:?}");
}

/// Bars have their winning moves, although strategy stealing does not name them.
#[test]
fn winning_moves_of_bars_are_found() {
    for (bar, size) in [("chomp(3,100)", 299), ("chomp(4,30)", 119)] {
        let start = position(bar);
        assert_eq!(start.len(), size);
        let question = Question { goal: Goal::Outcome, ..Question::default() };
        let answer = solve(&start, &question, &Budget::default());
        assert_eq!(answer.outcome, Some(Outcome::First), "{bar}");
        assert!(answer.stopped_by.is_none(), "{bar}");
        let classes = answer.winning_moves.classes();
        assert!(!classes.is_empty(), "{bar}");
        for class in classes {
            let after = start.play(class.representative).unwrap();
            assert_eq!(solve(&after, &question, &Budget::default()).outcome, Some(Outcome::Second), "{bar}");
        }
    }
}

/// The published winning moves come with the published values.
#[test]
fn published_moves_are_named() {
    for (expression, value) in [("simplex(7)", 6), ("boundary(7)", 5), ("divisors(510510)", 6)] {
        let start = position(expression);
        let answer = solve(&start, &Question::default(), &Budget::default());
        assert_eq!(answer.grundy, Some(Grundy(value)));
        let [class] = answer.winning_moves.classes() else { panic!("{expression}: one class of moves wins") };
        assert_eq!(class.members.len(), 35);
        let below = start.poset().down_set(class.representative).len();
        assert_eq!(below, 15, "{expression}: a set of four");
        assert_eq!(answer.assumed, ["published-table"]);
        // What one command knows of a move, another knows of the position after it.
        let after = solve(&start.play(class.representative).unwrap(), &Question::default(), &Budget::default());
        assert_eq!(after.grundy, Some(Grundy::ZERO));
        assert_eq!(after.assumed, ["published-table"]);
    }
}

/// Cheap options come first: points and edges of `simplex(8)` get values whatever happens to the
/// rest.
#[test]
#[ignore = "searches below positions with 255 elements: some minutes on a busy machine"]
fn cheap_options_are_valued_first() {
    let start = position("simplex(8)");
    let list = move_values(&start, &Question::default(), &Budget::default().with_positions(30_000));
    let value = |name: &str| {
        let x = start.find(name).unwrap();
        list.classes.iter().find(|class| class.moves.members.contains(&x)).unwrap()
    };
    assert_eq!((value("0").value, value("01").value), (Some(Grundy(6)), Some(Grundy(3))));
    assert!(list.stopped_by.is_some());

    // If the complement of a face of the boundary wins, the face does not.
    let rules = Rules::default().without(RuleId::PublishedTable);
    let start = position("simplex(7)");
    let question = Question { rules, ..Question::default() };
    let list = move_values(&start, &question, &Budget::default().with_positions(30_000));
    for face in ["0", "01", "01234", "012345"] {
        let x = start.find(face).unwrap();
        let class = list.classes.iter().find(|class| class.moves.members.contains(&x)).unwrap();
        assert_eq!(class.outcome(), Some(Outcome::First), "{face}");
    }
}
