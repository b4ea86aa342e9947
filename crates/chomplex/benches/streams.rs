//! Many positions that share results, and some that need a kernel of their own: graphs, wheels,
//! surfaces, bars.
//!
//! The lists of graphs come from nauty's `nauty-geng`, or else `geng`; if neither is installed, the
//! graphs are skipped.

mod measure;

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use chomplex::format::{self, Notation};
use chomplex::report::words::thousands;
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Goal, Question, solve};
use chomplex::survey::row::Row;
use chomplex::survey::run::{Inquiry, survey};
use chomplex::value::{Grundy, Outcome};

use measure::{TORUS, WORTH_23, ask, budget, position, rules};

/// Numbers of vertices, and the numbers of graphs on them (OEIS A000088).
const GRAPHS: [(usize, usize); 3] = [(7, 1044), (8, 12_346), (9, 274_668)];

fn main() {
    graphs();
    wheels();
    single_positions();
    bars();
}

/// Graphs up to isomorphism; those with seven vertices again without any rule.
fn graphs() {
    for (vertices, number) in GRAPHS {
        let Some(rows) = survey_graphs(vertices, &rules()) else {
            println!("graphs: left out, since `nauty-geng` is not installed");
            return;
        };
        assert_eq!(rows.len(), number);
        let unknown = rows.iter().filter(|row| row.grundy.is_none()).count();
        assert_eq!(unknown, 0, "graphs with {vertices} vertices are not answered");
        if vertices == 7 {
            let plain = survey_graphs(vertices, &Rules::none()).expect("it was there before");
            let differ = rows.iter().zip(&plain).find(|(row, plain)| row.grundy != plain.grundy);
            assert_eq!(differ, None);
        }
    }
}

/// The rows of all graphs with this many vertices, if they can be listed.
fn survey_graphs(vertices: usize, rules: &Rules) -> Option<Vec<Row>> {
    let (mut geng, lines) = list(vertices)?;
    let question = Question { rules: rules.clone(), ..Question::default() };
    let inquiry = Inquiry { question, ..Inquiry::default() };
    let read = |line: std::io::Result<String>| {
        let graph = format::read(line.expect("a line").as_bytes(), Some(Notation::Graph6));
        graph.map(|graph| Some(graph.into())).map_err(|error| error.to_string())
    };
    let started = Instant::now();
    let mut rows = Vec::new();
    let result = survey(lines, read, &inquiry, &budget(2), |more| {
        rows.extend(more);
        Ok(())
    });
    let time = started.elapsed();
    assert_eq!(result, Ok(()));
    assert!(geng.wait().is_ok_and(|status| status.success()));
    let lost = rows.iter().filter(|row| row.outcome == Some(Outcome::Second)).count();
    let greatest = rows.iter().filter_map(|row| row.grundy).max().unwrap_or(Grundy::ZERO);
    let (count, lost) = (thousands(rows.len() as u64), thousands(lost as u64));
    let which = if rules.allow(RuleId::Components) { "" } else { " without any rule" };
    say(&format!("{count} graphs on {vertices} vertices{which}, two threads"), time);
    println!("    {lost} are second-player wins; the greatest value is {greatest}");
    Some(rows)
}

fn list(vertices: usize) -> Option<(Child, Lines<BufReader<ChildStdout>>)> {
    let start = |program| {
        Command::new(program)
            .args(["-q", &vertices.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .ok()
    };
    let mut geng = start("nauty-geng").or_else(|| start("geng"))?;
    let output = geng.stdout.take()?;
    Some((geng, BufReader::new(output).lines()))
}

/// Khandhawit and Ye (2011), Conjecture 3: a wheel is worth 1. For an even number of spokes that is
/// a theorem.
fn wheels() {
    for n in (15..=47).step_by(4) {
        let (answer, time) = ask(&position(&format!("wheel({n})")), Goal::Grundy, &budget(1));
        assert_eq!(answer.grundy, Some(Grundy(1)), "wheel({n}): stopped by {:?}", answer.stopped_by);
        say(&format!("wheel({n}), {} positions", thousands(answer.stats.positions)), time);
    }
}

/// Tori and spheres, and two positions with large values (Brouwer and Christensen 2017, section
/// 2.3). The first torus is that of Khandhawit and Ye (2011, section 3.2). A certificate for the
/// first sphere was verified, and the table search found the values of both spheres too.
fn single_positions() {
    let folded = "complex[XA1 A1C ABC BCD BXD XD1 1C2 C2E CDE DEF D1F 1F2 2EX EXA EFA FAB F2B 2BX]";
    let nine = "graph[01 02 03 04 05 06 12 13 14 15 23 24 35 46]";
    for (name, expression, value) in [
        ("torus with 9 vertices that folds", folded, 0),
        ("torus with 9 vertices that does not", TORUS, 9),
        ("sphere with 9 vertices", "complex[013 017 036 067 124 125 134 158 178 246 257 267 346 578]", 4),
        ("another sphere", "complex[027 028 036 037 056 058 134 135 145 278 347 356 457 578]", 11),
        ("graph of section 2.3", nine, 9),
        ("complex of section 2.3", WORTH_23, 23),
    ] {
        let (answer, time) = ask(&position(expression), Goal::Grundy, &budget(2));
        assert_eq!(answer.grundy, Some(Grundy(value)), "{name}: stopped by {:?}", answer.stopped_by);
        say(&format!("{name}, value {value}, {} positions", thousands(answer.stats.positions)), time);
    }
}

/// Bars: the values of two, without strategy stealing; and a winning move, which strategy stealing
/// does not give: in a square it is the cell next to the corner.
fn bars() {
    for (bar, value) in [("chomp(10,10)", 19), ("chomp(4,4,4)", 10)] {
        let rules = rules().without(RuleId::StrategyStealing);
        let question = Question { moves: false, rules, ..Question::default() };
        let started = Instant::now();
        let answer = solve(&position(bar), &question, &budget(1));
        let time = started.elapsed();
        assert_eq!(answer.grundy, Some(Grundy(value)), "{bar}: stopped by {:?}", answer.stopped_by);
        say(&format!("{bar}, value {value}, {} positions", thousands(answer.stats.positions)), time);
    }
    let square = position("chomp(12,12)");
    let started = Instant::now();
    let answer = solve(&square, &Question { goal: Goal::Outcome, ..Question::default() }, &budget(1));
    let time = started.elapsed();
    let corner = square.find("2,2").expect("a cell");
    assert!(answer.winning_moves.classes().iter().any(|class| class.representative == corner));
    say("chomp(12,12), a winning move", time);
}

fn say(what: &str, time: Duration) {
    println!("{what}: {:.2} s", time.as_secs_f64());
}
