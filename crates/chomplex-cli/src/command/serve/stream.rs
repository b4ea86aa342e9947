//! Streamed answers: one JSON object per line, sent at once.
//!
//! Closing the connection cancels the job: it drops the body and with it the work.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use chomplex_api::json::to_value;
use chomplex_api::route::{Event, Stage};
use chomplex_api::stamp::{Stamped, Version};
use http_body::Frame;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval_at};

use super::limits;
use super::refusal::Refusal;
use super::work::Work;

/// Maximum number of unread lines.
const UNREAD: usize = 16;

/// The events of a stream.
struct Events(Sender<Bytes>);

impl Events {
    /// Sends an event.
    async fn send(&self, event: &Event) {
        // If nobody listens, the work is about to be dropped.
        let _ = self.0.send(line(event)).await;
    }

    /// Sends an event that may be skipped if the channel is full.
    fn mention(&self, event: &Event) {
        let _ = self.0.try_send(line(event));
    }
}

fn line(event: &Event) -> Bytes {
    format!("{}\n", to_value(event)).into()
}

/// Answers with a line for each stage of the work, and reports its progress.
pub(crate) fn stream(mut work: Work, stages: Vec<Stage>) -> Response {
    let (sender, lines) = mpsc::channel(UNREAD);
    let events = Events(sender);
    let progress = work.progress();
    let task = tokio::spawn(async move {
        let begun = Instant::now();
        let mut ticks = interval_at(tokio::time::Instant::now() + limits::BETWEEN_PROGRESS, limits::BETWEEN_PROGRESS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let act = async {
            for stage in stages {
                events.send(&work.run(stage).await?).await;
            }
            Ok::<(), Refusal>(())
        };
        tokio::pin!(act);
        loop {
            tokio::select! {
                result = &mut act => return match result {
                    Ok(()) => events.send(&Event::Done { version: Version::current() }).await,
                    Err(refusal) => events.send(&Event::Error(Stamped::new(refusal.told()))).await,
                },
                _ = ticks.tick() => {
                    let (positions, seconds) = (progress.positions(), begun.elapsed().as_secs_f64());
                    events.mention(&Event::Progress { positions, seconds });
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
