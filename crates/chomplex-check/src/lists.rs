//! A list of numbers for each of 0, 1, 2, …

/// Lists of numbers, stored one after the other in the same memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lists {
    /// List i is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn empty() -> Lists {
        Lists { starts: vec![0], items: Vec::new() }
    }

    /// The number of lists.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The total length of all lists.
    pub(crate) fn items(&self) -> usize {
        self.items.len()
    }

    /// Adds a list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.starts.push(self.items.len());
    }

    /// The list with this number.
    pub(crate) fn of(&self, number: u32) -> &[u32] {
        &self.items[self.starts[number as usize]..self.starts[number as usize + 1]]
    }

    /// For each number the numbers of the lists that contain it, in increasing order. All numbers
    /// must be below the number of lists.
    pub(crate) fn reversed(&self) -> Lists {
        // Count the occurrences of each number, sum them up, and fill in from the back.
        let mut starts = vec![0; self.starts.len()];
        for &y in &self.items {
            starts[y as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut items = vec![0; sum];
        for x in (0..self.len() as u32).rev() {
            for &y in self.of(x) {
                starts[y as usize] -= 1;
                items[starts[y as usize]] = x;
            }
        }
        Lists { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversed() {
        let mut lists = Lists::empty();
        [vec![], vec![0], vec![1, 0], vec![2, 0]].into_iter().for_each(|list| lists.push(list));
        let reversed = lists.reversed();
        assert_eq!((reversed.len(), reversed.items()), (4, 5));
        assert_eq!([0, 1, 2, 3].map(|x| reversed.of(x).to_vec()), [vec![1, 2, 3], vec![2], vec![3], vec![]]);
    }
}
