//! A heat map of which of two elements comes first in a random linear extension.

use super::heat_map::{Cell, HeatMap};
use crate::extensions::{Probabilities, Ratio};
use crate::position::Position;

/// The probabilities that one element comes before another as an SVG heat map, with the elements
/// ordered by their mean position.
#[must_use]
pub fn precedence(position: &Position, random: &Probabilities) -> String {
    let elements = random.by_mean();
    let map = HeatMap {
        title: format!("Random linear extensions of {}", shortened(&position.to_string())),
        subtitle: "The chance that the element of the row comes before that of the column".to_owned(),
        names: elements.iter().map(|&x| position.name(x).to_owned()).collect(),
    };
    map.svg(|i, j| {
        let (x, y) = (elements[i], elements[j]);
        (i != j).then(|| {
            let chance = random.before(x, y);
            let exact = chance.to_string();
            let exact = if exact.len() <= 40 { format!("{exact} = ") } else { String::new() };
            Cell {
                value: chance.to_f64(),
                certain: chance == Ratio::ZERO || chance == Ratio::ONE,
                note: format!("{} before {}: {exact}{}", position.name(x), position.name(y), chance.decimal(6)),
            }
        })
    })
}

/// Truncates a long expression.
fn shortened(expression: &str) -> String {
    match expression.char_indices().nth(60) {
        None => expression.to_owned(),
        Some((end, _)) => format!("{}…", &expression[..end]),
    }
}
