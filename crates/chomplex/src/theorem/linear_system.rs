//! Systems of linear equations modulo 2 whose right-hand sides are all 1.
//!
//! An unknown that occurs in only one equation can always satisfy it, so that equation is set aside
//! until all others are solved; this is repeated. The remaining equations are solved by elimination
//! on rows of bits:
//!
//! ```text
//! word   0          1              last
//!        x0 … x63 | x64 … x127 | … xk, right side, 0 …
//! ```

/// Maximum number of coefficients in the remaining core. Larger systems are given up, because
/// elimination would take too long.
const MAX_COEFFICIENTS: usize = 4_000 * 4_000;

/// Values of the unknowns for which the sum over each of `equations`, lists of distinct numbers
/// below `unknowns`, is odd; `None` if there are none or the system is too large.
pub(super) fn solve(unknowns: usize, equations: &[&[usize]]) -> Option<Vec<bool>> {
    let (waiting, core) = peel(unknowns, equations);
    let mut solution = solve_core(unknowns, &core)?;
    for &(equation, own) in waiting.iter().rev() {
        solution[own] = false;
        solution[own] = !is_odd(equation, &solution);
    }
    Some(solution)
}

fn is_odd(equation: &[usize], solution: &[bool]) -> bool {
    equation.iter().filter(|&&x| solution[x]).count() % 2 == 1
}

/// The equations that can be set aside, each with an unknown that occurs in none of those after it;
/// and the other equations.
#[expect(clippy::type_complexity, reason = "two lists")]
fn peel<'a>(unknowns: usize, equations: &[&'a [usize]]) -> (Vec<(&'a [usize], usize)>, Vec<&'a [usize]>) {
    // For each unknown, the number of equations it still occurs in and the xor of their numbers. If
    // there is only one equation, the xor is its number.
    let mut occurs = vec![(0_usize, 0_usize); unknowns];
    for (number, equation) in equations.iter().enumerate() {
        equation.iter().for_each(|&x| occurs[x] = (occurs[x].0 + 1, occurs[x].1 ^ number));
    }
    let mut waits = vec![false; equations.len()];
    let mut waiting = Vec::new();
    let mut once: Vec<usize> = (0..unknowns).filter(|&x| occurs[x].0 == 1).collect();
    while let Some(own) = once.pop() {
        let (count, number) = occurs[own];
        if count != 1 {
            continue;
        }
        waits[number] = true;
        waiting.push((equations[number], own));
        for &x in equations[number] {
            occurs[x] = (occurs[x].0 - 1, occurs[x].1 ^ number);
            if occurs[x].0 == 1 {
                once.push(x);
            }
        }
    }
    let core = equations.iter().zip(&waits).filter(|(_, waits)| !**waits).map(|(equation, _)| *equation);
    (waiting, core.collect())
}

fn solve_core(unknowns: usize, equations: &[&[usize]]) -> Option<Vec<bool>> {
    let mut solution = vec![false; unknowns];
    let mut used: Vec<usize> = equations.iter().flat_map(|equation| equation.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    if used.len() * equations.len() > MAX_COEFFICIENTS {
        return None;
    }
    let mut column = vec![0; unknowns];
    used.iter().enumerate().for_each(|(c, &x)| column[x] = c);
    let mut echelon = Echelon { columns: used.len(), rows: vec![None; used.len()] };
    for equation in equations {
        echelon.add(equation.iter().map(|&x| column[x]))?;
    }
    for (value, &x) in echelon.solution().into_iter().zip(&used) {
        solution[x] = value;
    }
    Some(solution)
}

/// Independent equations, each with its own leading unknown.
struct Echelon {
    columns: usize,
    /// The equation with each leading unknown.
    rows: Vec<Option<Box<[u64]>>>,
}

impl Echelon {
    /// Adds an equation; `None` if it contradicts the others.
    fn add(&mut self, equation: impl Iterator<Item = usize>) -> Option<()> {
        let mut row = vec![0_u64; self.columns / 64 + 1].into_boxed_slice();
        for bit in equation.chain([self.columns]) {
            row[bit / 64] |= 1 << (bit % 64);
        }
        let mut word = 0;
        while word < row.len() {
            if row[word] == 0 {
                word += 1;
                continue;
            }
            let first = 64 * word + row[word].trailing_zeros() as usize;
            if first == self.columns {
                return None;
            }
            let Some(known) = &self.rows[first] else {
                self.rows[first] = Some(row);
                return Some(());
            };
            row[word..].iter_mut().zip(&known[word..]).for_each(|(a, b)| *a ^= b);
        }
        Some(())
    }

    /// One solution, in which unknowns that lead no equation are 0.
    fn solution(&self) -> Vec<bool> {
        let mut bits = vec![0_u64; self.columns / 64 + 1];
        bits[self.columns / 64] |= 1 << (self.columns % 64);
        // The last bit is the right-hand side. An unknown is the sum of it and the later unknowns
        // of its equation.
        for (x, row) in self.rows.iter().enumerate().rev() {
            let ones = row.iter().flat_map(|row| row.iter().zip(&bits)).map(|(a, b)| (a & b).count_ones());
            if ones.sum::<u32>() % 2 == 1 {
                bits[x / 64] |= 1 << (x % 64);
            }
        }
        (0..self.columns).map(|x| bits[x / 64] >> (x % 64) & 1 == 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_system_is_decided_as_by_trial() {
        // Every set of at most 3 of the equations in 4 unknowns, and every set of exactly 5.
        let all: Vec<Vec<usize>> = (0..16_usize).map(|set| (0..4).filter(|x| set >> x & 1 == 1).collect()).collect();
        let mut solvable = 0;
        for chosen in (0..1_usize << 16).filter(|set| set.count_ones() <= 3 || set.count_ones() == 5) {
            let system: Vec<&[usize]> = (0..16).filter(|i| chosen >> i & 1 == 1).map(|i| all[i].as_slice()).collect();
            let fits = |solution: &[bool]| system.iter().all(|equation| is_odd(equation, solution));
            let by_trial = (0..16).any(|values| fits(&[0, 1, 2, 3].map(|x| values >> x & 1 == 1)));
            let found = solve(4, &system);
            assert_eq!(found.is_some(), by_trial, "{system:?}");
            assert!(found.is_none_or(|solution| fits(&solution)), "{system:?}");
            solvable += usize::from(by_trial);
        }
        assert!(solvable > 500, "{solvable}");
    }

    #[test]
    fn rows_of_many_words_are_eliminated() {
        // x_i + x_(i+1) = 1 around a ring is solvable if the ring is even. A chord that closes an
        // odd ring makes it unsolvable.
        let ring = |n: usize| (0..n).map(move |i| vec![i, (i + 1) % n]);
        let solution = |equations: &[Vec<usize>], n| solve(n, &equations.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let even: Vec<Vec<usize>> = ring(200).collect();
        let odd: Vec<Vec<usize>> = ring(201).collect();
        let chord: Vec<Vec<usize>> = ring(200).chain([vec![3, 141]]).collect();
        assert!(even.iter().all(|equation| is_odd(equation, &solution(&even, 200).unwrap())));
        assert_eq!(solution(&odd, 201), None);
        assert_eq!(solution(&chord, 200), None);
    }
}
