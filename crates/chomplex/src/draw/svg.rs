//! SVG primitives: rectangles, discs, lines and texts, in colours for light and dark viewers.

use super::board::Point;
use super::picture::{Canvas, Look};
use crate::provenance::PROGRAM;

/// An SVG picture under construction.
#[derive(Default)]
pub(super) struct Svg {
    body: String,
    width: f64,
    height: f64,
}

/// The horizontal alignment of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

/// A text with its position, size and orientation.
#[derive(Clone, Copy, Default)]
pub(super) struct Text<'a> {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) anchor: Anchor,
    /// Whether the text is vertical, read from bottom to top.
    pub(super) upright: bool,
    /// A colour instead of the default text colour.
    pub(super) fill: Option<&'a str>,
    pub(super) text: &'a str,
}

/// A colour, as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Colour(pub(super) [u8; 3]);

impl Colour {
    pub(super) fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Black or white, whichever is more readable on this colour.
    pub(super) fn ink(self) -> &'static str {
        let [red, green, blue] = self.0.map(f64::from);
        if 0.299 * red + 0.587 * green + 0.114 * blue > 140.0 { "#1c1c1c" } else { "#ffffff" }
    }

    /// The colour for a value from 0 to 1 on a colour scale.
    pub(super) fn on_scale(scale: &[Self], value: f64) -> Self {
        let place = value.clamp(0.0, 1.0) * (scale.len() - 1) as f64;
        let step = (place as usize).min(scale.len() - 2);
        let [low, high] = [scale[step], scale[step + 1]].map(|colour| colour.0.map(f64::from));
        let mix = |i: usize| low[i] + (place - step as f64) * (high[i] - low[i]);
        Colour(std::array::from_fn(|i| mix(i).round().clamp(0.0, 255.0) as u8))
    }
}

impl Svg {
    /// A picture of a board.
    pub(super) fn for_board() -> Self {
        Svg { body: BOARD_STYLE.to_owned(), ..Svg::default() }
    }

    /// A rectangle, optionally with a tooltip.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f64; 4], fill: &str, note: Option<&str>) {
        let shape =
            format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"");
        self.push(&match note {
            Some(note) => format!("{shape}><title>{}</title></rect>", escape(note)),
            None => format!("{shape}/>"),
        });
    }

    /// A thin grid line, drawn as a rectangle.
    pub(super) fn rule(&mut self, [x, y, width, height]: [f64; 4]) {
        self.push(&format!(
            "<rect class=\"rule\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    /// A disc with a tooltip.
    pub(super) fn circle(&mut self, [x, y, radius]: [f64; 3], fill: &str, note: &str) {
        let shape = format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\">");
        self.push(&format!("{shape}<title>{}</title></circle>", escape(note)));
    }

    pub(super) fn text(&mut self, text: &Text<'_>) {
        let anchor = match text.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let colour = text.fill.map_or("class=\"ink\"".to_owned(), |fill| format!("fill=\"{fill}\""));
        let (x, y) = (text.x, text.y);
        let turn = if text.upright { format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"") } else { String::new() };
        self.push(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{:.1}\" text-anchor=\"{anchor}\" {colour}{turn}>{}</text>",
            text.size,
            escape(text.text)
        ));
    }

    /// A figure of a board, with its name as a tooltip.
    fn figure(&mut self, shape: &str, attributes: &str, look: Look, name: &str) {
        let note = if name.is_empty() { String::new() } else { format!("<title>{}</title>", escape(name)) };
        self.push(&format!("<{shape} class=\"{}\" {attributes}>{note}</{shape}>", look.name()));
    }

    fn push(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    /// Sets the size of the picture.
    pub(super) fn resize(&mut self, width: f64, height: f64) {
        (self.width, self.height) = (width, height);
    }

    /// The finished picture, with a background that follows the viewer's light or dark mode.
    pub(super) fn finish(self, title: &str) -> String {
        let (width, height) = (self.width.ceil(), self.height.ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n\
             <title>{}</title>\n<metadata>{PROGRAM}</metadata>\n{STYLE}\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escape(title),
            self.body
        )
    }
}

const STYLE: &str = "<style>
.ink { fill: #1c1c1c } .paper { fill: #ffffff } .rule { fill: #e4e2dd }
@media (prefers-color-scheme: dark) { .ink { fill: #e6e3de } .paper { fill: #17191d } .rule { fill: #2c2f35 } }
</style>
";

/// The styles of boards, in addition to those of all pictures.
const BOARD_STYLE: &str = "<style>
.pale { fill: #8a8f98 } .white { fill: #ffffff }
.face { fill: #3b7dd8; fill-opacity: 0.16; stroke: none } .edge { stroke: #4a5160; stroke-width: 2.5; stroke-linecap: round }
.vertex { fill: #ffffff; stroke: #4a5160; stroke-width: 2 } .cell { fill: #7b4a2d; stroke: #5c3520; stroke-width: 1 }
.poison { fill: #f3efe9; stroke: #b9aa9a; stroke-width: 1 } .gone { fill: none; stroke: #c9ccd2; stroke-width: 1; stroke-dasharray: 3 4 }
.value { fill: #ffffff; stroke: #b6bac2; stroke-width: 1 } .wins { fill: #2e7d4f; stroke: #1f5c39; stroke-width: 1 }
@media (prefers-color-scheme: dark) {
.pale { fill: #7d838d } .face { fill: #5b9bf0; fill-opacity: 0.2 } .edge { stroke: #a9b0bd }
.vertex { fill: #24272d; stroke: #a9b0bd } .cell { fill: #8a5836; stroke: #b07a52 } .poison { fill: #24211e; stroke: #5f5347 }
.gone { stroke: #3c4048 } .value { fill: #24272d; stroke: #565c66 }
}
</style>
";

/// The length of a unit of a board in pixels.
pub(super) const UNIT: f64 = 56.0;

impl Canvas for Svg {
    fn polygon(&mut self, corners: &[Point], look: Look, name: &str) {
        let corners: Vec<String> = corners.iter().map(|p| format!("{:.1},{:.1}", UNIT * p.x, UNIT * p.y)).collect();
        self.figure("polygon", &format!("points=\"{}\"", corners.join(" ")), look, name);
    }

    fn line(&mut self, from: Point, to: Point, look: Look, name: &str) {
        let [from, to] = [from * UNIT, to * UNIT];
        let ends = format!("x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"", from.x, from.y, to.x, to.y);
        self.figure("line", &ends, look, name);
    }

    fn disc(&mut self, middle: Point, radius: f64, look: Look, name: &str) {
        let [x, y, radius] = [middle.x, middle.y, radius].map(|length| UNIT * length);
        self.figure("circle", &format!("cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\""), look, name);
    }

    fn tile(&mut self, middle: Point, size: Point, look: Look, name: &str) {
        let (corner, size) = ((middle - size * 0.5) * UNIT, size * UNIT);
        let (Point { x, y }, round) = (corner, 0.25 * size.y.min(24.0));
        let attributes =
            format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round:.1}\"", size.x, size.y);
        self.figure("rect", &attributes, look, name);
    }

    fn text(&mut self, middle: Point, height: f64, look: Look, text: &str) {
        let size = UNIT * height;
        // Digits and capitals are 0.7 of the font size high.
        let (x, y) = (UNIT * middle.x, UNIT * middle.y + 0.35 * size);
        let letters = look.letters();
        self.push(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\" class=\"{letters}\">{}</text>",
            escape(text)
        ));
    }
}

/// The approximate width of a text.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

/// Escapes a text for XML. Characters that XML does not allow become U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escape("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot;\u{fffd}");
    }

    #[test]
    fn colours_mix() {
        let (black, white) = (Colour([0, 0, 0]), Colour([255, 255, 255]));
        assert_eq!(Colour::on_scale(&[black, white], 0.5).hex(), "#808080");
        assert_eq!((black.ink(), white.ink()), ("#ffffff", "#1c1c1c"));
    }
}
