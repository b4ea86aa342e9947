//! `chomplex serve`: the web page, and its API for programs.
//!
//! A request arrives through [`connections`], is checked by [`safety`], and goes to [`assets`] or
//! to a route of [`api`], with its [`body`]. What the routes do is in [`chomplex_api::route`]; the
//! [`work`] is done in [`lane`]s, and [`boards`] are cached. The answer is a [`response`] in one
//! piece, a [`stream`] of lines, or a [`refusal`]. [`limits`] has all the limits.

mod api;
mod assets;
mod boards;
mod body;
mod connections;
mod lane;
mod limits;
mod refusal;
mod response;
mod safety;
mod stream;
mod work;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use chomplex::Budget;
use chomplex::budget::amount::{parse_memory, parse_time};
use chomplex::budget::free_memory;
use tokio::sync::Notify;

use self::lane::Lanes;
use crate::budget::ThreadsArgs;
use crate::exit::Exit;
use crate::output::{note, print};
use crate::signals::{self, Signal};
use crate::tablebase::TablebaseArgs;

/// Open the web page: play, see and understand in a browser
///
/// Listens on 127.0.0.1 only. The API is described in docs/api.md. Ctrl-C ends the server.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex serve --open
  chomplex serve --port 8000 --time 5m --memory 4GiB")]
pub(crate) struct Args {
    /// Listen on this port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 7171)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    /// Time limit for each request [default: 1m]
    #[arg(long, help_heading = "Budget", value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Use at most this much memory for all requests together, such as 4GiB [default: half of the
    /// free memory]
    #[arg(long, help_heading = "Budget", value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// State shared by all requests.
pub(crate) struct Server {
    lanes: Arc<Lanes>,
    assets: assets::Assets,
    boards: boards::Boards,
    /// Maximum computing time of a request.
    time: Duration,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let tablebase = self.tablebase.open()?;
        let memory = self.memory.unwrap_or_else(|| free_memory() / 2);
        let threads = self.threads.apply(Budget::default()).threads();
        let lanes = Arc::new(Lanes::new(memory, threads, tablebase.as_ref()));
        let time = self.time.unwrap_or(limits::TIME);
        let server = Server { lanes, assets: assets::Assets::load(), boards: boards::Boards::default(), time };

        let (listener, port) = self.listen()?;
        let end = end_on_signal()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(8 << 20).build();
        let runtime = runtime.context("cannot start threads")?;
        let app = api::router(Arc::new(server), safety::Hosts::new(port));
        let address = format!("http://127.0.0.1:{port}/");
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            print(&format!("Chomplex is at {address}"))?;
            if self.open {
                open(&address);
            }
            connections::serve(listener, app, end.notified()).await;
            anyhow::Ok(())
        })?;
        // Nobody needs the results of the remaining work.
        runtime.shutdown_background();
        Ok(Exit::Interrupted)
    }

    fn listen(&self) -> anyhow::Result<(TcpListener, u16)> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))).map_err(|error| {
            let port = self.port;
            match error.kind() {
                io::ErrorKind::AddrInUse => {
                    anyhow!("port {port} is taken; choose another with --port, or any free one with --port 0")
                }
                io::ErrorKind::PermissionDenied => anyhow!("port {port} may not be used; choose one above 1023"),
                _ => anyhow!("cannot listen on port {port}: {error}"),
            }
        })?;
        listener.set_nonblocking(true).context("cannot listen")?;
        let port = listener.local_addr().context("cannot listen")?.port();
        Ok((listener, port))
    }
}

/// Returns a notification for the first Ctrl-C; a second one ends the process at once.
fn end_on_signal() -> anyhow::Result<Arc<Notify>> {
    let end = Arc::new(Notify::new());
    let notified = end.clone();
    signals::listen(move |signal| match signal {
        Signal::Again => std::process::exit(Exit::Interrupted.code().into()),
        Signal::FirstFromKeyboard | Signal::First => notified.notify_one(),
    })?;
    Ok(end)
}

/// Opens an address in the system's browser.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        note(format!("no browser could be opened; open {address} yourself"));
    }
}
