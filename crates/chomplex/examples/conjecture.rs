//! Tests a statement on a family: every wheel with 3 to 20 spokes has Grundy value 1.

use std::error::Error;

use chomplex::survey::{Family, Inquiry, survey};
use chomplex::{Budget, Grundy};

fn main() -> Result<(), Box<dyn Error>> {
    let wheels = Family::new("wheel(n)", &["n=3..20".parse()?])?;
    let budget = Budget::default().with_threads(2);
    let mut counterexamples = Vec::new();
    let mut rows = 0;
    survey(
        wheels.members(),
        |member| wheels.position(member).map(Some),
        &Inquiry::default(),
        &budget,
        |more| {
            rows += more.len();
            counterexamples.extend(more.into_iter().filter(|row| row.grundy != Some(Grundy(1))));
            Ok(())
        },
    )?;
    assert_eq!(rows, 18);
    match counterexamples.len() {
        0 => println!("{rows} wheels, no counterexample"),
        found => println!("{rows} wheels, {found} counterexamples"),
    }
    Ok(())
}
