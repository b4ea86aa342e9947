//! A proof of the answer, as a file for `chomplex check`.

use std::io::{self, Write};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use chomplex::budget::{Budget, Stop};
use chomplex::certify::{self, CertifyError};
use chomplex::position::Position;
use chomplex::report::words::stopped;
use chomplex::solve::{Question, solve};

use crate::command::serve::fields::Fields;
use crate::command::serve::refusal::Refusal;
use crate::command::serve::response::file;
use crate::command::serve::{Server, limits};

/// The certificate, or why there is none.
type Written = Result<Vec<u8>, String>;

pub(crate) async fn certificate(State(server): State<Arc<Server>>, mut fields: Fields) -> Result<Response, Refusal> {
    let rules = super::rules(&mut fields)?;
    let mut work = super::work(&server, fields).await?;
    let written = work.run(move |position, tables, budget| {
        let (rules, tables) = (rules.clone(), tables.clone());
        write(position, &Question { proof: true, rules, tables, ..Question::default() }, budget)
    });
    let content = written.await?.map_err(|why| {
        Refusal::impossible(format!("there is no certificate: {why}"))
            .with_hint("the command line has other limits: chomplex solve POSITION --certificate FILE")
    })?;
    let mut response = file(content, "application/octet-stream");
    let name = format!("attachment; filename=\"{}.cert\"", file_name(&work.game.position.to_string()));
    let name = HeaderValue::from_str(&name).expect("letters, digits and hyphens");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

fn write(position: &Position, question: &Question, budget: &Budget) -> (Written, Option<Stop>) {
    let answer = solve(position, question, budget);
    let ended = |stop: Stop| Err(format!("{} came before the end of the proof", stopped(stop)));
    let mut content = Bounded(Vec::new());
    match certify::write(position, &answer.reason, budget, &mut content) {
        // If only the value is missing, there is still a proof of the winner, but the request asked
        // for the value.
        Ok(()) => (Ok(content.0), answer.stopped_by),
        Err(CertifyError::Stopped(stop)) => (ended(stop), Some(stop)),
        Err(CertifyError::Incomplete) => match answer.stopped_by {
            Some(stop) => (ended(stop), Some(stop)),
            None => (Err(CertifyError::Incomplete.to_string()), None),
        },
        Err(error) => (Err(error.to_string()), None),
    }
}

/// A buffer with a size limit.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > limits::CERTIFICATE {
            return Err(io::Error::other(format!("it would be larger than {} MiB", limits::CERTIFICATE >> 20)));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file name that every system accepts: `wheel-5-nim-3` for `wheel(5) + nim(3)`.
pub(crate) fn file_name(position: &str) -> String {
    let words = position.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    if name.is_empty() { "position".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    #[test]
    fn file_names() {
        assert_eq!(super::file_name("wheel(5) + nim(3)"), "wheel-5-nim-3");
        assert_eq!(super::file_name("\"é\"/../"), "position");
    }
}
