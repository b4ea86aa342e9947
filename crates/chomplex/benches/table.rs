//! The table of the values of `subsets(n,k)` for n up to 6, with every value proved and its proof
//! verified.

mod measure;

use std::time::{Duration, Instant};

use chomplex::certify;
use chomplex::report::words::thousands;
use chomplex::solve::{Question, solve};

use measure::{budget, position, rules};

/// Row n has the values of `subsets(n,k)`, k = 0, …, n (Brouwer and Christensen 2017, section 2.2).
const PUBLISHED: [&[u32]; 7] =
    [&[0], &[0, 1], &[0, 0, 2], &[0, 1, 0, 3], &[0, 0, 1, 0, 1], &[0, 1, 2, 1, 0, 2], &[0, 0, 0, 2, 2, 0, 3]];

fn main() {
    let question = Question { proof: true, moves: false, rules: rules(), ..Question::default() };
    let (mut solving, mut checking, mut bytes) = (Duration::ZERO, Duration::ZERO, 0);
    for (n, row) in PUBLISHED.iter().enumerate() {
        for (k, &value) in row.iter().enumerate() {
            let position = position(&format!("subsets({n},{k})"));
            let started = Instant::now();
            let answer = solve(&position, &question, &budget(1));
            let mut certificate = Vec::new();
            certify::write(&position, &answer.reason, &budget(1), &mut certificate).expect("the proof is complete");
            solving += started.elapsed();

            let started = Instant::now();
            let verified = chomplex_check::check(&certificate[..]).expect("the proof is right");
            checking += started.elapsed();
            bytes += certificate.len() as u64;
            assert_eq!(verified.claim.grundy, Some(value), "{position}");
        }
    }
    let (solving, checking) = (solving.as_secs_f64(), checking.as_secs_f64());
    println!("subsets(n,k), n up to 6, one thread, without the rule published-table: 28 values");
    println!("solved and certified in {solving:.2} s, verified in {checking:.2} s, {} bytes", thousands(bytes));
}
