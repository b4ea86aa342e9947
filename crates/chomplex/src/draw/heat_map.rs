//! A matrix of probabilities as coloured squares.

use super::svg::{Anchor, Colour, Svg, Text, width_of};

/// A square matrix of probabilities between named things.
///
/// ```
/// use chomplex::draw::heat_map::{Cell, HeatMap};
/// let cells = |i: usize, j: usize| (i != j).then(|| Cell { value: 0.5, certain: false, note: "even".into() });
/// let map = HeatMap { title: "coins".into(), subtitle: "heads before tails".into(), names: vec!["a".into(), "b".into()] };
/// assert!(map.svg(cells).starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// What a square means.
    pub subtitle: String,
    /// The names of the rows, from top to bottom, and of the columns, from left to right.
    pub names: Vec<String>,
}

/// A square of the heat map.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The probability, from 0 to 1.
    pub value: f64,
    /// Whether the value is certain, that is, 0 or 1 by necessity.
    pub certain: bool,
    /// The tooltip.
    pub note: String,
}

/// The colours for never and always, and the scale between them from 0 through 1/2 to 1.
const NEVER: Colour = Colour([0x5c, 0x2a, 0x06]);
const ALWAYS: Colour = Colour([0x0b, 0x2f, 0x57]);
const SCALE: [Colour; 5] = [
    Colour([0xc4, 0x68, 0x1c]),
    Colour([0xee, 0xbd, 0x8a]),
    Colour([0xf6, 0xf4, 0xef]),
    Colour([0x9c, 0xc0, 0xe2]),
    Colour([0x2c, 0x6f, 0xb3]),
];

/// The side of the whole matrix, as long as single squares are neither too large nor too small.
const SIDE: f64 = 720.0;
const LARGEST: f64 = 46.0;
const SMALLEST: f64 = 2.0;
/// Minimum size of squares that show a number.
const WITH_NUMBERS: f64 = 26.0;
/// With more names than this there are no tooltips: the file would grow too large.
const MOST_NOTES: usize = 100;
/// Longer names are shortened.
const LONGEST_NAME: usize = 18;
const MARGIN: f64 = 18.0;
/// The smallest readable font size.
const SMALLEST_LETTERS: f64 = 8.0;

impl HeatMap {
    /// Draws the heat map as SVG. Where there is no cell, nothing is drawn.
    pub fn svg(&self, cell: impl Fn(usize, usize) -> Option<Cell>) -> String {
        let layout = Layout::new(self);
        let mut svg = Svg::default();
        self.heading(&mut svg);
        layout.labels(&mut svg);
        for row in 0..self.names.len() {
            layout.row(&mut svg, row, |column| cell(row, column));
        }
        let width = layout.left + layout.side().max(LEGEND_WIDTH) + MARGIN;
        let title = width_of(&self.title, 16.0).max(width_of(&self.subtitle, 12.0)) + 2.0 * MARGIN;
        legend(&mut svg, layout.left, layout.top + layout.side() + 22.0);
        svg.resize(width.max(title), layout.top + layout.side() + 22.0 + 30.0 + MARGIN);
        svg.finish(&self.title)
    }

    fn heading(&self, svg: &mut Svg) {
        for (text, size, y) in [(&self.title, 16.0, MARGIN + 12.0), (&self.subtitle, 12.0, MARGIN + 32.0)] {
            svg.text(&Text { x: MARGIN, y, size, text, ..Text::default() });
        }
    }
}

/// Sizes and positions.
struct Layout {
    names: Vec<String>,
    cell: f64,
    letters: f64,
    left: f64,
    top: f64,
}

impl Layout {
    fn new(map: &HeatMap) -> Self {
        let cell = (SIDE / map.names.len().max(1) as f64).clamp(SMALLEST, LARGEST);
        let letters = (0.8 * cell).clamp(SMALLEST_LETTERS, 13.0);
        let names: Vec<String> = map.names.iter().map(|name| shortened(name)).collect();
        let longest = names.iter().map(|name| width_of(name, letters)).fold(0.0, f64::max);
        Layout { names, cell, letters, left: MARGIN + longest + 8.0, top: MARGIN + 44.0 + longest + 8.0 }
    }

    fn side(&self) -> f64 {
        self.cell * self.names.len() as f64
    }

    /// Draws the names of rows and columns; only every k-th one if there is no room for all of
    /// them.
    fn labels(&self, svg: &mut Svg) {
        let every = ((SMALLEST_LETTERS + 1.0) / self.cell).ceil().max(1.0) as usize;
        for (i, text) in self.names.iter().enumerate().step_by(every) {
            let middle = (i as f64 + 0.5) * self.cell + 0.35 * self.letters;
            let label = Text { size: self.letters, text, ..Text::default() };
            svg.text(&Text { x: self.left - 6.0, y: self.top + middle, anchor: Anchor::End, ..label });
            svg.text(&Text { x: self.left + middle, y: self.top - 6.0, upright: true, ..label });
        }
    }

    /// Draws the squares of a row. Without tooltips, neighbours of the same colour are drawn as one
    /// rectangle.
    fn row(&self, svg: &mut Svg, row: usize, cell: impl Fn(usize) -> Option<Cell>) {
        let count = self.names.len();
        let y = self.top + row as f64 * self.cell;
        // Small squares overlap a little, so that no background shows between them.
        let gap = if self.cell >= 8.0 { 1.0 } else { -0.3 };
        let mut column = 0;
        while column < count {
            let Some(this) = cell(column) else {
                column += 1;
                continue;
            };
            let fill = colour(&this);
            let same = |&next: &usize| cell(next).is_some_and(|next| colour(&next) == fill);
            let run = if count > MOST_NOTES { 1 + (column + 1..count).take_while(same).count() } else { 1 };
            let x = self.left + column as f64 * self.cell;
            let note = (count <= MOST_NOTES).then_some(&*this.note);
            svg.rectangle([x, y, run as f64 * self.cell - gap, self.cell - gap], &fill.hex(), note);
            if self.cell >= WITH_NUMBERS {
                let (x, y, size) = (x + 0.5 * self.cell, y + 0.5 * self.cell + 4.0, (0.32 * self.cell).min(13.0));
                let (anchor, fill, text) = (Anchor::Middle, Some(fill.ink()), &*number(&this));
                svg.text(&Text { x, y, size, anchor, fill, text, ..Text::default() });
            }
            column += run;
        }
    }
}

/// Truncates a long name.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        None => name.to_owned(),
        Some(_) => name.chars().take(LONGEST_NAME - 1).chain(['…']).collect(),
    }
}

fn number(cell: &Cell) -> String {
    if cell.certain { format!("{:.0}", cell.value) } else { format!("{:.2}", cell.value) }
}

/// The colour of a square, quantised finely enough that the steps are invisible.
fn colour(cell: &Cell) -> Colour {
    match cell.certain {
        true if cell.value < 0.5 => NEVER,
        true => ALWAYS,
        false => Colour::on_scale(&SCALE, (cell.value * 128.0).round() / 128.0),
    }
}

const LEGEND_WIDTH: f64 = 330.0;

/// Draws the colour legend.
fn legend(svg: &mut Svg, left: f64, top: f64) {
    let (height, steps, scale) = (14.0, 48, 192.0);
    let label = |svg: &mut Svg, x: f64, text: &str| {
        let y = top + height + 15.0;
        svg.text(&Text { x, y, size: 11.0, anchor: Anchor::Middle, text, ..Text::default() });
    };
    svg.rectangle([left, top, 40.0, height], &NEVER.hex(), None);
    label(svg, left + 20.0, "never");
    let start = left + 60.0;
    let width = scale / f64::from(steps);
    for i in 0..steps {
        let value = (f64::from(i) + 0.5) / f64::from(steps);
        // A little wider than its slot, so that no background shows between two of them.
        let place = [start + f64::from(i) * width, top, width + 0.4, height];
        svg.rectangle(place, &Colour::on_scale(&SCALE, value).hex(), None);
    }
    for (part, text) in [(0.0, "0"), (1.0 / 3.0, "1/3"), (0.5, "1/2"), (2.0 / 3.0, "2/3"), (1.0, "1")] {
        label(svg, start + part * scale, text);
    }
    svg.rectangle([start + scale + 20.0, top, 40.0, height], &ALWAYS.hex(), None);
    label(svg, start + scale + 40.0, "always");
}
