//! Points whose distances approximate those of a graph.
//!
//! The stress of points x_i is Σ w_ij (|x_i − x_j| − d_ij)², where d_ij is the distance of vertices
//! i and j in the graph and w_ij = d_ij⁻². Moving one point at a time to the weighted mean of where
//! the others want it never increases the stress. (E. R. Gansner, Y. Koren and S. North, *Graph
//! drawing by stress majorization*, 2004.)

use super::plane::{Network, Point};
use crate::budget::{Budget, Stop};

/// Maximum number of rounds.
const ROUNDS: usize = 300;

/// Stop when the points move less than this on average.
const STILL: f64 = 1e-4;

/// The distances between the vertices of a connected graph.
pub(super) struct Distances {
    size: usize,
    distances: Vec<f64>,
}

impl Distances {
    pub(super) fn new(network: &Network, budget: &Budget) -> Result<Self, Stop> {
        let size = network.size();
        let mut distances = vec![0.0; size * size];
        for start in 0..size {
            budget.check()?;
            let row = &mut distances[start * size..][..size];
            let (mut seen, mut open, mut distance) = (vec![false; size], vec![start], 0.0);
            seen[start] = true;
            while !open.is_empty() {
                let mut next = Vec::new();
                for &v in &open {
                    row[v] = distance;
                    for &w in network.neighbours(v) {
                        if !std::mem::replace(&mut seen[w], true) {
                            next.push(w);
                        }
                    }
                }
                (open, distance) = (next, distance + 1.0);
            }
        }
        Ok(Distances { size, distances })
    }

    fn get(&self, i: usize, j: usize) -> f64 {
        self.distances[i * self.size + j]
    }

    /// The mean stress per pair of points.
    pub(super) fn stress(&self, points: &[Point]) -> f64 {
        let pairs = (0..self.size).flat_map(|j| (0..j).map(move |i| (i, j)));
        let stress = |(i, j): (usize, usize)| (points[i].distance(points[j]) / self.get(i, j) - 1.0).powi(2);
        let count = (self.size * self.size.saturating_sub(1) / 2).max(1);
        pairs.map(stress).sum::<f64>() / count as f64
    }

    /// Moves the points until they have nearly settled.
    pub(super) fn relax(&self, points: &mut [Point], budget: &Budget) -> Result<(), Stop> {
        let rounds = if self.size > 100 { ROUNDS * 100 / self.size } else { ROUNDS };
        for _ in 0..rounds.max(10) {
            budget.check()?;
            let moved: f64 = (0..self.size).map(|i| self.relax_one(points, i)).sum();
            if moved < STILL * self.size as f64 {
                break;
            }
        }
        Ok(())
    }

    /// Moves one point and returns the distance it moved.
    fn relax_one(&self, points: &mut [Point], i: usize) -> f64 {
        let (mut sum, mut weights) = (Point::default(), 0.0);
        for j in (0..self.size).filter(|&j| j != i) {
            let wanted = self.get(i, j);
            let weight = 1.0 / (wanted * wanted);
            let apart = points[i].distance(points[j]).max(1e-9);
            sum = sum + (points[j] + (points[i] - points[j]) * (wanted / apart)) * weight;
            weights += weight;
        }
        if weights == 0.0 {
            return 0.0;
        }
        let (old, new) = (points[i], sum * (1.0 / weights));
        points[i] = new;
        old.distance(new)
    }
}
