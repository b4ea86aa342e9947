//! Solves a position within a second: `cargo run --example solve 'wheel(7) + nim(3)'`.

use std::error::Error;
use std::time::Duration;

use chomplex::{Budget, Position, Question, move_values, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let expression = std::env::args().nth(1).unwrap_or_else(|| "chomp(3,4)".to_owned());
    let position: Position = expression.parse()?;
    let budget = Budget::default().with_time(Duration::from_secs(1));

    let answer = solve(&position, &Question::default(), &budget);
    match (answer.outcome, answer.grundy) {
        (Some(outcome), Some(grundy)) => println!("{position}: the {outcome} player wins, Grundy value {grundy}"),
        (Some(outcome), None) => println!("{position}: the {outcome} player wins"),
        _ => println!("{position}: not known"),
    }
    for class in answer.winning_moves.classes() {
        println!("  {} wins, and {} moves like it", position.name(class.representative), class.members.len() - 1);
    }
    if let Some(stop) = answer.stopped_by {
        println!("  {stop}");
    }

    println!("after each move:");
    let budget = Budget::default().with_time(Duration::from_secs(1));
    for class in move_values(&position, &Question::default(), &budget).classes {
        let value = class.value.map_or("?".to_owned(), |value| value.to_string());
        println!("  {:<8} {value}", position.name(class.moves.representative));
    }
    Ok(())
}
