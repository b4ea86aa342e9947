//! Statistics of random linear extensions: tables for people, CSV for programs.

use std::fmt::Write as _;
use std::iter;

use super::words::count;
use crate::element::Element;
use crate::extensions::{Balance, Probabilities, Ratio};
use crate::position::Position;

/// Maximum width of tables in characters.
const WIDTH: usize = 100;
/// Longer exact fractions appear only in JSON and CSV.
const LONGEST_FRACTION: usize = 15;
/// Maximum number of digits for a probability that is very close to 1/2.
const MOST_DIGITS: usize = 40;
/// Number of pairs shown where there is no room for all of them.
const MOST_PAIRS: usize = 10;
/// Maximum number of tied pairs shown.
const MOST_TIES: usize = 20;

/// The number of linear extensions; with `probabilities`, all probabilities in as much detail as
/// there is room for; with `balance`, the most balanced pairs.
#[must_use]
pub fn text(position: &Position, random: &Probabilities, probabilities: bool, balance: bool) -> String {
    let elements = count(position.len() as u64, "element");
    let extensions = random.extensions().to_string();
    let s = if extensions == "1" { "" } else { "s" };
    let mut text = format!("{position}: {elements}, {extensions} linear extension{s}\n");
    if probabilities && !position.is_empty() {
        text.push_str(&chances(position, random));
    }
    if balance {
        text.push_str(&most_balanced(position, random.balance().as_ref()));
    }
    text
}

fn chances(position: &Position, random: &Probabilities) -> String {
    let elements = random.by_mean();
    let ranks = ranks(position, random, &elements);
    let mut text = format!("\nRanks, by their mean:\n{ranks}");
    let names: Vec<&str> = elements.iter().map(|&x| position.name(x)).collect();
    let cell = |i: usize, j: usize| (i != j).then(|| random.before(elements[i], elements[j]));
    if elements.len() == 1 {
        return text;
    }
    if let Some(grid) = grid(&names, &[], &names, cell) {
        text.push_str("\nThe chance that the element of the row comes before that of the column:\n");
        text.push_str(&grid);
    } else {
        text.push_str(&nearest_pairs(position, random));
    }
    text
}

/// A row for each element: its mean rank and all its ranks, or, where there is no room, only the
/// first, the last and the most likely one.
fn ranks(position: &Position, random: &Probabilities, elements: &[Element]) -> String {
    let names: Vec<&str> = elements.iter().map(|&x| position.name(x)).collect();
    let means: Vec<String> = elements.iter().map(|&x| mean(&random.mean(x))).collect();
    let columns: Vec<String> = (1..=elements.len()).map(|k| k.to_string()).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let chances: Vec<Vec<(usize, Ratio)>> = elements.iter().map(|&x| random.distribution(x).collect()).collect();
    let cell = |i: usize, k: usize| {
        let (first, _) = chances[i].first()?;
        chances[i].get((k + 1).checked_sub(*first)?).map(|(_, chance)| chance.clone())
    };
    grid(&names, &means, &columns, cell).unwrap_or_else(|| {
        let mut rows = vec![["element", "mean", "first", "last", "likeliest"].map(str::to_owned)];
        for ((name, mean), chances) in names.iter().zip(means).zip(&chances) {
            let end = |end: Option<&(usize, Ratio)>| end.map_or(String::new(), |(k, _)| k.to_string());
            // The first of several that are equally likely.
            let likeliest = chances.iter().rev().max_by(|(_, a), (_, b)| a.cmp(b));
            let likeliest = likeliest.map_or(String::new(), |(k, chance)| format!("{k} ({})", chance.decimal(3)));
            rows.push([(*name).to_owned(), mean, end(chances.first()), end(chances.last()), likeliest]);
        }
        columns_of_text(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>(), 2, "  ")
    })
}

/// `2`, `8/3 = 2.667`, `17.283`.
fn mean(mean: &Ratio) -> String {
    let (exact, decimal) = (mean.to_string(), mean.decimal(3));
    match exact.contains('/') {
        false => exact,
        true if exact.len() <= LONGEST_FRACTION => format!("{exact} = {decimal}"),
        true => decimal,
    }
}

/// How probabilities are written.
#[derive(Clone, Copy)]
enum Style {
    Fraction,
    Decimal,
    Percent,
}

impl Style {
    fn write(self, chance: &Ratio) -> String {
        match self {
            _ if *chance == Ratio::ZERO => "0".to_owned(),
            Style::Percent if *chance == Ratio::ONE => "100".to_owned(),
            _ if *chance == Ratio::ONE => "1".to_owned(),
            Style::Fraction => chance.to_string(),
            Style::Decimal => chance.decimal(3),
            Style::Percent => match chance.numerator() * 100u32 / chance.denominator() {
                percent if percent == 0u32.into() => "<1".to_owned(),
                percent if percent == 99u32.into() => ">99".to_owned(),
                _ => Ratio::new(chance.numerator() * 100u32, chance.denominator().clone()).decimal(0),
            },
        }
    }
}

/// A table of probabilities with the names of the rows, something about each row, and the names of
/// the columns, in the most exact style that fits. `None` if none fits.
fn grid(
    names: &[&str],
    about: &[String],
    columns: &[&str],
    cell: impl Fn(usize, usize) -> Option<Ratio>,
) -> Option<String> {
    // Each column takes at least two characters.
    if 2 * columns.len() > WIDTH {
        return None;
    }
    let styles = [Style::Fraction, Style::Decimal, Style::Percent];
    styles.into_iter().find_map(|style| {
        let about_head = (!about.is_empty()).then(|| "mean".to_owned());
        let head = iter::once(String::new()).chain(about_head).chain(columns.iter().map(|&name| name.to_owned()));
        let mut rows: Vec<Vec<String>> = vec![head.collect()];
        for (i, &name) in names.iter().enumerate() {
            let chances = (0..columns.len()).map(|j| cell(i, j).map_or("·".to_owned(), |chance| style.write(&chance)));
            rows.push(iter::once(name.to_owned()).chain(about.get(i).cloned()).chain(chances).collect());
        }
        let longest = rows[1..].iter().flat_map(|row| &row[1 + usize::from(!about.is_empty())..]).map(String::len);
        if matches!(style, Style::Fraction) && longest.max()? > 7 {
            return None;
        }
        let gap = if matches!(style, Style::Percent) { " " } else { "  " };
        let text = columns_of_text(&rows, 1 + usize::from(!about.is_empty()), gap);
        let legend = if matches!(style, Style::Percent) { "(in percent)\n" } else { "" };
        let width = text.lines().map(|line| line.chars().count()).max()?;
        (width <= WIDTH).then(|| format!("{text}{legend}"))
    })
}

/// Aligns rows of fields in columns, the first `left` of them to the left.
fn columns_of_text(rows: &[Vec<String>], left: usize, gap: &str) -> String {
    let length = |field: &String| field.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        (0..columns).map(|i| rows.iter().filter_map(|row| row.get(i)).map(length).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, field) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[i] - length(field));
            let between = if i == 0 {
                ""
            } else if i <= left {
                "  "
            } else {
                gap
            };
            line += between;
            line += &if i < left { format!("{field}{blanks}") } else { format!("{blanks}{field}") };
        }
        writeln!(text, "{}", line.trim_end()).expect("a string takes it");
    }
    text
}

/// The pairs nearest to probability 1/2.
fn nearest_pairs(position: &Position, random: &Probabilities) -> String {
    let half = Ratio::new(1u32.into(), 2u32.into());
    let mut pairs: Vec<(Element, Element, Ratio)> = Vec::new();
    for (x, y, chance) in random.pairs() {
        pairs.push(if *chance >= half { (x, y, chance.clone()) } else { (y, x, chance.complement()) });
    }
    if pairs.is_empty() {
        return "\nEvery two elements are comparable: there is only this order.\n".to_owned();
    }
    pairs.sort_by(|(_, _, a), (_, _, b)| a.cmp(b));
    let few = pairs.len() <= MOST_PAIRS;
    let mut text = format!("\nOf {}, ", count(pairs.len() as u64, "incomparable pair"));
    text.push_str(if few {
        "the chance of the first to come before the second:\n"
    } else {
        "those nearest to an even chance:\n"
    });
    for (x, y, chance) in pairs.iter().take(MOST_PAIRS) {
        let (x, y) = (position.name(*x), position.name(*y));
        writeln!(text, "  {x} before {y}: {}", exact_and_decimal(chance)).expect("a string takes it");
    }
    text.push_str("\nAll pairs: `--format csv`, `--json`, or `--plot FILE.svg` for a picture.\n");
    text
}

/// `2/3 = 0.666667`, `0.517262`.
fn exact_and_decimal(chance: &Ratio) -> String {
    let exact = chance.to_string();
    if exact.len() <= LONGEST_FRACTION { format!("{exact} = {}", chance.decimal(6)) } else { inexact(chance) }
}

/// A probability other than 0, 1/2 and 1, with six digits, or with as many as show that it is none
/// of these.
fn inexact(chance: &Ratio) -> String {
    let shows = |text: &String| !["0.", "0.5", "1."].contains(&text.trim_end_matches('0'));
    (6..=MOST_DIGITS).map(|digits| chance.decimal(digits)).find(shows).unwrap_or_else(|| chance.decimal(MOST_DIGITS))
}

/// The most balanced pairs, and what they mean for the conjecture.
fn most_balanced(position: &Position, balance: Option<&Balance>) -> String {
    let Some(balance) = balance else {
        return "\nNo two elements are incomparable: there is no pair to balance.\n".to_owned();
    };
    let pairs = count(balance.pairs.len() as u64, "pair");
    let (constant, chance) = (exact_and_decimal(&balance.constant), exact_and_decimal(&balance.constant.complement()));
    let mut text =
        format!("\nThe most balanced: {pairs}, in one order with the chance {chance}, in the other {constant}.\n");
    for (x, y) in balance.pairs.iter().take(MOST_TIES) {
        writeln!(text, "  {} before {}", position.name(*x), position.name(*y)).expect("a string takes it");
    }
    if let Some(more @ 1..) = balance.pairs.len().checked_sub(MOST_TIES) {
        writeln!(text, "  … and {more} more").expect("a string takes it");
    }
    text.push_str(if balance.within_thirds() {
        "Both chances lie in [1/3, 2/3], as the 1/3–2/3 conjecture has it.\n"
    } else {
        "No pair lies in [1/3, 2/3]: this poset is a counterexample to the 1/3–2/3 conjecture!\n"
    });
    text
}

/// The header line of the CSV.
pub const CSV_HEADER: &str = "kind,element,other,rank,numerator,denominator,decimal";

/// The lines of the CSV without line ends: means, then ranks, then the probability of each element
/// to come before each other one.
pub fn csv<'a>(position: &'a Position, random: &'a Probabilities) -> impl Iterator<Item = String> + 'a {
    let name = |x: Element| quoted(position.name(x));
    let ratio = |ratio: &Ratio| format!("{},{},{}", ratio.numerator(), ratio.denominator(), ratio.to_f64());
    let elements = random.elements();
    let means = elements.iter().map(move |&x| format!("mean,{},,,{}", name(x), ratio(&random.mean(x))));
    let ranks = elements.iter().flat_map(move |&x| {
        random.distribution(x).map(move |(k, chance)| format!("rank,{},,{k},{}", name(x), ratio(&chance)))
    });
    let before = elements.iter().flat_map(move |&x| {
        let others = elements.iter().filter(move |&&y| y != x);
        others.map(move |&y| format!("before,{},{},,{}", name(x), name(y), ratio(&random.before(x, y))))
    });
    means.chain(ranks).chain(before)
}

/// A CSV field, quoted if necessary.
pub(super) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    #[test]
    fn what_is_not_even_does_not_look_so() {
        let half: UBig = UBig::ONE << 60usize;
        let ratio = |numerator: UBig| Ratio::new(numerator, UBig::ONE << 61usize);
        assert_eq!(exact_and_decimal(&ratio(half.clone())), "1/2 = 0.500000");
        assert_eq!(exact_and_decimal(&ratio(&half + UBig::ONE)), "0.5000000000000000004");
        assert_eq!(exact_and_decimal(&ratio(&half - UBig::ONE)), "0.4999999999999999996");
        assert_eq!(exact_and_decimal(&ratio(half / 3u32)), "0.166667");
    }

    #[test]
    fn percents_are_certain_only_where_they_are() {
        let percent = |a: u32, b: u32| Style::Percent.write(&Ratio::new(a.into(), b.into()));
        assert_eq!([percent(0, 1), percent(1, 1000), percent(1, 3)], ["0", "<1", "33"]);
        assert_eq!([percent(2, 3), percent(999, 1000), percent(1, 1)], ["67", ">99", "100"]);
    }
}
