//! Large certificates: time and memory stay proportional to the size. Run in release, with
//! `--include-ignored --nocapture`.

mod common;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chomplex_check::{Verified, check};
use common::Random;

/// Writes a certificate for a sum of chains of the same length, with a step for each of its
/// positions.
///
/// A position is given by what remains of each chain. Read as the digits of a number, this is the
/// number of its step: each move makes a digit smaller. The steps use `mex`, not the nim-sum.
fn chains(count: u32, length: u32, out: &mut impl Write) -> std::io::Result<()> {
    let base = u64::from(length) + 1;
    let positions = base.pow(count);
    let digits = |position: u64| (0..count).map(move |i| (position / base.pow(i) % base) as u32);
    let value = |position: u64| digits(position).fold(0, |sum, digit| sum ^ digit);
    writeln!(out, "chomplex-certificate 1\nposition \"{count} chains of {length}\"")?;
    writeln!(out, "claim grundy {}\nelements {}", value(positions - 1), count * length)?;
    for i in 0..count {
        writeln!(out, "e \"{i}:0\"")?;
        (1..length).try_for_each(|j| writeln!(out, "e \"{i}:{j}\" {}", i * length + j - 1))?;
    }
    for position in 0..positions {
        let set = (0..).zip(digits(position)).fold(0u64, |set, (i, digit)| set | ((1 << digit) - 1) << (i * length));
        write!(out, "s {set:x} = {} mex", value(position))?;
        for (i, digit) in (0..).zip(digits(position)) {
            for left in 0..digit {
                let option = position - u64::from(digit - left) * base.pow(i);
                write!(out, " {}:{}", i * length + left, option + 1)?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "qed {positions}")
}

/// The peak memory of this process in bytes, if the system provides it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(1024 * line.split_whitespace().nth(1)?.parse::<u64>().ok()?)
}

fn measure(name: &str, write: impl Fn(&mut BufWriter<File>) -> std::io::Result<()>) -> Verified {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut out = BufWriter::new(File::create(&path).unwrap());
    write(&mut out).unwrap();
    out.into_inner().unwrap();
    let bytes = path.metadata().unwrap().len();

    let start = Instant::now();
    let verified = check(BufReader::new(File::open(&path).unwrap())).unwrap();
    let (seconds, peak) = (start.elapsed().as_secs_f64(), peak().unwrap_or_default());
    println!("{name}: {} steps, {bytes} bytes, {seconds:.2} s, peak {peak} bytes", verified.steps);
    assert!(peak < bytes + (128 << 20), "memory in proportion");
    std::fs::remove_file(path).unwrap();
    verified
}

#[test]
fn small() {
    let mut text = Vec::new();
    chains(3, 5, &mut text).unwrap();
    let verified = check(&text[..]).unwrap();
    assert_eq!((verified.steps, verified.claim.grundy), (216, Some(5)));
}

#[test]
#[ignore = "writes 120 MB"]
fn a_million_positions_of_an_antichain() {
    let verified = measure("antichain-20.cert", |out| chains(20, 1, out));
    assert_eq!((verified.steps, verified.claim.grundy), (1 << 20, Some(0)));
}

#[test]
#[ignore = "writes 270 MB"]
fn a_million_positions_of_nim() {
    let verified = measure("nim-9-9-9-9-9-9.cert", |out| chains(6, 9, out));
    assert_eq!((verified.steps, verified.claim.grundy), (1_000_000, Some(0)));
}

#[test]
#[ignore = "a million elements"]
fn a_long_chain() {
    let elements = 1_000_000;
    let verified = measure("chain.cert", |out| {
        writeln!(
            out,
            "chomplex-certificate 1\nposition \"chain\"\nclaim grundy {elements}\nelements {elements}\ne \"0\""
        )?;
        (1..elements).try_for_each(|x| writeln!(out, "e \"{x}\" {}", x - 1))?;
        writeln!(out, "s {} = {elements} chain\nqed 1", "f".repeat(elements / 4))
    });
    assert_eq!(verified.claim.grundy, Some(1_000_000));
}

/// The set of all of `elements` elements.
fn everything(elements: usize) -> String {
    let first = ["", "1", "3", "7"][elements % 4];
    first.to_owned() + &"f".repeat(elements / 4)
}

/// Checks a certificate of one step about all elements, given by their lists, and returns the time
/// it took.
fn one_step(lower: &[Vec<u32>], value: u32, rule: &str) -> Duration {
    let n = lower.len();
    let mut text = format!("chomplex-certificate 3\nposition \"large\"\nclaim grundy {value}\nelements {n}\n");
    for (x, list) in lower.iter().enumerate() {
        let list = list.iter().fold(String::new(), |list, y| format!("{list} {y}"));
        text += &format!("e \"{x}\"{list}\n");
    }
    text += &format!("s {} = {value} {rule}\nqed 1\n", everything(n));
    let start = Instant::now();
    let verified = check(text.as_bytes()).unwrap();
    let time = start.elapsed();
    println!("{rule} of {n} elements: {time:?}");
    assert_eq!(verified.claim.grundy, Some(value));
    // The limit is generous, because the machine may be slow and busy. It detects anything that is
    // not linear.
    assert!(time < Duration::from_secs(20), "{rule} took {time:?}");
    time
}

/// Repeatedly adds an element beside the rest, and one above both.
fn caterpillar(elements: u32) -> Vec<Vec<u32>> {
    let mut lower = vec![vec![]];
    while lower.len() + 2 <= elements as usize {
        let last = lower.len() as u32 - 1;
        lower.push(vec![]);
        lower.push(vec![last, last + 1]);
    }
    lower
}

#[test]
fn a_deep_ordinal_sum() {
    for elements in [3, 5, 7, 9, 11, 13, 15] {
        let lower = caterpillar(elements);
        assert_eq!(common::grundy(&common::up_sets(&lower), common::all(&lower), &mut HashMap::new()), elements - 1);
    }
    one_step(&caterpillar(5_001), 5_000, "ordinal-sum");
    let shallow: Vec<Vec<u32>> = (0..5_001).map(|x| if x % 2 == 0 { vec![] } else { vec![x - 1] }).collect();
    one_step(&shallow, 1, "ordinal-sum");
}

#[test]
fn a_long_ordinal_sum() {
    // Two elements, one above both, two above that, and so on: each block of three is worth 2.
    let block = |x: u32| match x % 3 {
        2 => vec![x - 2, x - 1],
        i if x >= 3 => vec![x - i - 1],
        _ => vec![],
    };
    let lower = |elements: u32| (0..elements).map(block).collect::<Vec<_>>();
    for blocks in 1..=5 {
        let lower = lower(3 * blocks);
        assert_eq!(common::grundy(&common::up_sets(&lower), common::all(&lower), &mut HashMap::new()), 2 * blocks);
    }
    one_step(&lower(6_000), 4_000, "ordinal-sum");
    one_step(
        &(0..20_000).map(|x: u32| x.checked_sub(1).into_iter().collect()).collect::<Vec<_>>(),
        20_000,
        "ordinal-sum",
    );
}

#[test]
fn a_random_series_parallel_poset() {
    // Sums and ordinal sums of two parts of random sizes, 5,000 elements in all; the checker itself
    // provides the value.
    let mut random = Random(43);
    let mut lower: Vec<Vec<u32>> = Vec::new();
    // The spans still to be filled, and the elements below their minimal elements; lower parts come
    // first.
    let mut spans: Vec<(u32, Vec<u32>)> = vec![(5_000, Vec::new())];
    while let Some((size, below)) = spans.pop() {
        match (size, random.below(2)) {
            (1, _) => lower.push(below),
            (_, 0) => {
                let first = 1 + random.below(size as usize - 1) as u32;
                spans.push((size - first, below.clone()));
                spans.push((first, below));
            }
            _ => {
                // A single element below the rest, so that the lower elements of the rest are
                // already known.
                lower.push(below);
                spans.push((size - 1, vec![lower.len() as u32 - 1]));
            }
        }
    }
    let text = |value: u32| {
        let mut text = format!("chomplex-certificate 3\nposition \"\"\nclaim grundy {value}\nelements 5000\n");
        for (x, list) in lower.iter().enumerate() {
            text += &list.iter().fold(format!("e \"{x}\""), |line, y| format!("{line} {y}"));
            text.push('\n');
        }
        text + &format!("s {} = {value} ordinal-sum\nqed 1\n", everything(5_000))
    };
    let message = check(text(u32::MAX).as_bytes()).unwrap_err().to_string();
    let value = message.rsplit(' ').next().unwrap().parse().unwrap();
    one_step(&lower, value, "ordinal-sum");
}

#[test]
fn large_graphs_and_zigzags() {
    // N_10000: 4 · 3333 + 2.
    let zigzag: Vec<Vec<u32>> =
        (0..10_000).map(|_| vec![]).chain((0..10_000).map(|i| (i..10_000).take(2).collect())).collect();
    one_step(&zigzag, 13_334, "zigzag");
    let mut cycle: Vec<Vec<u32>> = vec![vec![]; 10_001];
    cycle.extend((0..10_001).map(|i| vec![i, (i + 1) % 10_001]));
    one_step(&cycle, 0, "cycle");
    let mut hairball = cycle.clone();
    let tail = hairball.len() as u32;
    hairball.extend((0..5_000).map(|_| vec![]));
    hairball.extend((0..5_000).map(|i| vec![if i == 0 { 7 } else { tail + i - 1 }, tail + i]));
    one_step(&hairball, 3, "hairball");
    one_step(&hairball, 3, "odd-cycle-pseudotree");
}

#[test]
fn a_large_fold() {
    // M_10000, turned over: the middle bottom stays. There is an element below everything, so the
    // folded set is an upper part.
    let n = 20_002;
    let mut text = format!("chomplex-certificate 3\nposition \"\"\nclaim grundy 2\nelements {n}\ne \"0\"\n");
    (1..=10_001).for_each(|x| text += &format!("e \"{x}\" 0\n"));
    (1..=10_000).for_each(|x| text += &format!("e \"{}\" {x} {}\n", 10_001 + x, x + 1));
    text += "m -";
    (1..=10_001).for_each(|x| text += &format!(" {}", 10_002 - x));
    (1..=10_000).for_each(|x| text += &format!(" {}", 10_001 + 10_001 - x));
    // Element 5001 is in the middle; the set of all but element 0 ends with e.
    let middle = format!("{}{}", 1 << (5_001 % 4), "0".repeat(5_001 / 4));
    let all = everything(n);
    let upper = format!("{}e", &all[..all.len() - 1]);
    text += &format!("\ns {middle} = 1 chain\ns {upper} = 1 involution-fold 1:1\n");
    text += &format!("s {all} = 2 ordinal-sum {upper}:2\nqed 3\n");
    let start = Instant::now();
    check(text.as_bytes()).unwrap();
    let time = start.elapsed();
    println!("a fold of {} elements: {time:?}", n - 1);
    assert!(time < Duration::from_secs(20), "{time:?}");
}
