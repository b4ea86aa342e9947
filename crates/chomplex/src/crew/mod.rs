//! Threads: the only place of the library that starts any.
//!
//! - `each`: runs work on several threads with deep stacks; `descend`: on one of them.
//! - `map`: the results for several items, one thread for each.
//! - `ordered`: a parallel map over a long sequence that delivers the results in order.
//! - [`spawn`]: a single thread with a deep stack.
//!
//! Every thread is joined, and a panic is handed on to the caller. A thread is detached when its
//! handle is dropped. If it ends at just that moment, some C libraries touch its memory after it
//! was freed (glibc bug 19951). This does happen after some millions of threads.
//!
//! How many threads work is decided by the [`Budget`](crate::budget::Budget). Without the feature
//! `parallel` that is always one.

#[cfg(feature = "survey")]
mod ordered;

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::thread::{self, JoinHandle, ScopedJoinHandle};

use parking_lot::Mutex;

#[cfg(all(test, feature = "survey"))]
pub(crate) use self::ordered::WINDOW;
#[cfg(feature = "survey")]
pub(crate) use self::ordered::ordered;

/// Stack size in bytes. A search recurses once per element; this is ample for 512 elements.
const STACK: usize = 64 << 20;

thread_local! {
    /// Whether this thread has a stack of that size.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Spawns a thread with a deep stack. Work on it needs no other thread for deep recursion.
///
/// # Errors
/// If no thread can be spawned.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().stack_size(STACK).spawn(|| {
        IS_DEEP.set(true);
        work();
    })
}

/// Runs the work on this many threads with deep stacks, and waits for all of them.
///
/// Threads are numbered from 0. If none can be spawned, the current thread does the work of
/// number 0.
pub(crate) fn each(threads: usize, work: impl Fn(usize) + Sync) {
    if threads == 1 && IS_DEEP.get() {
        return work(0);
    }
    let work = &work;
    thread::scope(|scope| {
        let spawn = |number: usize| {
            let deep = move || {
                IS_DEEP.set(true);
                work(number);
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, deep).ok()
        };
        let threads: Vec<ScopedJoinHandle<'_, ()>> = (0..threads).map_while(spawn).collect();
        if threads.is_empty() {
            work(0);
        }
        threads.into_iter().for_each(join);
    });
}

/// Runs deeply recursive work.
pub(crate) fn descend<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let (work, done) = (Mutex::new(Some(work)), Mutex::new(None));
    each(1, |_| {
        let work = work.lock().take().expect("it is done once");
        *done.lock() = Some(work());
    });
    done.into_inner().expect("it was done")
}

/// The results of the work on each item, in order, with one thread per item. The current thread
/// takes the first item, and those for which no thread can be spawned.
pub(crate) fn map<T: Send, R: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let take = |item: &Mutex<Option<T>>| work(item.lock().take().expect("it is taken once"));
    thread::scope(|scope| {
        let spawn = |item| thread::Builder::new().spawn_scoped(scope, move || take(item)).ok();
        let threads: Vec<_> =
            items.iter().enumerate().map(|(i, item)| if i == 0 { None } else { spawn(item) }).collect();
        items.iter().zip(threads).map(|(item, thread)| thread.map_or_else(|| take(item), join)).collect()
    })
}

/// Waits for a thread, and hands its panic on.
fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_thread_works_once() {
        let seen = Mutex::new(Vec::new());
        each(3, |number| seen.lock().push((number, thread::current().id())));
        let seen = seen.into_inner();
        assert_eq!(seen.iter().map(|&(number, _)| number).collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2]));
        assert!(seen.iter().all(|&(_, id)| id != thread::current().id()));
    }

    #[test]
    fn a_deep_thread_needs_no_other() {
        let inside = descend(|| (thread::current().id(), descend(|| thread::current().id())));
        assert_eq!(inside.0, inside.1);
        assert_ne!(inside.0, thread::current().id());
    }

    #[test]
    fn a_thread_of_ones_own_is_deep() {
        let thread = spawn(|| {
            let here = thread::current().id();
            assert_eq!(descend(|| thread::current().id()), here);
        });
        thread.unwrap().join().unwrap();
    }

    #[test]
    fn there_is_room() {
        fn depth(n: u64) -> u64 {
            let room = std::hint::black_box([n; 1000]);
            if n == 0 { 0 } else { 1 + depth(n - 1) + room[1] - room[2] }
        }
        // This takes some twenty megabytes; the default stack of a thread has two.
        assert_eq!(descend(|| depth(1500)), 1500);
    }

    #[test]
    #[should_panic(expected = "as it should")]
    fn a_panic_is_handed_on() {
        each(2, |number| assert!(number == 0, "as it should"));
    }

    #[test]
    fn results_keep_their_order() {
        let here = thread::current().id();
        let results = map(0..5, |i| (i * i, thread::current().id() == here));
        assert_eq!(results, [(0, true), (1, false), (4, false), (9, false), (16, false)]);
        assert!(map([], |(): ()| ()).is_empty());
    }

    #[test]
    #[should_panic(expected = "as it should")]
    fn a_panic_in_a_map_is_handed_on() {
        map(0..3, |number| assert!(number != 2, "as it should"));
    }
}
