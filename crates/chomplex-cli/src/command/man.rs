//! `chomplex man`: the manual pages.
//!
//! The parser provides names, synopses and options. Parts that it would reflow are laid out here:
//! the families of positions become a list of definitions, and examples keep their lines.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use anyhow::{Context, bail};
use chomplex::family::FAMILIES;
use chomplex::names::nearest;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::exit::Exit;
use crate::file::Target;
use crate::output::print;
use crate::topic::{CODES, TOPICS, Topic};

/// Print the manual pages, one for each command
///
/// On a terminal a single page is shown with `man`. The topics of `chomplex help` have pages too.
/// The page `chomplex-check` is about both the command `chomplex check` and the separate program
/// `chomplex-check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex man solve
  chomplex man tablebase build
  chomplex man | man -l -
  chomplex man --dir ~/.local/share/man/man1
  chomplex man expressions")]
pub(crate) struct Args {
    /// Print the page of this command only
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Vec<String>,
    /// Write the pages to files in this directory, which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let pages = pages()?;
        if let Some(dir) = &self.dir {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make the directory `{}`", dir.display()))?;
            for page in pages {
                Target::new(&dir.join(format!("{}.1", page.name)))?.write(|out| out.write_all(page.text.as_bytes()))?;
            }
        } else if self.command.is_empty() {
            pages.iter().try_for_each(|page| print(&page.text))?;
        } else {
            let page = find(&pages, &self.command)?;
            if !(io::stdout().is_terminal() && show(&page.text).unwrap_or(false)) {
                print(&page.text)?;
            }
        }
        Ok(Exit::Answered)
    }
}

/// A manual page.
struct Page {
    /// Such as `chomplex-solve`.
    name: String,
    text: String,
}

/// Finds the page of a command, given by its words: `solve`, `tablebase build`, `chomplex-check`.
fn find<'a>(pages: &'a [Page], words: &[String]) -> anyhow::Result<&'a Page> {
    let typed = words.join("-");
    let wanted = typed.strip_prefix("chomplex-").unwrap_or(&typed);
    let short = |page: &'a Page| page.name.strip_prefix("chomplex-").unwrap_or(&page.name);
    if let Some(page) = pages.iter().find(|page| short(page) == wanted) {
        return Ok(page);
    }
    match nearest(wanted, pages.iter().map(short)) {
        Some(near) => bail!("there is no command `{}`; did you mean `{}`?", words.join(" "), near.replace('-', " ")),
        None => bail!("there is no command `{}`; `chomplex --help` lists the commands", words.join(" ")),
    }
}

/// Shows a page with `man`. Returns whether that was possible.
fn show(page: &str) -> io::Result<bool> {
    let mut man = Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = man.stdin.take() {
        // Writing fails if the reader quits before the end.
        let _ = input.write_all(page.as_bytes());
    }
    Ok(man.wait()?.success())
}

/// All pages: first that of `chomplex`, then those of its commands and of their subcommands, then
/// the topics.
fn pages() -> anyhow::Result<Vec<Page>> {
    let mut main = without_help(crate::Cli::command());
    main.build();
    let mut pages = Vec::new();
    let mut waiting = vec![main];
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().cloned().collect::<Vec<_>>().into_iter().rev());
        pages.push(page(command)?);
    }
    pages.extend(TOPICS.iter().map(topic_page));
    Ok(pages)
}

/// Removes the command `help`, which the pages replace.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

fn page(command: Command) -> anyhow::Result<Page> {
    let is_check = command.get_name() == "check";
    let extra = match command.get_name() {
        "chomplex" => [families(), exit_status(), section("EXAMPLES", "  chomplex solve 'boundary(4)'")].concat(),
        "check" => [separate_program(), after_help(&command)].concat(),
        _ => after_help(&command),
    };
    // The text after the options is laid out here.
    let man =
        Man::new(command.after_help("").after_long_help("")).source(concat!("chomplex ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    let mut text = String::from_utf8(text)?.replace(".SH EXTRA\n", "");
    if is_check {
        text = text.replacen("\n.SH DESCRIPTION", "\n.br\n\\fBchomplex\\-check\\fR <\\fIFILE\\fR>\n.SH DESCRIPTION", 1);
    }
    let at = text.find("\n.SH VERSION").map_or(text.len(), |at| at + 1);
    text.insert_str(at, &extra);
    let name = man.get_filename();
    let name = name.strip_suffix(".1").unwrap_or(&name).to_owned();
    Ok(Page { name, text })
}

fn exit_status() -> String {
    let codes = CODES.iter().map(|(code, meaning)| format!(".TP\n{code}\n{meaning}\n"));
    format!(".SH \"EXIT STATUS\"\n{}", codes.collect::<String>())
}

/// The page of a topic. Its lines are kept as they are.
fn topic_page(topic: &Topic) -> Page {
    let name = format!("chomplex-{}", topic.name);
    let (text, about) = ((topic.text)(), roff(topic.about));
    let (text, examples) = text.split_once("Examples:\n").unwrap_or((&text, ""));
    let lines: Vec<String> = text.trim_end().lines().map(roff).collect();
    let text = format!(
        ".TH {name} 1 \"\" \"chomplex {}\"\n.SH NAME\n{} \\- {about}\n.SH DESCRIPTION\n.nf\n{}\n.fi\n{}",
        env!("CARGO_PKG_VERSION"),
        roff(&name),
        lines.join("\n"),
        section("EXAMPLES", examples)
    );
    Page { name, text }
}

/// The families of positions, as definitions.
fn families() -> String {
    let mut text =
        ".SH POSITIONS\nPositions are written as expressions; `+` puts games side by side: play in any one of \
                    them. Instead of an expression, `@FILE` reads a file and `\\-` standard input.\n"
            .to_owned();
    for family in FAMILIES {
        text += &format!(".TP\n\\fB{}\\fR\n{}\n", roff(family.signature), roff(family.about));
    }
    text
}

/// The section on the separate program of the same name.
fn separate_program() -> String {
    ".SH \"THE SEPARATE PROGRAM\"\n\\fBchomplex\\-check\\fR \\fIFILE\\fR verifies a certificate with the same code and \
     nothing else: it has no dependencies and does not know the language of positions. It takes a file, or \
     `\\-` for standard input, and has the same exit status. It has no options besides \\fB\\-\\-help\\fR and \
     \\fB\\-\\-version\\fR.\n"
        .to_owned()
}

/// Notes and examples.
fn after_help(command: &Command) -> String {
    let Some(help) = command.get_after_help() else { return String::new() };
    let help = help.to_string();
    let mut text = String::new();
    let (notes, examples) = match help.split_once("Examples:\n").or_else(|| help.split_once("Example:")) {
        Some((notes, examples)) => (notes.trim(), examples),
        None => (help.trim(), ""),
    };
    if !notes.is_empty() {
        text += &format!(".SH NOTES\n{}\n", roff(notes));
    }
    if !examples.trim().is_empty() {
        text += &section("EXAMPLES", examples);
    }
    text
}

/// A section whose lines are kept as they are.
fn section(title: &str, lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(|line| roff(line.trim())).collect();
    format!(".SH {title}\n.nf\n{}\n.fi\n", lines.join("\n"))
}

/// Escapes a text as roff source.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    let safe = |line: &str| if line.starts_with('.') { format!("\\&{line}") } else { line.to_owned() };
    text.lines().map(safe).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_that_is_referred_to_exists() {
        let pages = pages().unwrap();
        let names: Vec<&str> = pages.iter().map(|page| &*page.name).collect();
        assert_eq!(names[0], "chomplex");
        for page in &pages {
            let plain = page.text.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
            let referred = plain.split_whitespace().filter_map(|word| word.strip_suffix("(1)"));
            for name in referred {
                assert!(names.contains(&name), "{} refers to {name}", page.name);
            }
        }
        for name in ["build", "verify", "stats", "probe"] {
            assert!(names.contains(&&*format!("chomplex-tablebase-{name}")), "{names:?}");
        }
    }

    #[test]
    fn pages_are_found_by_the_words_of_the_command() {
        let pages = pages().unwrap();
        let find = |words: &[&str]| find(&pages, &words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(find(&["solve"]).unwrap().name, "chomplex-solve");
        assert_eq!(find(&["tablebase", "build"]).unwrap().name, "chomplex-tablebase-build");
        assert_eq!(find(&["chomplex"]).unwrap().name, "chomplex");
        assert_eq!(find(&["slove"]).err().unwrap().to_string(), "there is no command `slove`; did you mean `solve`?");
    }

    /// Each family has a line of its own at any page width.
    #[test]
    fn families_are_definitions() {
        let page = &pages().unwrap()[0].text;
        assert!(page.contains(".TP\n\\fBcycle(n)\\fR\n") && !page.contains("EXTRA"), "{page}");
    }

    /// One page covers both the command and the program of the same name.
    #[test]
    fn the_checker_has_a_page() {
        let pages = pages().unwrap();
        let page = &pages.iter().find(|page| page.name == "chomplex-check").unwrap().text;
        assert!(
            page.contains("\\fBchomplex check\\fR") && page.contains("\\fBchomplex\\-check\\fR <\\fIFILE\\fR>"),
            "{page}"
        );
    }
}
