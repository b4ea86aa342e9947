//! The `chomplex` command: poset games on the command line.
//!
//! `main` is a table: each command has a file in [`command`]. The other modules serve the commands.
//! [`position`] reads the argument POSITION, [`lines`] many of them. [`question`], [`tablebase`],
//! [`probabilities`], [`approximate`], [`seed`], [`number`] and [`budget`] hold options that
//! commands share. [`mistake`] gives advice on command lines that cannot be parsed. [`progress`]
//! reports on long work. [`output`] prints answers, [`layout`] and [`table`] lay them out for the
//! [`terminal`]. [`plot`] and [`png`] write pictures, [`file`]
//! writes files; [`exit`] has the exit codes. [`topic`] has the help that is not about one command,
//! and [`known`] what completions offer.

mod approximate;
mod budget;
mod command;
mod exit;
mod file;
mod guard;
mod known;
mod layout;
mod lines;
mod mistake;
mod number;
mod output;
mod plot;
mod png;
mod position;
mod probabilities;
mod progress;
mod question;
mod seed;
mod signals;
mod shell;
mod table;
mod tablebase;
mod terminal;
mod topic;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::exit::Exit;

/// Solve, explain, certify and play poset games.
///
/// Two players alternately remove an element of a finite partially ordered set together with
/// everything above it; the player who cannot move loses. Subset Takeaway, Graph Chomp, Chomp, Nim
/// and the divisor game are all this one game.
#[derive(Parser)]
#[command(
    name = "chomplex",
    version,
    subcommand_required = true,
    max_term_width = 100,
    after_help = topic::list() + "
Example: chomplex solve 'boundary(4)'

`chomplex COMMAND --help` describes a command, `chomplex --help` lists the expressions for positions.",
    after_long_help = after_long_help()
)]
struct Cli {
    /// Use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_short_help = true)]
    color: terminal::Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(command::solve::Args),
    Explain(command::explain::Args),
    Reduce(command::reduce::Args),
    Moves(command::moves::Args),
    Play(command::play::Args),
    Canon(command::canon::Args),
    Convert(command::convert::Args),
    Count(command::count::Args),
    Sample(command::sample::Args),
    Draw(command::draw::Args),
    Survey(Box<command::survey::Args>),
    Table(command::table::Args),
    Tablebase(command::tablebase::Args),
    Check(command::check::Args),
    Rules(command::rules::Args),
    Serve(command::serve::Args),
    Completions(command::completions::Args),
    Man(command::man::Args),
}

impl Command {
    fn run(&self) -> anyhow::Result<Exit> {
        match self {
            Command::Solve(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Reduce(args) => args.run(),
            Command::Moves(args) => args.run(),
            Command::Play(args) => args.run(),
            Command::Canon(args) => args.run(),
            Command::Convert(args) => args.run(),
            Command::Count(args) => args.run(),
            Command::Sample(args) => args.run(),
            Command::Draw(args) => args.run(),
            Command::Survey(args) => args.run(),
            Command::Table(args) => args.run(),
            Command::Tablebase(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Rules(args) => args.run(),
            Command::Serve(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}

/// The topics, the families and the exit codes.
fn after_long_help() -> String {
    format!(
        "\
{}
Positions are written as expressions; `+` puts games side by side: play in any one of them.

{}
Instead of an expression, `@FILE` reads a file and `-` standard input.

{}
Example: chomplex solve 'boundary(4)'",
        topic::list(),
        topic::families(),
        topic::exit_codes()
    )
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(text) = topic::asked(&arguments) {
        return end(output::print(&text).map(|()| Exit::Answered));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return tell(error, &arguments),
    };
    terminal::choose(cli.color);
    end(cli.command.run())
}

/// The exit code of a command. Reports the error, if there was one.
fn end(result: anyhow::Result<Exit>) -> ExitCode {
    match result {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => Exit::Answered.into(),
        Err(error) => complain(&message(&error)),
    }
}

/// Reports an error in the arguments, or prints the requested help.
fn tell(mut error: clap::Error, arguments: &[String]) -> ExitCode {
    let mut program = Cli::command();
    program.build();
    mistake::advise(&mut error, &program, arguments);
    if let Some(message) = error.render().to_string().strip_prefix("error: ") {
        return complain(message);
    }
    // Writing fails if the reader has closed the pipe; it has read enough.
    let _ = error.print();
    if error.use_stderr() { Exit::BadInput.into() } else { Exit::Answered.into() }
}

/// An error and its causes; a cause already contained in the message is not repeated.
fn message(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |message, cause| match message {
        message if message.is_empty() => cause,
        message if message.contains(&cause) => message,
        message => format!("{message}: {cause}"),
    })
}

fn complain(message: &str) -> ExitCode {
    // If even this cannot be written, the exit code still reports the error.
    let _ = writeln!(io::stderr(), "chomplex: {}", message.trim_end());
    Exit::BadInput.into()
}

/// Whether the error is a closed pipe, as when `head` has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
