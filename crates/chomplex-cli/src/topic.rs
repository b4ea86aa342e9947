//! Help that is not about a single command: what `chomplex` alone prints, and the topics of
//! `chomplex help`.

use chomplex::family::FAMILIES;
use chomplex::names::nearest;

use crate::table::{WIDTH, fill};

/// What `chomplex` prints without arguments.
pub(crate) const WELCOME: &str = "\
Chomplex solves poset games: two players take turns to remove an element of a
finite ordered set together with everything above it, and the player who cannot
move loses. Nim, Chomp, Graph Chomp and Subset Takeaway are such games.

Four things to try:
  chomplex solve 'chomp(3,4)'         who wins, and by which moves?
  chomplex explain 'wheel(5)'         why?
  chomplex play 'nim(3,4,5)'          can you beat the program?
  chomplex serve                      the same in your browser

`chomplex help` lists the commands, and `chomplex help expressions` the ways to
write a position.
";

/// A subject that several commands share.
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    /// One line for lists of topics.
    pub(crate) about: &'static str,
    pub(crate) text: fn() -> String,
}

pub(crate) const TOPICS: [Topic; 4] = [
    Topic { name: "expressions", about: "How positions are written", text: expressions },
    Topic { name: "formulas", about: "What `survey --expect` tests", text: || FORMULAS.to_owned() },
    Topic { name: "budgets", about: "Limits on time, memory and threads, and Ctrl-C", text: || BUDGETS.to_owned() },
    Topic { name: "exit-codes", about: "How a command ended, for scripts", text: exit_codes_topic },
];

/// The text for arguments that ask for a topic, as `help formulas` does.
pub(crate) fn asked(arguments: &[String]) -> Option<String> {
    match arguments {
        [] => Some(WELCOME.to_owned()),
        [help, name] if help == "help" => TOPICS.iter().find(|topic| topic.name == name).map(|topic| (topic.text)()),
        _ => None,
    }
}

/// The topic that a misspelt word probably means.
pub(crate) fn similar(word: &str) -> Option<&'static str> {
    nearest(word, TOPICS.iter().map(|topic| topic.name))
}

/// The list of topics, for the help of the program.
pub(crate) fn list() -> String {
    let topics = TOPICS.iter().map(|topic| format!("  help {:<11}  {}\n", topic.name, topic.about));
    format!("Topics:\n{}", topics.collect::<String>())
}

/// The families with a line of explanation each.
pub(crate) fn families() -> String {
    let mut text = String::new();
    for family in FAMILIES {
        for (i, line) in fill(family.about, WIDTH - 30).iter().enumerate() {
            let signature = if i == 0 { family.signature } else { "" };
            text.push_str(&format!("  {signature:<26}  {line}\n"));
        }
    }
    text
}

fn expressions() -> String {
    format!(
        "\
A position is written as an expression. Put it in quotes, because the shell
reads brackets in its own way: chomplex solve 'cycle(5) + nim(3)'

{}
Sums. `+` puts games side by side: a move is a move in one of them. Elements of
the parts are called 1:x, 2:y, and so on.

Your own positions. In complex[…], graph[…] and hypergraph[…] a set is a run of
vertices of one character each, as in graph[12 23 31], or names joined by
commas, as in graph[v1,v2 v2,v3]. In poset[…] relations are written with `<`.

Moves. Elements have names, which `chomplex moves` lists: 013 is the face with
the vertices 0, 1 and 3; 2,3 is the cell in row 2 and column 3 of a bar.
`--after MOVE` plays a move first.

Files. `@FILE` reads a file instead, and `-` reads standard input. The notation
is recognised where that is possible; `--from` names it: expression, json,
graph6, matrix, facets, edges, adjacency, pairs, chains or sage.

Examples:
  chomplex solve 'suspension(cycle(5))'
  chomplex solve 'poset[a<b<c, a<d]' --after b
  chomplex survey 'wheel(2*n+1)' --for n=1..4
",
        families()
    )
}

const FORMULAS: &str = "\
`chomplex survey … --expect FORMULA` tests a formula on every row. Rows that
violate it are listed, the smallest first, and the exit code is then 1.

The variables are the parameters given with `--for` and the columns:
  position            the expression, a text
  outcome             \"first\" or \"second\": the player who wins
  grundy              the Grundy value
  winning_move_count  the number of winning moves
  elements            the number of elements
  faces               a list: the number of vertices, edges, triangles, …
  group_order         the number of automorphisms
  decided_by          the id of the rule that decided, or \"search\"

The operators, from those that bind loosest:
  ||                  or
  &&                  and
  == != < <= > >=     comparisons
  in                  membership in a list, as in grundy in [0, 3]
  + - * / %           arithmetic with whole numbers; / rounds towards zero
  !                   not
  faces[1]            an entry of a list, counted from 0
  len(faces)          the length of a list or a text

Rows with missing values count as unknown: they neither satisfy nor violate the
formula. Formulas are expressions of the language Rhai.

Examples:
  chomplex survey 'cycle(n)' --for n=3..200 --expect 'grundy == 0'
  chomplex survey --trees 8 --expect 'grundy in [1, 2]'
  chomplex survey --graphs 5 --expect 'faces[0] % 2 == 0 || outcome == \"first\"'
";

const BUDGETS: &str = "\
Every command that can take long keeps these limits and reports partial results
when it reaches one. The exit code is then 3.

  --time TIME     such as 30s, 500ms, 2m or 1h30m; a plain number is in seconds
  --memory SIZE   such as 8GiB or 512MiB; by default half of the free memory
  --threads N     by default one per processor

Partial results. `solve` may know who wins before it knows the Grundy value,
or only that the value is one of a few; it prints what it knows. `survey` marks
the rows that it could not finish; `--time-per-row` limits each of them.

Ctrl-C. The first one stops the work and reports partial results, with exit
code 130. Press Ctrl-C again to quit at once.

Continuing. `survey -o FILE`, `count --checkpoints DIR` and `tablebase build`
keep what they have done: give the same command again to continue.

Examples:
  chomplex solve 'subsets(8,3)' --time 2s
  chomplex solve 'subsets(8,3)' --outcome --memory 1GiB --threads 1
  chomplex survey 'wheel(n)' --for n=3..12 --time-per-row 5s
";

/// The exit codes, with their meanings.
pub(crate) const CODES: [(&str, &str); 6] = [
    ("0", "answered, or verified"),
    ("1", "an expectation failed, or a certificate is wrong"),
    ("2", "bad usage or input"),
    ("3", "stopped by a limit; partial results are printed"),
    ("130", "interrupted by Ctrl-C; partial results are printed"),
    ("143", "terminated; partial results are printed"),
];

pub(crate) fn exit_codes() -> String {
    let codes = CODES.iter().map(|(code, meaning)| format!("  {code:<3}  {meaning}\n"));
    format!("Exit codes:\n{}", codes.collect::<String>())
}

fn exit_codes_topic() -> String {
    format!(
        "\
{}
Answers go to standard output; messages, progress and statistics go to standard
error. So a script can read the answer, and look at the exit code to see whether
it is complete. `--json` prints answers for programs.

Examples:
  chomplex solve 'petersen' --json
  chomplex solve 'subsets(8,3)' --time 2s || echo \"exit code $?\"
",
        exit_codes()
    )
}
