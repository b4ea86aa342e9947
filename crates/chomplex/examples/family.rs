//! Adds a family to the expression language and surveys it: prisms, two cycles joined vertex by
//! vertex.

use std::error::Error;

use chomplex::{Budget, Language, Position, Question, UserFamily, solve};

struct Prism;

impl UserFamily for Prism {
    fn name(&self) -> &str {
        "prism"
    }

    fn build(&self, numbers: &[u64]) -> Result<Position, Box<dyn Error + Send + Sync>> {
        let &[n @ 3..=100] = numbers else { return Err("`prism(n)` needs n from 3 to 100".into()) };
        let bottom = (0..n).map(|i| (i, (i + 1) % n));
        let top = bottom.clone().map(|(i, j)| (n + i, n + j));
        let between = (0..n).map(|i| (i, n + i));
        Ok(Position::from_edges(bottom.chain(top).chain(between))?)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let language = Language::default().with_family(Prism);
    for n in 3..=6 {
        let position = language.parse(&format!("prism({n})"))?;
        let answer = solve(&position, &Question::default(), &Budget::default());
        let grundy = answer.grundy.ok_or("no limit was set")?;
        println!("prism({n}): {} elements, Grundy value {grundy}", position.len());
    }
    // A wrong member is shown with its place.
    println!("{}", language.parse("nim(3) + prism(2)").unwrap_err());
    Ok(())
}
