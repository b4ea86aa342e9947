//! Orders as text: pairs, relations and chains (`docs/formats/orders.md`).
//!
//! `--from pairs` reads `a b` or `a,b`, the lower element first, with or without a line of titles.
//! `--from chains` also reads longer lines, each a chain from its lowest element. Both read
//! `a<b<c`.

use std::ops::Range;

use hashbrown::HashMap;

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{Mistake, Problem};
use super::evaluate::cycle_mistake;
use super::listing;
use super::rows::{self, Header, Row};
use super::syntax::Relations;
use crate::family::error::BuildError;
use crate::family::general;
use crate::family::plan::Plan;
use crate::family::vertex::{is_ellipsis, is_quoted_name, is_relation};
use crate::position::Position;

/// Whether lines are pairs, or chains of any length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    Pairs,
    Chains,
}

/// An order that is being read.
#[derive(Default)]
pub(crate) struct Order {
    list: Relations,
    numbers: HashMap<String, usize>,
}

impl Order {
    /// Adds an element, unless it exists already, and returns its number.
    pub(crate) fn element(&mut self, name: &str, span: &Range<usize>) -> Result<usize, Mistake> {
        if !is_quoted_name(name) {
            let problem = if name.trim().is_empty() {
                Problem::BlankName
            } else {
                Problem::BadString("it has characters that do not show".to_owned())
            };
            return Err(Mistake::new(problem, span.clone()));
        }
        if is_ellipsis(name) {
            return Err(Mistake::new(Problem::LeftOut, span.clone()));
        }
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.list.names.len();
        self.list.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// Adds a chain, from its lowest element up.
    pub(crate) fn chain(&mut self, names: &[&str], span: &Range<usize>) -> Result<(), Mistake> {
        let mut below: Option<usize> = None;
        for name in names {
            let next = self.element(name, span)?;
            if below == Some(next) {
                return Err(Mistake::new(Problem::Reflexive(showable(name)), span.clone()));
            }
            if let Some(below) = below {
                self.list.relations.push((below, next));
                self.list.spans.push(span.clone());
            }
            below = Some(next);
        }
        Ok(())
    }

    /// The position, if there is no cycle.
    pub(crate) fn position(self, whole: Range<usize>) -> Result<Position, Mistake> {
        let Order { list, .. } = self;
        let plan = general::poset(list.names.clone(), list.relations.clone());
        plan.and_then(Plan::into_position).map_err(|error| match error {
            BuildError::Cycle(cycle) => cycle_mistake(&list, &cycle, &whole),
            error => Mistake::new(error, whole),
        })
    }
}

/// Reads an order.
pub(crate) fn read(text: &str, lines: Lines) -> Result<Position, Mistake> {
    let mut order = Order::default();
    let first = rows::lines(text).next().map_or("", |(_, line)| line);
    if first.starts_with(['[', '{', '(']) {
        let mut cursor = Cursor::new(text);
        for face in listing::faces(&mut cursor, &[])? {
            check_length(face.vertices.len(), lines, &face.span)?;
            order.chain(&face.vertices, &face.span)?;
        }
    } else if !rows::has_order_titles(first) && (text.contains(['<', '>']) || text.contains(is_relation)) {
        relations(text, &mut order)?;
    } else {
        let table = rows::rows(text);
        if let Some(first) = table.first().filter(|row| row.cells.len() > 2 && rows::order_titles(row)) {
            return Err(Mistake::new(Problem::Columns(first.cells.len()), first.span.clone()));
        }
        let header = table.first().and_then(rows::header);
        if header.is_some() && table.len() == 1 {
            return Err(Mistake::new(Problem::OnlyTitles, table[0].span.clone()));
        }
        for row in &table[usize::from(header.is_some()).min(table.len())..] {
            let mut names = row.cells.clone();
            while names.len() > 1 && names.last() == Some(&"") {
                names.pop();
            }
            if let [name] = names[..] {
                listing::check_dashes(name, row.span.clone())?;
            }
            if table.len() == 1 {
                check_blanks(&names, text, &row.span)?;
            }
            check_length(names.len(), lines, &row.span)?;
            if header == Some(Header::UpperFirst) {
                names.reverse();
            }
            order.chain(&names, &row.span)?;
        }
    }
    order.position(0..text.len())
}

fn check_length(found: usize, lines: Lines, span: &Range<usize>) -> Result<(), Mistake> {
    if lines == Lines::Pairs && found > 2 {
        return Err(Mistake::new(Problem::NotAPair(found), span.clone()));
    }
    Ok(())
}

/// Rejects `0 1, 1 2`, which could be names with blanks or pairs separated by commas.
fn check_blanks(names: &[&str], text: &str, span: &Range<usize>) -> Result<(), Mistake> {
    let pairs: Option<Vec<(&str, &str)>> =
        names.iter().map(|name| name.split_once(' ').filter(|(_, b)| !b.contains(' '))).collect();
    let Some(pairs) = pairs.filter(|_| !text.contains('"')) else { return Ok(()) };
    let is_met_again = |(a, b): &(&str, &str)| pairs.iter().any(|(c, d)| a == d || b == c);
    if !pairs.iter().any(is_met_again) {
        return Ok(());
    }
    let lines: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}<{b}")).collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let (pairs, quoted) = (showable(&lines.join(", ")), showable(&quoted.join(",")));
    Err(Mistake::new(Problem::PairsOrNames { pairs, names: quoted }, span.clone()))
}

/// Reads lines of `a<b<c`, several of them separated by commas.
fn relations(text: &str, order: &mut Order) -> Result<(), Mistake> {
    for (start, line) in rows::lines(text) {
        for part in line.split([',', ';']).filter(|part| !part.trim().is_empty()) {
            let at = start + (part.as_ptr() as usize - line.as_ptr() as usize);
            let span = at..at + part.len();
            let found = part.chars().find(|&c| is_relation(c)).map(String::from);
            let sign = |sign: &str| part.contains(sign).then(|| sign.to_owned());
            if let Some(sign) = found.or_else(|| sign("<=")).or_else(|| sign("->")).or_else(|| sign("=")) {
                let at = at + part.find(&sign).unwrap_or(0);
                let length = sign.len();
                return Err(Mistake::new(Problem::NotStrict(sign), at..at + length));
            }
            if part.contains('>') {
                let turned: Vec<&str> = part.split('>').map(str::trim).rev().collect();
                return Err(Mistake::new(Problem::TurnedRound { repair: showable(&turned.join("<")) }, span));
            }
            let names: Vec<&str> = part.split('<').map(|name| name.trim().trim_matches('"')).collect();
            // `a<b c<d`: two relations, rather than a name with a blank among names without.
            let has_blank = |name: &&str| name.contains(char::is_whitespace);
            if let [lowest, between @ .., highest] = &names[..]
                && let Some(name) = between.iter().find(|name| has_blank(name))
                && ![lowest, highest].into_iter().any(has_blank)
                && !part.contains('"')
            {
                let at = at + (name.as_ptr() as usize - part.as_ptr() as usize);
                return Err(Mistake::new(Problem::MissingComma, at..at + name.len()));
            }
            order.chain(&names, &span)?;
        }
    }
    Ok(())
}

/// A note if the first line of a table of pairs looks like titles that are not known: neither of
/// its names occurs again.
pub(crate) fn note_on_first_line(text: &str) -> Option<String> {
    if text.contains(['<', '>', '[', '{', '(']) {
        return None;
    }
    let table = rows::rows(text);
    let [first, rest @ ..] = &table[..] else { return None };
    let [lower, upper] = first.cells[..] else { return None };
    let is_word = |name: &str| name.chars().all(|c| c.is_alphabetic() || "_- ".contains(c)) && name.len() > 1;
    let occurs = |name: &str| rest.iter().any(|row| row.cells.contains(&name));
    if rest.len() < 2
        || rows::header(first).is_some()
        || ![lower, upper].iter().all(|name| is_word(name) && !occurs(name))
    {
        return None;
    }
    let (lower, upper) = (showable(lower), showable(upper));
    Some(format!(
        "the first line is read as a pair, `{lower}` below `{upper}`; if it has titles, remove it, or write `lower,upper` or `upper,lower`"
    ))
}

/// The note about how a table of pairs with this line of titles was read.
pub(crate) fn note(row: &Row<'_>, header: Header) -> String {
    let titles = showable(&row.cells.join(", "));
    let first = if header == Header::UpperFirst { "upper" } else { "lower" };
    format!("read as an order, the {first} element first as the titles `{titles}` say; `--from edges` reads a graph")
}
