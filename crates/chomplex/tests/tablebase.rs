//! The complete table for seven vertices.

use std::time::Instant;

use chomplex::budget::{Budget, peak_memory};
use chomplex::position::Position;
use chomplex::tablebase::{Complex, Sample, Tablebase, bytes_needed};
use chomplex::value::Grundy;

#[test]
#[ignore = "sweeps 490 million complexes: a quarter of an hour, 5.2 GiB of memory, 0.7 GB of disk"]
fn the_table_on_seven_vertices() {
    let directory = tempfile::tempdir().unwrap();
    let budget = Budget::default().with_threads(2);
    let clock = Instant::now();
    let table = Tablebase::build(directory.path(), 7, &budget, |built| {
        let (seconds, mebibytes) = (clock.elapsed().as_secs_f64(), peak_memory() >> 20);
        println!("{} layers, {} classes, {seconds:.1} s, {mebibytes} MiB", built.layers, built.classes);
    });
    let table = table.unwrap();
    println!("{}: {} bytes in {:?}", table.id(), table.len(), clock.elapsed());
    assert!(table.len() <= bytes_needed(7).unwrap() && table.len() < 700_000_000);
    drop(table);

    let clock = Instant::now();
    let table = Tablebase::open(directory.path(), 7).unwrap();
    println!("opened in {:?}", clock.elapsed());
    assert_eq!(table.classes(), 490_013_147);
    let stats = table.stats();
    println!("{:?}", stats.histogram());
    println!(
        "{} of value {}, such as {:?}",
        stats.histogram().last().unwrap(),
        stats.largest(),
        stats.examples(stats.largest())
    );
    assert_eq!(stats.classes(), 490_013_147);

    // Row 7 of the table in section 2.2 of Brouwer and Christensen 2017; the only winning moves in
    // the whole are the 35 sets of size 4.
    let row = [1, 1, 0, 3, 1, 5, 6].map(Grundy);
    for (k, value) in (1..=7).zip(row) {
        let position: Position = format!("subsets(7,{k})").parse().unwrap();
        let clock = Instant::now();
        let probe = table.probe(&position).unwrap().expect("a complex on seven vertices");
        println!("subsets(7,{k}) = {}, {} winning moves, {:?}", probe.grundy, probe.winning().count(), clock.elapsed());
        assert_eq!(probe.grundy, value);
        assert!(k < 7 || probe.winning().count() == 35);
    }

    large_values(&table);
    answers_to_openings(&table);

    let clock = Instant::now();
    let sample = Sample { positions: 200_000, seed: 7 };
    let verified = table.verify(sample, &Budget::default(), |_| ()).unwrap();
    println!("{verified:?} in {:?}", clock.elapsed());
    assert!(verified.by_recursion > 10_000);

    let complexes: Vec<Complex> =
        (0..=stats.largest().0).flat_map(|value| stats.examples(Grundy(value)).to_vec()).collect();
    let clock = Instant::now();
    let sum: u32 = (0..100).flat_map(|_| &complexes).map(|&complex| table.grundy(complex).unwrap().0).sum();
    println!("{:?} a value ({sum})", clock.elapsed() / (100 * complexes.len() as u32));
}

/// Section 2.3 of Brouwer and Christensen 2017.
fn large_values(table: &Tablebase) {
    let answers = published();
    assert_eq!(answers.len(), 4);
    for (position, value) in answers {
        assert_eq!(table.probe(&position).unwrap().unwrap().grundy, value, "{position}");
    }
}

/// The positions and values of `corpus/tablebase`.
fn published() -> Vec<(Position, Grundy)> {
    let text = include_str!("../../../corpus/tablebase/brouwer-christensen-2017.corpus");
    let answer = |line: &str| {
        let (expression, value) = line.split_once(" => grundy ").expect("a line states a value");
        (expression.parse().unwrap(), Grundy(value.parse().unwrap()))
    };
    text.lines().skip(1).filter(|line| !line.starts_with('#')).map(answer).collect()
}

/// They can be read, whether or not there is a table to look them up in.
#[test]
fn the_published_positions_are_complexes_on_seven_vertices() {
    let dimension = |position: &Position| {
        let poset = position.poset();
        poset.elements().map(|x| poset.level(x)).max()
    };
    let found: Vec<_> = published().iter().map(|(position, value)| (dimension(position).unwrap(), value.0)).collect();
    assert_eq!(found, [(1, 9), (2, 23), (3, 37), (5, 44)]);
}

/// The position after these moves.
fn after(position: &str, moves: &[&str]) -> Position {
    let start: Position = position.parse().unwrap();
    moves.iter().fold(start, |position, name| position.play(position.find(name).unwrap()).unwrap())
}

/// Section 2.1 of Brouwer and Christensen 2017, and Conjecture 2 of Christensen and Tilford 1997.
fn answers_to_openings(table: &Tablebase) {
    let loses = |position: Position| table.probe(&position).unwrap().unwrap().grundy == Grundy::ZERO;
    for (opening, complement) in [("0", "123456"), ("01", "23456"), ("01234", "56"), ("012345", "6")] {
        assert!(loses(after("simplex(7)", &[opening, complement])), "{opening}");
    }
    assert!(loses(after("simplex(7)", &["012", "01345"])));
    assert!(!loses(after("simplex(7)", &["012", "3456"])));
    let complements_answer = |n: usize| {
        (1..n).all(|size| {
            let name = |vertices: std::ops::Range<usize>| vertices.map(|v| v.to_string()).collect::<String>();
            loses(after(&format!("boundary({n})"), &[&name(0..size), &name(size..n)]))
        })
    };
    assert!((2..=6).all(complements_answer));
    assert!(!complements_answer(7));
}
