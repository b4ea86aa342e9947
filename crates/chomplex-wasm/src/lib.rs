//! Everything that the page asks for, in a Web Worker.
//!
//! The worker and this program share memory and a few functions. The worker asks for [`room`],
//! writes a route and the body of a request there, and calls [`answer`]. Whatever there is to say
//! comes back through `take`, a piece at a time; see [`Piece`].
//!
//! Elsewhere than in WebAssembly this crate is empty.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code, reason = "the interface to the worker is functions and memory")]

use std::cell::RefCell;
use std::time::Duration;

use chomplex::{Budget, clock};
use chomplex_api::desk::Desk;
use chomplex_api::json::to_value;
use chomplex_api::route::{Content, Event};
use chomplex_api::stamp::Stamped;
use serde::Serialize;

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// The time since the worker began, in milliseconds.
    safe fn now() -> f64;
    /// Takes a piece of an answer.
    fn take(piece: Piece, start: *const u8, len: usize);
    /// Takes note of the number of positions examined so far.
    safe fn progress(positions: f64);
}

/// What the worker is given.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Piece {
    /// A line of an answer that comes line by line, as JSON.
    Line = 0,
    /// A complete answer, as JSON.
    Answer = 1,
    /// Why there is no answer, as JSON.
    Refusal = 2,
    /// The media type of a file.
    Type = 3,
    /// The name of a file.
    Name = 4,
    /// The content of a file.
    Content = 5,
    /// The message of a panic. The program is of no more use.
    Panic = 6,
}

thread_local! {
    /// The request that is being written.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

fn give(piece: Piece, bytes: &[u8]) {
    // SAFETY: the worker reads these bytes before it returns.
    unsafe { take(piece, bytes.as_ptr(), bytes.len()) }
}

fn give_json(piece: Piece, value: &impl Serialize) {
    give(piece, to_value(value).to_string().as_bytes());
}

/// Begins; tables may take this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn begin(memory: f64) {
    std::panic::set_hook(Box::new(|panic| give(Piece::Panic, panic.to_string().as_bytes())));
    clock::lend(|| Duration::from_secs_f64(now() / 1000.0));
    let observe = |positions| progress(positions as f64);
    let fresh = move || Budget::default().with_memory(memory as u64).with_observer(observe);
    DESK.set(Some(Desk::new(fresh)));
}

/// Makes room for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(len, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request. Its first bytes are the route, the others the body; `seed` is for random
/// choices.
#[unsafe(no_mangle)]
pub extern "C" fn answer(route: usize, seed: f64) {
    let request = REQUEST.take();
    let (route, body) = request.split_at(route);
    let route = std::str::from_utf8(route).unwrap_or_default();
    let send = |event: &Event| give_json(Piece::Line, event);
    let answered = DESK.with_borrow_mut(|desk| {
        let desk = desk.as_mut().expect("the worker begins first");
        desk.answer(route, body, seed as u64, send)
    });
    match answered {
        Ok(Content::Json(value)) => give(Piece::Answer, value.to_string().as_bytes()),
        Ok(Content::Lines) => {}
        Ok(Content::File { content, content_type, name }) => {
            give(Piece::Type, content_type.as_bytes());
            name.iter().for_each(|name| give(Piece::Name, name.as_bytes()));
            give(Piece::Content, &content);
        }
        Err(refusal) => give_json(Piece::Refusal, &Stamped::new(refusal.told())),
    }
}
