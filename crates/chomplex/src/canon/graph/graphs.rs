//! The kernel for Graph Chomp.

use std::ops::Range;

use super::adjacency::{self, Adjacency, first, members};
use super::canonical::Labelling;
use super::fold::fixed_by_fold;
use super::partition::Partition;
use super::small::{self, SMALL};
use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::kernel::{Kernel, Parts};
use crate::rule::{RuleId, Rules};

/// Graphs on at most 16 vertices. The key of a connected graph is the upper triangle of its
/// canonical form.
#[derive(Clone)]
pub(crate) struct Graphs {
    small: &'static [u8],
    folds: bool,
    bipartite: bool,
    cycles: bool,
}

/// A connected component of a graph.
struct Component {
    vertices: u16,
    /// If it is bipartite: the vertices of one colour.
    colour: Option<u16>,
}

impl Graphs {
    /// The kernel with these rules. It needs [`RuleId::Components`], since only connected graphs
    /// have a key.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        rules.allow(RuleId::Components).then(|| Graphs {
            small: &*small::VALUES,
            folds: rules.allow(RuleId::InvolutionFold),
            bipartite: rules.allow(RuleId::Bipartite),
            cycles: rules.allow(RuleId::Cycle),
        })
    }

    fn reduce_graph(&self, graph: &Adjacency, parts: &mut Parts<2>) {
        let mut rest = graph.vertices();
        while rest != 0 {
            let component = Component::new(graph, first(rest));
            rest &= !component.vertices;
            self.reduce_component(&graph.induced(component.vertices), &component, parts);
        }
    }

    /// The theorem that gives the value of a connected graph that does not fold, if there is one.
    pub(crate) fn theorem(&self, graph: &Adjacency) -> Option<RuleId> {
        let component = Component::new(graph, first(graph.vertices()));
        match graph.order() {
            ..=SMALL => None,
            _ if self.bipartite && component.colour.is_some() => Some(RuleId::Bipartite),
            _ if self.cycles && is_cycle(graph) => Some(RuleId::Cycle),
            _ => None,
        }
    }

    /// Whether graphs are folded.
    pub(crate) fn folds(&self) -> bool {
        self.folds
    }

    fn reduce_component(&self, graph: &Adjacency, component: &Component, parts: &mut Parts<2>) {
        if graph.order() <= SMALL {
            return parts.add_value(self.small[small::index(graph)].into());
        }
        if let Some(colour) = component.colour.filter(|_| self.bipartite) {
            parts.note(RuleId::Bipartite);
            return parts.add_value(bipartite_value(graph, colour));
        }
        if self.cycles && is_cycle(graph) {
            return parts.note(RuleId::Cycle);
        }
        let cells = Partition::new(graph);
        match self.folds.then(|| fixed_by_fold(graph, &cells)).flatten() {
            Some(fixed) => self.reduce_graph(&graph.induced(fixed), parts),
            None => parts.add(adjacency::key(Labelling::new(graph, &cells).triangle)),
        }
    }
}

impl Component {
    /// The component of a vertex, found by breadth-first search. If it is bipartite, vertices at
    /// the same distance have the same colour.
    #[inline]
    fn new(graph: &Adjacency, v: usize) -> Self {
        let (mut vertices, mut layer) = (0, adjacency::single(v));
        let (mut colours, mut clash) = ([0, 0], 0);
        while layer != 0 {
            vertices |= layer;
            let neighbours = members(layer).fold(0, |set, v| set | graph.row(v));
            clash |= neighbours & layer;
            colours = [colours[1], colours[0] | layer];
            layer = neighbours & !vertices;
        }
        Component { vertices, colour: (clash == 0).then_some(colours[0]) }
    }
}

/// The value of a bipartite graph, given the vertices of one colour (Khandhawit and Ye 2011,
/// Theorem 3): 1 for an odd number of vertices, plus 2 for an odd number of edges. Each edge has
/// exactly one end of this colour.
fn bipartite_value(graph: &Adjacency, colour: u16) -> u16 {
    let edges = members(colour).fold(0, |edges, v| edges ^ graph.row(v)).count_ones() as u16;
    graph.order() as u16 % 2 + 2 * (edges % 2)
}

/// Whether a connected graph is a cycle, which has value 0 (Khandhawit and Ye 2011, section 3.2).
fn is_cycle(graph: &Adjacency) -> bool {
    members(graph.vertices()).all(|v| graph.row(v).count_ones() == 2)
}

impl Kernel<2> for Graphs {
    type Position = Adjacency;

    fn position(&self, key: Bits<2>) -> Adjacency {
        Adjacency::from_key(key)
    }

    fn len(&self, key: Bits<2>) -> usize {
        adjacency::len(key)
    }

    fn options(&self, position: Adjacency, places: Range<usize>, options: &mut Vec<Adjacency>) {
        options.extend(position.options().skip(places.start).take(places.len()));
    }

    fn reduce(&mut self, position: Adjacency, parts: &mut Parts<2>) -> Result<(), Stop> {
        self.reduce_graph(&position, parts);
        Ok(())
    }
}
