//! `chomplex completions`: shell completions.

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};

use crate::exit::Exit;
use crate::output::print;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Example: chomplex completions bash > ~/.local/share/bash-completion/completions/chomplex")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let mut text = Vec::new();
        let mut program = crate::Cli::command();
        generate(self.shell, &mut program, "chomplex", &mut text);
        let mut text = String::from_utf8(text)?;
        if self.shell == Shell::Fish {
            text += &positions_in_fish(&program);
        }
        print(&text)?;
        Ok(Exit::Answered)
    }
}

/// The families for each command that takes a position. The generator for fish leaves out the
/// values of arguments that are not options.
fn positions_in_fish(program: &Command) -> String {
    let mut text = String::new();
    for command in program.get_subcommands() {
        let position = command.get_positionals().find(|argument| argument.get_id() == "position");
        let names = position.and_then(|argument| argument.get_value_parser().possible_values());
        if let Some(names) = names {
            let names: Vec<String> = names.map(|name| name.get_name().to_owned()).collect();
            let (name, names) = (command.get_name(), names.join(" "));
            text += &format!("complete -c chomplex -n \"__fish_chomplex_using_subcommand {name}\" -f -a \"{names}\"\n");
        }
    }
    text
}
