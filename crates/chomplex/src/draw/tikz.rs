//! Pictures for TeX: a `tikzpicture` that defines its styles at the top, where they can be changed.

use std::fmt::Write as _;

use super::board::Point;
use super::picture::{Canvas, Look};
use crate::provenance::PROGRAM;

/// A TikZ picture under construction.
#[derive(Default)]
pub(super) struct Tikz {
    body: String,
}

impl Tikz {
    pub(super) fn finish(self, title: &str) -> String {
        format!(
            "% {}\n% {PROGRAM}\n\\begin{{tikzpicture}}[\n{STYLES}]\n{}\\end{{tikzpicture}}\n",
            title.replace('\n', " "),
            self.body
        )
    }

    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.body, "  {line}").expect("a string takes it");
    }
}

const STYLES: &str = "  scale=0.8, every node/.style={inner sep=0pt, font=\\footnotesize},
  face/.style={fill=blue!50!cyan, fill opacity=0.18},
  edge/.style={thick, black!75},
  vertex/.style={draw=black!75, fill=white, thick, rounded corners=2pt},
  cell/.style={draw=white, fill=brown!70!black, rounded corners=2pt},
  poison/.style={draw=black!40, fill=white, rounded corners=2pt},
  gone/.style={draw=black!25, dashed, rounded corners=2pt},
  ink/.style={},
  pale/.style={black!40},
  value/.style={draw=black!40, fill=white, rounded corners=1.5pt},
  wins/.style={draw=green!40!black, fill=green!50!black, text=white, rounded corners=1.5pt},
";

/// A point in TeX coordinates, where y points upwards.
fn at(p: Point) -> String {
    // Avoids a minus sign before zero.
    let number = |x: f64| format!("{:.2}", (x * 100.0).round() / 100.0 + 0.0);
    format!("({},{})", number(p.x), number(-p.y))
}

/// Escapes a text for TeX.
fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '\\' => safe.push_str("\\textbackslash{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '~' => safe.push_str("\\textasciitilde{}"),
            '×' => safe.push_str("$\\times$"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => safe.extend(['\\', c]),
            c => safe.push(c),
        }
    }
    safe
}

impl Canvas for Tikz {
    fn polygon(&mut self, corners: &[Point], look: Look, _: &str) {
        let corners: Vec<String> = corners.iter().map(|&p| at(p)).collect();
        self.put(format_args!("\\fill[{}] {} -- cycle;", look.name(), corners.join(" -- ")));
    }

    fn line(&mut self, from: Point, to: Point, look: Look, _: &str) {
        self.put(format_args!("\\draw[{}] {} -- {};", look.name(), at(from), at(to)));
    }

    fn disc(&mut self, middle: Point, radius: f64, look: Look, _: &str) {
        self.put(format_args!("\\path[{}] {} circle[radius={radius:.2}];", look.name(), at(middle)));
    }

    fn tile(&mut self, middle: Point, size: Point, look: Look, _: &str) {
        let half = size * 0.5;
        self.put(format_args!("\\path[{}] {} rectangle {};", look.name(), at(middle - half), at(middle + half)));
    }

    fn text(&mut self, middle: Point, _: f64, look: Look, text: &str) {
        let style = look.letters();
        self.put(format_args!("\\node[{style}] at {} {{{}}};", at(middle), escape(text)));
    }
}
