//! Graphs: Graph Chomp, which is Subset Takeaway on complexes of vertices and edges.
//!
//! The elements are the vertices and the edges; an edge lies above its two ends. A move removes an
//! edge, or a vertex with its edges (Khandhawit and Ye 2011).
//!
//! **Names.** Vertices are numbered from 0, and elements are named as [faces](super::vertex): a
//! vertex `4`, an edge `01` or `1,10`. `path(n)` runs `0, 1, …`. The hub of `star(n)` is 0 and that
//! of `wheel(n)` is `n`. The parts of `multipartite(a,b,…)` come one after the other.
//! `gridgraph(m,n)` has vertex `i*n+j` in row i, column j; in more dimensions the last coordinate
//! varies fastest. Adjacent vertices of `hypercube(n)` differ in one binary digit. `petersen` has
//! an outer pentagon 0–4, spokes from i to i+5 and an inner star on 5–9. `gmk(c,m,k)` has the cycle
//! `0..c`, A = 0, B = c, then the m-tail outwards, then the k-tail; a k-tail is a path of k
//! vertices. `hairball` has its cycle first and then its tails in the order written, each outwards.

use super::complex::numbered;
use super::error::BuildError;
use super::number::Number;
use super::plan::Plan;
use super::size::Size;
use crate::poset::MAX_ELEMENTS;

type Edges = Vec<(u32, u32)>;

/// A simple graph that is known but not yet listed.
pub struct Graph {
    vertices: Size,
    edges: Size,
    /// The names of the vertices, unless they are numbers.
    names: Option<Vec<String>>,
    list: Box<dyn Fn() -> Edges>,
}

impl Graph {
    /// The graph on the vertices `0, 1, …, n - 1` with these edges, which must be distinct.
    #[must_use]
    pub fn from_edges(n: usize, edges: Vec<(u32, u32)>) -> Self {
        let count = Size::from(edges.len());
        Graph { vertices: Size::from(n), edges: count, names: None, list: Box::new(move || edges.clone()) }
    }

    /// The graph with these vertices, which must be distinct, and edges given by the numbers of the
    /// vertices.
    #[must_use]
    pub fn with_names(names: Vec<String>, edges: Vec<(u32, u32)>) -> Self {
        let n = names.len();
        Graph { names: Some(names), ..Graph::from_edges(n, edges) }
    }

    fn plan(vertices: Size, edges: Size, list: impl Fn() -> Edges + 'static) -> Plan {
        Plan::from_graph(Graph { vertices, edges, names: None, list: Box::new(list) })
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> Size {
        self.vertices
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> Size {
        self.edges
    }

    pub(crate) fn vertex_names(&self) -> Vec<String> {
        self.names.clone().unwrap_or_else(|| numbered(0, self.vertices.at_most(MAX_ELEMENTS)))
    }

    pub(crate) fn edge_list(&self) -> Edges {
        (self.list)()
    }
}

/// An argument as a number. It is used only when the size is known to be small.
fn small(n: Size) -> u32 {
    n.at_most(MAX_ELEMENTS) as u32
}

fn at_least(least: usize, n: Size, signature: &'static str, parameter: &'static str) -> Result<(), BuildError> {
    if n < Size::from(least) { Err(BuildError::TooSmall { argument: 0, signature, parameter, least }) } else { Ok(()) }
}

/// The edges of a path along `vertices`.
fn along(vertices: impl IntoIterator<Item = u32>) -> Edges {
    let vertices: Vec<u32> = vertices.into_iter().collect();
    vertices.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

fn around(n: u32) -> Edges {
    let mut edges = along(0..n);
    edges.push((0, n - 1));
    edges
}

/// `path(n)`.
pub(crate) fn path(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    Ok(Graph::plan(n, n.minus(1), move || along(0..small(n))))
}

/// `cycle(n)`.
pub(crate) fn cycle(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    at_least(3, n, "cycle(n)", "n")?;
    Ok(Graph::plan(n, n, move || around(small(n))))
}

/// `star(n)`.
pub(crate) fn star(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    Ok(Graph::plan(n + Size::from(1), n, move || (1..=small(n)).map(|leaf| (0, leaf)).collect()))
}

/// `complete(n)`.
pub(crate) fn complete(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    let list = move || (0..small(n)).flat_map(|w| (0..w).map(move |v| (v, w))).collect();
    Ok(Graph::plan(n, Size::binomial(n, 2), list))
}

/// `multipartite(a,b,…)`.
pub(crate) fn multipartite(numbers: &[Number]) -> Result<Plan, BuildError> {
    let parts: Vec<Size> = numbers.iter().map(Number::size).collect();
    let (mut vertices, mut edges) = (Size::from(0), Size::from(0));
    for &part in &parts {
        edges = edges + vertices * part;
        vertices = vertices + part;
    }
    Ok(Graph::plan(vertices, edges, move || {
        let (mut first, mut edges) = (0, Vec::new());
        for part in parts.iter().map(|&part| small(part)) {
            edges.extend((first..first + part).flat_map(|w| (0..first).map(move |v| (v, w))));
            first += part;
        }
        edges
    }))
}

/// `wheel(n)`.
pub(crate) fn wheel(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    at_least(3, n, "wheel(n)", "n")?;
    Ok(Graph::plan(n + Size::from(1), n + n, move || {
        let hub = small(n);
        let mut edges = around(hub);
        edges.extend((0..hub).map(|v| (v, hub)));
        edges
    }))
}

/// The largest number of sides of a grid.
const MAX_SIDES: usize = 64;

/// `gridgraph(a,b,…)`.
pub(crate) fn gridgraph(numbers: &[Number]) -> Result<Plan, BuildError> {
    let sides: Vec<Size> = numbers.iter().map(Number::size).collect();
    if sides.len() > MAX_SIDES {
        return Err(BuildError::TooManySides { most: MAX_SIDES });
    }
    let product = |sides: &mut dyn Iterator<Item = Size>| sides.fold(Size::from(1), |product, side| product * side);
    // The edges in direction i: one from each vertex that is not the last in that direction.
    let along =
        |i: usize| product(&mut sides.iter().enumerate().map(|(j, side)| if i == j { side.minus(1) } else { *side }));
    let (vertices, edges) = (product(&mut sides.iter().copied()), (0..sides.len()).map(along).sum());
    Ok(Graph::plan(vertices, edges, move || {
        let sides: Vec<u32> = sides.iter().map(|&side| small(side)).collect();
        if sides.contains(&0) {
            return Vec::new();
        }
        let mut edges = Vec::new();
        let vertices: u32 = sides.iter().product();
        let mut step = vertices;
        for &side in &sides {
            step /= side;
            edges.extend((0..vertices).filter(|v| v / step % side + 1 < side).map(|v| (v, v + step)));
        }
        edges
    }))
}

/// `hypercube(n)`.
pub(crate) fn hypercube(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    let vertices = n.power_of_two();
    Ok(Graph::plan(vertices, (vertices * n).half(), move || {
        let vertices = small(vertices);
        let upwards = |v: u32| (0..small(n)).filter(move |i| v >> i & 1 == 0).map(move |i| (v, v | 1 << i));
        (0..vertices).flat_map(upwards).collect()
    }))
}

/// `petersen`.
pub(crate) fn petersen(_: &[Number]) -> Result<Plan, BuildError> {
    Ok(Graph::plan(Size::from(10), Size::from(15), || {
        let mut edges = around(5);
        edges.extend((0..5).map(|i| (i, i + 5)));
        edges.extend((0..5).map(|i| (5 + i, 5 + (i + 2) % 5)));
        edges
    }))
}

/// `gmk(c,m,k)`.
pub(crate) fn gmk(numbers: &[Number]) -> Result<Plan, BuildError> {
    let [c, m, k] = [0, 1, 2].map(|i: usize| numbers[i].size());
    at_least(3, c, "gmk(c,m,k)", "c")?;
    let size = c + Size::from(1) + m + k;
    Ok(Graph::plan(size, size, move || {
        let [b, m, k] = [c, m, k].map(small);
        let mut edges = around(b);
        edges.push((0, b));
        edges.extend(along([b].into_iter().chain(b + 1..=b + m)));
        edges.extend(along([b].into_iter().chain(b + m + 1..=b + m + k)));
        edges
    }))
}

/// `hairball(c; a,b; d; …)`.
pub(crate) fn hairball(groups: &[Vec<Number>]) -> Result<Plan, BuildError> {
    let c = groups[0][0].size();
    at_least(3, c, "hairball(c; a,b; d; …)", "c")?;
    let tails: Vec<Vec<Size>> = groups[1..].iter().map(|group| group.iter().map(Number::size).collect()).collect();
    if Size::from(tails.len()) > c {
        return Err(BuildError::TooManyTails { groups: tails.len(), vertices: c });
    }
    let size = c + tails.iter().flatten().copied().sum();
    Ok(Graph::plan(size, size, move || {
        let mut edges = around(small(c));
        let mut next = small(c);
        for (root, group) in tails.iter().enumerate() {
            for length in group.iter().map(|&tail| small(tail)) {
                edges.extend(along([root as u32].into_iter().chain(next..next + length)));
                next += length;
            }
        }
        edges
    }))
}
