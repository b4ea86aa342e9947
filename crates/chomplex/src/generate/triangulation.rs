//! Oriented triangulated spheres.
//!
//! Every edge has two triangles. Seen from outside, the neighbours of a vertex stand around it in a
//! cyclic order, and each of them makes a triangle with the next.

use std::cmp::Ordering;

/// The most vertices a triangulation has here.
pub(super) const MOST: usize = 18;

const NONE: u8 = u8::MAX;

/// A triangulation of the sphere on the vertices 0, 1, …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Triangulation {
    order: usize,
    /// `next[v][a]` is the neighbour of v after a, if a is a neighbour of v: then `v`, `a` and it
    /// are a triangle.
    next: [[u8; MOST]; MOST],
}

/// The neighbours of all vertices in cyclic order, each list ended by a mark, in a numbering that
/// starts at an edge and goes on from vertex to vertex.
pub(super) type Code = Vec<u8>;

impl Triangulation {
    /// The boundary of the tetrahedron.
    pub(super) fn tetrahedron() -> Self {
        let mut all = Triangulation { order: 4, next: [[NONE; MOST]; MOST] };
        [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]].into_iter().for_each(|triangle| all.add(triangle));
        all
    }

    /// The number of vertices.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    /// The neighbour of a vertex after another one.
    pub(super) fn next(&self, v: usize, a: usize) -> usize {
        self.next[v][a].into()
    }

    /// The neighbour of a vertex before another one: the triangle of v and the two is seen from
    /// `b`.
    fn previous(&self, v: usize, b: usize) -> usize {
        self.next(b, v)
    }

    /// Whether two vertices are joined.
    pub(super) fn is_edge(&self, v: usize, w: usize) -> bool {
        self.next[v][w] != NONE
    }

    /// The neighbours of a vertex, in the order of their numbers.
    pub(super) fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.order).filter(move |&w| self.is_edge(v, w))
    }

    /// The neighbours of a vertex around it, from one of them on.
    pub(super) fn around(&self, v: usize, first: usize) -> Vec<usize> {
        let mut link = vec![first];
        let mut at = self.next(v, first);
        while at != first {
            link.push(at);
            at = self.next(v, at);
        }
        link
    }

    /// The number of neighbours of a vertex.
    pub(super) fn degree(&self, v: usize) -> usize {
        self.next[v].iter().filter(|&&w| w != NONE).count()
    }

    /// The triangles, each with its smallest vertex first.
    pub(super) fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let from = move |v: usize| self.neighbours(v).map(move |a| [v, a, self.next(v, a)]);
        (0..self.order).flat_map(from).filter(|[v, a, b]| v < a && v < b)
    }

    fn add(&mut self, [a, b, c]: [usize; 3]) {
        for (v, w, x) in [(a, b, c), (b, c, a), (c, a, b)] {
            self.next[v][w] = x as u8;
        }
    }

    /// Takes a triangle away, and with it the edges that no other triangle has.
    fn remove(&mut self, [a, b, c]: [usize; 3]) {
        for (v, w) in [(a, b), (b, c), (c, a)] {
            self.next[v][w] = NONE;
        }
    }

    /// A new vertex in the middle of a polygon whose inside is the fan of triangles from its first
    /// vertex.
    pub(super) fn with_hub(&self, polygon: &[usize]) -> Self {
        let mut all = *self;
        fan(polygon).for_each(|triangle| all.remove(triangle));
        let hub = all.order;
        all.order += 1;
        edges(polygon).for_each(|(v, w)| all.add([hub, v, w]));
        all
    }

    /// Without the last vertex; the polygon around it becomes a fan from its first vertex.
    pub(super) fn without_hub(&self, polygon: &[usize]) -> Self {
        let mut all = *self;
        let hub = all.order - 1;
        edges(polygon).for_each(|(v, w)| all.remove([hub, v, w]));
        all.order -= 1;
        fan(polygon).for_each(|triangle| all.add(triangle));
        all
    }

    /// The same with two vertices exchanged.
    pub(super) fn exchanged(&self, v: usize, w: usize) -> Self {
        let image = |x: usize| match x {
            _ if x == v => w,
            _ if x == w => v,
            _ => x,
        };
        let mut all = Triangulation { order: self.order, next: [[NONE; MOST]; MOST] };
        self.triangles().for_each(|triangle| all.add(triangle.map(image)));
        all
    }

    /// The least code: the same for exactly the isomorphic triangulations, mirror images included.
    pub(super) fn code(&self) -> Code {
        let degrees: [usize; MOST] = std::array::from_fn(|v| self.degree(v));
        let rank = |(v, w): (usize, usize)| (degrees[v], degrees[w]);
        let edges = || (0..self.order).flat_map(|v| self.neighbours(v).map(move |w| (v, w)));
        let greatest = edges().map(rank).max();
        self.least(edges().filter(|&edge| Some(rank(edge)) == greatest))
    }

    /// The least code that starts at a vertex: the same for exactly the vertices that an
    /// automorphism takes to one another.
    pub(super) fn code_from(&self, v: usize) -> Code {
        self.least(self.neighbours(v).map(|w| (v, w)))
    }

    fn least(&self, starts: impl Iterator<Item = (usize, usize)>) -> Code {
        let (mut best, mut code) = (Code::new(), Code::with_capacity(7 * self.order));
        for (v, w) in starts {
            if self.walk(v, w, Self::next, &best, &mut code) {
                std::mem::swap(&mut best, &mut code);
            }
            if self.walk(v, w, Self::previous, &best, &mut code) {
                std::mem::swap(&mut best, &mut code);
            }
        }
        best
    }

    /// Writes the code in the numbering that starts with two vertices: around each vertex in turn,
    /// from the neighbour it was first met from, those not yet numbered get the next numbers. Tells
    /// whether it is less than the best one so far, if there is one; it is not finished if it is
    /// not.
    fn walk(
        &self,
        v: usize,
        w: usize,
        step: impl Fn(&Self, usize, usize) -> usize,
        best: &Code,
        code: &mut Code,
    ) -> bool {
        let mut number = [NONE; MOST];
        let mut met = [(0, 0); MOST];
        (met[0], met[1]) = ((v, w), (w, v));
        (number[v], number[w]) = (0, 1);
        let mut count = 2;
        let mut is_less = best.is_empty();
        code.clear();
        for i in 0..self.order {
            let (v, first) = met[i];
            let mut at = first;
            loop {
                if number[at] == NONE {
                    number[at] = count as u8;
                    met[count] = (at, v);
                    count += 1;
                }
                code.push(number[at]);
                at = step(self, v, at);
                if at == first {
                    break;
                }
            }
            code.push(NONE);
            if !is_less {
                match code[..].cmp(&best[..code.len().min(best.len())]) {
                    Ordering::Less => is_less = true,
                    Ordering::Equal => {}
                    Ordering::Greater => return false,
                }
            }
        }
        is_less
    }

    /// The triangulation with a code.
    pub(super) fn from_code(code: &[u8]) -> Self {
        let mut all = Triangulation { order: 0, next: [[NONE; MOST]; MOST] };
        for link in code.split(|&mark| mark == NONE).filter(|link| !link.is_empty()) {
            let v = all.order;
            all.order += 1;
            for (i, &a) in link.iter().enumerate() {
                all.next[v][usize::from(a)] = link[(i + 1) % link.len()];
            }
        }
        all
    }
}

/// The edges of a polygon, all the way round.
fn edges(polygon: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}

/// The triangles of a fan from the first vertex of a polygon.
fn fan(polygon: &[usize]) -> impl Iterator<Item = [usize; 3]> + '_ {
    polygon[1..].windows(2).map(|pair| [polygon[0], pair[0], pair[1]])
}
