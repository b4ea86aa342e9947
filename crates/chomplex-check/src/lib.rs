//! A certificate proves who wins a poset game, or what its Grundy value is; this crate checks the
//! proof.
//!
//! Two players alternately remove an element of a finite poset together with everything above it;
//! the player who cannot move loses. A certificate carries the poset, a claim about it, and a list
//! of steps, each of which follows from earlier ones by a simple rule. [`check`] reads the file
//! once, from top to bottom, and verifies every step. It shares no code with any solver and depends
//! on nothing but the standard library. The format is specified in `docs/formats/certificate.md`.
//!
//! ```
//! use chomplex_check::{Outcome, check};
//!
//! let certificate = "\
//! chomplex-certificate 3
//! position \"chain(2)\"
//! claim outcome first
//! elements 2
//! e \"a\"
//! e \"b\" 0
//! s 0 = 0 mex
//! s 3 ! 0 reply 0:1
//! qed 2
//! ";
//! let verified = check(certificate.as_bytes())?;
//! assert_eq!(verified.claim.outcome, Outcome::First);
//! assert_eq!(verified.claim.to_string(), "the first player wins the poset in this file, labelled `chain(2)`");
//!
//! let wrong = certificate.replace("reply 0:1", "reply 1:1");
//! let failure = check(wrong.as_bytes()).unwrap_err();
//! assert_eq!(failure.to_string(), "line 8, step 2: step 1 is not about the position after the move `b`");
//! # Ok::<(), chomplex_check::Failure>(())
//! ```
//!
//! The modules, in the order in which a certificate passes through them: `failure` and `claim` are
//! the output; `read` knows lines and words; `set`, `lists`, `poset`, `convex`, `up_set`, `map` and
//! `induced` are the mathematics; `header`, `says`, `theorem`, `step` and `rule` are the
//! certificate itself.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod failure;

mod claim;

mod read;

mod set;

mod lists;

mod poset;

mod convex;

mod up_set;

mod map;

mod induced;

mod header;

mod says;

mod theorem;

mod step;

mod rule;

use std::collections::BTreeSet;
use std::io::BufRead;

pub use claim::{Claim, Outcome};
pub use failure::Failure;
pub use poset::Poset;

use failure::Fault;
use read::{Lines, Words};
use rule::Work;
use says::Says;
use step::{Known, Rule, Step};

/// A certificate that satisfies all conditions. The claim is true of the poset, provided that the
/// theorems taken on trust are true.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// The statement that is proved.
    pub claim: Claim,
    /// The ids of the theorems taken on trust: all those that some step uses, sorted. The claim is
    /// true if they are.
    pub assumed: Vec<String>,
    /// The number of steps of the proof.
    pub steps: usize,
    /// The poset that the claim is about. Whether it is the poset named by the claim's position is
    /// not checked here.
    pub poset: Poset,
}

/// Reads a certificate and verifies all its steps.
///
/// The input is read once, as a stream. Memory is proportional to what has been read so far,
/// whatever size the file announces; in addition up to 64 MiB of up-sets are kept.
///
/// # Errors
///
/// [`Failure::Rejected`] if the certificate can be read but a condition does not hold,
/// [`Failure::Unreadable`] if it does not have the form of a certificate, [`Failure::Io`] if the
/// input fails. The first faulty line decides; within a line, the form is checked before the
/// conditions.
pub fn check(input: impl BufRead) -> Result<Verified, Failure> {
    let mut lines = Lines::new(input);
    let mut place = Place::default();
    verify(&mut lines, &mut place).map_err(|fault| fault.at(lines.number(), place.claim, place.step))
}

/// The progress of reading, which a failure reports besides its line.
#[derive(Default)]
struct Place {
    claim: Option<Claim>,
    step: Option<usize>,
}

/// The whole check: the header, then maps and steps, then the last line.
fn verify(lines: &mut Lines<impl BufRead>, place: &mut Place) -> Result<Verified, Fault> {
    header::read_version(lines)?;
    let claim = header::read_claim(lines)?;
    place.claim = Some(claim.clone());
    let poset = header::read_poset(lines)?;

    let mut proof = Proof::new(poset);
    loop {
        let mut line = lines.next()?;
        match line.keyword() {
            "m" => proof.map(&mut line)?,
            "s" => proof.step(&mut line, place)?,
            "qed" => break proof.qed(&mut line, &claim, place)?,
            _ => return Err(Fault::unreadable("expected a map `m`, a step `s` or the last line `qed`")),
        }
    }
    lines.end()?;
    let assumed = proof.assumed.into_iter().map(str::to_owned).collect();
    Ok(Verified { claim, assumed, steps: proof.known.steps(), poset: proof.known.poset })
}

/// Everything verified so far, and the buffers for the next line.
struct Proof {
    known: Known,
    step: Step,
    work: Work,
    /// The theorems taken on trust so far.
    assumed: BTreeSet<&'static str>,
}

impl Proof {
    fn new(poset: Poset) -> Proof {
        let work = Work::new(&poset);
        Proof { known: Known::new(poset), step: Step::default(), work, assumed: BTreeSet::new() }
    }

    /// Reads a map, verifies that it is an isomorphism from its domain to its image, and keeps it.
    fn map(&mut self, line: &mut Words<'_>) -> Result<(), Fault> {
        let Known { poset, maps, .. } = &mut self.known;
        maps.read(line, poset.len())?;
        maps.check_last(poset, &mut self.work.walk, &mut self.work.up_sets)
    }

    /// Reads a step, verifies that its set is convex and that the step follows, and keeps its
    /// statement.
    fn step(&mut self, line: &mut Words<'_>, place: &mut Place) -> Result<(), Fault> {
        self.step.read(line, &self.known)?;
        place.step = Some(self.known.steps() + 1);
        let poset = &self.known.poset;
        if let Some((x, y, z)) = self.work.walk.hole(&self.step.set, poset) {
            let (x, y, z) = (poset.shown(x), poset.shown(y), poset.shown(z));
            return Err(Fault::rejected(format!("the set has {x} and {z} but not {y} between them")));
        }
        rule::follows(&self.step, &self.known, &mut self.work)?;
        if let Rule::Theorem(theorem) = self.step.rule {
            self.assumed.insert(theorem.id);
        }
        self.known.learn(&self.step);
        place.step = None;
        Ok(())
    }

    /// Reads the last line and verifies that the step it names proves the claim.
    fn qed(&self, line: &mut Words<'_>, claim: &Claim, place: &mut Place) -> Result<(), Fault> {
        line.gap("the number of a step")?;
        let step = line.step(self.known.steps())?;
        line.end()?;
        place.step = Some(step);
        if set::len(self.known.set(step)) != self.known.poset.len() {
            return Err(Fault::rejected(
                "the step is not about the set of all elements, so it does not prove the claim",
            ));
        }
        let says = self.known.says(step);
        let proves = match (claim.grundy, claim.above, claim.outcome) {
            (Some(value), ..) => says == Says::Is(value),
            (None, Some(bound), _) => is_above(says, bound),
            (None, None, Outcome::Second) => says == Says::Is(0),
            (None, None, Outcome::First) => says == Says::IsNot(0) || is_above(says, 0),
        };
        if proves { Ok(()) } else { Err(Fault::rejected("the step does not say what the certificate claims")) }
    }
}

/// Whether the statement of a step implies that the value is greater than `bound`.
fn is_above(says: Says, bound: u32) -> bool {
    match says {
        Says::Is(value) => value > bound,
        Says::Above(value) => value >= bound,
        Says::IsNot(_) => false,
    }
}

/// Runs the example in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
