//! Where the positions of a survey come from.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::anyhow;
use chomplex::format;
use chomplex::generate::{Generator, Member};
use chomplex::survey::family::{Family, Range};
use chomplex::survey::run::Subject;
use chomplex::{Budget, Notation, Position};

use crate::lines::{self, Line};
use crate::number::parse_size;

/// What is surveyed.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("source").required(true))]
pub(super) struct SourceArgs {
    /// With `--for` an expression with parameters; otherwise a file with an expression in each
    /// line, or `-` to read standard input
    #[arg(value_name = "EXPRESSION|FILE", group = "source")]
    subject: Option<String>,
    /// Let a parameter run through numbers, both ends included: `n=3..41`, or `n=3..41/2` in steps
    /// of 2; may be given several times, the last runs the fastest
    #[arg(long = "for", value_name = "RANGE", requires = "subject")]
    ranges: Vec<Range>,
    /// A file with a graph6 code in each line, or `-` to read standard input
    #[arg(long, value_name = "FILE", group = "source")]
    graph6: Option<String>,
    /// A file with the facets of a complex in each line, or `-` to read standard input
    #[arg(long, value_name = "FILE", group = "source")]
    facets: Option<String>,
    /// Skip lines that are not positions, and report how many there were
    #[arg(long)]
    skip_bad_lines: bool,
    #[command(flatten)]
    kinds: KindArgs,
}

/// Everything of a kind, once up to isomorphism.
#[derive(clap::Args)]
struct KindArgs {
    /// All simple graphs on N vertices, once up to isomorphism
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    graphs: Option<usize>,
    /// All trees on N vertices
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    trees: Option<usize>,
    /// All connected graphs on N vertices with exactly one cycle
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    pseudotrees: Option<usize>,
    /// All triangulated spheres on N vertices
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    spheres: Option<usize>,
    /// All triangulated disks on N vertices
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    disks: Option<usize>,
    /// All two-level posets on N bottoms whose tops are above different sets of bottoms
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    two_level: Option<usize>,
    /// All posets on N elements
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    posets: Option<usize>,
    /// All simplicial complexes on N vertices
    #[arg(long, value_name = "N", group = "source", help_heading = "Generators", value_parser = parse_size)]
    complexes: Option<usize>,
}

impl KindArgs {
    fn chosen(&self) -> Option<(Generator, usize)> {
        let sizes = [
            (Generator::Graphs, self.graphs),
            (Generator::Trees, self.trees),
            (Generator::Pseudotrees, self.pseudotrees),
            (Generator::Spheres, self.spheres),
            (Generator::Disks, self.disks),
            (Generator::TwoLevel, self.two_level),
            (Generator::Posets, self.posets),
            (Generator::Complexes, self.complexes),
        ];
        sizes.into_iter().find_map(|(kind, size)| Some((kind, size?)))
    }
}

/// Positions that can be read one after the other.
pub(super) struct Source {
    kind: SourceKind,
    /// Its name in messages; it also identifies the source when a survey resumes.
    pub(super) name: String,
    skips: bool,
    skipped: AtomicU64,
}

enum SourceKind {
    Family(Family),
    Generator(Generator, usize),
    Lines { notation: Notation, argument: String },
}

/// The input for one position.
pub(super) enum Item {
    Number(u64),
    Member(Member),
    Line(anyhow::Result<Line>),
}

impl SourceArgs {
    /// Determines the source, as far as possible without reading it.
    pub(super) fn source(&self) -> anyhow::Result<Source> {
        let (kind, name) = if let Some((kind, size)) = self.kinds.chosen() {
            let _ = kind.members(size)?;
            (SourceKind::Generator(kind, size), format!("{kind} on {size} {}", kind.unit()))
        } else if let (Some(template), false) = (&self.subject, self.ranges.is_empty()) {
            let ranges: Vec<String> = self.ranges.iter().map(ToString::to_string).collect();
            let name = format!("{template} for {}", ranges.join(", "));
            (SourceKind::Family(Family::new(template, &self.ranges)?), name)
        } else {
            let (notation, argument) = match (&self.subject, &self.graph6, &self.facets) {
                (Some(file), ..) => (Notation::Expression, file),
                (_, Some(file), _) => (Notation::Graph6, file),
                (_, _, Some(file)) => (Notation::Facets, file),
                (None, None, None) => return Err(anyhow!("a file is expected, or `-` for standard input")),
            };
            let name = if argument == "-" { "standard input".to_owned() } else { format!("`{argument}`") };
            (SourceKind::Lines { notation, argument: argument.clone() }, name)
        };
        Ok(Source { kind, name, skips: self.skip_bad_lines, skipped: AtomicU64::new(0) })
    }
}

impl Source {
    /// The names of the parameters.
    pub(super) fn parameters(&self) -> Vec<String> {
        match &self.kind {
            SourceKind::Family(family) => family.ranges().iter().map(|range| range.name().to_owned()).collect(),
            _ => Vec::new(),
        }
    }

    /// Number of positions, if known in advance.
    pub(super) fn count(&self) -> Option<u64> {
        match &self.kind {
            SourceKind::Family(family) => Some(family.count()),
            SourceKind::Generator(kind, size) => kind.published_counts().get(*size).copied(),
            SourceKind::Lines { .. } => None,
        }
    }

    /// Number of lines skipped.
    pub(super) fn skipped(&self) -> u64 {
        self.skipped.load(Relaxed)
    }

    /// The inputs from which positions are read.
    pub(super) fn items(&self, budget: &Budget) -> anyhow::Result<Box<dyn Iterator<Item = Item> + Send>> {
        match &self.kind {
            SourceKind::Family(family) => Ok(Box::new(family.members().map(Item::Number))),
            SourceKind::Generator(kind, size) => Ok(Box::new(kind.members(*size)?.map(Item::Member))),
            SourceKind::Lines { argument, .. } => {
                let lines = open(argument)?.lines(budget);
                Ok(Box::new(lines.filter(|line| !matches!(line, Ok(line) if is_skipped(line))).map(Item::Line)))
            }
        }
    }

    /// The position of an item, or none if a bad line is skipped.
    pub(super) fn read(&self, item: Item) -> anyhow::Result<Option<Subject>> {
        match (&self.kind, item) {
            (SourceKind::Family(family), Item::Number(member)) => Ok(Some(family.position(member)?)),
            (_, Item::Member(member)) => Ok(Some(member.position().into())),
            (SourceKind::Lines { notation, .. }, Item::Line(line)) => {
                let line = line?;
                match read_line(&line, *notation) {
                    Ok(position) => Ok(Some(position.into())),
                    Err(_) if self.skips => {
                        self.skipped.fetch_add(1, Relaxed);
                        Ok(None)
                    }
                    Err(error) => Err(anyhow!("in {}: line {}: {error}", self.name, line.number)),
                }
            }
            _ => unreachable!("items come from their own source"),
        }
    }
}

fn open(argument: &str) -> anyhow::Result<lines::Source> {
    lines::Source::open(argument).map_err(|error| match argument.parse::<Position>() {
        Ok(_) => anyhow!("{error:#}\nFor a single position write `chomplex solve '{argument}'`."),
        Err(_) if argument.contains('(') => {
            anyhow!("{error:#}\nAn expression with parameters needs `--for`, for example `--for n=3..9`.")
        }
        Err(_) => error,
    })
}

/// Reads the position in a line. A line of facets is a whole complex.
fn read_line(line: &Line, notation: Notation) -> Result<Position, String> {
    // A line of facets may also be an expression, `complex[…]`.
    let starts_family = line.text.trim_ascii().first().is_some_and(u8::is_ascii_alphabetic);
    let is_expression = notation == Notation::Facets && starts_family && line.text.contains(&b'[');
    let read = format::read(&line.text, Some(if is_expression { Notation::Expression } else { notation }));
    read.map_err(|error| {
        let remedy = remedy(&line.text).filter(|_| notation == Notation::Expression);
        remedy.map_or(error.to_string(), |remedy| format!("{error}\n{remedy}"))
    })
}

/// Suggests how to survey lines that are not expressions.
fn remedy(line: &[u8]) -> Option<String> {
    let is = |notation| format::read(line, Some(notation)).is_ok();
    let text = String::from_utf8_lossy(line.trim_ascii());
    if is(Notation::Graph6) {
        return Some("This line is a graph6 code; such lines are read by `--graph6`.".to_owned());
    }
    let order = format!("poset[{text}]");
    if text.contains('<') && order.parse::<Position>().is_ok() {
        return Some(format!(
            "Each line is a position by itself: write `{order}`. If the lines are one order together, `chomplex solve @FILE` reads it."
        ));
    }
    // A single word is more likely a mistyped family name.
    let is_list = text.contains([' ', '\t', ',']) || text.starts_with(|first: char| first.is_ascii_digit());
    (is_list && is(Notation::Facets))
        .then(|| "If this line lists facets: such lines are read by `--facets`.".to_owned())
}

/// Whether a line holds no position: a blank line, a comment or a file header.
fn is_skipped(line: &Line) -> bool {
    let text = line.text.trim_ascii();
    text.is_empty() || text.starts_with(b"#") || text == b">>graph6<<"
}
