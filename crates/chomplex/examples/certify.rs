//! Solves a position, writes a certificate, and checks it with the independent checker.

use std::error::Error;

use chomplex::{Budget, Position, Question, certify, solve};

fn main() -> Result<(), Box<dyn Error>> {
    // The boundary of a tetrahedron, from its facets.
    let position = Position::from_facets([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])?;
    let question = Question { proof: true, ..Question::default() };
    let budget = Budget::default();
    let answer = solve(&position, &question, &budget);

    let mut certificate = Vec::new();
    certify::write(&position, &answer.reason, &budget, &mut certificate)?;
    let verified = chomplex_check::check(&certificate[..])?;
    assert_eq!(verified.claim.grundy, answer.grundy.map(|value| value.0));
    println!("verified: {} ({} bytes, {} steps)", verified.claim, certificate.len(), verified.steps);
    Ok(())
}
