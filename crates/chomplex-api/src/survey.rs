//! What the rows of a survey have in common.

use std::collections::BTreeMap;

use chomplex::survey::period;
use chomplex::survey::summary;
use serde::Serialize;

use crate::map::Named;

/// The findings of a survey, as `survey --json` prints them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// Whether a formula holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expectation: Option<Expectation>,
    /// The periods of sequences of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periods: Option<Vec<Sequence>>,
    /// Histograms of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
}

/// The rows for which a formula holds, fails, or is unknown.
#[derive(Clone, Debug, Serialize)]
pub struct Expectation {
    /// The formula.
    pub formula: String,
    /// The number of rows for which it holds.
    pub holds: u64,
    /// The number of rows for which it fails.
    pub fails: u64,
    /// The number of rows for which that is not known.
    pub unknown: u64,
    /// Whether a counterexample ended the survey.
    pub stopped: bool,
    /// The positions for which it fails, the smallest first.
    pub counterexamples: Vec<String>,
}

/// The values of a sequence, and its period.
#[derive(Clone, Debug, Serialize)]
pub struct Sequence {
    /// The values of the other parameters.
    pub parameters: Named<u64>,
    /// The Grundy values.
    pub values: Vec<u32>,
    /// The period, if one is seen.
    pub period: Option<Period>,
}

/// A period of a sequence.
#[derive(Clone, Debug, Serialize)]
pub struct Period {
    /// The value of the parameter where it begins.
    pub from: u64,
    /// Its length.
    pub length: usize,
    /// What is added from period to period.
    pub saltus: i64,
    /// The values of the first period.
    pub values: Vec<u32>,
    /// The number of values that agree with it.
    pub seen: usize,
}

/// Histograms of the values.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The number of rows.
    pub rows: u64,
    /// How often each player wins.
    pub outcomes: Named<u64>,
    /// How often each value occurs.
    pub values: Vec<ValueRows>,
    /// How often each rule decided.
    pub decided_by: BTreeMap<String, u64>,
    /// The number of rows stopped by a limit.
    pub stopped: u64,
    /// The values by the entries of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<CrossRow>>,
}

/// How often a value occurs.
#[derive(Clone, Debug, Serialize)]
pub struct ValueRows {
    /// The value.
    pub grundy: u32,
    /// The number of rows with it.
    pub rows: u64,
    /// The number of elements of the smallest position with it.
    pub elements: u64,
    /// The smallest position with it.
    pub smallest: String,
}

/// How often each value occurs together with an entry of a column.
#[derive(Clone, Debug, Serialize)]
pub struct CrossRow {
    /// The name of the column and the entry.
    #[serde(flatten)]
    pub entry: Named<String>,
    /// How often each value occurs; `null` stands for an unknown one.
    pub values: Named<u64>,
}

impl Sequence {
    /// A sequence of a survey with these parameters, of which the last runs.
    #[must_use]
    pub fn new(sequence: &period::Sequence, parameters: &[String]) -> Self {
        let period = |period: period::Period| Period {
            from: sequence.places[period.from],
            length: period.length,
            saltus: period.saltus,
            values: sequence.values[period.from..period.from + period.length].to_vec(),
            seen: period.seen,
        };
        Sequence {
            parameters: Named(parameters.iter().cloned().zip(sequence.others.iter().copied()).collect()),
            values: sequence.values.clone(),
            period: sequence.period().map(period),
        }
    }
}

impl From<&summary::Summary> for Summary {
    fn from(summary: &summary::Summary) -> Self {
        let values = summary.values.iter().map(|(grundy, value)| ValueRows {
            grundy: grundy.0,
            rows: value.rows,
            elements: value.elements,
            smallest: value.smallest.clone(),
        });
        let by = summary.cross().map(|(column, cross)| {
            let row = |(entry, row): (&summary::CrossKey, &BTreeMap<_, u64>)| CrossRow {
                entry: Named(vec![(column.name().to_owned(), entry.to_string())]),
                values: named(row, |value: &Option<chomplex::Grundy>| {
                    value.map_or("null".to_owned(), |value| value.to_string())
                }),
            };
            cross.iter().map(row).collect()
        });
        Summary {
            rows: summary.rows,
            outcomes: named(&summary.outcomes, ToString::to_string),
            values: values.collect(),
            decided_by: summary.decided_by.clone(),
            stopped: summary.stopped,
            by,
        }
    }
}

fn named<K>(rows: &BTreeMap<K, u64>, name: impl Fn(&K) -> String) -> Named<u64> {
    Named(rows.iter().map(|(key, &rows)| (name(key), rows)).collect())
}
