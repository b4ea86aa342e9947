//! What the elements are called: the only room where strings meet elements.

use std::collections::HashMap;

use crate::element::Element;

/// One name for each element of a poset, all different.
#[derive(Clone, Debug, Default)]
pub struct Names {
    labels: Vec<Box<str>>,
    elements: HashMap<Box<str>, Element>,
}

/// The same name for two elements.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the name `{0}` stands for two elements")]
pub struct Repeated(pub String);

/// A name that no element has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no element `{}`{}", shown(name), nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct UnknownName {
    /// What was asked for.
    pub name: String,
    /// The name most like it, if one is close.
    pub nearest: Option<String>,
}

impl Names {
    /// Names for the elements `0, 1, …` in turn.
    ///
    /// # Errors
    /// If a name is used twice.
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

    /// The name of an element.
    #[must_use]
    pub fn name(&self, x: Element) -> &str {
        &self.labels[x.index()]
    }

    /// The element of this name.
    ///
    /// # Errors
    /// If there is none, with the nearest name there is.
    pub fn element(&self, name: &str) -> Result<Element, UnknownName> {
        self.elements
            .get(name)
            .copied()
            .ok_or_else(|| UnknownName { name: name.to_owned(), nearest: self.nearest(name).map(str::to_owned) })
    }

    /// The name written with the same characters in another order, or else with one or two wrong.
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
        let labels = || self.labels.iter().map(|l| &**l);
        labels().find(|label| sorted(label) == wanted).or_else(|| nearest(name, labels()))
    }
}

/// Names longer than this are shortened in messages, and none is near them.
const MOST_SHOWN: usize = 80;

/// The beginning of a long name, with whatever could upset a terminal written out.
fn shown(name: &str) -> String {
    let mut text: String = name.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect();
    if name.chars().nth(MOST_SHOWN).is_some() {
        text.push('…');
    }
    text
}

/// Of these words the one most like `word`, if it is close enough to be a slip of the pen.
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
