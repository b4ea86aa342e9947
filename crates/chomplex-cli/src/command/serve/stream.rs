//! Streamed answers: one JSON object per line, sent at once.
//!
//! Closing the connection cancels the job: it drops the body and with it the work.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use chomplex::provenance::stamped;
use http_body::Frame;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval_at};

use super::limits;
use super::refusal::Refusal;
use super::work::Work;

/// Maximum number of unread lines.
const UNREAD: usize = 16;

/// Sends the events of a stream.
#[derive(Clone)]
pub(crate) struct Events(Sender<Bytes>);

impl Events {
    /// Sends an event with this name and the fields of an object.
    pub(crate) async fn send(&self, name: &str, fields: Value) {
        // If nobody listens, the work is about to be dropped.
        let _ = self.0.send(line(name, stamped(fields))).await;
    }

    /// Sends an event that may be skipped if the channel is full.
    fn mention(&self, name: &str, fields: Value) {
        let _ = self.0.try_send(line(name, fields));
    }
}

fn line(name: &str, fields: Value) -> Bytes {
    let mut event = Map::new();
    event.insert("event".to_owned(), name.into());
    if let Value::Object(fields) = fields {
        event.extend(fields);
    }
    format!("{}\n", Value::Object(event)).into()
}

/// Answers with the events of the work and its progress.
pub(crate) fn stream<F>(work: Work, act: impl FnOnce(Work, Events) -> F) -> Response
where
    F: Future<Output = Result<(), Refusal>> + Send + 'static,
{
    let (sender, lines) = mpsc::channel(UNREAD);
    let events = Events(sender);
    let progress = work.progress();
    let act = act(work, events.clone());
    let task = tokio::spawn(async move {
        let begun = Instant::now();
        let mut ticks = interval_at(tokio::time::Instant::now() + limits::BETWEEN_PROGRESS, limits::BETWEEN_PROGRESS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        tokio::pin!(act);
        loop {
            tokio::select! {
                result = &mut act => match result {
                    Ok(()) => return events.send("done", json!({})).await,
                    Err(refusal) => return events.send("error", json!({ "error": refusal.json() })).await,
                },
                _ = ticks.tick() => {
                    let (positions, seconds) = (progress.positions(), begun.elapsed().as_secs_f64());
                    events.mention("progress", json!({ "positions": positions, "seconds": seconds }));
                }
            }
        }
    });
    let mut response = Response::new(Body::new(Lines { lines, task }));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    response
}

/// The lines of a stream; dropping them cancels the work.
struct Lines {
    lines: Receiver<Bytes>,
    task: JoinHandle<()>,
}

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.task.abort();
    }
}
