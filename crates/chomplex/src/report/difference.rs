//! How the poset of a certificate differs from a position.

use crate::element::{Element, ElementSet};
use crate::poset::{Draft, Poset};
use crate::position::Position;

/// An element or a relation in which the poset of a certificate differs from a position. The poset
/// is given by the names of its elements and by relations between them, the lower element first.
///
/// # Panics
/// If the relations have a cycle.
pub fn difference(
    there: &[&str],
    relations: impl Iterator<Item = (usize, usize)>,
    position: &Position,
) -> Option<String> {
    let mut seen = ElementSet::empty(position.poset().len());
    // Elements of a certificate have labels or names; no two of them are the same element here.
    let here: Vec<Option<Element>> = there
        .iter()
        .map(|name| position.names().get(name).filter(|&x| position.remaining().contains(x) && seen.insert(x)))
        .collect();
    if let Some(x) = position.moves().find(|&x| !seen.contains(x)) {
        return Some(format!("`{}` is an element of the position, but not of the certificate", position.name(x)));
    }
    if let Some((name, _)) = there.iter().zip(&here).find(|(_, x)| x.is_none()) {
        let name = name.escape_debug();
        return Some(format!("`{name}` is an element of the certificate, but not of the position"));
    }
    // The names agree, so the certificate is no larger than a position can be.
    let draft = Draft { size: there.len(), relations: relations.collect() };
    let (order, number) = draft.check().expect("elements of a certificate lie above earlier ones");
    let mut from_here = vec![None; position.poset().len()];
    let mut from_there = vec![None; there.len()];
    for (x, &y) in here.into_iter().flatten().zip(&number) {
        from_here[x.index()] = Some(y);
        from_there[y.index()] = Some(x);
    }
    let name = |x: Element| position.name(x);
    let missing = missing_cover(position.poset(), &order, &from_here).map(|(x, y)| {
        let (x, y) = (name(x), name(y));
        format!("in the position `{x}` is below `{y}`, in the certificate it is not")
    });
    missing.or_else(|| {
        let (x, y) = missing_cover(&order, position.poset(), &from_there)?;
        let back = |x: Element| from_there[x.index()].map(name).unwrap_or_default();
        Some(format!("in the certificate `{}` is below `{}`, in the position it is not", back(x), back(y)))
    })
}

/// A cover of one order that is not a relation of another; `images` maps the elements.
fn missing_cover(order: &Poset, other: &Poset, images: &[Option<Element>]) -> Option<(Element, Element)> {
    order.covers().find(|&(x, y)| match (images[x.index()], images[y.index()]) {
        (Some(image_x), Some(image_y)) => !other.less(image_x, image_y),
        _ => false,
    })
}
