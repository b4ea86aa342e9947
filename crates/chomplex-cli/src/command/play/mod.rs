//! `chomplex play`: a game against the program.
//!
//! - [`board`]: the position as text.
//! - [`picture`]: a small board drawn with lines.

mod board;
mod picture;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use chomplex::budget::Budget;
use chomplex::budget::amount::parse_time;
use chomplex::element::Element;
use chomplex::position::Position;
use chomplex::report::{story, words};
use chomplex::solve::{Goal, Question, Tables};
use chomplex::value::Outcome;
use chomplex_api::explain::explain;
use chomplex_api::reply::{Choice, GameRecord, Level, Outlook, RecordedMove, Side, choose, choose_at};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use self::board::Style;
use crate::budget::MemoryArgs;
use crate::exit::Exit;
use crate::layout::abridged;
use crate::output::print_json;
use crate::position::PositionArgs;
use crate::seed::SeedArgs;
use crate::table::{WIDTH, wrap};
use crate::tablebase::TablebaseArgs;
use crate::terminal::has_colours;

/// Play against the program
///
/// You and the program alternately remove an element with everything above it; the player who
/// cannot move loses. The program says when its position is lost; it then makes the move that
/// leaves you the fewest winning replies. Moves are read from standard input, one per line, so a
/// game can also be piped in.
#[derive(clap::Args)]
#[command(after_help = "\
Commands in the game: a move by its name, hint, undo, moves, board, why, help, quit.

Examples:
  chomplex play 'chomp(3,4)'
  chomplex play 'boundary(4)' --second
  chomplex play 'wheel(7)' --level fair")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    /// Let the program begin
    #[arg(long)]
    second: bool,
    /// How well the program plays
    #[arg(long, value_parser = levels(), default_value = "perfect")]
    level: Level,
    #[command(flatten)]
    seed: SeedArgs,
    /// Time limit for each move of the program, such as 500ms or 1m
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10s")]
    time: Duration,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Print a record of the game as JSON when it ends; the game itself goes to standard error
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
A move removes an element and everything above it; the player who cannot move loses.
  NAME     remove the element of this name
  hint     a move that wins, if there is one
  undo     take back your last move and my answer to it
  moves    the names of all moves
  board    the board again
  why      why the position is won or lost
  help     this
  quit     end the game
Where an element has the name of a command, write /hint and so on for the command.";

/// Number of lemmas shown in answer to `why`.
const LEMMAS: usize = 3;

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.read()?;
        let out: Box<dyn Write> = if self.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
        let terminal = if self.json { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
        let style = Style::new(if self.json { has_colours(&io::stderr()) } else { has_colours(&io::stdout()) });
        let (start, turns, tables) = (position.clone(), Vec::new(), self.tablebase.tables()?);
        // Perfect play makes no random choices.
        let seed = if self.level == Level::Perfect { 0 } else { self.seed.get() };
        let (time, memory, level) = (self.time, self.memory.clone(), self.level);
        let pictures = terminal;
        let mut game = Game { start, position, turns, tables, time, memory, level, seed, out, style, pictures };
        game.play(self.second)?;
        if self.json {
            print_json(game.record())?;
        }
        Ok(Exit::Answered)
    }
}

/// The levels by name.
fn levels() -> impl TypedValueParser<Value = Level> {
    let names = [
        ("perfect", "As well as it can"),
        ("strong", "One move in ten is made at random"),
        ("fair", "One move in three is made at random"),
        ("weak", "Two moves in three are made at random"),
    ];
    PossibleValuesParser::new(names.map(|(name, help)| PossibleValue::new(name).help(help))).map(|name| match &*name {
        "strong" => Level::Strong,
        "fair" => Level::Fair,
        "weak" => Level::Weak,
        _ => Level::Perfect,
    })
}

/// A move and the position in which it was made.
struct Turn {
    player: Side,
    x: Element,
    before: Position,
}

struct Game {
    start: Position,
    position: Position,
    turns: Vec<Turn>,
    tables: Tables,
    time: Duration,
    memory: MemoryArgs,
    level: Level,
    seed: u64,
    out: Box<dyn Write>,
    style: Style,
    /// Whether small boards are drawn with lines.
    pictures: bool,
}

impl Game {
    fn play(&mut self, program_begins: bool) -> io::Result<()> {
        let heading = words::heading(&self.position);
        self.say(&abridged(&self.position, &format!("{heading}. Type a move, or `help`.")))?;
        self.show_board()?;
        if program_begins && !self.answer()? {
            return Ok(());
        }
        loop {
            if self.position.is_empty() {
                return self.say("You cannot move: I win.");
            }
            let Some(line) = self.listen()? else { return self.say("Game ended.") };
            let line = line.trim();
            // Element names come before commands, so that every move can be made.
            let go_on = match self.position.find(line) {
                Ok(x) => {
                    self.make(Side::You, x);
                    self.answer()?
                }
                Err(unknown) => match line.strip_prefix('/').unwrap_or(line) {
                    "" => true,
                    "hint" => self.hint()?,
                    "undo" => self.undo()?,
                    "moves" => self.show_moves()?,
                    "board" => self.show_board()?,
                    "why" => self.why()?,
                    "help" | "?" => self.say(HELP).map(|()| true)?,
                    "quit" | "exit" | "q" => return self.say("Game ended."),
                    _ => self.say(&format!("{unknown} (help lists the commands)")).map(|()| true)?,
                },
            };
            if !go_on {
                return Ok(());
            }
        }
    }

    /// A budget for one move, starting now.
    fn budget(&self) -> Budget {
        self.memory.apply(Budget::default().with_time(self.time))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    /// Reads the next line, or nothing at the end of the input. Without a terminal the line is
    /// echoed for the record.
    fn listen(&mut self) -> io::Result<Option<String>> {
        write!(self.out, "{}", self.style.bold("> "))?;
        self.out.flush()?;
        let mut line = Vec::new();
        io::stdin().lock().read_until(b'\n', &mut line)?;
        if line.is_empty() {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if !io::stdin().is_terminal() {
            writeln!(self.out, "{}", line.escape_debug())?;
        }
        Ok(Some(line))
    }

    fn make(&mut self, player: Side, x: Element) {
        let after = self.position.play(x).expect("only moves that are there are made");
        let before = std::mem::replace(&mut self.position, after);
        self.turns.push(Turn { player, x, before });
    }

    /// Makes the program's move. Returns whether the game goes on.
    fn answer(&mut self) -> io::Result<bool> {
        if self.position.is_empty() {
            self.say("I cannot move: you win.")?;
            return Ok(false);
        }
        let Choice { x, outlook, is_won_somehow, .. } =
            choose_at(self.level, self.seed, &self.position, &self.tables, &self.budget());
        let remark = match outlook {
            Outlook::Wins => "",
            Outlook::Lost => "I am lost if you make no mistake. ",
            Outlook::Unsure if is_won_somehow => "I can win, but I know no winning move. ",
            Outlook::Unsure => "I cannot tell who wins. ",
        };
        let name = self.style.bold(self.position.name(x));
        self.make(Side::Program, x);
        self.say(&format!("{remark}I take {name}."))?;
        if !self.position.is_empty() {
            self.show_board()?;
        }
        Ok(true)
    }

    fn show_board(&mut self) -> io::Result<bool> {
        if let Some(picture) = self.pictures.then(|| picture::draw(&self.position, self.style)).flatten() {
            self.out.write_all(picture.as_bytes())?;
        }
        let board = board::draw(&self.position, self.style);
        self.out.write_all(board.as_bytes())?;
        Ok(true)
    }

    fn show_moves(&mut self) -> io::Result<bool> {
        let lines = wrap(self.position.moves().map(|x| self.position.name(x)), WIDTH);
        self.say(&lines.join("\n"))?;
        Ok(true)
    }

    fn hint(&mut self) -> io::Result<bool> {
        let Choice { x, outlook, is_won_somehow, .. } = choose(&self.position, &self.tables, &self.budget());
        let name = self.style.bold(self.position.name(x));
        self.say(&match outlook {
            Outlook::Wins => format!("{} wins.", self.style.good(self.position.name(x))),
            Outlook::Lost => format!("No move wins. {name} leaves me the fewest winning replies."),
            Outlook::Unsure if is_won_somehow => {
                format!("You can win, but I know no winning move. I would take {name}.")
            }
            Outlook::Unsure => format!("I cannot tell who wins. I would take {name}."),
        })?;
        Ok(true)
    }

    fn undo(&mut self) -> io::Result<bool> {
        let Some(last) = self.turns.iter().rposition(|turn| turn.player == Side::You) else {
            self.say("There is no move of yours to take back.")?;
            return Ok(true);
        };
        self.position = self.turns[last].before.clone();
        self.turns.truncate(last);
        self.show_board()
    }

    fn why(&mut self) -> io::Result<bool> {
        let question = Question { goal: Goal::Outcome, tables: self.tables.clone(), ..Question::default() };
        let answer = explain(&self.position, &question, &self.budget());
        let text = match answer.outcome {
            Some(outcome) => {
                let whose = if outcome == Outcome::First { "you" } else { "I" };
                let explanation = story::explanation(&self.position, &answer, LEMMAS);
                let explanation = abridged(&self.position, &explanation);
                format!("It is your turn, so {whose} can win.\n{explanation}")
            }
            None => abridged(&self.position, &words::answer(&self.position, &answer)),
        };
        self.say(&text)?;
        Ok(true)
    }

    /// The record of the game: its moves and the winner.
    fn record(&self) -> GameRecord {
        let recorded = |turn: &Turn| RecordedMove { player: turn.player, r#move: turn.before.name(turn.x).to_owned() };
        GameRecord {
            position: self.start.to_string(),
            moves: self.turns.iter().map(recorded).collect(),
            remaining: self.position.to_string(),
            winner: self.turns.last().filter(|_| self.position.is_empty()).map(|turn| turn.player),
        }
    }
}
