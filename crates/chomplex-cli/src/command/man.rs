//! `chomplex man`: the manual pages.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::exit::Exit;
use crate::file::Target;
use crate::output::print;

/// Print the manual pages, one for each command
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex man | man -l -
  chomplex man --dir ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write the pages to files in this directory, which is created if need be
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let pages = pages()?;
        let Some(dir) = &self.dir else {
            pages.iter().try_for_each(|(_, page)| print(page))?;
            return Ok(Exit::Answered);
        };
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make the directory `{}`", dir.display()))?;
        for (name, page) in pages {
            Target::new(&dir.join(name))?.write(|out| out.write_all(page.as_bytes()))?;
        }
        Ok(Exit::Answered)
    }
}

/// The pages with the names of their files: first that of `chomplex`, then one for each command.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    let mut main = crate::Cli::command().disable_help_subcommand(true);
    main.build();
    let commands: Vec<Command> = main.get_subcommands().cloned().collect();
    std::iter::once(main).chain(commands).map(page).collect()
}

fn page(command: Command) -> anyhow::Result<(String, String)> {
    let man = Man::new(command).source(concat!("chomplex ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok((man.get_filename(), String::from_utf8(text)?))
}
