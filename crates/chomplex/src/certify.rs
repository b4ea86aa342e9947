//! Writes a reason as a certificate.
//!
//! The format is described in `docs/formats/certificate.md`. This module only writes it;
//! `chomplex-check` verifies it.
//!
//! A reference may be a sum of terms, each about one part, so that only connected positions are
//! steps. Without any rule but `components`, the certificate of `path(100)` has 2,550 steps; with a
//! step for each sum it had 164,008.

use std::io::{self, Write};

use hashbrown::HashMap;

use crate::budget::{Budget, Meter, Stop};
use crate::element::{Element, ElementSet};
use crate::position::Position;
use crate::provenance::PROGRAM;
use crate::reason::unwritten::{Halt, Sink};
use crate::reason::{AfterMove, Claim, IsomorphismMap, MapId, Reason, Reference, Rule, Step, StepId, is_identity};
use crate::value::Outcome;

/// The version of the format written here.
pub const VERSION: u32 = 3;

/// Maximum number of parts added in one line, so that no line becomes too long; more parts are
/// added in groups.
const MOST_PARTS: usize = 1000;

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The reason has no conclusion, or leaves out the steps of a search.
    #[error("there is no complete proof to write down")]
    Incomplete,
    /// The budget was spent before the proof was written down.
    #[error("the budget was spent before the proof was written down")]
    Stopped(Stop),
    /// The certificate could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes the proof that a reason gives about a position. Proofs of searches are found and written
/// step by step.
///
/// # Errors
/// If the reason is incomplete, the budget is spent, or writing fails.
pub fn write(
    position: &Position,
    reason: &Reason,
    budget: &Budget,
    out: &mut (impl Write + Send),
) -> Result<(), CertifyError> {
    let (Some(conclusion), true) = (reason.conclusion(), reason.is_complete()) else {
        return Err(CertifyError::Incomplete);
    };
    let mut writer = Writer::new(position, budget, out);
    writer.header(reason.step(conclusion).claim)?;
    let mut places: Vec<StepId> = Vec::with_capacity(reason.steps().len());
    for step in reason.steps() {
        let place = writer.write(step, reason, &places, budget);
        places.push(place.map_err(|halt| writer.error(halt))?);
    }
    writeln!(writer.out, "qed {}", places[conclusion.index()].index() + 1)?;
    Ok(())
}

/// Writes a certificate. Steps and maps are numbered from 1 there, the remaining elements from 0.
struct Writer<'a, W> {
    position: &'a Position,
    out: &'a mut W,
    /// The number of each element.
    number: Vec<usize>,
    /// Number of steps written.
    steps: usize,
    /// The maps written so far.
    maps: HashMap<IsomorphismMap, MapId>,
    /// Accounts for the memory of the maps.
    meter: Meter,
    /// The sums that have not been cited yet.
    sums: Sums,
    /// The current line.
    line: Vec<u8>,
    /// The error that stopped the writing, if any.
    failure: Option<io::Error>,
}

/// A summand, and the claim of the step that is cited for it.
struct Summand {
    set: ElementSet,
    reference: Reference,
    claim: Claim,
}

impl<'a, W: Write + Send> Writer<'a, W> {
    fn new(position: &'a Position, budget: &Budget, out: &'a mut W) -> Self {
        let mut number = vec![usize::MAX; position.poset().len()];
        for (i, x) in position.remaining().iter().enumerate() {
            number[x.index()] = i;
        }
        let (maps, meter, line) = (HashMap::new(), budget.meter(1), Vec::new());
        Writer { position, out, number, steps: 0, maps, meter, sums: Sums::default(), line, failure: None }
    }

    fn header(&mut self, claim: Claim) -> Result<(), CertifyError> {
        writeln!(self.out, "chomplex-certificate {VERSION}")?;
        writeln!(self.out, "# written by {PROGRAM}")?;
        writeln!(self.out, "position {}", quoted(&self.position.to_string()))?;
        match claim {
            Claim::Value(value) => writeln!(self.out, "claim grundy {value}")?,
            Claim::Above(value) => writeln!(self.out, "claim grundy > {value}")?,
            Claim::Not(_) => {
                let outcome: Outcome = claim.outcome().ok_or(CertifyError::Incomplete)?;
                writeln!(self.out, "claim outcome {outcome}")?;
            }
        }
        writeln!(self.out, "elements {}", self.position.len())?;
        for x in self.position.remaining().iter() {
            write!(self.out, "e {}", quoted(self.position.names().label(x)))?;
            for &y in self.position.poset().lower_covers(x) {
                write!(self.out, " {}", self.number[y.index()])?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Writes a step of a reason; `places` gives the numbers of earlier steps in this certificate.
    fn write(&mut self, step: &Step, reason: &Reason, places: &[StepId], budget: &Budget) -> Result<StepId, Halt> {
        if let Rule::Search { proof: Some(proof), .. } = &step.rule {
            return proof.write(&step.set, budget, self);
        }
        let here = reason.carry(step, |step| places[step.index()], self)?;
        match (&step.rule, here.rule) {
            (Rule::Components(there), Rule::Components(parts)) if parts.len() > MOST_PARTS => {
                let claims = there.iter().map(|(_, part)| reason.step(part.step).claim);
                let parts =
                    parts.into_iter().zip(claims).map(|((set, reference), claim)| Summand { set, reference, claim });
                self.add_up(parts, step.claim)
            }
            (_, rule) => self.take(Step { rule, ..here }),
        }
    }

    /// Adds up many parts in groups.
    fn add_up(&mut self, parts: impl Iterator<Item = Summand>, claim: Claim) -> Result<StepId, Halt> {
        // A part with only a bound is added last, after all others.
        let (mut parts, bounds): (Vec<Summand>, Vec<Summand>) = parts.partition(|part| part.claim.value().is_some());
        while parts.len() > MOST_PARTS {
            let sum = |group: &[Summand]| group.iter().filter_map(|part| part.claim.value()).sum();
            let group = |group: &[Summand]| self.sum(group, Claim::Value(sum(group)));
            parts = parts.chunks(MOST_PARTS).map(group).collect::<Result<_, _>>()?;
        }
        parts.extend(bounds);
        self.sum(&parts, claim).map(|part| part.reference.step)
    }

    fn sum(&mut self, parts: &[Summand], claim: Claim) -> Result<Summand, Halt> {
        let mut set = ElementSet::empty(self.position.poset().len());
        parts.iter().for_each(|part| set |= &part.set);
        let rule = Rule::Components(parts.iter().map(|part| (part.set.clone(), part.reference)).collect());
        let step = self.take(Step { set: set.clone(), claim, rule })?;
        Ok(Summand { set, reference: Reference { step, map: None }, claim })
    }

    /// The reason why the writing stopped.
    fn error(&mut self, halt: Halt) -> CertifyError {
        match (halt, self.failure.take()) {
            (_, Some(failure)) => CertifyError::Io(failure),
            (Halt::Stop(stop), None) => CertifyError::Stopped(stop),
            (Halt::Full, None) => CertifyError::Incomplete,
        }
    }

    /// Ends the current line, writes it, and begins a new one.
    fn end_line(&mut self) -> Result<(), Halt> {
        self.line.push(b'\n');
        let written = self.out.write_all(&self.line);
        self.line.clear();
        written.map_err(|failure| {
            self.failure = Some(failure);
            Halt::Full
        })
    }

    /// Appends the claim of a step to the line, up to its rule.
    fn begin_step(&mut self, step: &Step) {
        let (sign, value) = match step.claim {
            Claim::Value(value) => (" = ", value),
            Claim::Not(value) => (" ! ", value),
            Claim::Above(value) => (" > ", value),
        };
        self.text("s ");
        self.set(&step.set);
        self.text(sign);
        self.decimal(value.0 as usize);
        self.text(" ");
        self.text(step.rule.id());
    }

    /// Appends what a rule relies on to the line.
    fn end_step(&mut self, rule: &Rule) {
        match rule {
            Rule::Mex(moves) => {
                for &(x, after) in moves {
                    self.text(" ");
                    self.element(x);
                    if let AfterMove::Reply(y, _) = after {
                        self.text("/");
                        self.element(y);
                    }
                    self.reference(after.reference());
                }
            }
            Rule::Reply(x, r) => {
                self.text(" ");
                self.element(*x);
                self.reference(*r);
            }
            Rule::Components(parts) | Rule::OrdinalSum(parts) => parts.iter().for_each(|(set, r)| self.part(set, *r)),
            Rule::Fold(map, r) => {
                self.text(" ");
                self.decimal(map.index() + 1);
                self.reference(*r);
            }
            Rule::Twins(_, left, r) => self.part(left, *r),
            Rule::Theorem(finding) => {
                for set in &finding.witness {
                    self.text(" ");
                    self.set(set);
                }
            }
            Rule::Search { .. } => unreachable!("its proof is written instead"),
            Rule::Added(_) => unreachable!("a proof does not rely on it"),
        }
    }

    fn text(&mut self, text: &str) {
        self.line.extend_from_slice(text.as_bytes());
    }

    fn part(&mut self, set: &ElementSet, reference: Reference) {
        self.text(" ");
        self.set(set);
        self.reference(reference);
    }

    fn reference(&mut self, reference: Reference) {
        let mut before = ":";
        for Reference { step, map } in self.sums.cite(reference) {
            self.text(before);
            self.decimal(step.index() + 1);
            if let Some(map) = map {
                self.text("~");
                self.decimal(map.index() + 1);
            }
            before = "+";
        }
    }

    fn element(&mut self, x: Element) {
        self.decimal(self.number[x.index()]);
    }

    fn decimal(&mut self, mut number: usize) {
        let start = self.line.len();
        loop {
            self.line.push(b"0123456789"[number % 10]);
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.line[start..].reverse();
    }

    /// Appends a set as a hexadecimal number, with bit i for element i.
    fn set(&mut self, set: &ElementSet) {
        let start = self.line.len();
        for i in set.iter().map(|x| self.number[x.index()]) {
            let place = start + i / 4;
            if self.line.len() <= place {
                self.line.resize(place + 1, 0);
            }
            self.line[place] |= 1 << (i % 4);
        }
        if set.is_empty() {
            self.line.push(0);
        }
        let digits = &mut self.line[start..];
        digits.reverse();
        digits.iter_mut().for_each(|digit| *digit = b"0123456789abcdef"[usize::from(*digit)]);
    }
}

/// Sums that the prover has passed on and that no line has cited yet.
#[derive(Default)]
struct Sums {
    terms: Vec<Vec<Reference>>,
    /// The places of those that have been cited.
    free: Vec<usize>,
}

impl Sums {
    /// The first number of a sum. No file has this many steps.
    const FIRST: usize = 1 << 31;

    /// Keeps a sum until it is cited.
    fn keep(&mut self, terms: Vec<Reference>) -> StepId {
        let place = self.free.pop().unwrap_or(self.terms.len());
        self.terms.resize(self.terms.len().max(place + 1), Vec::new());
        self.terms[place] = terms;
        StepId::new(Self::FIRST + place)
    }

    /// What to write for a reference: the reference itself, or the terms of the sum it stands for.
    fn cite(&mut self, reference: Reference) -> Vec<Reference> {
        let Some(place) = reference.step.index().checked_sub(Self::FIRST) else { return vec![reference] };
        self.free.push(place);
        std::mem::take(&mut self.terms[place])
    }
}

impl<W: Write + Send> Sink for Writer<'_, W> {
    fn take(&mut self, step: Step) -> Result<StepId, Halt> {
        self.begin_step(&step);
        self.end_step(&step.rule);
        self.end_line()?;
        self.steps += 1;
        Ok(StepId::new(self.steps - 1))
    }

    fn take_map(&mut self, images: IsomorphismMap) -> Result<Option<MapId>, Halt> {
        if is_identity(&images) {
            return Ok(None);
        }
        if let Some(&map) = self.maps.get(&images) {
            return Ok(Some(map));
        }
        self.text("m");
        for x in self.position.remaining().iter() {
            self.text(" ");
            match images[x.index()] {
                Some(y) => self.element(y),
                None => self.text("-"),
            }
        }
        self.end_line()?;
        let map = MapId::new(self.maps.len());
        self.meter.make_room(&mut self.maps, size_of_val(&*images), 0)?;
        self.maps.insert(images, map);
        Ok(Some(map))
    }

    fn takes_sums(&self) -> bool {
        true
    }

    fn take_sum(&mut self, terms: Vec<Reference>) -> Result<StepId, Halt> {
        Ok(self.sums.keep(terms))
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
