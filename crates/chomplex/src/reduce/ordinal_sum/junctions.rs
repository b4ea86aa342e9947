//! The covers of a set, those that join the same elements taken together.

use hashbrown::HashMap;

use crate::shape::Shape;

/// A set whose covers pass through junctions: elements with the same covers are below the same junction, and their covers
/// above it. So an element is below one junction, or if it is maximal below none, and above any number of them.
pub(super) struct Junctions {
    /// The junction each element is below.
    pub(super) up: Vec<Option<usize>>,
    /// The junctions each element is above.
    pub(super) down: Vec<Vec<usize>>,
    /// What each junction joins.
    pub(super) all: Vec<Junction>,
}

/// The elements a junction joins.
#[derive(Clone, Default)]
pub(super) struct Junction {
    /// Those below it.
    pub(super) below: Vec<usize>,
    /// Those above it.
    pub(super) above: Vec<usize>,
    /// Whether those above cover no others.
    pub(super) is_block: bool,
}

impl Junctions {
    pub(super) fn of(shape: &Shape<'_>) -> Self {
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

    /// Writes down anew what the junctions join, if there are only these elements, given in order.
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

    /// Takes a block away: what is below it and what is above it are now apart.
    pub(super) fn cut(&mut self, number: usize) {
        let Junction { below, above, is_block } = &self.all[number];
        debug_assert!(is_block, "only a block joins all of one side to all of the other");
        below.iter().for_each(|&x| self.up[x] = None);
        above.iter().for_each(|&y| self.down[y].clear());
    }
}
