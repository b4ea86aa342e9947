//! Advice on command lines that cannot be parsed: what the user probably meant, and how to write
//! it.
//!
//! The parser says what is wrong. Its own tips compare spellings only, so they are replaced: a tip
//! here names the option, the command or the order of arguments that does what the user wanted.

use chomplex::family::Family;
use chomplex::names::nearest;
use chomplex::position::Position;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};

use crate::shell::quoted;
use crate::topic;

/// Replaces the parser's tips with better ones.
pub(crate) fn advise(error: &mut Error, program: &Command, arguments: &[String]) {
    let line = CommandLine::new(program, arguments);
    if error.kind() == ErrorKind::UnknownArgument {
        // The parser shows the usage with the option it guesses.
        error.insert(ContextKind::Usage, ContextValue::StyledStr(line.command.clone().render_usage()));
    }
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => text(error, ContextKind::InvalidSubcommand).map(|word| line.for_command(&word)),
        ErrorKind::UnknownArgument => text(error, ContextKind::InvalidArg).map(|argument| line.for_unknown(&argument)),
        ErrorKind::MissingRequiredArgument | ErrorKind::InvalidValue => {
            let value = text(error, ContextKind::InvalidValue).unwrap_or_default();
            let tip = line.for_value(&named(error), &value);
            // Without a better tip, the parser's own stays: it names a similar value.
            tip.is_some().then_some(tip)
        }
        ErrorKind::ValueValidation => {
            let value = text(error, ContextKind::InvalidValue).unwrap_or_default();
            for_bad_value(&named(error), &value).map(Some)
        }
        _ => None,
    };
    let Some(tip) = tip else { return };
    for kind in [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::Suggested,
    ] {
        error.remove(kind);
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

/// The arguments that an error is about, such as `<WHAT>`.
fn named(error: &Error) -> String {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => name.clone(),
        Some(ContextValue::Strings(names)) => names.join(" "),
        _ => String::new(),
    }
}

/// Other names for the commands.
const COMMANDS: [(&str, &str); 36] = [
    ("grundy", "solve"),
    ("nimber", "solve"),
    ("value", "solve"),
    ("winner", "solve"),
    ("outcome", "solve"),
    ("win", "solve"),
    ("answer", "solve"),
    ("why", "explain"),
    ("proof", "explain"),
    ("prove", "explain"),
    ("derive", "explain"),
    ("simplify", "reduce"),
    ("fold", "reduce"),
    ("options", "moves"),
    ("hint", "moves"),
    ("game", "play"),
    ("automorphisms", "canon"),
    ("isomorphic", "canon"),
    ("iso", "canon"),
    ("symmetries", "canon"),
    ("export", "convert"),
    ("to", "convert"),
    ("linear-extensions", "count linear-extensions"),
    ("extensions", "count linear-extensions"),
    ("positions", "count positions"),
    ("down-sets", "count positions"),
    ("ideals", "count positions"),
    ("random", "sample"),
    ("plot", "draw"),
    ("picture", "draw"),
    ("sweep", "survey"),
    ("verify", "check"),
    ("theorems", "rules"),
    ("server", "serve"),
    ("web", "serve"),
    ("version", "--version"),
];

/// Other names for what can be counted.
const COUNTED: [(&str, &str); 9] = [
    ("linear-extension", "linear-extensions"),
    ("linear_extensions", "linear-extensions"),
    ("extensions", "linear-extensions"),
    ("down-sets", "positions"),
    ("downsets", "positions"),
    ("ideals", "positions"),
    ("order-ideals", "positions"),
    ("antichains", "positions"),
    ("orbits", "classes"),
];

/// Options of other programs, and their equivalents here.
const OPTIONS: [(&str, &str); 24] = [
    ("--format", "--json"),
    ("--timeout", "--time"),
    ("--time-limit", "--time"),
    ("--seconds", "--time"),
    ("--mem", "--memory"),
    ("--max-memory", "--memory"),
    ("--ram", "--memory"),
    ("-j", "--threads"),
    ("--jobs", "--threads"),
    ("--cpus", "--threads"),
    ("--moves", "--after"),
    ("--move", "--after"),
    ("--played", "--after"),
    ("--without", "--no-rule"),
    ("--without-rule", "--no-rule"),
    ("--disable", "--no-rule"),
    ("--input", "--from"),
    ("--notation", "--from"),
    ("--proof", "--certificate"),
    ("--verbose", "--stats"),
    ("-v", "--stats"),
    ("--count", "--number"),
    ("--max", "--max-n"),
    ("--dir", "--tablebase"),
];

/// The command line as typed.
struct CommandLine<'a> {
    program: &'a Command,
    /// The innermost command that was recognised.
    command: &'a Command,
    /// Its full name, including its parent commands.
    path: String,
    /// The arguments after the command.
    arguments: &'a [String],
}

impl<'a> CommandLine<'a> {
    fn new(program: &'a Command, mut arguments: &'a [String]) -> Self {
        let (mut command, mut path) = (program, "chomplex".to_owned());
        while let Some(at) = arguments.iter().position(|word| word != "help" && command.find_subcommand(word).is_some())
        {
            command = command.find_subcommand(&arguments[at]).expect("it was found");
            path = format!("{path} {}", command.get_name());
            arguments = &arguments[at + 1..];
        }
        CommandLine { program, command, path, arguments }
    }

    fn name(&self) -> &str {
        self.command.get_name()
    }

    /// The words that are neither options nor values of options.
    fn words(&self) -> Vec<&'a str> {
        let mut words = Vec::new();
        let mut arguments = self.arguments.iter().map(String::as_str);
        while let Some(word) = arguments.next() {
            if word == "-" || !word.starts_with('-') {
                words.push(word);
            } else if self.takes_value(word) {
                arguments.next();
            }
        }
        words
    }

    /// Whether the word is an option whose value is the next word.
    fn takes_value(&self, word: &str) -> bool {
        let is_named = |argument: &&Arg| {
            let long = argument.get_long().is_some_and(|name| word.strip_prefix("--") == Some(name));
            long || argument.get_short().is_some_and(|letter| word == format!("-{letter}"))
        };
        let option = self.command.get_arguments().find(is_named);
        option.is_some_and(|option| option.get_num_args().is_some_and(|values| values.min_values() > 0))
    }

    /// The moves given with `--after`.
    fn moves(&self) -> Vec<&'a str> {
        let next = self.arguments.iter().skip(1).map(Some).chain([None]);
        let value = |(word, next): (&'a String, Option<&'a String>)| match word.strip_prefix("--after") {
            Some("") => next.map(String::as_str),
            Some(value) => value.strip_prefix('='),
            None => None,
        };
        self.arguments.iter().zip(next).filter_map(value).collect()
    }

    /// For a name that begins with a dash where `--after` expects a move.
    fn for_dashed_move(&self, dashed: &str) -> Option<String> {
        let is_it = |pair: &&[String]| pair[0] == "--after" && pair[1].starts_with('-') && pair[1].starts_with(dashed);
        let name = &self.arguments.windows(2).find(is_it)?[1];
        Some(format!("a name that begins with `-` needs `=`: `--after={}`", quoted(name)))
    }

    /// For an unknown command.
    fn for_command(&self, word: &str) -> Option<String> {
        if self.name() == "tablebase" && word.parse::<u32>().is_ok() {
            return Some(format!("`{} build {word}` builds it, `{0} stats {word}` describes it", self.path));
        }
        let names = || self.command.get_subcommands().map(Command::get_name);
        let other = COMMANDS.iter().find(|(other, _)| *other == word).map(|(_, command)| *command);
        if let Some(command) = nearest(word, names()).or(other.filter(|_| self.name() == self.program.get_name())) {
            return Some(format!("did you mean `{} {command}`?", self.path));
        }
        if let Some(topic) = topic::similar(word) {
            return Some(format!("did you mean `chomplex help {topic}`?"));
        }
        if is_position(word) {
            return Some(format!("this is a position: `chomplex solve {}` solves it", quoted(word)));
        }
        Some("`chomplex --help` lists the commands".to_owned())
    }

    /// For an unknown option or an extra word.
    fn for_unknown(&self, argument: &str) -> Option<String> {
        if !argument.starts_with('-') {
            return self.for_extra(argument);
        }
        if let Some(tip) = self.for_dashed_move(argument) {
            return Some(tip);
        }
        if argument[1..].starts_with(|first: char| first.is_ascii_digit()) {
            return Some("what begins with `-` is taken for an option; no number here is negative".to_owned());
        }
        let options = || {
            let arguments = self.command.get_arguments().filter(|argument| !argument.is_hide_set());
            arguments.filter_map(|argument| argument.get_long()).map(|name| format!("--{name}"))
        };
        let known = |wanted: &str| options().any(|option| option == wanted);
        if argument == "--format" && known("--json") {
            return Some("`--json` prints the answer as JSON; there is no other format".to_owned());
        }
        let other = OPTIONS.iter().find(|(other, option)| *other == argument && known(option));
        if let Some((_, option)) = other {
            return Some(format!("did you mean `{option}`?"));
        }
        if matches!(argument, "-o" | "--output" | "--out") {
            return Some("the answer goes to standard output: add `> FILE` to keep it".to_owned());
        }
        let options: Vec<String> = options().collect();
        let near = nearest(argument, options.iter().map(String::as_str));
        near.map(|option| format!("did you mean `{option}`?"))
    }

    /// For an extra word.
    fn for_extra(&self, extra: &str) -> Option<String> {
        let words = self.words();
        let position = words.iter().find(|word| is_position(word)).copied();
        let shown = position.map_or("POSITION".to_owned(), quoted);
        let path = &self.path;
        if extra.starts_with('+') || words.iter().any(|word| word.ends_with(['+', ',', ';'])) {
            let whole: Vec<&str> =
                self.arguments.iter().map(String::as_str).take_while(|word| !word.starts_with('-')).collect();
            let whole = whole.join(" ");
            return Some(format!("a position with blanks needs quotes: `{path} {}`", quoted(&whole)));
        }
        let is_number = extra.parse::<u64>().is_ok();
        // All words except the first occurrence of the position.
        let first = words.iter().position(|word| Some(*word) == position);
        let others = || words.iter().enumerate().filter(|(i, _)| Some(*i) != first).map(|(_, word)| *word);
        let tip = match self.name() {
            "draw" if others().any(|word| word.contains('.')) => {
                let file = others().find(|word| word.contains('.')).unwrap_or(extra);
                format!("`{path} {shown} -o {}` writes this file", quoted(file))
            }
            "convert" => {
                let notation = words.iter().find(|word| Some(**word) != position).unwrap_or(&extra);
                format!("give the notation with `--to`: `{path} {shown} --to {notation}`")
            }
            "check" => format!("`{path} FILE --position {}` compares it with a position", quoted(extra)),
            "table" if is_number => format!("give the last row with `--max-n`: `{path} subsets --max-n {extra}`"),
            "survey" if extra.contains('=') => {
                format!(
                    "give a range with `--for`: `{path} {} --for {extra}`",
                    quoted(words.first().unwrap_or(&"EXPRESSION"))
                )
            }
            "survey" => "a survey has one expression with `--for`, or one file".to_owned(),
            "sample" if is_number => {
                format!("give the number with `-n`: `{path} linear-extensions {shown} -n {extra}`")
            }
            "serve" if is_number => format!("give the port with `--port`: `{path} --port {extra}`"),
            "count" | "sample" => {
                format!("`{path}` takes what to count or sample and one position; give moves with `--after`")
            }
            "canon" => "two positions can be compared, not more".to_owned(),
            "solve" | "explain" | "moves" | "play" | "draw" | "reduce" | "probe" => {
                if others().any(|word| word.starts_with('@')) {
                    return Some(format!("`{path}` takes one position at a time"));
                }
                if words.len() > 1 && are_games(&words) {
                    let sum = quoted(&words.join(" + "));
                    return Some(format!("games side by side are one position, a sum: `{path} {sum}`"));
                }
                if let [family, numbers @ ..] = &words[..]
                    && Family::find(family).is_some()
                    && numbers.iter().all(|word| word.parse::<u64>().is_ok())
                {
                    let game = quoted(&format!("{family}({})", numbers.join(",")));
                    return Some(format!("write the arguments in brackets: `{path} {game}`"));
                }
                let moves: Vec<&str> = self.moves().into_iter().chain(others()).collect();
                let made: Vec<String> = moves.iter().map(|name| format!("--after {}", quoted(name))).collect();
                let rule = match moves.len() {
                    0 | 1 => "give a move that was made with `--after`",
                    _ => "give each move with its own `--after`",
                };
                format!("{rule}: `{path} {shown} {}`", made.join(" "))
            }
            _ => return None,
        };
        Some(tip)
    }

    /// For a missing argument or an invalid value.
    fn for_value(&self, argument: &str, value: &str) -> Option<String> {
        let path = &self.path;
        let words = self.words();
        let position = words.iter().copied().find(|word| is_position(word));
        let shown = position.map_or("'boolean(3)'".to_owned(), quoted);
        match (self.name(), argument) {
            ("count", "<WHAT>") => {
                let other = COUNTED.iter().find(|(other, _)| *other == value).map(|(_, what)| *what);
                let what = words.iter().find(|word| matches!(**word, "linear-extensions" | "positions" | "classes"));
                if let Some(what) = what {
                    return Some(format!("what to count comes first: `{path} {what} {shown}`"));
                }
                if let Some(what) = other {
                    let right = format!("`{path} {what} {shown}`");
                    return Some(match what {
                        "positions" if value == "antichains" => {
                            format!("there are as many antichains as down-sets, which are the positions: {right}")
                        }
                        "positions" => format!("`positions` counts the down-sets (ideals): {right}"),
                        "classes" => format!("`classes` counts the orbits of positions: {right}"),
                        _ => format!("did you mean {right}?"),
                    });
                }
                position?;
                Some(format!("say first what to count: `{path} linear-extensions {shown}`"))
            }
            ("sample", "<WHAT>") => Some(format!("say first what to sample: `{path} linear-extensions {shown}`")),
            ("table", "<FAMILY>") if value.parse::<u64>().is_ok() => {
                Some(format!("did you mean `{path} subsets --max-n {value}`?"))
            }
            ("table", _) => Some(format!("the table is that of the subsets: `{path} subsets`")),
            ("convert", missing) if missing.contains("--to") && value.is_empty() => {
                let shown = position.map_or("petersen".to_owned(), quoted);
                Some(format!("name the notation: `{path} {shown} --to json`"))
            }
            ("survey", _) if value.is_empty() => {
                Some(format!("such as `{path} 'wheel(n)' --for n=3..12` or `{path} --graphs 6`"))
            }
            (_, missing) if missing.contains("<POSITION>") => Some(
                "a position is an expression such as 'boundary(4)', `@FILE` or `-`; `chomplex --help` lists them"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

/// For an option with a value that it does not take.
fn for_bad_value(argument: &str, value: &str) -> Option<String> {
    let values: Vec<&str> = value.split([',', ' ']).filter(|value| !value.is_empty()).collect();
    if !argument.starts_with("--no-rule") || values.len() < 2 {
        return None;
    }
    let options: Vec<String> = values.iter().map(|value| format!("--no-rule {}", quoted(value))).collect();
    Some(format!("repeat the option for each rule: `{}`", options.join(" ")))
}

/// Whether all words are positions and none is a move of the first.
fn are_games(words: &[&str]) -> bool {
    let is_move = |name: &&str| words[0].parse::<Position>().is_ok_and(|position| position.find(name).is_ok());
    words.iter().all(|word| is_position(word)) && !words[1..].iter().any(is_move)
}

/// Whether a word looks like a position.
pub(crate) fn is_position(word: &str) -> bool {
    word.contains(['(', '[']) || word.starts_with('@') || word.parse::<Position>().is_ok()
}
