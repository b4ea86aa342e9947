//! Sweeps against explicit definitions.

mod support;

use std::collections::{BTreeMap, HashMap};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chomplex::budget::{Budget, Stop};
use chomplex::element::ElementSet;
use chomplex::layers::{
    Accumulator, Class, GrundyLayers, Step, canonical, grundy, grundy_memory, sweep, sweep_complexes,
};
use chomplex::position::Position;
use chomplex::value::Grundy;
use chomplex::{extensions, layers, naive};
use dashu_int::UBig;

use support::*;

/// Collects everything that a sweep passes on.
#[derive(Default)]
struct All {
    values: HashMap<u128, u8>,
    layers: BTreeMap<usize, u64>,
}

impl GrundyLayers for All {
    type Error = Stop;

    fn part(&mut self, faces: usize, keys: &[u128], values: &[u8]) -> Result<(), Stop> {
        assert_eq!(keys.len(), values.len());
        for (&key, &value) in keys.iter().zip(values) {
            assert_eq!(key.count_ones() as usize, faces);
            assert_eq!(canonical(key), key);
            assert_eq!(self.values.insert(key, value), None, "every class comes once");
        }
        *self.layers.entry(faces).or_default() += keys.len() as u64;
        Ok(())
    }

    fn end(&mut self, faces: usize, classes: u64) -> Result<(), Stop> {
        assert_eq!(self.layers[&faces], classes);
        Ok(())
    }
}

fn all_values(n: usize, k: usize, threads: usize) -> (All, Grundy) {
    let mut all = All::default();
    let value = grundy(n, k, &Budget::default().with_threads(threads), &mut all).unwrap();
    (all, value)
}

/// The faces removed when this one is chosen.
fn above(face: usize) -> u128 {
    (0..128).filter(|other| other & face == face).fold(0, |word, other| word | 1 << other)
}

/// The value of a complex by the definition, from the values of its options.
fn mex_of_options(complex: u128, value: impl Fn(u128) -> u8) -> u8 {
    let options = (1..128usize).filter(|face| complex >> face & 1 == 1).map(|face| value(complex & !above(face)));
    let seen: Vec<u8> = options.collect();
    (0..).find(|v| !seen.contains(v)).expect("finitely many are seen")
}

#[test]
fn values_of_complexes_by_the_definition() {
    for (n, classes) in [1, 2, 4, 9, 29, 209, 16_352].into_iter().enumerate() {
        for threads in [1, 2, 3] {
            let (all, _) = all_values(n, n, threads);
            assert_eq!(all.values.len(), classes, "OEIS A003182");
            for (&complex, &value) in &all.values {
                assert_eq!(value, mex_of_options(complex, |option| all.values[&canonical(option)]), "{complex:x}");
            }
        }
    }
}

#[test]
fn values_of_complexes_by_the_oracle() {
    let position: Position = "simplex(5)".parse().unwrap();
    let (all, _) = all_values(5, 5, 2);
    let poset = position.poset();
    let vertices: Vec<usize> = (0..5).map(|v| position.find(&v.to_string()).unwrap().index()).collect();
    let face = |x: usize| {
        let below = poset.down_set(chomplex::element::Element::new(x));
        (0..5)
            .filter(|&v| below.contains(chomplex::element::Element::new(vertices[v])))
            .fold(0, |face, v| face | 1 << v)
    };
    let faces: Vec<usize> = (0..poset.len()).map(face).collect();
    let mut known = HashMap::new();
    let sets = naive::down_sets(poset);
    assert_eq!(sets.len(), 7580, "OEIS A000372");
    for set in sets {
        let word = set.iter().fold(0u128, |word, x| word | 1 << faces[x.index()]);
        let value = naive::grundy_with(poset, &set, &mut known);
        assert_eq!(Grundy(all.values[&canonical(word)].into()), value);
    }
}

#[test]
fn values_of_subsets() {
    // Brouwer and Christensen (2017), section 2.2.
    let published: [&[u32]; 7] =
        [&[0], &[0, 1], &[0, 0, 2], &[0, 1, 0, 3], &[0, 0, 1, 0, 1], &[0, 1, 2, 1, 0, 2], &[0, 0, 0, 2, 2, 0, 3]];
    for (n, row) in published.iter().enumerate() {
        for (k, &value) in row.iter().enumerate() {
            assert_eq!(all_values(n, k, 2).1, Grundy(value), "subsets({n},{k})");
        }
    }
    assert_eq!(all_values(7, 2, 2).1, Grundy(1));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (one, _) = all_values(6, 4, 1);
    for threads in 2..=5 {
        let (several, _) = all_values(6, 4, threads);
        assert_eq!((&several.values, &several.layers), (&one.values, &one.layers));
    }
}

#[test]
fn layers_of_all_complexes_are_symmetric() {
    let (all, _) = all_values(6, 6, 1);
    for faces in 0..63 {
        // With the empty face there is one more; the void complex is opposite to the whole.
        assert_eq!(all.layers[&faces], all.layers.get(&(62 - faces)).copied().unwrap_or(1), "{faces}");
    }
}

#[test]
fn linear_extensions_of_six_dimensions() {
    // OEIS A046873; Brouwer and Christensen (2017), section 3.
    let position: Position = "boolean(6)".parse().unwrap();
    for threads in [1, 2] {
        let budget = Budget::default().with_threads(threads);
        let count = extensions::count(&position, &budget).unwrap();
        assert_eq!(count.to_string(), "141377911697227887117195970316200795630205476957716480");
        assert_eq!(layers::classes(&position, &budget).unwrap(), 16_353u32.into());
        assert_eq!(layers::classes(&"simplex(6)".parse().unwrap(), &budget).unwrap(), 16_352u32.into());
    }
}

/// The minimum, over all linear extensions, of the maximum number of maximal elements on the way.
struct Width;

impl Accumulator for Width {
    type State = usize;
    fn start(&self) -> usize {
        0
    }
    fn blank(&self) -> usize {
        usize::MAX
    }
    fn push(&self, from: &usize, step: &impl Step, to: &mut usize) {
        assert!(step.below().all(|x| x != step.added()));
        *to = (*to).min(*from);
    }
    fn finish(&self, class: &impl Class, state: &mut usize) {
        *state = (*state).max(class.maximal().count());
        assert!(class.maximal().all(|x| class.elements().any(|y| x == y)));
    }
}

fn width_by_definition(position: &Position, set: &ElementSet, known: &mut HashMap<ElementSet, usize>) -> usize {
    if let Some(&width) = known.get(set) {
        return width;
    }
    let maximal: Vec<_> = position.poset().maximal(set).collect();
    let before = maximal.iter().map(|&x| {
        let mut smaller = set.clone();
        smaller.remove(x);
        width_by_definition(position, &smaller, known)
    });
    let width = before.min().unwrap_or(0).max(maximal.len());
    known.insert(set.clone(), width);
    width
}

#[test]
fn another_fold_by_the_definition() {
    let mut random = Random(11);
    let mut widths = BTreeMap::new();
    for _ in 0..300 {
        let position = random_position(&mut random, 8);
        let width = width_by_definition(&position, position.remaining(), &mut HashMap::new());
        for threads in [1, 2, 3] {
            assert_eq!(sweep(&position, &Width, &Budget::default().with_threads(threads)), Ok(width));
        }
        *widths.entry(width).or_insert(0) += 1;
    }
    assert!(widths.len() > 3, "{widths:?}");
    for n in 0..=4 {
        let position: Position = format!("boolean({n})").parse().unwrap();
        let width = width_by_definition(&position, position.remaining(), &mut HashMap::new());
        assert_eq!(sweep(&position, &Width, &Budget::default()), Ok(width));
        assert_eq!(sweep_complexes(n, n, &Width, &Budget::default().with_threads(2)), Ok(width));
    }
}

#[test]
fn both_kernels_agree_on_linear_extensions() {
    /// Linear extensions modulo a prime.
    struct Modulo;
    impl Accumulator for Modulo {
        type State = u64;
        fn start(&self) -> u64 {
            1
        }
        fn blank(&self) -> u64 {
            0
        }
        fn push(&self, from: &u64, _: &impl Step, to: &mut u64) {
            *to = (*to + *from) % 1_000_003;
        }
    }
    for (n, k) in [(3, 2), (4, 2), (4, 3), (5, 2), (5, 3), (5, 4), (5, 5)] {
        let position: Position = format!("subsets({n},{k})").parse().unwrap();
        let general = sweep(&position, &Modulo, &Budget::default()).unwrap();
        assert_eq!(sweep_complexes(n, k, &Modulo, &Budget::default().with_threads(2)), Ok(general));
        let count = extensions::count(&position, &Budget::default()).unwrap();
        assert_eq!(count % 1_000_003u64, general, "subsets({n},{k})");
    }
}

fn factorial(n: usize) -> UBig {
    (1..=n).fold(UBig::ONE, |product, i| product * i)
}

/// The given number of copies of a block, each above all of the previous one.
fn tower(block: &str, copies: usize) -> String {
    match copies {
        1 => block.to_owned(),
        _ => format!("ordinal({},{})", tower(block, copies / 2), tower(block, copies.div_ceil(2))),
    }
}

/// The linear extensions of a zigzag of n elements (OEIS A000111): each row of the triangle has the
/// sums of the previous one, from alternate ends.
fn euler(n: usize) -> UBig {
    let mut row = vec![UBig::ONE];
    for _ in 0..n {
        let mut sum = UBig::ZERO;
        let mut next = vec![UBig::ZERO];
        for number in row.iter().rev() {
            sum += number;
            next.push(sum.clone());
        }
        row = next;
    }
    row.pop().expect("a row is not empty")
}

/// Numbers and sets of many lengths. Towers of zigzags have few down-sets, but chains could be
/// merged in very many ways.
#[test]
fn linear_extensions_in_numbers_of_many_lengths() {
    for (i, copies) in [(4, 2), (4, 6), (8, 4), (2, 20), (4, 12), (7, 9), (4, 20), (8, 15), (2, 70), (4, 34)] {
        let position: Position = tower(&format!("zigzag-n({i})"), copies).parse().unwrap();
        let count = extensions::count(&position, &Budget::default().with_threads(2)).unwrap();
        assert_eq!(count, euler(2 * i).pow(copies), "{copies} zigzags");
    }
}

#[test]
#[ignore = "a minute: the groups are far too large to be written out"]
fn linear_extensions_in_the_longest_numbers() {
    for (size, copies) in [(60, 1), (30, 4), (14, 18)] {
        let position: Position =
            format!("ordinal(chain(1),{})", tower(&format!("antichain({size})"), copies)).parse().unwrap();
        let budget = Budget::default().with_threads(2);
        let count = extensions::count(&position, &budget).unwrap();
        assert_eq!(count, factorial(size).pow(copies), "{copies} antichains of {size}");
        assert_eq!(budget.positions(), (size * copies + 1) as u64, "there is one class of each size");
    }
}

/// The standard Young tableaux of a rectangle, by the formula of Frame, Robinson and Thrall (1954).
#[test]
fn linear_extensions_of_rectangles() {
    for (rows, columns) in [(2, 3), (4, 5), (8, 8), (5, 15), (2, 70), (2, 130)] {
        let position: Position = format!("product(chain({rows}),chain({columns}))").parse().unwrap();
        let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let hooks = cells.fold(UBig::ONE, |product, (i, j)| product * (rows - i + columns - j - 1));
        let count = extensions::count(&position, &Budget::default().with_threads(2)).unwrap();
        assert_eq!(count, factorial(rows * columns) / hooks, "{rows} by {columns}");
    }
}

/// A state that owns memory, with a count of the live ones.
struct Counted(Arc<()>);

impl Accumulator for Counted {
    type State = (Arc<()>, Vec<u64>);

    fn start(&self) -> Self::State {
        (self.0.clone(), vec![1])
    }

    fn blank(&self) -> Self::State {
        (self.0.clone(), Vec::new())
    }

    fn push(&self, from: &Self::State, _: &impl Step, to: &mut Self::State) {
        to.1.extend(&from.1);
    }

    fn finish(&self, _: &impl Class, state: &mut Self::State) {
        state.1 = vec![state.1.iter().fold(0, |sum, number| sum.wrapping_add(*number))];
    }

    fn owned_bytes(&self) -> usize {
        100
    }
}

#[test]
fn states_that_own_memory_are_given_back() {
    let position: Position = "product(chain(3),product(chain(4),chain(4)))".parse().unwrap();
    let expected = extensions::count(&position, &Budget::default()).unwrap();
    for threads in [1, 3] {
        let accumulator = Counted(Arc::new(()));
        let budget = Budget::default().with_threads(threads);
        let state = sweep(&position, &accumulator, &budget).unwrap();
        assert_eq!(&expected & u64::MAX, state.1[0], "it is known up to a multiple of 2^64");
        assert_eq!(Arc::strong_count(&accumulator.0), 2, "only the last is left");
        let small = Budget::default().with_threads(threads).with_memory(30_000);
        assert_eq!(sweep(&position, &accumulator, &small), Err(Stop::Memory));
        assert!(small.positions() > 10, "{}", small.positions());
        assert_eq!(Arc::strong_count(&accumulator.0), 2);
        assert_eq!(small.meter(1).room(), 30_000);
    }
}

/// An accumulator that panics at a certain class.
struct Panics(usize);

impl Accumulator for Panics {
    type State = usize;
    fn start(&self) -> usize {
        0
    }
    fn blank(&self) -> usize {
        0
    }
    fn push(&self, from: &usize, _: &impl Step, to: &mut usize) {
        assert!(*from != self.0, "as was said");
        *to = from + 1;
    }
}

/// No worker waits for one that has panicked.
#[test]
fn a_panic_ends_the_sweep() {
    let position: Position = "product(chain(3),product(chain(4),chain(4)))".parse().unwrap();
    for threads in [1, 2, 3] {
        let budget = Budget::default().with_threads(threads);
        assert_eq!(sweep(&position, &Panics(99), &budget), Ok(48));
        for place in [0, 5, 20] {
            let caught =
                std::panic::catch_unwind(AssertUnwindSafe(|| sweep(&position, &Panics(place), &budget))).unwrap_err();
            assert_eq!(caught.downcast_ref::<&str>(), Some(&"as was said"));
        }
    }
}

#[test]
fn what_looks_like_subsets_is_looked_at_closely() {
    // The subsets of a 4-set without one of three elements, and with one relation more or less.
    for expression in [
        "complex[012 013 023 12 3]",
        "product(chain(2),product(chain(2),chain(3)))",
        "poset[a<x, b<x, a<y, c<y, b<z, c<z, x<t, y<t]",
        "poset[a<x, b<x, c<x, a<y, c<y, b<z, c<z]",
        "poset[a<x, b<x, a<y, b<y, b<z, c<z]",
        "ordinal(chain(1),antichain(3))",
    ] {
        let position: Position = expression.parse().unwrap();
        let (poset, _) = position.poset().restrict(position.remaining());
        let count = extensions::count(&position, &Budget::default()).unwrap();
        assert_eq!(count, naive::linear_extensions(&poset).into(), "{expression}");
    }
}

#[test]
fn budgets_are_kept() {
    struct Nothing;
    impl Accumulator for Nothing {
        type State = ();
        fn start(&self) {}
        fn blank(&self) {}
        fn push(&self, (): &(), _: &impl Step, (): &mut ()) {}
    }
    for threads in [1, 2, 3] {
        let budget = Budget::default().with_threads(threads);
        let late = budget.clone().with_time(Duration::from_millis(300));
        assert_eq!(sweep_complexes(7, 7, &Nothing, &late), Err(Stop::Time));
        let small = Budget::default().with_threads(threads).with_memory(16 << 20);
        assert_eq!(sweep_complexes(7, 6, &Nothing, &small), Err(Stop::Memory));
        // If the memory is known to be insufficient, nothing is started.
        let less = Budget::default().with_threads(threads).with_memory(grundy_memory() - 1);
        assert_eq!(grundy(7, 7, &less, &mut Enough(99)), Err(Ended::Stop(Stop::Memory)));
        assert_eq!(less.positions(), 0);
        let stopped = Budget::default().with_threads(threads);
        stopped.interrupt();
        assert_eq!(sweep_complexes(6, 6, &Nothing, &stopped), Err(Stop::Interrupt));
        assert_eq!(sweep_complexes(8, 2, &Nothing, &budget), Err(Stop::Size));
        assert!(late.positions() > 100, "{}", late.positions());
    }
}

/// A receiver that stops after some layers.
struct Enough(usize);

#[derive(PartialEq, Debug)]
enum Ended {
    Stop(Stop),
    Enough(usize),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Ended::Stop(stop)
    }
}

impl GrundyLayers for Enough {
    type Error = Ended;

    fn part(&mut self, _: usize, _: &[u128], _: &[u8]) -> Result<(), Ended> {
        Ok(())
    }

    fn end(&mut self, faces: usize, _: u64) -> Result<(), Ended> {
        if faces == self.0 { Err(Ended::Enough(faces)) } else { Ok(()) }
    }
}

#[test]
fn a_receiver_may_end_the_sweep() {
    assert_eq!(grundy(6, 6, &Budget::default(), &mut Enough(20)), Err(Ended::Enough(20)));
    assert_eq!(grundy(6, 6, &Budget::default(), &mut Enough(64)), Ok(Grundy(3)));
    assert_eq!(grundy(9, 6, &Budget::default(), &mut Enough(64)), Err(Ended::Stop(Stop::Size)));
}

/// Two threads, ten gibibytes.
fn ample() -> Budget {
    Budget::default().with_threads(2).with_memory(10 << 30)
}

#[test]
#[ignore = "a minute or two, 400 MiB"]
fn values_of_triples_on_seven_vertices() {
    let mut all = All::default();
    assert_eq!(grundy(7, 3, &ample(), &mut all), Ok(Grundy(0)), "Brouwer and Christensen (2017)");
    assert_eq!(all.values.len(), 15_466_911, "Brouwer and Christensen (2017), section 4.3");
    for (i, (&complex, &value)) in all.values.iter().enumerate() {
        if i % 50 == 0 {
            assert_eq!(value, mex_of_options(complex, |option| all.values[&canonical(option)]), "{complex:x}");
        }
    }
}

#[test]
#[ignore = "half a minute"]
fn linear_extensions_of_triples_on_seven_vertices() {
    // Computed by the sweep; the number of classes is that of Brouwer and Christensen (2017).
    let position: Position = "subsets(7,3)".parse().unwrap();
    let count = extensions::count(&position, &ample()).unwrap();
    assert_eq!(count.to_string(), "11468744734494754078263804379304906839548713527318697219614310400000");
}

#[test]
#[ignore = "some minutes, 3 GiB"]
fn linear_extensions_of_seven_dimensions() {
    // Brouwer and Christensen (2017), section 3.
    let count = extensions::count(&"boolean(7)".parse().unwrap(), &ample()).unwrap();
    let published = "63047026130605589809974287869213436182997997967471122506576160505942523745356498930265988286611173856\
                     7871048772795838071474370002961694720";
    assert_eq!(count.to_string(), published);
}

#[test]
#[ignore = "some minutes, 1 GiB"]
fn classes_of_seven_dimensions() {
    // OEIS A003182.
    assert_eq!(layers::classes(&"boolean(7)".parse().unwrap(), &ample()).unwrap(), 490_013_148u32.into());
}

#[test]
#[ignore = "ten minutes or more, 5.2 GiB"]
fn values_on_seven_vertices() {
    /// Counts classes; labelled complexes would be too many.
    #[derive(Default)]
    struct Count(u64, u8);
    impl GrundyLayers for Count {
        type Error = Stop;
        fn part(&mut self, _: usize, _: &[u128], values: &[u8]) -> Result<(), Stop> {
            self.1 = self.1.max(values.iter().copied().max().unwrap_or(0));
            Ok(())
        }
        fn end(&mut self, _: usize, classes: u64) -> Result<(), Stop> {
            self.0 += classes;
            Ok(())
        }
    }
    let mut count = Count::default();
    assert_eq!(grundy(7, 7, &ample(), &mut count), Ok(Grundy(6)), "Brouwer and Christensen (2017)");
    assert_eq!(count.0, 490_013_147);
    assert!(count.1 >= 44, "Brouwer and Christensen (2017), section 2.3");
}
