//! Hasse diagrams: elements are placed in rows by level, each near the elements it covers and those
//! that cover it.

use super::plane::Point;
use crate::budget::{Budget, Stop};

/// Number of sweeps over all levels, alternating upwards and downwards.
const SWEEPS: usize = 24;

/// Vertical distance between levels.
const RISE: f64 = 1.5;

/// Positions for the elements of an order, from their levels and the covers. Lower levels are lower
/// on paper.
pub(super) fn lay_out(levels: &[usize], covers: &[[usize; 2]], budget: &Budget) -> Result<Vec<Point>, Stop> {
    let height = levels.iter().max().map_or(0, |&level| level + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); height];
    levels.iter().enumerate().for_each(|(x, &level)| rows[level].push(x));
    let mut neighbours = vec![Vec::new(); levels.len()];
    for &[lower, upper] in covers {
        neighbours[lower].push(upper);
        neighbours[upper].push(lower);
    }
    let mut place = vec![0.0; levels.len()];
    rows.iter().for_each(|row| spread(row, &mut place));
    for sweep in 0..SWEEPS {
        let from_below = sweep % 2 == 0;
        let order: Vec<usize> = if from_below { (0..height).collect() } else { (0..height).rev().collect() };
        for level in order {
            budget.check()?;
            let towards = |y: usize| if from_below { levels[y] < level } else { levels[y] > level };
            // In the last sweeps neighbours on both sides count.
            let counts = |y: usize| towards(y) || sweep + 4 >= SWEEPS;
            let wish = |x: usize| {
                let known: Vec<f64> = neighbours[x].iter().filter(|&&y| counts(y)).map(|&y| place[y]).collect();
                if known.is_empty() { place[x] } else { known.iter().sum::<f64>() / known.len() as f64 }
            };
            let mut row: Vec<(f64, usize)> = rows[level].iter().map(|&x| (wish(x), x)).collect();
            row.sort_by(|a, b| a.0.total_cmp(&b.0));
            settle(&row, &mut place);
            rows[level] = row.into_iter().map(|(_, x)| x).collect();
        }
    }
    Ok((0..levels.len()).map(|x| Point::new(place[x], (height - 1 - levels[x]) as f64 * RISE)).collect())
}

/// Places the elements of a row side by side, centred.
fn spread(row: &[usize], place: &mut [f64]) {
    let middle = (row.len().max(1) - 1) as f64 / 2.0;
    row.iter().enumerate().for_each(|(i, &x)| place[x] = i as f64 - middle);
}

/// Places the elements of a row as near as possible to the wished positions, keeping their order
/// and at least a unit apart. Elements whose wishes are too close are centred on their mean.
fn settle(row: &[(f64, usize)], place: &mut [f64]) {
    // Groups of neighbours a unit apart: the mean wish for the first member, and the number of
    // members.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (i, &(wish, _)) in row.iter().enumerate() {
        let mut group = (wish - i as f64, 1);
        while let Some(&(mean, count)) = groups.last().filter(|&&(mean, _)| mean > group.0) {
            groups.pop();
            group = ((mean * count as f64 + group.0 * group.1 as f64) / (count + group.1) as f64, count + group.1);
        }
        groups.push(group);
    }
    let places = groups.iter().flat_map(|&(mean, count)| std::iter::repeat_n(mean, count));
    row.iter().enumerate().zip(places).for_each(|((i, &(_, x)), mean)| place[x] = mean + i as f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_kept_where_there_is_room() {
        let mut place = vec![0.0; 4];
        settle(&[(0.0, 0), (0.0, 1), (0.5, 2), (9.0, 3)], &mut place);
        assert_eq!(place[3], 9.0);
        assert!((place[1] - place[0] - 1.0).abs() < 1e-9 && (place[2] - place[1] - 1.0).abs() < 1e-9);
        assert!((place[1] - 1.0 / 6.0).abs() < 1e-9, "around the mean of the wishes: {place:?}");
    }

    #[test]
    fn a_square_stands_on_its_corner() {
        let points = lay_out(&[0, 1, 1, 2], &[[0, 1], [0, 2], [1, 3], [2, 3]], &Budget::default()).unwrap();
        assert_eq!(points[0].x, points[3].x);
        assert!(points[0].y > points[1].y && points[1].y > points[3].y);
        assert!((points[1].x + points[2].x - 2.0 * points[0].x).abs() < 1e-9);
    }
}
