//! A graph as lists of neighbours.

/// An undirected graph whose vertices are 0, 1, 2, …
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Where the list of each vertex begins, and where the last one ends.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// The graph with `n` vertices and these edges, each given once.
    pub(super) fn new(n: usize, edges: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; n + 1];
        for &(x, y) in edges {
            starts[x as usize + 1] += 1;
            starts[y as usize + 1] += 1;
        }
        for x in 0..n {
            starts[x + 1] += starts[x];
        }
        let mut free = starts.clone();
        let mut neighbours = vec![0; 2 * edges.len()];
        for (x, y) in edges.iter().flat_map(|&(x, y)| [(x, y), (y, x)]) {
            let place = &mut free[x as usize];
            neighbours[*place as usize] = y;
            *place += 1;
        }
        Graph { starts, neighbours }
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a vertex.
    pub(super) fn neighbours(&self, x: u32) -> &[u32] {
        &self.neighbours[self.starts[x as usize] as usize..self.starts[x as usize + 1] as usize]
    }
}
