//! Explains folds in words.

use crate::element::{Element, ElementSet};
use crate::family::remnant::Scribe;
use crate::position::Position;
use crate::reduce::involution_fold::{FoldKind, SimplestForm, kind};
use crate::report::map::telling;
use crate::report::words::{count, enumeration_of, shortened};

/// Sentences about an involution of a set: what it does, and the fixed set, which is called `left`.
/// `cited` is added to the reference.
pub(crate) fn sentences(
    position: &Position,
    set: &ElementSet,
    images: &[Element],
    left: &str,
    cited: &str,
) -> Vec<String> {
    let name = |x: Element| position.name(x);
    match kind(position.poset(), set, images) {
        FoldKind::Suspension(x, y) => vec![
            format!("It is the suspension of {left} by the points {} and {},", name(x), name(y)),
            format!(
                "and a suspension has the Grundy value of what is suspended (Christensen and Tilford 1997; for the value Khandhawit and Ye 2011{cited})."
            ),
        ],
        FoldKind::BinaryStar(x, y) => vec![
            format!(
                "{} and {} are a binary star: no edge joins them, and each face with one of them",
                name(x),
                name(y)
            ),
            format!("has a twin with the other. Without them {left} is left,"),
            format!(
                "which has the same Grundy value (Christensen and Tilford 1997; for the value Khandhawit and Ye 2011{cited})."
            ),
        ],
        FoldKind::Involution if swaps_parts(position, set, images) => {
            let parts = position.poset().components(set);
            let equal = match parts.len() {
                2 => "It is the sum of two equal games.".to_owned(),
                n => format!("It is a sum of {n} games, which are equal in pairs."),
            };
            vec![
                format!("{equal} After every move the other player copies it in the equal game"),
                format!("(the copy {}), and so makes the last move:", deed(position, set, images)),
                format!("the value is 0 (Berlekamp, Conway and Guy 1982{cited})."),
            ]
        }
        FoldKind::Involution if images.iter().zip(set.iter()).all(|(&y, x)| x != y) => vec![
            format!("The involution that {} is a symmetry and fixes nothing:", deed(position, set, images)),
            format!(
                "every move has its image as a reply, and the value is 0 (Khandhawit and Ye 2011, Theorem 1{cited})."
            ),
        ],
        FoldKind::Involution => vec![
            format!("The involution that {} is a symmetry,", deed(position, set, images)),
            format!("and its fixed elements are closed downwards. They are {left},"),
            format!("which has the same Grundy value (Khandhawit and Ye 2011, Theorem 1{cited})."),
        ],
    }
}

/// Whether an involution maps every connected component to another one.
fn swaps_parts(position: &Position, set: &ElementSet, images: &[Element]) -> bool {
    let parts = position.poset().components(set);
    let part = |x: Element| parts.iter().position(|part| part.contains(x));
    parts.len() > 1 && set.iter().zip(images).all(|(x, &y)| part(x) != part(y))
}

/// Maximum number of swaps or fixed elements that are listed; beyond it they are only counted.
const MOST_SWAPS: usize = 60;

/// Lists everything that an involution swaps and fixes. For complexes and graphs it is enough to
/// name vertices.
fn deed(position: &Position, set: &ElementSet, images: &[Element]) -> String {
    let named = telling(position, set);
    let pairs = || set.iter().zip(images.iter().copied());
    let minimal = |x: Element| !position.poset().lower_covers(x).iter().any(|&y| set.contains(y));
    let swapped: Vec<String> = pairs()
        .filter(|&(x, y)| x < y && named.contains(x))
        .map(|(x, y)| format!("{}↔{}", position.name(x), position.name(y)))
        .collect();
    let swapped = enumeration_of(&swapped, MOST_SWAPS);
    if pairs().all(|(x, y)| x != y) {
        return format!("swaps {swapped}");
    }
    if pairs().all(|(x, y)| x == y || !minimal(x)) {
        return format!("swaps {swapped} and fixes all other elements");
    }
    let fixed: Vec<&str> =
        pairs().filter(|&(x, y)| x == y && named.contains(x)).map(|(x, _)| position.name(x)).collect();
    format!("swaps {swapped} and fixes {}", enumeration_of(&fixed, MOST_SWAPS))
}

/// A position, the folds that lead to its simplest form, and that form.
#[must_use]
pub fn simplest_form(position: &Position, form: &SimplestForm) -> String {
    let scribe = Scribe::new(position);
    let size = |set: &ElementSet| count(set.len() as u64, "element");
    let mut text = format!("{position}: {}\n", size(position.remaining()));
    for (i, fold) in (1..).zip(&form.folds) {
        let left = shortened(position, &scribe, &fold.left);
        let sentences = sentences(position, &fold.before, &fold.images, &left, "");
        text += &format!("\nFold {i}. {}\n", sentences.join("\n  "));
    }
    let proved = match (form.proved, form.folds.len()) {
        (true, 0) => "It is in simplest form: no involution has fixed elements that are closed downwards.".to_owned(),
        (true, _) if form.left.is_empty() => "Simplest form: the empty position.".to_owned(),
        (true, _) => format!("Simplest form: {}, {}.", scribe.expression(&form.left), size(&form.left)),
        (false, 0) => "No fold was found, though there may be one.".to_owned(),
        (false, _) => format!(
            "What is left: {}, {}. No further fold was found, though there may be one.",
            scribe.expression(&form.left),
            size(&form.left)
        ),
    };
    format!("{text}\n{proved}\n")
}
