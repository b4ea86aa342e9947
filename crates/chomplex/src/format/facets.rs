//! Complexes as facet lines (`docs/formats/facets.md`).
//!
//! One facet a line. A line with spaces or commas lists whole names; one without is a run of single characters.

use super::error::Mistake;
use super::listing::mistake as face_mistake;
use super::notation::{Notation, WriteError};
use crate::family::complex::{self, Complex};
use crate::family::facets::Facets;
use crate::family::plan::{Named, Plan};
use crate::family::vertex::{BadFace, check_face, split_face};
use crate::position::Position;

/// A first line that tells facet lines from other notations.
pub(crate) const HEADER: &str = "# facets";

/// Reads a complex.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let mut facets = Vec::new();
    let mut at = 0;
    let mut largest = (0, 0..0);
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or("");
        let facet = content.trim();
        if !facet.is_empty() {
            let start = at + content.len() - content.trim_start().len();
            let vertices = split_line(facet).map_err(|bad| face_mistake(bad, facet, start))?;
            if vertices.len() > largest.0 {
                largest = (vertices.len(), start..start + facet.len());
            }
            facets.push(vertices);
        }
        at += line.len();
    }
    let plan = Plan::Complex(Complex::Facets(Facets::new(facets)));
    let position = plan.build().and_then(Named::into_recognised_position);
    position.map_err(|fault| Mistake::new(fault, largest.1))
}

fn split_line(facet: &str) -> Result<Vec<&str>, BadFace<'_>> {
    if !facet.contains(char::is_whitespace) {
        return split_face(facet);
    }
    let vertices: Vec<&str> = facet.split(|c: char| c.is_whitespace() || c == ',').filter(|v| !v.is_empty()).collect();
    check_face(&vertices)?;
    Ok(vertices)
}

/// Writes the facets of a complex; where they could be taken for another notation, they say what they are.
pub(crate) fn write(position: &Position) -> Result<String, WriteError> {
    let list = complex::of(position).ok_or(WriteError::NotAComplex { notation: Notation::Facets })?;
    let lines: String = list.facets().iter().map(|facet| format!("{facet}\n")).collect();
    if lines.is_empty() || Notation::detect(&lines) == Notation::Facets {
        return Ok(lines);
    }
    Ok(format!("{HEADER}\n{lines}"))
}
