//! Large certificates: time and memory stay in proportion. Run in release, with `--ignored --nocapture`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use chomplex_check::{Verified, check};

/// Writes a certificate for a sum of chains of the same length, with a step for each of its positions.
///
/// A position is what remains of each chain. Read as the digits of a number, it is the number of its step: each move makes
/// a digit smaller. The step is by `mex`, without use of the nim-sum.
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

/// The most memory this process has used, in bytes, where the system tells.
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
