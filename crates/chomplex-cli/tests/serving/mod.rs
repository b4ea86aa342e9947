//! A server that runs, a client that asks it, and a reader of its description.

#![allow(dead_code, unreachable_pub, reason = "each test uses some of it")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::patience::{self, Watchdog};

pub mod schema;

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(300);

/// `chomplex serve` on a free port.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        let mut command = patience::interruptible();
        command.args(["serve", "--port", "0", "--no-tablebase"]).args(arguments);
        if !arguments.contains(&"--memory") {
            command.args(["--memory", "1GiB"]);
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let watchdog = Watchdog::over(&child);
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim_end().strip_prefix("Chomplex is at http://127.0.0.1:").unwrap();
        let port = port.strip_suffix('/').unwrap().parse().unwrap();
        drop(watchdog);
        Server { child, port }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end, and tells its exit code.
    pub fn wait(&mut self) -> Option<i32> {
        patience::wait(&mut self.child).code()
    }

    /// Sends a signal, such as `-INT`.
    pub fn signal(&self, name: &str) {
        patience::signal(&self.child, name);
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and reads the answer.
    pub fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // Who refuses a request may do so before it is complete.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::parse(&answer)
    }

    /// The head of a request with these further headers.
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = self.head(method, path, headers).into_bytes();
        if method != "GET" && method != "HEAD" {
            request.extend_from_slice(format!("content-length: {}\r\n", body.len()).as_bytes());
        }
        request.extend_from_slice(b"\r\n");
        request.extend_from_slice(body);
        self.send(&request)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    /// Asks for a stream, whose lines can then be read as they come.
    pub fn open(&self, path: &str, body: &Value) -> Lines {
        let body = body.to_string();
        let head = self.head("POST", path, &[("content-type", "application/json")]);
        let mut stream = self.connect();
        write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
        Lines(BufReader::new(stream))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The events of a stream.
pub struct Lines(BufReader<TcpStream>);

impl Lines {
    /// The next event; nothing at the end.
    pub fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            // Between the events are the head and the sizes of chunks.
            if line.starts_with("{\"event\"") {
                return Some(serde_json::from_str(&line).unwrap());
            }
        }
    }

    /// The next event of this name.
    pub fn find(&mut self, name: &str) -> Value {
        std::iter::from_fn(|| self.next()).find(|event| event["event"] == name).unwrap()
    }
}

pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer has a head");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        let headers: HashMap<String, String> = lines.filter_map(header).collect();
        let body = &bytes[end + 4..];
        let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
        Answer { status, headers, body: if chunked { join(body) } else { body.to_vec() } }
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}: {}", self.status, self.text()))
    }

    /// The events of a stream that has come to its end.
    pub fn events(&self) -> Vec<Value> {
        assert_eq!(
            (self.status, self.headers["content-type"].as_str()),
            (200, "application/x-ndjson"),
            "{}",
            self.text()
        );
        let events: Vec<Value> = self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(matches!(events.last().unwrap()["event"].as_str(), Some("done" | "error")));
        events
    }

    /// The event of this name.
    pub fn event(&self, name: &str) -> Value {
        let found = self.events().into_iter().find(|event| event["event"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {}", self.text()))
    }

    /// The message of a refusal with this status.
    #[track_caller]
    pub fn refusal(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.headers["content-type"], "application/json");
        let value = self.json();
        schema::check("Refusal", &value);
        value["error"].clone()
    }
}

/// The chunks of a body.
fn join(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        body.extend_from_slice(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
    body
}
