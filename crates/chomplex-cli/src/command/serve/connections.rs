//! Connections: limited in number, with timeouts, and shut down gracefully.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use chomplex_api::json::to_value;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits;
use super::refusal::Refusal;

/// Serves until `end` completes, then gives running answers a short time to finish.
pub(crate) async fn serve(listener: TcpListener, app: Router, end: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match (accepted, room.clone().try_acquire_owned()) {
            (Ok((stream, _)), Ok(permit)) => attend(stream, app.clone(), &graceful, permit),
            (Ok((stream, _)), Err(_)) => drop(tokio::spawn(turn_away(stream))),
            // Too many open files, or the client has already gone: try again in a moment.
            (Err(_), _) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(limits::FAREWELL, graceful.shutdown()).await;
}

fn attend(stream: TcpStream, app: Router, graceful: &GracefulShutdown, permit: OwnedSemaphorePermit) {
    // Send the lines of a stream without delay.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits::IDLE);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // Errors of a closed connection are of no interest.
        let _ = connection.await;
        drop(permit);
    });
}

/// Tells a client to come back later when the server is full.
async fn turn_away(stream: TcpStream) {
    let body = format!("{}\n", to_value(&Refusal::busy().told()));
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 2\r\nconnection: close";
    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    // The answer is short enough to be sent in one write. Read the request first: otherwise the
    // client might not see the answer.
    if let Ok(Ok(())) = tokio::time::timeout(Duration::from_secs(1), stream.readable()).await {
        let _ = stream.try_read(&mut [0; 1 << 12]);
    }
    let _ = stream.try_write(answer.as_bytes());
}
