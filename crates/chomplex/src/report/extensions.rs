//! Explains how linear extensions are counted, and formats estimates of their number.

use crate::extensions::approximate;
use crate::extensions::{Bound, Direction, Estimate, Method, Plan, PlannedPrime};
use crate::report::words::{count, thousands};

/// Explains what was chosen and why, in a few lines.
#[must_use]
pub fn explain(plan: &Plan) -> String {
    let mut lines = Vec::new();
    if plan.is_forest() && plan.elements() > 0 {
        lines.push("a forest: n! divided by the sizes of all its trees (the hook-length formula)".to_owned());
    } else {
        if plan.sums() > 0 {
            lines.push(format!(
                "{} of parts side by side: their linear extensions interleave in all ways, a product of binomials",
                count(plan.sums() as u64, "sum")
            ));
        }
        if plan.ordinals() > 0 {
            let sums = count(plan.ordinals() as u64, "ordinal sum");
            lines.push(format!("{sums} of parts above each other: their numbers multiply"));
        }
        if plan.primes().is_empty() {
            lines.push("nothing else: single elements, sums and ordinal sums".to_owned());
        }
    }
    lines.extend(plan.primes().iter().map(explain_prime));
    lines.join("\n")
}

fn explain_prime(prime: &PlannedPrime) -> String {
    let copies = if prime.copies > 1 { format!("{} alike, ", thousands(prime.copies as u64)) } else { String::new() };
    let mut text = format!("a prime of {} elements, {copies}neither a sum nor an ordinal sum", prime.elements());
    if prime.modules < prime.elements() {
        let modules = thousands(prime.modules as u64);
        text += &format!("; it has {modules} modules; each that was counted separately is replaced by a chain");
    }
    match &prime.method {
        Method::Complexes { n, k } => {
            let sweep = "a sweep over the classes of complexes under all permutations of the vertices";
            format!("{text}:\n  it is subsets({n},{k}): {sweep}")
        }
        Method::Few(few) => {
            format!("{text}:\n  all {} down-sets of it, layer by layer", thousands(few.down_sets))
        }
        Method::Table(estimate) => format!("{text}:\n{}", explain_table(estimate)),
    }
}

fn explain_table(estimate: &Estimate) -> String {
    let mut lines = vec![match &estimate.down_sets {
        Bound::Exactly(number) => format!("it has {} down-sets", digits(&number.to_string())),
        Bound::AtLeast(number) => {
            format!("it has at least {} down-sets, too many to count beforehand", digits(&number.to_string()))
        }
    }];
    lines.push(match estimate.direction {
        Some(Direction::FromAbove) => "a table of its connected down-sets: maximal elements are taken away".to_owned(),
        Some(Direction::FromBelow) => {
            "a table of its connected up-sets: minimal elements are taken away, since fewer up-sets than down-sets are connected".to_owned()
        }
        None => "a table of its connected down-sets or up-sets, whichever are found to be fewer".to_owned(),
    });
    if let Some(group) = &estimate.symmetries {
        lines.push(format!("one set of each class under its {} automorphisms", digits(&group.to_string())));
    }
    if let (Some(states), Some(bytes)) = (estimate.states, estimate.bytes()) {
        let least = if matches!(estimate.down_sets, Bound::AtLeast(_)) { "at least " } else { "" };
        lines.push(format!("{least}about {} sets, {}", rough(states), size(bytes)));
    }
    lines.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Formats an estimate with its interval.
#[must_use]
pub fn estimate(estimate: &approximate::Estimate) -> String {
    if let Some(exact) = &estimate.exact {
        return format!("{exact}\n(counted exactly: it is within reach)");
    }
    format!(
        "about {}\nbetween {} and {} with confidence {}\n({} of {} points)",
        estimate.value,
        estimate.lower,
        estimate.upper,
        estimate.confidence,
        count(estimate.runs, "run"),
        thousands(estimate.samples)
    )
}

/// The digits of a number in groups of three; for a very large number, only how many digits it has.
fn digits(number: &str) -> String {
    if number.len() > 30 {
        return format!("{}.{}e{}", &number[..1], &number[1..3], number.len() - 1);
    }
    let groups: Vec<&str> =
        number.as_bytes().rchunks(3).map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.into_iter().rev().collect::<Vec<_>>().join(",")
}

/// Formats a number with two significant digits.
fn rough(number: f64) -> String {
    if number >= 1e15 {
        return format!("{number:.1e}");
    }
    let unit = 10f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    thousands(((number / unit).round() * unit) as u64)
}

/// Formats a number of bytes in a suitable unit.
fn size(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{:.0} kB", (bytes / 1e3).ceil()),
        ..1e9 => format!("{:.0} MB", bytes / 1e6),
        ..1e15 => format!("{:.0} GB", bytes / 1e9),
        _ => format!("{bytes:.0e} bytes"),
    }
}
