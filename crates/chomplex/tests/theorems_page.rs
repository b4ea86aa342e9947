//! The page of rules, `docs/theorems.md`, agrees with the registry. `UPDATE=1` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use chomplex::budget::Budget;
use chomplex::position::Position;
use chomplex::reason::Rule;
use chomplex::registry;
use chomplex::report::words;
use chomplex::rule::{Card, Keeps};
use chomplex::solve::{Goal, Question, solve};

const HEAD: &str = "\
# The rules

These rules decide positions without search. Each has an id, which is the same in output, certificates
and code. `--no-rule ID` disables a rule; the answer stays the same.

- A *reduction* leads to simpler positions, and the certificate checker verifies every step of it.
- A *theorem* is taken on trust and listed as assumed. The checker verifies that it applies. Only
  `chain` needs no trust: the checker proves it.
- Conjectures are not used.

The order is that in which the rules are tried, as in `chomplex rules`. This page is generated from the
rules in the code, and its examples are run.
";

/// The example of a rule, solved; that rule must decide it.
fn example(card: &Card) -> String {
    let goal = if matches!(card.keeps, Keeps::Winner | Keeps::Move) { Goal::Outcome } else { Goal::Grundy };
    let position: Position = card.example.parse().unwrap();
    let answer = solve(&position, &Question { goal, ..Question::default() }, &Budget::default());
    assert!(answer.outcome.is_some(), "{}", card.example);
    let uses = answer.reason.steps().iter().any(|step| match &step.rule {
        Rule::Reply(..) => card.keeps == Keeps::Move,
        rule => rule.id() == card.rule.id(),
    });
    assert!(uses, "{} is not decided by {}", card.example, card.rule.id());
    let option = if goal == Goal::Outcome { " --outcome" } else { "" };
    format!("```console\n$ chomplex solve '{}'{option}\n{}\n```\n", card.example, words::answer(&position, &answer))
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for card in registry::cards() {
        let mut statement = card.statement.chars();
        let statement: String = statement.next().unwrap().to_uppercase().chain(statement).collect();
        let (id, reference, keeps) = (card.rule.id(), card.reference, card.keeps.words());
        let kind = match card.keeps {
            Keeps::SameValue => "A reduction",
            Keeps::Value | Keeps::Bound | Keeps::Winner => "A theorem",
            Keeps::Move => "A suggested move",
        };
        write!(page, "\n## `{id}`\n\n{statement}.\n\n{kind}: it {keeps}. Reference: {reference}.\n\n").unwrap();
        page += &example(card);
    }
    page
}

#[test]
fn the_page_is_the_registry() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/theorems.md");
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    // The program wraps its answers for the terminal, and the transcripts assert how; here only the
    // words matter.
    let is_current = written.split_whitespace().eq(page.split_whitespace());
    assert!(is_current, "docs/theorems.md is not what the registry says; UPDATE=1 writes it anew");
}
