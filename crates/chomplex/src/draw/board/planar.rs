//! Triangulated disks and spheres drawn without crossings.
//!
//! If the boundary of a triangulated disk is a convex polygon and every inner vertex lies at the
//! mean of its neighbours, no edges cross, as long as no chord joins two vertices of the boundary
//! in one line (W. T. Tutte, *How to draw a graph*, 1963). From there the inner vertices move to
//! where the triangles around them are larger and rounder, without flipping any. A sphere is drawn
//! inside one of its triangles, which encloses all others.

use std::collections::BTreeMap;

use super::plane::{Network, Point};
use crate::budget::{Budget, Stop};

/// Number of rounds of moving each inner vertex to the mean of its neighbours.
const ROUNDS: usize = 2000;

/// Maximum number of triangles of a sphere tried as the outer one.
const MOST_SIDES: usize = 40;

/// The radius of the drawing before it is scaled.
const RADIUS: f64 = 1.0;

/// A drawing without crossings, if the complex is a triangulated disk or sphere.
pub(super) fn lay_out(network: &Network, budget: &Budget) -> Result<Option<Vec<Point>>, Stop> {
    let Some(outside) = outer_polygons(network) else { return Ok(None) };
    let mut drawings = Vec::new();
    for outside in outside.iter().take(MOST_SIDES) {
        drawings.extend(drawn(network, outside, budget)?);
    }
    let shortest = |points: &Vec<Point>| {
        network.edges.iter().map(|&[a, b]| points[a].distance(points[b])).fold(f64::MAX, f64::min)
    };
    let best = drawings.into_iter().max_by(|a, b| shortest(a).total_cmp(&shortest(b)));
    Ok(best.map(|points| {
        // The shortest edge should be visible, but the picture should not become huge.
        let scale = (0.8 / shortest(&points)).min(1.2 * (network.size() as f64).sqrt() / RADIUS);
        points.into_iter().map(|p| p * scale).collect()
    }))
}

/// The polygons that can be outside: the boundary of a triangulated disk, or each triangle of a
/// sphere. `None` for any other complex.
fn outer_polygons(network: &Network) -> Option<Vec<Vec<usize>>> {
    let size = network.size();
    let mut triangles_at: BTreeMap<[usize; 2], usize> = network.edges.iter().map(|&edge| (sorted(edge), 0)).collect();
    for &[a, b, c] in &network.triangles {
        for edge in [[a, b], [b, c], [a, c]] {
            *triangles_at.get_mut(&sorted(edge))? += 1;
        }
    }
    let (vertices, edges, triangles) = (size as i64, network.edges.len() as i64, network.triangles.len() as i64);
    let boundary: Vec<[usize; 2]> =
        triangles_at.iter().filter(|&(_, &count)| count == 1).map(|(&edge, _)| edge).collect();
    if triangles_at.values().any(|&count| count == 0 || count > 2) || triangles == 0 {
        return None;
    }
    match vertices - edges + triangles {
        1 => Some(vec![around(&boundary, size)?]),
        2 if boundary.is_empty() => Some(network.triangles.iter().map(|triangle| triangle.to_vec()).collect()),
        _ => None,
    }
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// The vertices of a cycle in order, if the edges form one.
fn around(edges: &[[usize; 2]], size: usize) -> Option<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); size];
    for &[a, b] in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let start = edges.first()?[0];
    let (mut cycle, mut before, mut v) = (vec![start], start, edges[0][1]);
    while v != start {
        let &[a, b] = &neighbours[v][..] else { return None };
        cycle.push(v);
        (before, v) = (v, if a == before { b } else { a });
        if cycle.len() > size {
            return None;
        }
    }
    (cycle.len() == edges.len()).then_some(cycle)
}

/// The drawing with this outer polygon, if no triangle flips.
fn drawn(network: &Network, outside: &[usize], budget: &Budget) -> Result<Option<Vec<Point>>, Stop> {
    let size = network.size();
    let mut fixed = vec![false; size];
    let mut points = vec![Point::default(); size];
    // Rotated so that the lowest edge is horizontal.
    let turn = if outside.len().is_multiple_of(2) { 0.5 } else { 0.0 };
    for (i, &v) in outside.iter().enumerate() {
        fixed[v] = true;
        points[v] = Point::on_circle((i as f64 + turn) / outside.len() as f64) * RADIUS;
    }
    let inner: Vec<usize> = (0..size).filter(|&v| !fixed[v]).collect();
    for _ in 0..ROUNDS {
        budget.check()?;
        let mut moved = 0.0f64;
        for &v in &inner {
            let middle = Point::middle(network.neighbours(v).iter().map(|&w| points[w]));
            moved = moved.max(points[v].distance(middle));
            points[v] = middle;
        }
        if moved < 1e-6 {
            break;
        }
    }
    let is_outside = |triangle: &[usize; 3]| outside.len() == 3 && triangle.iter().all(|v| outside.contains(v));
    let triangles = network.triangles.iter().copied().filter(|triangle| size == 3 || !is_outside(triangle));
    // Triangles with their corners in clockwise order.
    let clockwise =
        |[a, b, c]: [usize; 3]| if points[a].turn(points[b], points[c]) > 0.0 { [a, b, c] } else { [a, c, b] };
    let triangles: Vec<[usize; 3]> = triangles.map(clockwise).collect();
    let flat = triangles.iter().any(|&[a, b, c]| points[a].turn(points[b], points[c]) < 1e-9);
    if flat {
        return Ok(None);
    }
    make_room(&inner, &triangles, &mut points, budget)?;
    Ok(Some(points))
}

/// Moves inner vertices one at a time, by shrinking distances, to where their triangles are better.
fn make_room(inner: &[usize], triangles: &[[usize; 3]], points: &mut [Point], budget: &Budget) -> Result<(), Stop> {
    let area = 2.0 * RADIUS * RADIUS / triangles.len() as f64;
    let around: Vec<Vec<[usize; 3]>> =
        inner.iter().map(|v| triangles.iter().copied().filter(|triangle| triangle.contains(v)).collect()).collect();
    // Small and thin triangles are bad.
    let badness = |points: &[Point], around: &[[usize; 3]]| -> f64 {
        around.iter().fold(0.0, |sum, &[a, b, c]| {
            let (p, q, r) = (points[a], points[b], points[c]);
            let double = p.turn(q, r);
            let sides = p.distance(q).powi(2) + q.distance(r).powi(2) + r.distance(p).powi(2);
            if double <= 0.0 { f64::INFINITY } else { sum + (2.0 * area + 0.5 * sides) / double }
        })
    };
    let mut step = RADIUS / 4.0;
    while step > RADIUS / 500.0 {
        budget.check()?;
        let mut improved = false;
        for (&v, around) in inner.iter().zip(&around) {
            let (start, mut best) = (points[v], (badness(points, around), points[v]));
            for i in 0..12 {
                points[v] = start + Point::on_circle(f64::from(i) / 12.0) * step;
                let found = badness(points, around);
                if found < 0.999 * best.0 {
                    best = (found, points[v]);
                }
            }
            improved |= best.1 != start;
            points[v] = best.1;
        }
        if !improved {
            step /= 2.0;
        }
    }
    Ok(())
}
