//! The command `chomplex-check`: verify a certificate and print what it proves.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use chomplex_check::{Failure, Verified, check};

const HELP: &str = "\
Verify a certificate of a poset game and print what it proves.

Usage: chomplex-check FILE
       chomplex-check -            read standard input

Options:
  -h, --help       print this help
  -V, --version    print the version

Exit codes: 0 the certificate is verified; 1 it can be read but is rejected;
2 it cannot be read (not a certificate, truncated, of another version) or bad usage.

The proof is about the poset in the file. The name in the file is only a label:
`chomplex check` reads it and compares it with the poset, this program does not.";

/// The exit code for a certificate that can be read but is wrong.
const REJECTED: u8 = 1;
/// The exit code for bad usage, and for a certificate that cannot be read.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let (text, code) = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => (HELP.to_owned(), 0),
        [option] if option == "-V" || option == "--version" => {
            (concat!("chomplex-check ", env!("CARGO_PKG_VERSION")).to_owned(), 0)
        }
        [file] if file == "-" || !file.as_encoded_bytes().starts_with(b"-") => match check_file(file) {
            Ok(verified) => (verdict(&verified), 0),
            Err(Failure::Rejected { claim, line, step, message }) => {
                let claim = claim.map(|claim| format!("it does not prove that {claim}: ")).unwrap_or_default();
                let step = step.map(|step| format!(", step {step}")).unwrap_or_default();
                (format!("rejected: {claim}line {line}{step}: {message}"), REJECTED)
            }
            Err(failure) => {
                let name = if file == "-" { "standard input".into() } else { file.to_string_lossy() };
                return complain(&format!("cannot read {name}: {failure}"));
            }
        },
        [] => return complain("which file? Usage: chomplex-check FILE, or - for standard input"),
        [option] => return complain(&format!("unknown option {}; see --help", option.to_string_lossy())),
        _ => return complain("one file at a time; see --help"),
    };
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::from(code),
        Err(error) => complain(&format!("cannot write the answer: {error}")),
    }
}

fn check_file(file: &OsStr) -> Result<Verified, Failure> {
    if file == "-" {
        return check(io::stdin().lock());
    }
    check(BufReader::with_capacity(1 << 16, File::open(file).map_err(Failure::Io)?))
}

/// The message for a certificate that is right.
fn verdict(verified: &Verified) -> String {
    let steps = verified.steps;
    let mut text = format!("verified: {} ({steps} step{})", verified.claim, if steps == 1 { "" } else { "s" });
    if !verified.assumed.is_empty() {
        text.push_str("\nassumed: ");
        text.push_str(&verified.assumed.join(", "));
    }
    text
}

fn complain(message: &str) -> ExitCode {
    // If this cannot be written either, the exit code still reports the failure.
    let _ = writeln!(io::stderr(), "chomplex-check: {message}");
    ExitCode::from(UNREADABLE)
}
