//! Charts with axes: points, bars and coloured squares.

use super::svg::{Anchor, Colour, Svg, Text, width_of};

/// The title and axis labels of a chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub across: String,
    /// The label of the vertical axis.
    pub upwards: String,
}

/// The size of the plot area.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 72.0;
const TOP: f64 = 62.0;
const MARGIN: f64 = 18.0;
const LETTERS: f64 = 11.0;

/// The colour of points and bars.
const MARK: &str = "#2c6fb3";

/// The colour scale from low to high values.
const SCALE: [Colour; 5] = [
    Colour([0xf4, 0xf1, 0xea]),
    Colour([0xb9, 0xd2, 0xe6]),
    Colour([0x5d, 0x9c, 0xcc]),
    Colour([0x1f, 0x5f, 0xa8]),
    Colour([0x0a, 0x24, 0x4d]),
];

impl Chart {
    /// A scatter plot with a point for each pair.
    #[must_use]
    pub fn points(&self, points: &[(u64, u64)]) -> String {
        let across = Axis::new(points.iter().map(|&(x, _)| x), WIDTH);
        let upwards = Axis::from_zero(points.iter().map(|&(_, y)| y), HEIGHT);
        let mut svg = self.frame(&across, &upwards);
        let radius = (0.35 * across.unit).clamp(1.2, 4.5);
        for &(x, y) in points {
            let note = format!("{} = {x}: {y}", self.across);
            svg.circle([LEFT + across.at(x), TOP + HEIGHT - upwards.at(y), radius], MARK, &note);
        }
        self.finish(svg)
    }

    /// A bar chart with a bar for each pair; the second number is its height.
    #[must_use]
    pub fn bars(&self, bars: &[(u64, u64)]) -> String {
        let across = Axis::new(bars.iter().map(|&(x, _)| x), WIDTH);
        let upwards = Axis::from_zero(bars.iter().map(|&(_, y)| y), HEIGHT);
        let mut svg = self.frame(&across, &upwards);
        let width = (0.8 * across.unit).clamp(1.0, 48.0);
        for &(x, y) in bars {
            let height = upwards.at(y).max(0.5);
            let note = format!("{} {x}: {y}", self.across);
            let place = [LEFT + across.at(x) - width / 2.0, TOP + HEIGHT - height, width, height];
            svg.rectangle(place, MARK, Some(&note));
        }
        self.finish(svg)
    }

    /// A square for each triple: its horizontal position, its vertical position, and its value.
    #[must_use]
    pub fn squares(&self, squares: &[(u64, u64, u64)]) -> String {
        let across = Axis::new(squares.iter().map(|&(x, _, _)| x), WIDTH);
        let upwards = Axis::new(squares.iter().map(|&(_, y, _)| y), HEIGHT);
        let most = squares.iter().map(|&(_, _, value)| value).max().unwrap_or(0).max(1);
        let mut svg = self.frame(&across, &upwards);
        let (width, height) = (across.unit, upwards.unit);
        let gap = if width.min(height) >= 8.0 { 1.0 } else { -0.3 };
        let letters = (0.5 * width.min(height)).min(13.0);
        for &(x, y, value) in squares {
            let colour = Colour::on_scale(&SCALE, value as f64 / most as f64);
            let (left, top) = (LEFT + across.at(x) - width / 2.0, TOP + HEIGHT - upwards.at(y) - height / 2.0);
            let note = format!("{} = {x}, {} = {y}: {value}", self.across, self.upwards);
            svg.rectangle([left, top, width - gap, height - gap], &colour.hex(), Some(&note));
            if letters >= 7.0 {
                let (x, y) = (left + width / 2.0, top + height / 2.0 + 0.35 * letters);
                let (anchor, fill, text) = (Anchor::Middle, Some(colour.ink()), &*value.to_string());
                svg.text(&Text { x, y, size: letters, anchor, fill, text, ..Text::default() });
            }
        }
        self.finish(svg)
    }

    /// The title, the axes and the grid lines.
    fn frame(&self, across: &Axis, upwards: &Axis) -> Svg {
        let mut svg = Svg::default();
        let label = |svg: &mut Svg, [x, y]: [f64; 2], anchor: Anchor, size: f64, text: &str| {
            svg.text(&Text { x, y, size, anchor, text, ..Text::default() });
        };
        label(&mut svg, [MARGIN, MARGIN + 14.0], Anchor::Start, 16.0, &self.title);
        for (mark, place) in across.marks() {
            svg.rule([LEFT + place - 0.5, TOP, 1.0, HEIGHT]);
            label(&mut svg, [LEFT + place, TOP + HEIGHT + 16.0], Anchor::Middle, LETTERS, &mark.to_string());
        }
        for (mark, place) in upwards.marks() {
            svg.rule([LEFT, TOP + HEIGHT - place - 0.5, WIDTH, 1.0]);
            let y = TOP + HEIGHT - place + 0.35 * LETTERS;
            label(&mut svg, [LEFT - 8.0, y], Anchor::End, LETTERS, &mark.to_string());
        }
        label(&mut svg, [LEFT + WIDTH / 2.0, TOP + HEIGHT + 38.0], Anchor::Middle, 13.0, &self.across);
        let (x, y, text) = (MARGIN + 6.0, TOP + HEIGHT / 2.0, &*self.upwards);
        svg.text(&Text { x, y, size: 13.0, anchor: Anchor::Middle, upright: true, fill: None, text });
        svg
    }

    fn finish(&self, mut svg: Svg) -> String {
        let width = (LEFT + WIDTH).max(width_of(&self.title, 16.0)) + 2.0 * MARGIN;
        svg.resize(width, TOP + HEIGHT + 52.0 + MARGIN);
        svg.finish(&self.title)
    }
}

/// A scale that maps numbers to positions.
struct Axis {
    first: u64,
    last: u64,
    /// The length of a unit.
    unit: f64,
    /// The position of the first number.
    start: f64,
}

impl Axis {
    /// An axis on which each number has a cell of its own and stands at its centre.
    fn new(numbers: impl Iterator<Item = u64> + Clone, length: f64) -> Self {
        let (first, last) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
        let unit = length / ((last - first) as f64 + 1.0);
        Axis { first, last, unit, start: unit / 2.0 }
    }

    /// An axis that starts at zero.
    fn from_zero(numbers: impl Iterator<Item = u64>, length: f64) -> Self {
        let last = numbers.max().unwrap_or(0).max(1);
        Axis { first: 0, last, unit: length / (last as f64 * 1.05), start: 0.0 }
    }

    fn at(&self, number: u64) -> f64 {
        self.start + (number - self.first) as f64 * self.unit
    }

    /// Round numbers on the axis, at most a dozen, with their positions.
    fn marks(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let span = self.last - self.first;
        let steps = (0..19).flat_map(|power| [1u64, 2, 5].map(|digit| digit * 10u64.pow(power)));
        let step = steps.into_iter().find(|step| span / step <= 12).unwrap_or(u64::MAX);
        let first = self.first.next_multiple_of(step);
        (0..=span / step)
            .map(move |i| first + i * step)
            .filter(|&mark| mark <= self.last)
            .map(|mark| (mark, self.at(mark)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        let marks =
            |first, last| Axis::new([first, last].into_iter(), 100.0).marks().map(|(mark, _)| mark).collect::<Vec<_>>();
        assert_eq!(marks(3, 9), [3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(marks(3, 41), [5, 10, 15, 20, 25, 30, 35, 40]);
        assert_eq!(marks(0, 1_000_000).len(), 11);
        assert_eq!(marks(7, 7), [7]);
        assert!(marks(0, u64::MAX / 2).len() <= 13);
    }

    #[test]
    fn pictures_hold_every_number() {
        let chart = Chart { title: "a < b".into(), across: "n".into(), upwards: "value".into() };
        let points: Vec<(u64, u64)> = (3..30).map(|n| (n, n % 4)).collect();
        assert_eq!(chart.points(&points).matches("<circle").count(), 27);
        assert_eq!(chart.bars(&[(0, 5), (3, 9)]).matches("<title>n ").count(), 2);
        let squares: Vec<(u64, u64, u64)> = (1..5).flat_map(|x| (1..4).map(move |y| (x, y, x * y))).collect();
        let picture = chart.squares(&squares);
        assert_eq!(picture.matches("<title>n = ").count(), 12);
        assert!(picture.contains("a &lt; b") && chart.points(&[]).starts_with("<svg "));
    }
}
