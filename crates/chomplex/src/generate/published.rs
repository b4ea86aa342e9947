//! Published counts of each kind.

use super::Generator;

impl Generator {
    /// The number of members of each size, from size 0 to the largest that is known and can be
    /// listed.
    #[must_use]
    pub fn published_counts(self) -> &'static [u64] {
        match self {
            // OEIS A000088.
            Generator::Graphs => &[1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274_668, 12_005_168],
            // OEIS A000055; the tree without vertices does not count here.
            Generator::Trees => &[
                0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741, 19320, 48629, 123_867, 317_955,
                823_065, 2_144_505,
            ],
            // OEIS A001429.
            Generator::Pseudotrees => &[
                0, 0, 0, 1, 2, 5, 13, 33, 89, 240, 657, 1806, 5026, 13_999, 39_260, 110_381, 311_465, 880_840,
                2_497_405,
            ],
            // OEIS A000109.
            Generator::Spheres => &[0, 0, 0, 0, 1, 1, 2, 5, 14, 50, 233, 1249, 7595, 49_566, 339_722],
            // The sums of the antidiagonals of OEIS A169808, in which the entry 311 is corrected to
            // 291 as in A005503.
            Generator::Disks => &[0, 0, 0, 1, 2, 4, 16, 63, 328, 1933, 12_633],
            // Half of OEIS A003180.
            Generator::TwoLevel => &[1, 2, 6, 40, 1992, 18_666_624],
            // OEIS A000112.
            Generator::Posets => &[1, 1, 2, 5, 16, 63, 318, 2045, 16_999, 183_231, 2_567_284],
            // The differences of OEIS A003182.
            Generator::Complexes => &[1, 1, 2, 5, 20, 180, 16_143],
        }
    }
}
