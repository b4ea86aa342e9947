//! Rules that a user of the library adds.

mod support;

use std::collections::HashMap;

use chomplex::report::{story, words};
use chomplex::{
    Budget, Candidates, Element, Goal, Grundy, Outcome, Position, Question, Rules, UserRule, Verdict, certify, naive,
    solve,
};

use support::*;

fn truth(position: &Position) -> Grundy {
    naive::grundy_with(position.poset(), position.remaining(), &mut HashMap::new())
}

/// Knows every position with an odd number of elements, but gives values that are too large by
/// `excess`.
struct Oracle {
    id: &'static str,
    excess: u32,
    only_winner: bool,
}

impl UserRule for Oracle {
    fn id(&self) -> &str {
        self.id
    }

    fn apply(&self, position: &Position) -> Option<Verdict> {
        let value = Grundy(truth(position).0 + self.excess);
        let verdict = if self.only_winner { Verdict::Winner(value.outcome()) } else { Verdict::Value(value) };
        (position.len() % 2 == 1).then_some(verdict)
    }
}

/// Exchanges the first elements with the last, whether or not that is a symmetry.
struct Mirror;

impl UserRule for Mirror {
    fn id(&self) -> &str {
        "mirror"
    }

    fn apply(&self, position: &Position) -> Option<Verdict> {
        let moves: Vec<Element> = position.moves().collect();
        let half = moves.len() / 2;
        let pairs = moves[..half].iter().copied().zip(moves[half..].iter().rev().copied());
        Some(Verdict::Fold(pairs.collect()))
    }
}

fn allows(candidates: &Candidates, value: Grundy) -> bool {
    match candidates {
        Candidates::AtLeast(least) => value >= *least,
        Candidates::OneOf(values) => values.contains(&value),
    }
}

/// A question with few rules or all, and this one.
fn question(round: usize, rule: impl UserRule + 'static) -> Question {
    let rules = if round.is_multiple_of(2) { Rules::none() } else { Rules::default() };
    let goal = if round.is_multiple_of(3) { Goal::Outcome } else { Goal::Grundy };
    Question { rules: rules.with_user_rule(rule), goal, ..Question::default() }
}

/// A true rule changes neither value nor winner nor winning moves.
#[test]
fn a_true_rule_changes_no_value() {
    let mut random = Random(11);
    let mut relied_on = 0;
    for round in 0..1000 {
        let position = random_position(&mut random, 10);
        let rule = Oracle { id: "true-rule", excess: 0, only_winner: round % 5 == 0 };
        let answer = solve(&position, &question(round, rule), &Budget::default());
        let value = truth(&position);
        assert_eq!(answer.outcome, Some(value.outcome()), "round {round}: {position}");
        assert!(answer.grundy.is_none_or(|found| found == value), "round {round}: {position}");
        for x in answer.winning_moves.classes().iter().flat_map(|class| class.members.clone()) {
            assert_eq!(truth(&position.play(x).unwrap()).outcome(), Outcome::Second);
        }
        relied_on += usize::from(answer.assumed.iter().any(|id| id == "true-rule"));
    }
    assert!(relied_on > 100, "{relied_on}");
}

/// Wherever a false rule leads to a wrong answer, the answer names it.
#[test]
fn a_false_rule_is_named() {
    let mut random = Random(12);
    let mut wrong = 0;
    for round in 0..1000 {
        let position = random_position(&mut random, 10);
        let rule = Oracle { id: "false-rule", excess: 1, only_winner: round % 5 == 0 };
        let answer = solve(&position, &question(round, rule), &Budget::default());
        let value = truth(&position);
        let lost = |x: Element| truth(&position.play(x).unwrap()).outcome() == Outcome::Second;
        let is_right = answer.outcome.is_none_or(|outcome| outcome == value.outcome())
            && answer.grundy.is_none_or(|found| found == value)
            && answer.candidates.is_none_or(|candidates| allows(&candidates, value))
            && answer.winning_moves.classes().iter().flat_map(|class| class.members.clone()).all(lost);
        assert!(is_right || answer.assumed.iter().any(|id| id == "false-rule"), "round {round}: {position}");
        wrong += usize::from(!is_right);
    }
    assert!(wrong > 100, "{wrong}");
}

/// A proof does without rules that are taken on trust.
#[test]
fn no_certificate_relies_on_a_rule_taken_on_trust() {
    let mut random = Random(13);
    for round in 0..200 {
        let position = random_position(&mut random, 10);
        let rule = Oracle { id: "false-rule", excess: 1, only_winner: false };
        let question = Question { proof: true, ..question(round, rule) };
        let answer = solve(&position, &question, &Budget::default());
        assert_eq!(answer.outcome, Some(truth(&position).outcome()));
        assert!(!answer.assumed.iter().any(|id| id == "false-rule"));
        let mut certificate = Vec::new();
        certify::write(&position, &answer.reason, &Budget::default(), &mut certificate).unwrap();
        chomplex_check::check(&certificate[..]).unwrap();
    }
}

/// A fold is used if it is one, and certifies; nothing is assumed.
#[test]
fn folds_are_verified() {
    let mut random = Random(14);
    let named = ["path(3)", "poset[a<c, b<c, c<d, c<e]", "poset[a<x, b<x, b<y, c<y]"].map(|text| text.parse().unwrap());
    let random = (0..300).map(|_| random_position(&mut random, 9));
    let mut folded = 0;
    for position in named.into_iter().chain(random) {
        let question = Question { proof: true, rules: Rules::none().with_user_rule(Mirror), ..Question::default() };
        let answer = solve(&position, &question, &Budget::default());
        assert_eq!(answer.grundy, Some(truth(&position)), "{position}");
        assert!(answer.assumed.is_empty());
        let mut certificate = Vec::new();
        certify::write(&position, &answer.reason, &Budget::default(), &mut certificate).unwrap();
        let text = String::from_utf8(certificate).unwrap();
        assert!(chomplex_check::check(text.as_bytes()).unwrap().assumed.is_empty());
        folded += usize::from(text.contains("involution-fold"));
    }
    assert!(folded > 2, "{folded}");
}

/// The reason, its summary and the whole derivation name the rule.
#[test]
fn reasons_name_the_rule() {
    let position: Position = "wheel(5)".parse().unwrap();
    let rule = Oracle { id: "true-rule", excess: 0, only_winner: false };
    let rules = Rules::none().with_user_rule(rule);
    let question = Question { rules, ..Question::default() };
    let answer = solve(&position, &question, &Budget::default());
    assert_eq!(answer.reason.decided_by(), Some("search"));
    let position = position.play(position.find("01").unwrap()).unwrap();
    let answer = solve(&position, &question, &Budget::default());
    assert_eq!(answer.reason.decided_by(), Some("true-rule"));
    assert!(words::summary(&answer.reason).contains("true-rule"));
    assert!(story::explanation(&position, &answer, 10).contains("The added rule true-rule says so"));
    assert!(answer.reason.steps().iter().any(|step| step.rule.id() == "true-rule"));
    let written = certify::write(&position, &answer.reason, &Budget::default(), &mut Vec::new());
    assert!(matches!(written, Err(certify::CertifyError::Incomplete)));
}
