//! What is known of the value of a position.

/// Number of values, from 0 on, for which it is remembered that a position does not have them.
pub(crate) const EXCLUDED: u16 = 10;

/// The greatest value that can be stored. No poset of at most 512 elements has a greater one.
const MOST: u16 = (1 << 10) - 1;

/// What is known of the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knowledge {
    /// The value is this.
    Exact(u16),
    /// The value is none of these: bit v is set for value v.
    Not(u64),
}

impl Knowledge {
    pub(crate) const NOTHING: Self = Knowledge::Not(0);

    /// The value, if it is known.
    #[inline]
    pub(crate) fn value(self) -> Option<u16> {
        match self {
            Knowledge::Exact(value) => Some(value),
            Knowledge::Not(_) => None,
        }
    }

    /// Whether it has this value, if that is known.
    #[inline]
    pub(crate) fn is(self, value: u16) -> Option<bool> {
        match self {
            Knowledge::Exact(exact) => Some(exact == value),
            Knowledge::Not(excluded) => (value < 64 && excluded >> value & 1 == 1).then_some(false),
        }
    }

    /// That it does not have this value; nothing if the value is too large to record.
    #[inline]
    pub(crate) fn not(value: u16) -> Self {
        Knowledge::Not(if value < 64 { 1 << value } else { 0 })
    }

    /// Combines what both say.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Knowledge::Not(one), Knowledge::Not(other)) => Knowledge::Not(one | other),
            (exact @ Knowledge::Exact(_), _) | (_, exact) => exact,
        }
    }

    /// What is known of the sum with a position of this value.
    #[inline]
    pub(crate) fn plus(self, value: u16) -> Self {
        match self {
            Knowledge::Exact(exact) => Knowledge::Exact(exact ^ value),
            _ if value == 0 => self,
            Knowledge::Not(0) => Knowledge::NOTHING,
            Knowledge::Not(excluded) => {
                let moved = (0..64).filter(|v| excluded >> v & 1 == 1).map(|v| v ^ value).filter(|&v| v < 64);
                Knowledge::Not(moved.fold(0, |mask, v| mask | 1 << v))
            }
        }
    }
}

/// What is known of a position, and how much work it took, in 16 bits.
///
/// ```text
///   bit   15       14 … 10       9 … 0
///          1       work          the value
///          0       work          the values it does not have: bit v for value v
/// ```
///
/// Work is the bit length of the number of positions examined, clamped to 1 … 31. The note 0 means
/// that nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note(u16);

impl Note {
    pub(crate) const NOTHING: Self = Note(0);

    #[inline]
    pub(crate) fn new(knowledge: Knowledge, work: u64) -> Self {
        let work = u16::try_from(64 - work.leading_zeros()).unwrap_or(31).clamp(1, 31) << 10;
        match knowledge {
            Knowledge::Exact(value) => {
                debug_assert!(value <= MOST, "no value is that large");
                Note(1 << 15 | work | value)
            }
            Knowledge::Not(excluded) => match (excluded & ((1 << EXCLUDED) - 1)) as u16 {
                0 => Note::NOTHING,
                excluded => Note(work | excluded),
            },
        }
    }

    #[inline]
    pub(crate) fn from_bits(bits: u16) -> Self {
        Note(bits)
    }

    #[inline]
    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn knowledge(self) -> Knowledge {
        let low = self.0 & MOST;
        if self.0 >> 15 == 1 { Knowledge::Exact(low) } else { Knowledge::Not(low.into()) }
    }

    #[inline]
    pub(crate) fn work(self) -> u16 {
        self.0 >> 10 & 31
    }

    /// Combines what both say, with the greater of the two amounts of work.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        let knowledge = Note::new(self.knowledge().and(other.knowledge()), 1).0 & !(31 << 10);
        Note(knowledge | self.work().max(other.work()) << 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_say_what_was_noted() {
        for value in [0, 1, 9, 10, 63, 64, 511] {
            for work in [0, 1, 2, 1000, u64::MAX] {
                let note = Note::new(Knowledge::Exact(value), work);
                assert_eq!(note.knowledge(), Knowledge::Exact(value));
                assert_ne!(note, Note::NOTHING);
                let both = note.and(Note::new(Knowledge::not(value + 1), 77));
                assert_eq!(both.knowledge(), Knowledge::Exact(value));
            }
        }
        assert_eq!(Note::new(Knowledge::not(3), 5).knowledge(), Knowledge::Not(8));
        assert_eq!(Note::new(Knowledge::not(12), 5), Note::NOTHING);
        let both = Note::new(Knowledge::not(3), 5).and(Note::new(Knowledge::not(0), 500));
        assert_eq!(both.knowledge(), Knowledge::Not(9));
        assert_eq!(both.work(), Note::new(Knowledge::not(0), 500).work());
    }

    #[test]
    fn sums_move_what_is_excluded() {
        assert_eq!(Knowledge::Exact(5).plus(3), Knowledge::Exact(6));
        assert_eq!(Knowledge::Not(0b101).plus(1), Knowledge::Not(0b1010));
        assert_eq!(Knowledge::not(2).plus(64), Knowledge::NOTHING);
        assert_eq!(Knowledge::not(2).is(2), Some(false));
        assert_eq!(Knowledge::not(2).is(3), None);
        assert_eq!(Knowledge::Exact(2).is(100), Some(false));
    }
}
