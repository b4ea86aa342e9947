//! The Hasse diagram in the Graphviz language.

use std::fmt::Write;

use crate::position::Position;
use crate::provenance::PROGRAM;

/// Writes what remains of a position: `dot -Tsvg` draws it with larger elements higher up.
pub(crate) fn write(position: &Position) -> String {
    let mut text = format!(
        "// {PROGRAM}\ndigraph position {{\n  rankdir=BT;\n  node [shape=plaintext];\n  edge [arrowhead=none];\n"
    );
    for x in position.moves() {
        let _ = writeln!(text, "  {} [label={}];", x.index(), quoted(position.name(x)));
    }
    for (x, y) in super::remaining_covers(position) {
        let _ = writeln!(text, "  {} -> {};", x.index(), y.index());
    }
    text.push_str("}\n");
    text
}

/// A string in double quotes. Backslashes are doubled, since they have a meaning in Graphviz
/// labels.
fn quoted(name: &str) -> String {
    let shown: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", shown.replace('\\', "\\\\").replace('"', "\\\""))
}
