//! Names of elements. Only here are strings mapped to elements.
//!
//! An element has a label, by which notations recognise it, and a name, which users see and type.
//! They differ only for a single vertex with a longer name. Its label `10,` ends with a comma, so
//! that it cannot be confused with the face of 0 and 1. Its name is `10` unless another element has
//! that label.

use std::collections::HashMap;

use crate::element::Element;

/// A label for each element of a poset, all different, and the names derived from them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    labels: Vec<Box<str>>,
    elements: HashMap<Box<str>, Element>,
}

/// Two elements with the same name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the name `{0}` stands for two elements")]
pub struct Repeated(pub String);

/// An unknown name of an element.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no element `{}`{}", shown(name), nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct UnknownName {
    /// The name that was looked up.
    pub name: String,
    /// The most similar name, if one is close.
    pub nearest: Option<String>,
}

impl Names {
    /// Labels for the elements `0, 1, …`, in this order.
    ///
    /// # Errors
    /// If a label is used twice.
    pub fn new(labels: impl IntoIterator<Item = String>) -> Result<Self, Repeated> {
        let mut names = Names::default();
        for (i, label) in labels.into_iter().enumerate() {
            let label: Box<str> = label.into();
            if names.elements.insert(label.clone(), Element::new(i)).is_some() {
                return Err(Repeated(label.into()));
            }
            names.labels.push(label);
        }
        Ok(names)
    }

    /// The name of an element, as it is shown: its label without a trailing comma, unless another
    /// element has that label.
    #[must_use]
    pub fn name(&self, x: Element) -> &str {
        let label = self.label(x);
        match label.strip_suffix(',') {
            // The label of a vertex whose name has one character has no comma, so such a comma
            // belongs to the name itself.
            Some(name) if name.chars().nth(1).is_some() && !self.elements.contains_key(name) => name,
            _ => label,
        }
    }

    /// The label of an element.
    #[must_use]
    pub fn label(&self, x: Element) -> &str {
        &self.labels[x.index()]
    }

    /// The labels of all elements.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|label| &**label)
    }

    /// The element with this label or name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Element> {
        self.elements.get(name).or_else(|| self.elements.get(&*format!("{name},"))).copied()
    }

    /// The element with this label or name.
    ///
    /// # Errors
    /// If there is none; the error contains the most similar name.
    pub fn element(&self, name: &str) -> Result<Element, UnknownName> {
        self.get(name)
            .ok_or_else(|| UnknownName { name: name.to_owned(), nearest: self.nearest(name).map(str::to_owned) })
    }

    /// The name with the same characters in another order, or else with one or two wrong
    /// characters.
    fn nearest(&self, name: &str) -> Option<&str> {
        let sorted = |s: &str| {
            let mut letters: Vec<char> = s.chars().filter(|c| !c.is_whitespace()).collect();
            letters.sort_unstable();
            letters
        };
        if name.chars().count() > MOST_SHOWN {
            return None;
        }
        let wanted = sorted(name);
        let names = || (0..self.labels.len()).map(|x| self.name(Element::new(x)));
        names().find(|name| sorted(name) == wanted).or_else(|| nearest(name, names()))
    }
}

/// Longer names are shortened in messages and never compared for similarity.
const MOST_SHOWN: usize = 80;

/// The beginning of a long name, with special characters escaped so that they cannot disturb a
/// terminal.
fn shown(name: &str) -> String {
    let mut text: String = name.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect();
    if name.chars().nth(MOST_SHOWN).is_some() {
        text.push('…');
    }
    text
}

/// Finds the word most similar to `word`, if it is close enough to be a typing error.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let length = word.chars().count();
    words
        .filter(|w| w.chars().count().abs_diff(length) <= allowed)
        .map(|w| (strsim::damerau_levenshtein(word, w), w))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, w)| w)
}
