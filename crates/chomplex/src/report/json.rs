//! Answers and reasons as JSON. Fields may be added, never renamed.

use dashu_int::UBig;
use serde_json::{Value, json};

use crate::answer::{Answer, MoveClass, MoveList};
use crate::budget::Stop;
use crate::element::ElementSet;
use crate::family::remnant::Scribe;
use crate::position::Position;
use crate::reason::unwritten::Unwritten;
use crate::reason::{AfterMove, Claim, Reason, Reference, Rule, Step};
use crate::report::words;
use crate::survey::row::{Cell, Column, Row};
use crate::value::{Candidates, Grundy, Outcome};

/// The answer, as `solve --json` prints it.
#[must_use]
pub fn answer(position: &Position, answer: &Answer) -> Value {
    let moves: Vec<Value> = answer.winning_moves.classes().iter().map(|class| move_class(position, class)).collect();
    json!({
        "position": position.to_string(),
        "elements": position.len(),
        "outcome": answer.outcome.map(|outcome| outcome.to_string()),
        "grundy": answer.grundy.map(number),
        "grundy_candidates": answer.candidates.as_ref().and_then(candidates),
        "grundy_at_least": answer.candidates.as_ref().and_then(at_least),
        "winning_moves": { "status": answer.winning_moves.status(), "moves": moves },
        "reason": reason(position, &answer.reason),
        "assumed": answer.assumed,
        "stats": {
            "positions": answer.stats.positions,
            "seconds": answer.stats.time.as_secs_f64(),
            "peak_bytes": answer.stats.peak_bytes,
        },
        "stopped_by": answer.stopped_by.map(Stop::id),
        "hint": words::hint(position, answer),
    })
}

/// Every move with the value it leads to, in the order of the elements, as `moves --json` prints
/// them. Classes are numbered from 1.
#[must_use]
pub fn moves(position: &Position, list: &MoveList) -> Value {
    let mut moves: Vec<(_, Value)> = Vec::new();
    for (i, class) in list.classes.iter().enumerate() {
        let value = class.value.map(|value| value.0);
        let unknown = class.candidates.as_ref();
        let (one_of, least) = (unknown.and_then(candidates), unknown.and_then(at_least));
        let outcome = class.outcome().map(|outcome| outcome.to_string());
        moves.extend(class.moves.members.iter().map(|&x| {
            let mut entry = json!({ "move": position.name(x), "grundy": value, "outcome": outcome, "class": i + 1 });
            if one_of.is_some() || least.is_some() {
                entry["grundy_candidates"] = json!(one_of);
                entry["grundy_at_least"] = json!(least);
            }
            (x, entry)
        }));
    }
    moves.sort_by_key(|&(x, _)| x);
    json!({
        "position": position.to_string(),
        "grundy": list.grundy.map(|value| value.0),
        "grundy_candidates": list.candidates.as_ref().and_then(candidates),
        "grundy_at_least": list.candidates.as_ref().and_then(at_least),
        "moves": moves.into_iter().map(|(_, entry)| entry).collect::<Value>(),
        "stopped_by": list.stopped_by.map(Stop::id),
    })
}

/// The columns of a row, as `survey --format jsonl` prints them.
#[must_use]
pub fn row(row: &Row, columns: &[Column]) -> Value {
    let cell = |column: &Column| match column.cell(row) {
        Cell::Nothing => Value::Null,
        Cell::Number(number) => json!(number),
        Cell::Large(number) => json!(number.to_string()),
        Cell::Text(text) => json!(text),
        Cell::Numbers(numbers) => json!(numbers),
    };
    let fields = columns.iter().map(|column| (column.name().to_owned(), cell(column)));
    fields.collect::<serde_json::Map<String, Value>>().into()
}

/// Reads back a row from its printed columns, as far as they are present. `None` if they are not
/// those of a row.
#[must_use]
pub fn read_row(value: &Value, parameters: &[String]) -> Option<Row> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    let numbers = |name: &str| -> Option<Vec<u64>> { value.get(name)?.as_array()?.iter().map(Value::as_u64).collect() };
    let grundy = |number: u64| u32::try_from(number).ok().map(Grundy);
    let outcome = match text("outcome") {
        Some("first") => Some(Outcome::First),
        Some("second") => Some(Outcome::Second),
        _ => None,
    };
    let one_of = numbers("grundy_candidates").and_then(|values| values.into_iter().map(grundy).collect());
    let at_least = number("grundy_at_least").and_then(grundy);
    let group_order = text("group_order").and_then(|digits| digits.parse::<UBig>().ok());
    Some(Row {
        position: text("position")?.to_owned(),
        parameters: parameters.iter().map(|name| number(name)).collect::<Option<_>>()?,
        outcome,
        grundy: number("grundy").and_then(grundy),
        candidates: one_of.map(Candidates::OneOf).or(at_least.map(Candidates::AtLeast)),
        winning_move_count: number("winning_move_count"),
        elements: number("elements")?,
        faces: numbers("faces")?,
        group_order,
        decided_by: text("decided_by").map(|rule| rule.to_owned().into()),
        stopped_by: text("stopped_by").and_then(Stop::find),
    })
}

fn number(value: Grundy) -> u32 {
    value.0
}

fn candidates(candidates: &Candidates) -> Option<Vec<u32>> {
    match candidates {
        Candidates::OneOf(values) => Some(values.iter().copied().map(number).collect()),
        Candidates::AtLeast(_) => None,
    }
}

fn at_least(candidates: &Candidates) -> Option<u32> {
    match candidates {
        Candidates::OneOf(_) => None,
        Candidates::AtLeast(value) => Some(number(*value)),
    }
}

fn move_class(position: &Position, class: &MoveClass) -> Value {
    json!({ "move": position.name(class.representative), "orbit": class.members.len() })
}

/// A summary of what the conclusion rests on.
#[must_use]
pub fn reason(position: &Position, reason: &Reason) -> Value {
    let Some(conclusion) = reason.conclusion() else { return Value::Null };
    let step = reason.step(conclusion);
    let mut value = json!({ "rule": step.rule.id(), "summary": words::summary(reason), "steps": reason.steps().len() });
    if let Rule::Components(parts) = &step.rule {
        let scribe = Scribe::new(position);
        let part = |(set, reference): &(ElementSet, Reference)| {
            let step = reason.step(reference.step);
            json!({ "position": scribe.expression(set), "claim": claim(step.claim), "rule": step.rule.id() })
        };
        value["parts"] = parts.iter().map(part).collect();
    }
    value
}

/// Every step and every map, as `explain --json` prints them. Steps and maps are numbered from 1.
#[must_use]
pub fn derivation(position: &Position, reason: &Reason) -> Value {
    let maps: Vec<Value> = reason
        .maps()
        .iter()
        .map(|images| {
            position
                .moves()
                .filter_map(|x| images[x.index()].map(|y| (position.name(x).to_owned(), position.name(y).into())))
                .collect::<serde_json::Map<String, Value>>()
                .into()
        })
        .collect();
    let scribe = Scribe::new(position);
    let steps: Vec<Value> = reason.steps().iter().map(|step| derivation_step(position, &scribe, step)).collect();
    json!({ "conclusion": reason.conclusion().map(|step| step.index() + 1), "steps": steps, "maps": maps })
}

fn derivation_step(position: &Position, scribe: &Scribe<'_>, step: &Step) -> Value {
    let mut value =
        json!({ "position": scribe.expression(&step.set), "claim": claim(step.claim), "rule": step.rule.id() });
    let part = |(set, r): &(ElementSet, Reference)| json!({ "position": scribe.expression(set), "by": reference(*r) });
    match &step.rule {
        Rule::Mex(moves) => {
            let after = |&(x, after): &(crate::element::Element, AfterMove)| match after {
                AfterMove::Known(r) => json!({ "move": position.name(x), "leads_to": reference(r) }),
                AfterMove::Reply(y, r) => {
                    json!({ "move": position.name(x), "reply": position.name(y), "leads_to": reference(r) })
                }
            };
            value["moves"] = moves.iter().map(after).collect();
        }
        Rule::Reply(x, r) => value["moves"] = json!([{ "move": position.name(*x), "leads_to": reference(*r) }]),
        Rule::Components(parts) => value["parts"] = parts.iter().map(part).collect(),
        Rule::Search { positions, proof, tablebase, .. } => {
            value["positions"] = json!(positions);
            if let Some(id) = tablebase {
                value["tablebase"] = json!(**id);
            }
            let tried = proof.as_ref().and_then(Unwritten::tried);
            value["proof_steps_above"] = json!(tried.map(|(steps, _)| steps));
        }
        Rule::OrdinalSum(leaves) => value["leaves"] = leaves.iter().map(part).collect(),
        Rule::Fold(map, r) => {
            value["involution"] = json!(map.index() + 1);
            value["by"] = reference(*r);
        }
        Rule::Twins(_, left, r) => {
            value["left"] = json!(scribe.expression(left));
            value["by"] = reference(*r);
        }
        Rule::Theorem(finding) => {
            value["shape"] = json!(finding.shape);
            let names = |set: &ElementSet| set.iter().map(|x| Value::from(position.name(x))).collect::<Value>();
            value["witness"] = finding.witness.iter().map(names).collect();
        }
        Rule::Added(_) => {}
    }
    value
}

fn claim(claim: Claim) -> Value {
    match claim {
        Claim::Value(value) => json!({ "grundy": value.0 }),
        Claim::Not(value) => json!({ "grundy_not": value.0 }),
        Claim::Above(value) => json!({ "grundy_at_least": u64::from(value.0) + 1 }),
    }
}

fn reference(reference: Reference) -> Value {
    json!({ "step": reference.step.index() + 1, "map": reference.map.map(|map| map.index() + 1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        let parameters = ["n".to_owned(), "k".to_owned()];
        let columns: Vec<Column> = Column::all(&parameters).collect();
        let known = Row {
            position: "complex[012 \"]".into(),
            parameters: vec![3, 4],
            outcome: Some(Outcome::First),
            grundy: Some(Grundy(7)),
            winning_move_count: Some(2),
            elements: 7,
            faces: vec![3, 3, 1],
            group_order: Some(UBig::ONE << 80),
            decided_by: Some("search".into()),
            ..Row::default()
        };
        let open = |candidates| Row {
            outcome: None,
            grundy: None,
            candidates: Some(candidates),
            winning_move_count: None,
            group_order: None,
            decided_by: None,
            stopped_by: Some(Stop::Memory),
            ..known.clone()
        };
        let one_of = open(Candidates::OneOf([Grundy(1), Grundy(3)].into_iter().collect()));
        for row in [open(Candidates::AtLeast(Grundy(2))), one_of, known] {
            let text = super::row(&row, &columns).to_string();
            let value = serde_json::from_str(&text).unwrap();
            assert_eq!(read_row(&value, &parameters), Some(row));
        }
        assert_eq!(read_row(&json!({ "position": "path(3)" }), &[]), None);
    }
}
