//! The table for seven vertices, all of it.

use std::time::Instant;

use chomplex::budget::{Budget, peak_memory};
use chomplex::position::Position;
use chomplex::tablebase::{Complex, Sample, Tablebase, bytes_needed};
use chomplex::value::Grundy;

#[test]
#[ignore = "sweeps 490 million complexes: a quarter of an hour, 6 GiB of memory, 0.7 GB of disk"]
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

    // Row 7 of the table in section 2.2 of Brouwer and Christensen 2017; the only winning moves in the whole are the 35 sets of size 4.
    let row = [1, 1, 0, 3, 1, 5, 6].map(Grundy);
    for (k, value) in (1..=7).zip(row) {
        let position: Position = format!("subsets(7,{k})").parse().unwrap();
        let clock = Instant::now();
        let probe = table.probe(&position).unwrap().expect("a complex on seven vertices");
        println!("subsets(7,{k}) = {}, {} winning moves, {:?}", probe.grundy, probe.winning().count(), clock.elapsed());
        assert_eq!(probe.grundy, value);
        assert!(k < 7 || probe.winning().count() == 35);
    }

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
