//! Results computed from all rows together.

use std::ops::ControlFlow;

use chomplex::report::survey as report;
use chomplex::survey::expect::{Counterexample, Formula, Verdict};
use chomplex::survey::period::Sequence;
use chomplex::survey::row::{Column, Row};
use chomplex::survey::summary::Summary;
use chomplex_api::survey;

/// What is sought.
#[derive(clap::Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct FindingsArgs {
    /// Test whether every row satisfies a formula over the columns and parameters, such as
    /// `grundy == 0` or `n % 2 == 1 || grundy in [0, 3]`; counterexamples are listed, the smallest
    /// first
    #[arg(long, value_name = "FORMULA")]
    expect: Option<String>,
    /// Stop at the first counterexample
    #[arg(long, requires = "expect")]
    stop: bool,
    /// Look for a period of the values as the last parameter grows
    #[arg(long, requires = "ranges")]
    period: bool,
    /// Print a histogram of values
    #[arg(long)]
    summary: bool,
    /// Print the histogram for each entry of this column
    #[arg(long, value_name = "COLUMN", requires = "summary")]
    by: Option<String>,
}

/// Maximum number of counterexamples kept; further ones are only counted.
const MOST_COUNTEREXAMPLES: usize = 1000;

/// The findings, updated row by row.
pub(super) struct Findings {
    expectation: Option<Expectation>,
    sequences: Option<Vec<Sequence>>,
    summary: Option<Summary>,
    parameters: Vec<String>,
}

struct Expectation {
    text: String,
    formula: Formula,
    stops: bool,
    holds: u64,
    fails: u64,
    unknown: u64,
    counterexamples: Vec<Counterexample>,
}

impl FindingsArgs {
    /// Whether any findings were requested.
    pub(super) fn any(&self) -> bool {
        self.expect.is_some() || self.period || self.summary
    }

    pub(super) fn start(&self, parameters: &[String]) -> anyhow::Result<Findings> {
        let expectation = self.expect.as_ref().map(|text| {
            let formula = Formula::new(text, parameters)?;
            let (text, stops, counterexamples) = (text.clone(), self.stop, Vec::new());
            anyhow::Ok(Expectation { text, formula, stops, holds: 0, fails: 0, unknown: 0, counterexamples })
        });
        let by = self.by.as_ref().map(|name| Column::find(name, parameters)).transpose()?;
        Ok(Findings {
            expectation: expectation.transpose()?,
            sequences: self.period.then(Vec::new),
            summary: self.summary.then(|| Summary::new(by)),
            parameters: parameters.to_vec(),
        })
    }
}

impl Findings {
    /// The columns they need.
    pub(super) fn columns(&self) -> Vec<Column> {
        let formula = self.expectation.iter().flat_map(|expectation| expectation.formula.columns().to_vec());
        let by = self.summary.iter().filter_map(|summary| Some(summary.cross()?.0.clone()));
        formula.chain(by).collect()
    }

    /// Adds a row. Breaks if it ends the survey.
    pub(super) fn add(&mut self, row: &Row) -> anyhow::Result<ControlFlow<()>> {
        if let Some(summary) = &mut self.summary {
            summary.add(row);
        }
        if let Some(sequences) = &mut self.sequences {
            Sequence::extend(sequences, row);
        }
        match &mut self.expectation {
            Some(expectation) => expectation.add(row),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    /// Whether a row contradicts an expectation.
    pub(super) fn is_contradicted(&self) -> bool {
        self.expectation.as_ref().is_some_and(|expectation| expectation.fails > 0)
    }

    /// The findings as text.
    pub(super) fn text(&self) -> String {
        let mut parts = Vec::new();
        if let Some(expectation) = &self.expectation {
            parts.push(expectation.text());
        }
        parts.extend(self.sequences.as_ref().map(|sequences| report::periods(sequences, &self.parameters)));
        parts.extend(self.summary.as_ref().map(report::summary));
        parts.join("\n\n")
    }

    /// The shape of the findings in JSON.
    pub(super) fn shape(&self) -> survey::Findings {
        let expectation = |expectation: &Expectation| survey::Expectation {
            formula: expectation.text.clone(),
            holds: expectation.holds,
            fails: expectation.fails,
            unknown: expectation.unknown,
            stopped: expectation.is_stopped(),
            counterexamples: expectation.counterexamples.iter().map(|example| example.position.clone()).collect(),
        };
        let sequence = |sequence: &Sequence| survey::Sequence::new(sequence, &self.parameters);
        survey::Findings {
            expectation: self.expectation.as_ref().map(expectation),
            periods: self.sequences.as_ref().map(|sequences| sequences.iter().map(sequence).collect()),
            summary: self.summary.as_ref().map(survey::Summary::from),
        }
    }
}

impl Expectation {
    fn add(&mut self, row: &Row) -> anyhow::Result<ControlFlow<()>> {
        match self.formula.test(row)? {
            Verdict::Holds => self.holds += 1,
            Verdict::Unknown => self.unknown += 1,
            Verdict::Fails => {
                self.fails += 1;
                let example = self.formula.counterexample(row);
                let place = self.counterexamples.partition_point(|other| other.elements <= example.elements);
                self.counterexamples.insert(place, example);
                self.counterexamples.truncate(MOST_COUNTEREXAMPLES);
                if self.stops {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a counterexample ended the survey.
    fn is_stopped(&self) -> bool {
        self.stops && self.fails > 0
    }

    fn text(&self) -> String {
        let text = report::expectation(&self.text, [self.holds, self.fails, self.unknown], &self.counterexamples);
        let stopped = "\nStopped at the first counterexample; the rows after it were not tested.";
        if self.is_stopped() { text + stopped } else { text }
    }
}
