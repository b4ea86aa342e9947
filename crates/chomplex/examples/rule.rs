//! Adds a rule to the solver: an open conjecture, that every wheel has Grundy value 1 (Khandhawit
//! and Ye 2011, Conjecture 3). Answers that rest on it say so.

use std::error::Error;

use chomplex::{Budget, Grundy, Position, Question, Rules, UserRule, Verdict, solve};

struct Wheels;

impl UserRule for Wheels {
    fn id(&self) -> &str {
        "every-wheel-is-1"
    }

    fn apply(&self, position: &Position) -> Option<Verdict> {
        position.to_string().starts_with("wheel(").then_some(Verdict::Value(Grundy(1)))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::default().with_user_rule(Wheels);
    let question = Question { rules, moves: false, ..Question::default() };
    let position: Position = "wheel(101)".parse()?;
    let answer = solve(&position, &question, &Budget::default());
    assert_eq!(answer.grundy, Some(Grundy(1)));
    assert!(answer.assumed.iter().any(|id| id == "every-wheel-is-1"));
    println!("{position} has Grundy value 1, assuming {}", answer.assumed.join(", "));
    Ok(())
}
