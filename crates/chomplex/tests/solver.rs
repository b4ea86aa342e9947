//! The solver against the oracle.

mod support;

use chomplex::answer::WinningMoves;
use chomplex::budget::Budget;
use chomplex::naive;
use chomplex::position::Position;
use chomplex::rule::RuleId;
use chomplex::solve::{Goal, Question, solve};
use chomplex::value::{Candidates, Grundy};
use std::collections::{BTreeSet, HashMap};

use support::*;

fn grundy(position: &Position) -> Grundy {
    solve(position, &Question::default(), &Budget::default()).grundy.expect("small positions are solved")
}

/// Value, outcome and winning moves agree with the definitions, with every rule and without any one
/// of them.
#[test]
fn agrees_with_naive_on_random_positions() {
    let mut random = Random(1);
    for round in 0..10_000 {
        let position = random_position(&mut random, 13);
        let mut known = HashMap::new();
        let truth = naive::grundy_with(position.poset(), position.remaining(), &mut known);
        let mut rules = chomplex::rule::Rules::default();
        if round % 3 > 0 {
            rules = rules.without(RuleId::ALL[round % RuleId::ALL.len()]);
        }
        let question = Question { rules, ..Question::default() };
        let answer = solve(&position, &question, &Budget::default());
        assert_eq!(answer.grundy, Some(truth), "round {round}: {position}");
        assert_eq!(answer.outcome, Some(truth.outcome()));

        let winning: BTreeSet<_> = position
            .moves()
            .filter(|&x| {
                let option = position.play(x).unwrap();
                naive::grundy_with(position.poset(), option.remaining(), &mut known) == Grundy::ZERO
            })
            .collect();
        let WinningMoves::All(classes) = &answer.winning_moves else {
            panic!("all winning moves are sought: {position} {round} {:?}", answer.winning_moves)
        };
        let found: Vec<_> = classes.iter().flat_map(|class| class.members.clone()).collect();
        assert_eq!(found.len(), winning.len(), "no move is in two classes");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), winning);

        let question = Question { goal: Goal::Outcome, ..question };
        let answer = solve(&position, &question, &Budget::default());
        assert_eq!(answer.outcome, Some(truth.outcome()));
        for class in answer.winning_moves.classes() {
            assert!(class.members.iter().all(|x| winning.contains(x)));
        }
    }
}

/// P_{n,k} for n ≤ 5: Brouwer and Christensen (2017), section 2.2.
#[test]
fn published_table_of_subsets() {
    let table: [&[u32]; 6] = [&[0], &[0, 1], &[0, 0, 2], &[0, 1, 0, 3], &[0, 0, 1, 0, 1], &[0, 1, 2, 1, 0, 2]];
    for (n, row) in table.iter().enumerate() {
        for (k, &value) in row.iter().enumerate() {
            assert_eq!(grundy(&subsets(n, k)), Grundy(value), "P_{{{n},{k}}}");
        }
    }
}

/// P + chain(g) is a win for the second player exactly for g = g(P).
#[test]
fn a_chain_of_the_value_cancels_it() {
    let mut random = Random(2);
    for _ in 0..300 {
        let position = random_position(&mut random, 12);
        let value = grundy(&position);
        for g in 0..6 {
            let question = Question { goal: Goal::Outcome, ..Question::default() };
            let outcome = solve(&sum(&position, &chain(g as usize)), &question, &Budget::default()).outcome;
            assert_eq!(outcome, Some((value + Grundy(g)).outcome()));
        }
    }
}

/// Gale's game on six points: Christensen and Tilford (1997). It has 16,351 classes (OEIS A003182,
/// less two); none is examined twice.
#[test]
fn boundary_6() {
    let answer = solve(&subsets(6, 5), &Question::default(), &Budget::default());
    assert_eq!(answer.grundy, Some(Grundy(0)));
    assert!(answer.stats.positions <= 16_351, "{} positions", answer.stats.positions);
}

/// The answer does not depend on the number of threads.
#[test]
fn threads_change_nothing() {
    let mut random = Random(8);
    for _ in 0..100 {
        let position = sum(&random_position(&mut random, 10), &random_position(&mut random, 10));
        let [one, many] = [1, 4].map(|threads| {
            let answer = solve(&position, &Question::default(), &Budget::default().with_threads(threads));
            (answer.grundy, answer.winning_moves)
        });
        assert_eq!(one, many);
    }
}

/// A search that was stopped reports only true facts.
#[test]
fn partial_answers_are_true() {
    let position = subsets(6, 4);
    let truth = Grundy(2);
    let mut partial = 0;
    for milliseconds in [0, 1, 5, 20, 60, 120] {
        for goal in [Goal::Grundy, Goal::Outcome] {
            let budget = Budget::default().with_time(std::time::Duration::from_millis(milliseconds));
            let answer = solve(&position, &Question { goal, ..Question::default() }, &budget);
            assert!(answer.outcome.is_none_or(|outcome| outcome == truth.outcome()));
            assert!(answer.grundy.is_none_or(|value| value == truth));
            if let Some(candidates) = &answer.candidates {
                assert!(candidates.allow(truth), "{candidates:?}");
            }
            partial += usize::from(answer.stopped_by.is_some());
        }
    }
    assert!(partial > 0, "some were stopped");
    let small = Budget::default().with_memory(10_000);
    let answer = solve(&position, &Question::default(), &small);
    assert_eq!(answer.stopped_by, Some(chomplex::budget::Stop::Memory));
}

/// Without a budget every option gets a value.
#[test]
fn all_moves_are_valued() {
    for expression in
        ["suspension(path(6))", "suspension(cycle(5))", "ordinal(petersen,cycle(5))", "wheel(7) + path(4)"]
    {
        let position: Position = expression.parse().unwrap();
        let list = chomplex::solve::move_values(&position, &Question::default(), &Budget::default());
        assert_eq!(list.stopped_by, None);
        assert!(list.classes.iter().all(|class| class.value.is_some()), "{expression}");
    }
}

/// What is known of rows 8 and 9 of the table of P_{n,k}: Brouwer and Christensen (2017), section
/// 2.4, and consequences of known values of options.
#[test]
fn candidates_for_rows_eight_and_nine() {
    for (n, k, expected) in [(8, 3, &[1, 3][..]), (8, 4, &[0, 1, 4]), (8, 5, &[2, 3, 4, 5]), (9, 3, &[1, 2, 3])] {
        let position: Position = format!("subsets({n},{k})").parse().unwrap();
        let budget = Budget::default().with_time(std::time::Duration::from_secs(12));
        let answer = solve(&position, &Question::default(), &budget);
        let expected = expected.iter().copied().map(Grundy).collect();
        assert_eq!(answer.candidates, Some(Candidates::OneOf(expected)), "subsets({n},{k})");
        assert_eq!(answer.stopped_by, Some(chomplex::budget::Stop::Time));
    }
}
