//! A board as JSON, for programs that draw it themselves.

use serde_json::{Value, json};

use super::{Board, Drawing, Figure, Point};
use crate::element::Element;
use crate::position::Position;

impl Board {
    /// The board of a position: all elements of the initial poset, in order, and which of them
    /// remain.
    #[must_use]
    pub fn json(&self, position: &Position) -> Value {
        let parts = self.parts.iter().map(|place| {
            json!({
                "kind": place.kind.id(),
                "number": place.number,
                "box": [round(place.corner.x), round(place.corner.y), round(place.size.x), round(place.size.y)],
            })
        });
        let poset = position.poset();
        let elements = poset.elements().zip(&self.pieces).map(|(x, piece)| {
            json!({
                "name": position.name(x),
                "label": piece.label,
                "part": piece.part,
                "kind": piece.figure.id(),
                "remaining": position.remaining().contains(x),
                "level": poset.level(x),
                "at": point(piece.at),
                "vertices": numbers(piece.figure.vertices()),
                "above": numbers(poset.upper_covers(x)),
            })
        });
        json!({
            "width": round(self.size.x),
            "height": round(self.size.y),
            "parts": parts.collect::<Value>(),
            "elements": elements.collect::<Value>(),
        })
    }
}

impl Drawing {
    /// The name used in JSON.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Drawing::Complex => "complex",
            Drawing::Graph => "graph",
            Drawing::Bar => "bar",
            Drawing::Heaps => "heaps",
            Drawing::Hasse => "hasse",
        }
    }
}

impl Figure {
    /// The name used in JSON.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Figure::Vertex => "vertex",
            Figure::Face(vertices) => match vertices.len() {
                2 => "edge",
                3 => "triangle",
                _ => "face",
            },
            Figure::Cell => "cell",
            Figure::Coin => "coin",
            Figure::Node => "node",
        }
    }

    /// The vertices of a face; empty for other figures.
    #[must_use]
    pub fn vertices(&self) -> &[Element] {
        if let Figure::Face(vertices) = self { vertices } else { &[] }
    }
}

fn numbers(elements: &[Element]) -> Vec<usize> {
    elements.iter().map(|x| x.index()).collect()
}

fn point(p: Point) -> [f64; 2] {
    [round(p.x), round(p.y)]
}

/// Rounds to thousandths, which is precise enough for drawing.
fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_told() {
        let start: Position = "complex[012 23]".parse().unwrap();
        let position = start.play(start.find("01").unwrap()).unwrap();
        let board = Board::of(&position).unwrap().json(&position);
        assert_eq!(board["parts"][0]["kind"], "complex");
        let elements = board["elements"].as_array().unwrap();
        assert_eq!(elements.len(), 9);
        let of = |name: &str| elements.iter().find(|entry| entry["name"] == name).unwrap();
        assert_eq!((of("01")["remaining"].clone(), of("02")["remaining"].clone()), (json!(false), json!(true)));
        assert_eq!((of("012")["kind"].clone(), of("2")["kind"].clone()), (json!("triangle"), json!("vertex")));
        let name = |number: &Value| elements[number.as_u64().unwrap() as usize]["name"].clone();
        let vertices: Vec<Value> = of("012")["vertices"].as_array().unwrap().iter().map(name).collect();
        assert_eq!(vertices, ["0", "1", "2"]);
        let above: Vec<Value> = of("01")["above"].as_array().unwrap().iter().map(name).collect();
        assert_eq!(above, ["012"]);
    }
}
