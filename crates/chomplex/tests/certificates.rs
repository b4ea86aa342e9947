//! Every answer certifies; a modified certificate is rejected or still true.

mod support;

use std::time::Duration;

use chomplex::budget::{Budget, Stop};
use chomplex::certify::{self, CertifyError};
use chomplex::naive;
use chomplex::position::Position;
use chomplex::reason::unwritten::Halt;
use chomplex::reason::{Reason, Rule, Step};
use chomplex::report::verdict::{Label, Verdict};
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Goal, Question, solve};
use chomplex::value::Outcome;

use support::*;

fn certificate(position: &Position, goal: Goal, rules: Rules) -> String {
    let question = Question { goal, proof: true, rules, ..Question::default() };
    let answer = solve(position, &question, &Budget::default());
    let mut text = Vec::new();
    certify::write(position, &answer.reason, &Budget::default(), &mut text)
        .expect("small positions have a complete proof");
    String::from_utf8(text).unwrap()
}

fn is_true(claim: &chomplex_check::Claim, position: &Position) -> bool {
    let truth = naive::grundy(position.poset(), position.remaining());
    let first = claim.outcome == chomplex_check::Outcome::First;
    first == (truth.outcome() == Outcome::First) && claim.grundy.is_none_or(|value| value == truth.0)
}

#[test]
fn every_answer_certifies() {
    let mut random = Random(3);
    let mut longest = 0;
    for round in 0..6000 {
        let position = random_position(&mut random, 14);
        let goal = if round % 2 == 0 { Goal::Grundy } else { Goal::Outcome };
        let mut rules = Rules::default();
        if round % 5 > 2 {
            rules = rules.without(RuleId::ALL[round % RuleId::ALL.len()]);
        }
        let text = certificate(&position, goal, rules);
        let verified = chomplex_check::check(text.as_bytes()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
        assert!(is_true(&verified.claim, &position), "{text}");
        assert_eq!(verified.claim.position, position.to_string());
        longest = longest.max(verified.steps);
    }
    assert!(longest > 30, "some proofs are not trivial");
}

/// The proof of a search is written only on demand, and only as far as requested.
#[test]
fn proofs_are_written_when_they_are_wanted() {
    let budget = Budget::default();
    let write = |position: &Position, reason: &Reason, budget: &Budget| {
        let mut text = Vec::new();
        certify::write(position, reason, budget, &mut text).map(|()| text)
    };
    // A table of all sets, which is idle meanwhile; a table of representatives; a sum of two.
    for expression in ["gridgraph(3,3)", "subsets(5,3)", "subsets(5,3) + gridgraph(3,3)"] {
        let position: Position = expression.parse().unwrap();
        let question = Question { proof: true, rules: Rules::none().with(RuleId::Components), ..Question::default() };
        let reason = solve(&position, &question, &budget).reason;
        let searches = |reason: &Reason| reason.steps().iter().filter(|step| step.rule.id() == "search").count();
        assert!(searches(&reason) > 0 && reason.steps().len() <= 3 && reason.is_complete());
        let text = write(&position, &reason, &budget).unwrap();
        let steps = chomplex_check::check(&text[..]).unwrap().steps;
        assert!(steps > 20, "{expression}: {steps}");

        // There, a sum is a step of its own.
        let whole = reason.written_out(10 * steps, &budget);
        assert!(whole.steps().len() >= steps && searches(&whole) == 0);
        let again = write(&position, &whole, &Budget::default().with_time(Duration::ZERO)).unwrap();
        assert_eq!(chomplex_check::check(&again[..]).unwrap().steps, whole.steps().len());

        // A part that is too long stays as it was, and can still be written.
        let part = reason.written_out(15, &budget);
        assert_eq!((part.steps().len(), searches(&part)), (reason.steps().len(), searches(&reason)));
        let tried = |step: &Step| match &step.rule {
            Rule::Search { proof: Some(proof), .. } => proof.tried(),
            _ => None,
        };
        assert!(part.steps().iter().filter_map(tried).any(|(steps, halt)| steps > 3 && halt == Halt::Full));
        assert_eq!((part.maps().len(), part.stopped_by()), (reason.maps().len(), None));
        assert!(write(&position, &part, &budget).unwrap() == text);

        for (spent, stop) in [
            (Budget::default().with_time(Duration::ZERO), Stop::Time),
            (Budget::default().with_memory(1), Stop::Memory),
        ] {
            let error = write(&position, &reason, &spent).unwrap_err();
            assert!(matches!(error, CertifyError::Stopped(found) if found == stop), "{expression}: {error:?}");
            assert_eq!(reason.written_out(usize::MAX, &spent).stopped_by(), Some(stop));
        }
        // The failed attempts did no harm.
        assert!(write(&position, &reason, &budget).unwrap() == text);

        let answer = solve(&position, &Question { proof: false, ..question }, &budget);
        assert!(matches!(write(&position, &answer.reason, &budget), Err(CertifyError::Incomplete)));
    }
}

/// Changes any single digit or letter of the proof: it is rejected, unreadable, or its claim is
/// still true.
#[test]
fn a_changed_certificate_is_rejected_or_still_true() {
    let mut random = Random(4);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..60 {
        let position = random_position(&mut random, 10);
        let text = certificate(&position, Goal::Grundy, Rules::default());
        let claim_at = text.find("claim").unwrap();
        let elements_at = text.find("elements").unwrap();
        let proof_at = text.find("\ns ").unwrap();
        for at in (claim_at..elements_at).chain(proof_at..text.len()) {
            let old = text.as_bytes()[at];
            if !old.is_ascii_alphanumeric() && !b"=!~/:+-".contains(&old) {
                continue;
            }
            let new = b"0123456789abcdef=!~/:+-"[random.below(23)];
            if new == old {
                continue;
            }
            let mut changed = text.clone().into_bytes();
            changed[at] = new;
            match chomplex_check::check(&changed[..]) {
                Ok(verified) => {
                    assert!(is_true(&verified.claim, &position), "{}", String::from_utf8(changed).unwrap());
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 20 * accepted, "{refused} refused, {accepted} still true");
}

/// Boards of each width: with a symmetry group that is listed, with symmetry by labelling, and
/// without symmetry.
#[test]
fn large_positions_certify() {
    let wide = |spikes: usize| {
        // An antichain with a common top: a symmetric group that is never listed.
        let relations = (0..spikes).map(|x| (x, spikes)).collect();
        position(&chomplex::poset::Draft { size: spikes + 1, relations })
    };
    // Strips 2 × n of a chocolate bar: (n + 1)(n + 2) / 2 down-sets, and hardly any symmetry.
    let strip = |n: usize| {
        let across = (0..n).map(|i| (i, n + i));
        let along = (1..n).flat_map(|i| [(i - 1, i), (n + i - 1, n + i)]);
        position(&chomplex::poset::Draft { size: 2 * n, relations: across.chain(along).collect() })
    };
    for (position, expected) in [
        (subsets(5, 4), Some(0)),
        (subsets(6, 5), Some(0)),
        (wide(30), None),
        (wide(70), None),
        (strip(20), None),
        (strip(40), None),
        (strip(90), None),
        (strip(130), None),
    ] {
        for goal in [Goal::Grundy, Goal::Outcome] {
            let text = certificate(&position, goal, Rules::default());
            let verified = chomplex_check::check(text.as_bytes()).unwrap();
            if let (Some(value), Goal::Grundy) = (expected, goal) {
                assert_eq!(verified.claim.grundy, Some(value));
            }
        }
    }
}

/// The label of a certificate is compared with its poset: a certificate is verified only under its
/// own name.
#[test]
fn a_label_is_no_claim() {
    let corpus = concat!(
        include_str!("../../../corpus/answers/bars.corpus"),
        include_str!("../../../corpus/answers/brouwer-christensen-2017.corpus"),
        include_str!("../../../corpus/answers/christensen-tilford-1997.corpus"),
        include_str!("../../../corpus/answers/fenner-gurjar-korwar-thierauf-2013.corpus"),
        include_str!("../../../corpus/answers/khandhawit-ye-2011.corpus"),
        include_str!("../../../corpus/answers/nim.corpus"),
        include_str!("../../../corpus/answers/posets.corpus"),
    );
    let labels: Vec<&str> = corpus.lines().filter_map(|line| Some(line.split_once(" => ")?.0.trim())).collect();
    assert!(labels.len() > 100, "{}", labels.len());
    let check = |text: &str, position: Option<&Position>| {
        Verdict::new(chomplex_check::check(text.as_bytes()), position).expect("it can be read")
    };
    for name in ["petersen", "nim(3,5)", "chomp(3,4)", "ordinal(antichain(2),chain(1))"] {
        let position: Position = name.parse().unwrap();
        let text = certificate(&position, Goal::Grundy, Rules::default());
        let relabelled = |label: &str| {
            let (line, label) = (format!("position \"{position}\"\n"), format!("position \"{label}\"\n"));
            assert!(text.contains(&line));
            text.replace(&line, &label)
        };
        for &label in &labels {
            let verdict = check(&relabelled(label), None);
            let said = verdict.text();
            let is_same = label.parse::<Position>().is_ok_and(|other| other == position);
            assert_eq!(verdict.is_verified(), is_same, "{name} as {label}: {said}");
            assert_eq!(said.starts_with(&format!("verified: {label} has")), is_same, "{name} as {label}: {said}");
            assert_eq!(verdict.label().map(Label::id), Some(if is_same { "matches" } else { "differs" }));
            // The position it is compared with decides, not the label.
            assert!(check(&relabelled(label), Some(&position)).is_verified());
        }
        let said = check(&relabelled("my own name"), None).text();
        assert!(said.starts_with("verified: the poset in this file, labelled `my own name`, has"), "{said}");
        let other: Position = "cycle(7)".parse().unwrap();
        let verdict = check(&text, Some(&other));
        assert!(!verdict.is_verified() && !verdict.text().contains(name), "{}", verdict.text());
    }
}
