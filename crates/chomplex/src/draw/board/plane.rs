//! Positions in the plane for the vertices of a graph or a complex.
//!
//! A triangulated disk or sphere is drawn without crossings. For anything else several drawings are
//! made and the clearest is chosen: the one in which vertices keep away from edges that are not
//! theirs, with the fewest crossings, and with distances most like those of the graph.

use std::collections::BTreeSet;
use std::f64::consts::TAU;
use std::ops::{Add, Mul, Sub};

use super::planar;
use super::stress::Distances;
use crate::budget::{Budget, Stop};

/// A point; y points downwards.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Point {
    /// The horizontal coordinate, increasing to the right.
    pub x: f64,
    /// The vertical coordinate, increasing downwards.
    pub y: f64,
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// The point of the unit circle after this fraction of a turn, starting at the top.
    pub(super) fn on_circle(turn: f64) -> Self {
        Point::new((TAU * turn).sin(), -(TAU * turn).cos())
    }

    pub(super) fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Twice the signed area of the triangle with two other points, positive if they are clockwise
    /// on paper.
    pub(super) fn turn(self, a: Self, b: Self) -> f64 {
        (a.x - self.x) * (b.y - self.y) - (a.y - self.y) * (b.x - self.x)
    }

    /// The mean of some points.
    pub(super) fn middle(points: impl IntoIterator<Item = Self>) -> Self {
        let (sum, count) = points.into_iter().fold((Point::default(), 0), |(sum, count), p| (sum + p, count + 1));
        sum * (1.0 / f64::from(count.max(1)))
    }

    /// The distance from a segment.
    fn distance_from_segment(self, a: Self, b: Self) -> f64 {
        let length = a.distance(b).max(1e-9);
        let along = ((self.x - a.x) * (b.x - a.x) + (self.y - a.y) * (b.y - a.y)) / (length * length);
        self.distance(a + (b - a) * along.clamp(0.0, 1.0))
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Point::new(self.x * factor, self.y * factor)
    }
}

/// A connected graph, with the triangles of a complex.
pub(super) struct Network {
    neighbours: Vec<Vec<usize>>,
    pub(super) edges: Vec<[usize; 2]>,
    pub(super) triangles: Vec<[usize; 3]>,
}

impl Network {
    pub(super) fn new(size: usize, edges: Vec<[usize; 2]>, triangles: Vec<[usize; 3]>) -> Self {
        let mut neighbours = vec![Vec::new(); size];
        for &[a, b] in &edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        Network { neighbours, edges, triangles }
    }

    pub(super) fn size(&self) -> usize {
        self.neighbours.len()
    }

    pub(super) fn neighbours(&self, v: usize) -> &[usize] {
        &self.neighbours[v]
    }

    /// The vertices of each connected component, ordered by their first vertices.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.size()];
        let mut components = Vec::new();
        for start in 0..self.size() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut component = vec![start];
            let mut next = 0;
            while next < component.len() {
                let v = component[next];
                next += 1;
                for &w in self.neighbours(v) {
                    if !std::mem::replace(&mut seen[w], true) {
                        component.push(w);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// The subgraph induced by some vertices, numbered in their order.
    pub(super) fn within(&self, vertices: &[usize]) -> Network {
        let place = |v: usize| vertices.binary_search(&v).ok();
        let edge = |&[a, b]: &[usize; 2]| Some([place(a)?, place(b)?]);
        let triangle = |&[a, b, c]: &[usize; 3]| Some([place(a)?, place(b)?, place(c)?]);
        let edges = self.edges.iter().filter_map(edge).collect();
        Network::new(vertices.len(), edges, self.triangles.iter().filter_map(triangle).collect())
    }
}

/// Positions for the vertices of a connected graph; edges are about a unit long.
pub(super) fn lay_out(network: &Network, budget: &Budget) -> Result<Vec<Point>, Stop> {
    if network.size() < 3 {
        return Ok((0..network.size()).map(|i| Point::new(i as f64, 0.0)).collect());
    }
    if let Some(points) = planar::lay_out(network, budget)? {
        return Ok(points);
    }
    // Denser graphs get a larger scale.
    let density = network.edges.len() as f64 / network.size() as f64;
    let scale = (0.55 + 0.3 * density).clamp(1.0, 2.5);
    let mut points: Vec<Point> = clearest(network, budget)?.into_iter().map(|p| p * scale).collect();
    straighten(network, &mut points);
    Ok(points)
}

/// Maximum number of edges that are compared pair by pair.
const MOST_COMPARED: usize = 600;

fn clearest(network: &Network, budget: &Budget) -> Result<Vec<Point>, Stop> {
    let distances = Distances::new(network, budget)?;
    let size = network.size();
    let circle = |order: &[usize]| {
        let radius = size as f64 / TAU;
        let mut points = vec![Point::default(); size];
        order.iter().enumerate().for_each(|(i, &v)| points[v] = Point::on_circle(i as f64 / size as f64) * radius);
        points
    };
    let in_order: Vec<usize> = (0..size).collect();
    let around = around(network);
    let mut drawings = vec![circle(&in_order), circle(&around)];
    let mut starts = drawings.clone();
    starts.extend((1..4).map(|seed| scattered(size, seed)));
    for mut points in starts {
        distances.relax(&mut points, budget)?;
        drawings.push(points);
    }
    let unclear = |points: &Vec<Point>| {
        let (touching, crossings) = if network.edges.len() > MOST_COMPARED { (0, 0) } else { faults(network, points) };
        touching as f64 * 4.0 + crossings as f64 + distances.stress(points) * size as f64
    };
    let least = |a: &Vec<Point>, b: &Vec<Point>| unclear(a).total_cmp(&unclear(b));
    Ok(drawings.into_iter().min_by(least).expect("there are some"))
}

/// Pseudorandom points, determined by the seed.
fn scattered(size: usize, seed: u64) -> Vec<Point> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64 * (size as f64).sqrt()
    };
    (0..size).map(|_| Point::new(random(), random())).collect()
}

/// The vertices in an order in which neighbours are often close together: depth first, from a
/// vertex of minimum degree.
fn around(network: &Network) -> Vec<usize> {
    let start = (0..network.size()).min_by_key(|&v| network.neighbours(v).len()).unwrap_or(0);
    let (mut order, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![start]);
    while let Some(v) = open.pop() {
        if seen.insert(v) {
            order.push(v);
            open.extend(network.neighbours(v).iter().rev());
        }
    }
    order
}

/// The number of vertices that lie on other edges or on other vertices, and the number of pairs of
/// edges that cross.
fn faults(network: &Network, points: &[Point]) -> (usize, usize) {
    let edges = &network.edges;
    let near = |&[a, b]: &[usize; 2]| {
        let others = (0..points.len()).filter(|&v| v != a && v != b);
        others.filter(|&v| points[v].distance_from_segment(points[a], points[b]) < 0.15).count()
    };
    let close = |j: usize| (0..j).filter(|&i| points[i].distance(points[j]) < 0.4).count();
    let touching = edges.iter().map(near).sum::<usize>() + (0..points.len()).map(close).sum::<usize>();
    let crosses = |[a, b]: [usize; 2], [c, d]: [usize; 2]| {
        let [p, q, r, s] = [a, b, c, d].map(|v| points[v]);
        a != c && a != d && b != c && b != d && p.turn(q, r) * p.turn(q, s) < 0.0 && r.turn(s, p) * r.turn(s, q) < 0.0
    };
    let crossings = |j: usize| (0..j).filter(|&i| crosses(edges[i], edges[j])).count();
    (touching, (0..edges.len()).map(crossings).sum())
}

/// Rotates a drawing so that it looks straight: as many edges as possible are horizontal or
/// vertical, and the drawing is wide rather than high.
fn straighten(network: &Network, points: &mut [Point]) {
    let middle = Point::middle(points.iter().copied());
    points.iter_mut().for_each(|p| *p = *p - middle);
    let edges: Vec<Point> = network.edges.iter().map(|&[a, b]| points[b] - points[a]).collect();
    // Edges near the horizontal or the vertical score; horizontal ones score a little more.
    let straight = |turn: f64| -> f64 {
        let along = |edge: &Point| {
            let angle = edge.y.atan2(edge.x) + turn;
            (4.0 * angle).cos().max(0.0).powi(8) + 0.2 * angle.cos().powi(2)
        };
        edges.iter().map(along).sum()
    };
    let turns = (0..180).map(|i| f64::from(i) * TAU / 360.0);
    let best = turns.max_by(|&a, &b| (straight(a) + 1e-9 * b).total_cmp(&(straight(b) + 1e-9 * a))).unwrap_or(0.0);
    let (sin, cos) = best.sin_cos();
    points.iter_mut().for_each(|p| *p = Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos));
}
