//! The covers of a set, those that join the same elements taken together.

use hashbrown::HashMap;

use crate::shape::Shape;

/// Some elements and the elements that cover them: all the elements below have the same covers.
pub(super) struct Junction<'a> {
    /// All elements whose covers are those above.
    pub(super) below: Vec<usize>,
    /// Their covers.
    pub(super) above: &'a [usize],
    /// Whether the elements above cover no others.
    pub(super) is_block: bool,
}

/// The junctions of a set. An element of it is below one junction, unless it is maximal, and above any number of them.
pub(super) struct Junctions<'a> {
    all: Vec<Junction<'a>>,
    /// The junction each element is below.
    up: Vec<Option<usize>>,
    /// The junctions each element is above.
    down: Vec<Vec<usize>>,
}

impl<'a> Junctions<'a> {
    pub(super) fn of(shape: &'a Shape<'_>) -> Self {
        let mut all: Vec<Junction<'a>> = Vec::new();
        let mut up = vec![None; shape.len()];
        let mut down = vec![Vec::new(); shape.len()];
        let mut numbers: HashMap<&[usize], usize> = HashMap::new();
        for x in (0..shape.len()).filter(|&x| !shape.upper(x).is_empty()) {
            let above = shape.upper(x);
            let number = *numbers.entry(above).or_insert_with(|| {
                above.iter().for_each(|&y| down[y].push(all.len()));
                all.push(Junction { below: Vec::new(), above, is_block: false });
                all.len() - 1
            });
            all[number].below.push(x);
            up[x] = Some(number);
        }
        for junction in &mut all {
            junction.is_block = junction.above.iter().all(|&y| down[y].len() == 1);
        }
        Junctions { all, up, down }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn junction(&self, number: usize) -> &Junction<'a> {
        &self.all[number]
    }

    /// The junction an element is below.
    pub(super) fn up(&self, x: usize) -> Option<usize> {
        self.up[x]
    }

    /// The junctions an element is above.
    pub(super) fn down(&self, x: usize) -> &[usize] {
        &self.down[x]
    }

    /// Takes a block away: what is below it and what is above it are now apart.
    pub(super) fn cut(&mut self, number: usize) {
        debug_assert!(self.all[number].is_block, "only a block joins all of one side to all of the other");
        self.all[number].below.iter().for_each(|&x| self.up[x] = None);
        self.all[number].above.iter().for_each(|&y| self.down[y].clear());
    }
}
