//! Python code that makes the poset in SageMath.

use crate::position::Position;

/// Writes what remains of a position as `Poset((elements, covers), cover_relations=True)`.
pub(crate) fn write(position: &Position) -> String {
    // A JSON string is a Python string too.
    let name = |x| serde_json::Value::from(position.name(x)).to_string();
    let elements: Vec<String> = position.moves().map(name).collect();
    let covers: Vec<String> =
        super::remaining_covers(position).map(|(x, y)| format!("[{}, {}]", name(x), name(y))).collect();
    format!("Poset(([{}], [{}]), cover_relations=True)\n", elements.join(", "), covers.join(", "))
}
