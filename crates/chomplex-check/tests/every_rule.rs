//! The inference rules and the theorems about posets, on small posets: everything accepted is true.

mod common;

use std::collections::HashMap;
use std::fmt::Write;

use common::{Lower, NEVER, Random, accepted, all, elements, grundy, header, is_convex, sayings, up_sets};

/// A poset, and a certificate with a step by `mex` for the value of each convex set.
struct Trial {
    lower: Lower,
    up: Vec<u64>,
    values: HashMap<u64, u32>,
    /// The number of the step about each convex set.
    steps: HashMap<u64, usize>,
    head: String,
}

impl Trial {
    fn new(lower: Lower) -> Trial {
        let up = up_sets(&lower);
        let mut values = HashMap::new();
        let mut steps: HashMap<u64, usize> = HashMap::new();
        let mut head = header(&lower, NEVER);
        for set in (0..=all(&lower)).filter(|&set| is_convex(&up, set)) {
            write!(head, "s {set:x} = {} mex", grundy(&up, set, &mut values)).unwrap();
            elements(set).for_each(|x| write!(head, " {x}:{}", steps[&(set & !up[x])]).unwrap());
            head.push('\n');
            steps.insert(set, steps.len() + 1);
        }
        Trial { lower, up, values, steps, head }
    }

    /// Whether these lines, the last of which is a step, are accepted after the others.
    fn accepts(&self, lines: &str) -> bool {
        accepted(&format!("{}{lines}\n", self.head), self.steps.len() + 1)
    }

    fn convex_sets(&self) -> Vec<u64> {
        let mut sets: Vec<u64> = self.steps.keys().copied().collect();
        sets.sort_unstable();
        sets
    }

    /// The elements of the set below an element of it.
    fn below(&self, x: usize, set: u64) -> u64 {
        elements(set).filter(|&y| y != x && self.up[y] >> x & 1 == 1).fold(0, |below, y| below | 1 << y)
    }

    /// The elements of the set above an element of it.
    fn above(&self, x: usize, set: u64) -> u64 {
        self.up[x] & set & !(1 << x)
    }
}

/// Every choice of lists of lower elements: every poset, with or without redundant relations.
fn every_poset(size: u32) -> impl Iterator<Item = Lower> {
    let pairs: Vec<(u32, u32)> = (0..size).flat_map(|x| (0..x).map(move |y| (x, y))).collect();
    (0..1u32 << pairs.len()).map(move |code| {
        let mut lower: Lower = vec![vec![]; size as usize];
        let chosen = pairs.iter().enumerate().filter(|(i, _)| code >> i & 1 == 1);
        chosen.for_each(|(_, &(x, y))| lower[x as usize].push(y));
        lower
    })
}

fn random_poset(random: &mut Random, size: u32, sparsity: usize) -> Lower {
    (0..size).map(|x| (0..x).filter(|_| random.below(sparsity) == 0).collect()).collect()
}

/// All involutions of a set, as images of all elements.
fn involutions(set: u64, size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![(0..size).collect::<Vec<usize>>()];
    for x in elements(set) {
        let mut more = Vec::new();
        for map in found.iter().filter(|map| map[x] == x) {
            for y in elements(set).filter(|&y| y > x && map[y] == y) {
                let mut map = map.clone();
                map.swap(x, y);
                more.push(map);
            }
        }
        found.extend(more);
    }
    found
}

#[test]
fn involutions_are_all_found() {
    // OEIS A000085: 1, 1, 2, 4, 10, 26.
    assert_eq!([0, 1, 3, 7, 15, 31].map(|set| involutions(set, 6).len()), [1, 1, 2, 4, 10, 26]);
}

#[test]
fn folds() {
    let mut counts = [0, 0];
    let mut random = Random(5);
    for lower in (0..=4).flat_map(every_poset) {
        let trial = Trial::new(lower);
        for set in trial.convex_sets() {
            for map in involutions(set, trial.lower.len()) {
                let fixed = elements(set).filter(|&x| map[x] == x).fold(0u64, |fixed, x| fixed | 1 << x);
                let images = map.iter().enumerate().fold(String::new(), |images, (x, image)| {
                    if set >> x & 1 == 1 { format!("{images} {image}") } else { images + " -" }
                });
                let sets = trial.convex_sets();
                for left in [fixed, sets[random.below(sets.len())]] {
                    let Some(step) = trial.steps.get(&left) else { continue };
                    let value = trial.values[&left];
                    if trial.accepts(&format!("m{images}\ns {set:x} = {value} involution-fold 1:{step}")) {
                        assert_eq!(trial.values[&set], value, "{set:x} {images}\n{}", trial.head);
                        assert!(left == fixed && left != set);
                        counts[0] += 1;
                    } else if left == fixed && left != set {
                        // The rejection is right: the map is not an automorphism, or the fixed set
                        // is not closed downwards.
                        let keeps = elements(set)
                            .all(|x| elements(set).all(|y| trial.up[x] >> y & 1 == trial.up[map[x]] >> map[y] & 1));
                        assert!(!keeps || elements(fixed).any(|x| trial.below(x, set) & !fixed != 0));
                        counts[1] += 1;
                    }
                }
            }
        }
    }
    assert!(counts[0] > 300 && counts[1] > 1000, "{counts:?}");
}

#[test]
fn twins() {
    let mut counts = [0, 0];
    for lower in (0..=5).flat_map(every_poset) {
        let trial = Trial::new(lower);
        let set = all(&trial.lower);
        for left in trial.convex_sets() {
            let (value, step) = (trial.values[&left], trial.steps[&left]);
            for (i, rule) in ["twin-tops", "twin-bottoms"].into_iter().enumerate() {
                if trial.accepts(&format!("s {set:x} = {value} {rule} {left:x}:{step}")) {
                    assert_eq!(trial.values[&set], value, "{rule} {left:x}\n{}", trial.head);
                    counts[i] += 1;
                }
            }
        }
    }
    assert!(counts[0] > 200 && counts[1] > 50, "{counts:?}");
}

/// The leaves of a convex set, by definition: the parts that are neither empty, nor an element, nor
/// a sum, nor an ordinal sum.
fn leaves(trial: &Trial, set: u64, found: &mut Vec<u64>) {
    if set.count_ones() <= 1 {
        return;
    }
    let parts = (1..set).filter(|part| part & !set == 0);
    let split = parts.into_iter().find(|&part| {
        let rest = set & !part;
        let sum = elements(part).all(|x| (trial.above(x, set) | trial.below(x, set)) & rest == 0);
        sum || elements(part).all(|x| trial.above(x, set) & rest == rest)
    });
    match split {
        None => found.push(set),
        Some(part) => [part, set & !part].into_iter().for_each(|part| leaves(trial, part, found)),
    }
}

#[test]
fn ordinal_sums() {
    let mut random = Random(17);
    // Posets without leaves, with one, and with several; and steps rejected because of a missing
    // leaf.
    let mut counts = [0, 0, 0, 0];
    for round in 0..700 {
        let sparsity = 2 + round % 4;
        let lower = match round % 3 {
            0 => random_poset(&mut random, 7, sparsity),
            1 => composed(&mut random, 8),
            _ => random_poset(&mut random, 6, sparsity),
        };
        let trial = Trial::new(lower);
        let sets = trial.convex_sets();
        for set in [all(&trial.lower), sets[random.below(sets.len())]] {
            let mut found = Vec::new();
            leaves(&trial, set, &mut found);
            let words: Vec<String> = found.iter().map(|leaf| format!(" {leaf:x}:{}", trial.steps[leaf])).collect();
            for (says, is_true) in sayings(7, trial.values[&set]).filter(|(says, _)| says.starts_with('=')) {
                let line = format!("s {set:x} {says} ordinal-sum{}", words.concat());
                assert_eq!(trial.accepts(&line), is_true, "{line}\n{}", trial.head);
            }
            counts[found.len().min(2)] += 1;
            let value = trial.values[&set];
            for i in 0..words.len() {
                let fewer = [&words[..i], &words[i + 1..]].concat().concat();
                assert!(!trial.accepts(&format!("s {set:x} = {value} ordinal-sum{fewer}")));
                let twice = words.concat() + &words[i];
                assert!(!trial.accepts(&format!("s {set:x} = {value} ordinal-sum{twice}")));
                counts[3] += 1;
            }
            let other = sets[random.below(sets.len())];
            if !found.contains(&other) {
                let more = format!("{} {other:x}:{}", words.concat(), trial.steps[&other]);
                assert!(!trial.accepts(&format!("s {set:x} = {value} ordinal-sum{more}")));
            }
        }
    }
    assert!(counts[0] > 200 && counts[1] > 200 && counts[2] > 5 && counts[3] > 200, "{counts:?}");
}

/// A poset composed of elements and zigzags of four by sums and ordinal sums.
fn composed(random: &mut Random, size: usize) -> Lower {
    if size >= 4 && random.below(3) == 0 {
        let rest = if size > 4 { composed(random, size - 4) } else { vec![] };
        let zigzag: Lower = vec![vec![], vec![], vec![0, 1], vec![1]];
        return join(random, zigzag, rest);
    }
    if size <= 1 {
        return vec![vec![]; size];
    }
    let first = 1 + random.below(size - 1);
    let (lower, upper) = (composed(random, first), composed(random, size - first));
    join(random, lower, upper)
}

/// The sum or the ordinal sum of two posets.
fn join(random: &mut Random, mut lower: Lower, upper: Lower) -> Lower {
    let (shift, ordinal) = (lower.len() as u32, random.below(2) == 0);
    let maximal: Vec<u32> = (0..shift).filter(|x| !lower.iter().any(|list| list.contains(x))).collect();
    for list in upper {
        let minimal = list.is_empty();
        let shifted = list.into_iter().map(|y| y + shift);
        lower.push(if minimal && ordinal { maximal.clone() } else { shifted.collect() });
    }
    lower
}

#[test]
fn larger_ordinal_sums() {
    // Without leaves no other step is needed, so the poset may be larger.
    let mut random = Random(23);
    let mut deep = 0;
    for _ in 0..300 {
        let size = 6 + random.below(9);
        let lower = series_parallel(&mut random, size);
        let value = grundy(&up_sets(&lower), all(&lower), &mut HashMap::new());
        let head = header(&lower, NEVER);
        for claimed in value.saturating_sub(2)..value + 3 {
            let text = format!("{head}s {:x} = {claimed} ordinal-sum\n", all(&lower));
            assert_eq!(accepted(&text, 1), claimed == value, "the value is {value}\n{text}");
        }
        deep += usize::from(value as usize > size / 2 && (value as usize) < size);
    }
    assert!(deep > 10, "some values are large: {deep}");
}

fn series_parallel(random: &mut Random, size: usize) -> Lower {
    if size <= 1 {
        return vec![vec![]; size];
    }
    let first = 1 + random.below(size - 1);
    let (lower, upper) = (series_parallel(random, first), series_parallel(random, size - first));
    join(random, lower, upper)
}

#[test]
fn theorems_on_convex_sets() {
    let mut random = Random(29);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for round in 0..250 {
        let size = 5 + round % 3;
        let sparsity = 2 + random.below(4);
        let trial = Trial::new(random_poset(&mut random, size, sparsity));
        let head = header(&trial.lower, NEVER);
        let sets = trial.convex_sets();
        let chosen: Vec<u64> = (0..6).map(|_| sets[random.below(sets.len())]).chain([all(&trial.lower)]).collect();
        for set in chosen {
            let bottoms = elements(set).filter(|&x| trial.below(x, set) == 0).fold(0u64, |bottoms, x| bottoms | 1 << x);
            let side = bottoms & random.below(1 << size) as u64;
            let one = 1u64 << random.below(size as usize);
            for (rule, words) in [
                ("complete-graph", String::new()),
                ("complete-multipartite", format!(" {side:x} {:x}", bottoms & !side)),
                ("complete-multipartite", format!(" {bottoms:x}")),
                ("bipartite", format!(" {side:x}")),
                ("even-wheel", format!(" {one:x}")),
                ("odd-cycle-pseudotree", String::new()),
                ("hairball", String::new()),
                ("zigzag", String::new()),
                ("parity-uniform", format!(" {side:x}")),
                ("parity-uniform", format!(" {bottoms:x}")),
                ("strategy-stealing", String::new()),
                ("published-table", String::new()),
            ] {
                for (says, is_true) in sayings(3, trial.values[&set]) {
                    let line = format!("s {set:x} {says} {rule}{words}\n");
                    if accepted(&format!("{head}{line}"), 1) {
                        assert!(is_true, "accepted but false, the value is {}:\n{head}{line}", trial.values[&set]);
                        *counts.entry(rule).or_default() += 1;
                    }
                }
            }
        }
    }
    println!("{counts:?}");
    for rule in
        ["complete-graph", "complete-multipartite", "bipartite", "zigzag", "parity-uniform", "strategy-stealing"]
    {
        assert!(counts[rule] > 20, "{rule}: {counts:?}");
    }
}

#[test]
fn zigzags() {
    for size in 1..=24u32 {
        for first_is_top in [false, true] {
            // The elements in a row, bottoms and tops alternately; the bottoms are then numbered
            // before the tops.
            let is_top = |i: u32| (i % 2 == 1) != first_is_top;
            let mut numbers: Vec<u32> = (0..size).filter(|&i| !is_top(i)).collect();
            numbers.extend((0..size).filter(|&i| is_top(i)));
            let place = |i: u32| numbers.iter().position(|&j| j == i).map(|place| place as u32);
            let neighbours = |i: u32| [i.wrapping_sub(1), i + 1].into_iter().filter_map(place).collect();
            let lower: Lower = numbers.iter().map(|&i| if is_top(i) { neighbours(i) } else { vec![] }).collect();
            let value = common::grundy_of_sum(&up_sets(&lower), all(&lower), &mut HashMap::new());
            for claimed in 0..value + 4 {
                let text = format!("{}s {:x} = {claimed} zigzag\n", header(&lower, NEVER), all(&lower));
                assert_eq!(accepted(&text, 1), claimed == value, "the value is {value}\n{text}");
            }
        }
    }
}

#[test]
fn two_level_posets() {
    let mut random = Random(31);
    let mut counts = [0, 0];
    for _ in 0..2000 {
        let (bottoms, tops) = (1 + random.below(5), 1 + random.below(5));
        let parity = random.below(2);
        let mut lower: Lower = vec![vec![]; bottoms];
        while lower.len() < bottoms + tops {
            let list: Vec<u32> = (0..bottoms as u32).filter(|_| random.below(2) == 0).collect();
            // Occasionally one of the other parity.
            if !list.is_empty() && (list.len() % 2 == parity || random.below(8) == 0) {
                lower.push(list);
            } else if bottoms == 1 {
                lower.push(vec![0]);
            }
        }
        let side = random.below(1 << bottoms);
        let value = grundy(&up_sets(&lower), all(&lower), &mut HashMap::new());
        let expected = |list: &Vec<u32>| {
            let inside = list.iter().filter(|&&y| side >> y & 1 == 1).count();
            inside % 2 == 1 && list.len() % 2 == lower[bottoms].len() % 2
        };
        let uniform = lower[bottoms..].iter().all(expected);
        for claimed in 0..4 {
            let text = format!("{}s {:x} = {claimed} parity-uniform {side:x}\n", header(&lower, NEVER), all(&lower));
            assert_eq!(accepted(&text, 1), uniform && claimed == value, "the value is {value}\n{text}");
        }
        counts[lower[bottoms].len() % 2] += usize::from(uniform);
    }
    assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
}

#[test]
fn sums_above_a_value() {
    // The first four elements have a greatest one, so their value is above 0; the other two are
    // worth 0 or 2.
    let mut random = Random(37);
    let mut counts = [0, 0];
    for _ in 0..200 {
        let mut lower = random_poset(&mut random, 3, 2);
        lower.push(vec![0, 1, 2]);
        let first = all(&lower);
        lower.extend(random_poset(&mut random, 2, 3).into_iter().map(|list| list.into_iter().map(|y| y + 4).collect()));
        let trial = Trial::new(lower);
        let set = all(&trial.lower);
        let (second, step) = (set & !first, trial.steps.len() + 1);
        for (says, is_true) in sayings(3, trial.values[&set]) {
            let words = format!("{first:x}:{step} {second:x}:{}", trial.steps[&second]);
            let lines = format!("s {first:x} > 0 strategy-stealing\ns {set:x} {says} components {words}");
            if accepted(&format!("{}{lines}\n", trial.head), step + 1) {
                assert!(is_true, "{lines}\n{}", trial.head);
                assert_eq!((says.as_str(), trial.values[&second]), ("> 0", 0));
                counts[0] += 1;
            }
            counts[1] += 1;
        }
    }
    assert!(counts[0] > 20 && counts[1] == 200 * 12, "{counts:?}");
}

/// A reference of two terms fits an option exactly if the option is the sum of their sets; then its
/// value is true.
#[test]
fn references_to_sums() {
    let mut counts = [0, 0];
    let mut random = Random(41);
    let larger: Vec<Lower> = (0..20).map(|_| random_poset(&mut random, 5, 3)).collect();
    for lower in (1..=4).flat_map(every_poset).chain(larger) {
        let trial = Trial::new(lower);
        let sets = trial.convex_sets();
        for &set in &sets {
            for x in elements(set) {
                let option = set & !trial.up[x];
                for &one in &sets {
                    for other in [option & !one, sets[random.below(sets.len())]] {
                        let Some(step) = trial.steps.get(&other) else { continue };
                        let value = trial.values[&one] ^ trial.values[&other];
                        let apart = |y: usize| (trial.above(y, option) | trial.below(y, option)) & other == 0;
                        let is_sum = one != 0 && other != 0 && one & other == 0 && one | other == option;
                        let is_sum = is_sum && elements(one).all(apart);
                        let line = format!("s {set:x} ! {value} reply {x}:{}+{step}", trial.steps[&one]);
                        assert_eq!(trial.accepts(&line), is_sum, "{line}\n{}", trial.head);
                        assert!(!is_sum || trial.values[&option] == value, "{line}\n{}", trial.head);
                        counts[usize::from(!is_sum)] += 1;
                    }
                }
            }
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 10_000, "{counts:?}");
}

/// The same with maps: everything accepted is true, and copies of one poset form a sum.
#[test]
fn references_to_sums_under_maps() {
    let mut counts = [0, 0];
    let mut random = Random(43);
    for _ in 0..150 {
        // Three copies of a poset on two elements, or two of one on three, and a single element.
        let size = 2 + random.below(2) as u32;
        let copies = 6 / size;
        let once = random_poset(&mut random, size, 2);
        let copy = |i: u32| once.iter().map(move |list| list.iter().map(|y| y + i * size).collect());
        let mut lower: Lower = (0..copies).flat_map(copy).collect();
        lower.push(vec![]);
        let trial = Trial::new(lower);
        let (first, all) = ((1u64 << size) - 1, all(&trial.lower));
        // Map i takes copy i to the first one.
        let mut maps = String::new();
        for i in 1..copies {
            let image = |x: u32| if x / size == i && x < 6 { (x % size).to_string() } else { "-".to_owned() };
            maps += &format!("m {}\n", (0..7).map(image).collect::<Vec<_>>().join(" "));
        }
        let sets = trial.convex_sets();
        for round in 0..20 {
            let term = |i: u32, random: &mut Random| {
                let set = if round > 0 && random.below(4) == 0 { sets[random.below(sets.len())] } else { first };
                let map = if round > 0 && random.below(4) == 0 { random.below(copies as usize) as u32 } else { i };
                let step = trial.steps[&set];
                (trial.values[&set], if map == 0 { step.to_string() } else { format!("{step}~{map}") })
            };
            let terms: Vec<(u32, String)> = (0..copies).map(|i| term(i, &mut random)).collect();
            let value = terms.iter().fold(0, |sum, (value, _)| sum ^ value);
            let words: Vec<&str> = terms.iter().map(|(_, term)| term.as_str()).collect();
            let line = format!("{maps}s {all:x} ! {value} reply 6:{}", words.join("+"));
            let accepted = trial.accepts(&line);
            assert!(accepted || round > 0, "{line}\n{}", trial.head);
            assert!(!accepted || trial.values[&(all & !64)] == value, "{line}\n{}", trial.head);
            counts[usize::from(!accepted)] += 1;
        }
    }
    assert!(counts[0] > 300 && counts[1] > 500, "{counts:?}");
}
