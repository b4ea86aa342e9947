//! The header: the version, the claim and the poset.

use std::collections::HashSet;
use std::io::BufRead;
use std::sync::Arc;

use crate::claim::{Claim, Outcome};
use crate::failure::{Fault, quoted};
use crate::poset::Poset;
use crate::read::{Lines, Words};

/// The latest version of the format that this checker reads. It includes all earlier versions.
const VERSION: u32 = 3;

/// Reads the first line, by which a certificate is recognised.
pub(crate) fn read_version(lines: &mut Lines<impl BufRead>) -> Result<(), Fault> {
    const NOT_ONE: &str = "this is not a chomplex certificate";
    let mut line = lines.next().map_err(|fault| match fault {
        Fault::Unreadable(message) => Fault::unreadable(format!("{NOT_ONE}: {message}")),
        other => other,
    })?;
    if line.keyword() != "chomplex-certificate" {
        return Err(Fault::unreadable(format!("{NOT_ONE}: it does not begin with `chomplex-certificate`")));
    }
    line.gap("the version of the format")?;
    let version = line.number("the version of the format")?;
    line.end()?;
    match version {
        1..=VERSION => Ok(()),
        0 => Err(Fault::unreadable(format!("version 0 does not exist; this checker reads versions 1 to {VERSION}"))),
        _ => Err(Fault::unreadable(format!(
            "version {version}; this checker reads versions 1 to {VERSION}: use a newer chomplex-check"
        ))),
    }
}

/// Reads the lines `position` and `claim`.
pub(crate) fn read_claim(lines: &mut Lines<impl BufRead>) -> Result<Claim, Fault> {
    let mut line = expect(lines, "position")?;
    line.gap("the name of the position")?;
    let position = line.string("the name of the position")?;
    line.end()?;

    let mut line = expect(lines, "claim")?;
    line.gap("`grundy` or `outcome`")?;
    let (outcome, grundy, above) = match line.keyword() {
        "grundy" => {
            line.gap("a Grundy value")?;
            if line.take(b'>') {
                line.gap("a Grundy value")?;
                (Outcome::First, None, Some(line.number("a Grundy value")?))
            } else {
                let value = line.number("a Grundy value")?;
                (if value == 0 { Outcome::Second } else { Outcome::First }, Some(value), None)
            }
        }
        "outcome" => {
            line.gap("`first` or `second`")?;
            let outcome = match line.keyword() {
                "first" => Outcome::First,
                "second" => Outcome::Second,
                _ => return Err(Fault::unreadable("expected `first` or `second` after `claim outcome`")),
            };
            (outcome, None, None)
        }
        _ => return Err(Fault::unreadable("expected `grundy` or `outcome` after `claim`")),
    };
    line.end()?;
    Ok(Claim { position, outcome, grundy, above })
}

/// Reads the line `elements` and the elements themselves.
///
/// Memory is not reserved for the announced number of elements: the poset grows with the lines.
pub(crate) fn read_poset(lines: &mut Lines<impl BufRead>) -> Result<Poset, Fault> {
    let mut line = expect(lines, "elements")?;
    line.gap("the number of elements")?;
    let count = line.number("the number of elements")?;
    line.end()?;

    let mut poset = Poset::empty();
    let mut names: HashSet<Arc<str>> = HashSet::new();
    let mut lower = Vec::new();
    // For each element the last element that has it in its list.
    let mut listed_by: Vec<u32> = Vec::new();
    for own in 0..count {
        let mut line = expect(lines, "e")
            .map_err(|fault| about(fault, &format!("{count} elements are announced and only {own} are there")))?;
        line.gap("the name of an element")?;
        let name: Arc<str> = line.string("the name of an element")?.into();
        lower.clear();
        while line.more()? {
            lower.push(line.element(poset.len())?);
        }

        if !names.insert(Arc::clone(&name)) {
            return Err(Fault::rejected(format!("two elements have the name {}", quoted(&name))));
        }
        for &below in &lower {
            if std::mem::replace(&mut listed_by[below as usize], own) == own {
                let (name, below) = (quoted(&name), poset.shown(below));
                return Err(Fault::rejected(format!("the element {name} lists {below} twice")));
            }
        }
        // The list of element 0 is empty, so 0 can stand for "none".
        listed_by.push(0);
        poset.push(name, &lower);
    }
    Ok(poset)
}

/// The next line, which must begin with this word.
fn expect<'a>(lines: &'a mut Lines<impl BufRead>, keyword: &str) -> Result<Words<'a>, Fault> {
    let mut line = lines.next()?;
    if line.keyword() == keyword {
        return Ok(line);
    }
    Err(Fault::unreadable(format!("expected a line that begins with `{keyword}`")))
}

/// A reading fault, prefixed with its meaning for the certificate.
fn about(fault: Fault, what: &str) -> Fault {
    match fault {
        Fault::Unreadable(message) => Fault::unreadable(format!("{what}: {message}")),
        other => other,
    }
}
