//! Chocolate bars: Chomp.
//!
//! A move removes a cell and all cells beyond it in every direction. The corner is poisoned, so it
//! is left out, and the player who cannot move loses (Gale 1974). `chomp(a,b)` is a bar with a rows
//! and b columns, `chomp(a,b,c)` a box and so on; all sides are at least 1. `young(5,3,1)` is a bar
//! with rows of these lengths, which must not increase.
//!
//! **Names.** A cell is named by its coordinates from 1, `row,column` in a bar: the poisoned one
//! would be `1,1`. In one dimension, `chomp(a)` has the cells `2`, …, `a`.

use hashbrown::HashMap;

use super::error::BuildError;
use super::nim::{counts_up, is_chain, pair};
use super::number::Number;
use super::plan::{Named, Plan};
use super::remnant::Remnant;
use super::size::Size;
use crate::poset::{Draft, MAX_ELEMENTS};

/// The largest number of sides of a bar.
const MAX_SIDES: usize = 64;

/// `chomp(a,b,…)`.
pub(crate) fn chomp(numbers: &[Number]) -> Result<Plan, BuildError> {
    let sides: Vec<Size> = numbers.iter().map(Number::size).collect();
    if let Some(argument) = sides.iter().position(|&side| side == Size::from(0)) {
        return Err(BuildError::TooSmall { argument, signature: "chomp(a,b,…)", parameter: "every side", least: 1 });
    }
    if sides.len() > MAX_SIDES {
        return Err(BuildError::TooManySides { most: MAX_SIDES });
    }
    let cells = sides.iter().fold(Size::from(1), |product, &side| product * side);
    Ok(Plan::other(cells.minus(1), move || {
        let sides: Vec<usize> = sides.iter().map(|side| side.at_most(MAX_ELEMENTS + 1)).collect();
        let mut cell = vec![1; sides.len()];
        let mut named = Named::default();
        // Cells are numbered with the last coordinate varying fastest. The number of cell x as an
        // element is x - 1.
        let mut steps = vec![1; sides.len()];
        for i in (1..sides.len()).rev() {
            steps[i - 1] = steps[i] * sides[i];
        }
        for x in 1..sides.iter().product() {
            for i in (0..sides.len()).rev() {
                if cell[i] < sides[i] {
                    cell[i] += 1;
                    break;
                }
                cell[i] = 1;
            }
            let below = (0..sides.len()).filter(|&i| cell[i] > 1).map(|i| x - steps[i]).filter(|&y| y > 0);
            named.draft.relations.extend(below.map(|y| (y - 1, x - 1)));
            named.labels.push(cell.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
        }
        named.draft.size = named.labels.len();
        named
    }))
}

/// `young(a,b,…)`.
pub(crate) fn young(numbers: &[Number]) -> Result<Plan, BuildError> {
    let rows: Vec<Size> = numbers.iter().map(Number::size).collect();
    if let Some(i) = rows.windows(2).position(|pair| pair[0] < pair[1]) {
        let mut sorted: Vec<&Number> = numbers.iter().collect();
        sorted.sort_by_key(|row| std::cmp::Reverse(row.size()));
        let sorted: Vec<String> = sorted.iter().map(ToString::to_string).collect();
        return Err(BuildError::Growing { argument: i + 1, repair: format!("young({})", sorted.join(",")) });
    }
    let cells: Size = rows.iter().copied().sum();
    Ok(Plan::other(cells.minus(1), move || {
        let rows: Vec<usize> = rows.iter().map(|row| row.at_most(MAX_ELEMENTS + 1)).collect();
        let mut named = Named { draft: Draft::default(), labels: Vec::new() };
        let mut above_row: usize = 0;
        let mut first: usize = 0;
        for (i, &row) in rows.iter().enumerate() {
            for j in (0..row).filter(|&j| i + j > 0) {
                // The poisoned cell counts as 0, so the number of cell x as an element is x - 1.
                let x = first + j;
                let left = (j > 0).then(|| x - 1);
                let up = (i > 0).then(|| above_row + j);
                let below = left.into_iter().chain(up).filter(|&y| y > 0);
                named.draft.relations.extend(below.map(|y| (y - 1, x - 1)));
                named.labels.push(format!("{},{}", i + 1, j + 1));
            }
            above_row = first;
            first += row;
        }
        named.draft.size = named.labels.len();
        named
    }))
}

/// `young(a,b,…)`, if the names are those of the cells of a Young diagram.
pub(crate) fn recognise_young(remnant: &Remnant<'_>) -> Option<String> {
    let cells: Vec<(usize, usize)> = remnant.names().iter().map(|name| pair(name)).collect::<Option<_>>()?;
    let element: HashMap<(usize, usize), usize> = cells.iter().enumerate().map(|(x, &cell)| (cell, x)).collect();
    let last = cells.iter().map(|c| c.0).max()?;
    if element.contains_key(&(1, 1)) || last > remnant.len() + 1 {
        return None;
    }
    let mut rows = vec![0; last];
    rows[0] = 1;
    for (&(i, j), lower) in cells.iter().zip(remnant.lower()) {
        rows[i - 1] = j.max(rows[i - 1]);
        // Returns here if the cell to the left or the cell above is missing and is not the poisoned
        // one.
        let mut wanted = 0;
        for neighbour in [(i, j - 1), (i - 1, j)].into_iter().filter(|&(i, j)| i > 0 && j > 0 && (i, j) != (1, 1)) {
            wanted += 1;
            if !lower.contains(element.get(&neighbour)?) {
                return None;
            }
        }
        if lower.len() != wanted {
            return None;
        }
    }
    let rows: Vec<String> = rows.iter().map(usize::to_string).collect();
    Some(format!("young({})", rows.join(",")))
}

/// `chomp(a)`, if the names are `2`, …, `a` from the bottom.
pub(crate) fn recognise_chomp(remnant: &Remnant<'_>) -> Option<String> {
    let one_dimensional = !remnant.is_empty() && is_chain(remnant) && counts_up(remnant, 2);
    one_dimensional.then(|| format!("chomp({})", remnant.len() + 1))
}
