//! `chomplex completions`: shell completions.

use clap::CommandFactory;
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
        generate(self.shell, &mut crate::Cli::command(), "chomplex", &mut text);
        print(&String::from_utf8(text)?)?;
        Ok(Exit::Answered)
    }
}
