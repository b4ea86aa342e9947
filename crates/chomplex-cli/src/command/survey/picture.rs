//! Plots the values of a survey.

use std::collections::BTreeMap;

use anyhow::bail;
use chomplex::draw::chart::Chart;
use chomplex::survey::row::Row;

/// The data of a plot: a point or a square for each row of a family, or a histogram of the values.
pub(super) struct Picture {
    title: String,
    parameters: Vec<String>,
    places: Vec<(Vec<u64>, u64)>,
    values: BTreeMap<u64, u64>,
}

impl Picture {
    pub(super) fn new(title: &str, parameters: &[String]) -> anyhow::Result<Self> {
        if parameters.len() > 2 {
            bail!("a picture has two directions, and here are {} parameters", parameters.len());
        }
        let (title, parameters) = (title.to_owned(), parameters.to_vec());
        Ok(Picture { title, parameters, places: Vec::new(), values: BTreeMap::new() })
    }

    pub(super) fn add(&mut self, row: &Row) {
        let Some(value) = row.grundy.map(|value| u64::from(value.0)) else { return };
        if self.parameters.is_empty() {
            *self.values.entry(value).or_default() += 1;
        } else {
            self.places.push((row.parameters.clone(), value));
        }
    }

    pub(super) fn svg(&self) -> String {
        let (title, value) = (self.title.clone(), "Grundy value".to_owned());
        match &self.parameters[..] {
            [] => {
                let chart = Chart { title, across: value, upwards: "rows".to_owned() };
                chart.bars(&self.values.iter().map(|(&value, &rows)| (value, rows)).collect::<Vec<_>>())
            }
            [n] => {
                let chart = Chart { title, across: n.clone(), upwards: value };
                chart.points(&self.places.iter().map(|(place, value)| (place[0], *value)).collect::<Vec<_>>())
            }
            [m, n, ..] => {
                let chart = Chart { title, across: n.clone(), upwards: m.clone() };
                chart
                    .squares(&self.places.iter().map(|(place, value)| (place[1], place[0], *value)).collect::<Vec<_>>())
            }
        }
    }
}
