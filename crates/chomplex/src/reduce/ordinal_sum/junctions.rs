//! The covers of a set, grouped into junctions that join the same elements.

use hashbrown::HashMap;

use crate::shape::Shape;

/// A set whose covers pass through junctions: elements with the same upper covers are below the
/// same junction, and their covers are above it. So an element is below exactly one junction, or
/// none if it is maximal, and above any number of them.
pub(super) struct Junctions {
    /// The junction above each element.
    pub(super) up: Vec<Option<usize>>,
    /// The junctions below each element.
    pub(super) down: Vec<Vec<usize>>,
    /// All junctions, with the elements they join.
    pub(super) all: Vec<Junction>,
}

/// The elements that a junction joins.
#[derive(Clone, Default)]
pub(super) struct Junction {
    /// The elements below it.
    pub(super) below: Vec<usize>,
    /// The elements above it.
    pub(super) above: Vec<usize>,
    /// Whether the elements above it are above no other junction.
    pub(super) is_block: bool,
}

impl Junctions {
    pub(super) fn new(shape: &Shape<'_>) -> Self {
        let mut up = vec![None; shape.len()];
        let mut down = vec![Vec::new(); shape.len()];
        let mut numbers: HashMap<&[usize], usize> = HashMap::new();
        for x in (0..shape.len()).filter(|&x| !shape.upper(x).is_empty()) {
            let next = numbers.len();
            let number = *numbers.entry(shape.upper(x)).or_insert_with_key(|covers| {
                covers.iter().for_each(|&y| down[y].push(next));
                next
            });
            up[x] = Some(number);
        }
        let mut junctions = Junctions { up, down, all: vec![Junction::default(); numbers.len()] };
        junctions.join(0..shape.len());
        junctions
    }

    /// Recomputes what the junctions join if only these elements, given in order, are present.
    pub(super) fn join(&mut self, elements: impl Iterator<Item = usize>) {
        self.all.fill(Junction { is_block: true, ..Junction::default() });
        for x in elements {
            self.up[x].iter().for_each(|&junction| self.all[junction].below.push(x));
            for &junction in &self.down[x] {
                self.all[junction].above.push(x);
                self.all[junction].is_block &= self.down[x].len() == 1;
            }
        }
    }

    /// Removes a block, which separates the elements below it from those above it.
    pub(super) fn cut(&mut self, number: usize) {
        let Junction { below, above, is_block } = &self.all[number];
        debug_assert!(is_block, "only a block joins all of one side to all of the other");
        below.iter().for_each(|&x| self.up[x] = None);
        above.iter().for_each(|&y| self.down[y].clear());
    }
}
