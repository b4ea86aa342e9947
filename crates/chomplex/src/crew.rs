//! Threads with large stacks.
//!
//! Every thread is joined. A thread is detached when its handle is dropped. If it ends at just that
//! moment, some C libraries touch its memory after it was freed (glibc bug 19951). This does happen
//! after some millions of threads.

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle, ScopedJoinHandle};

/// Stack size in bytes. A search recurses once per element; this is ample for 512 elements.
const STACK: usize = 64 << 20;

thread_local! {
    /// Whether this thread has a stack of that size.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Spawns a thread with a large stack. Work on it needs no other thread for deep recursion.
///
/// # Errors
/// If no thread can be spawned.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().stack_size(STACK).spawn(|| {
        IS_DEEP.set(true);
        work();
    })
}

/// Runs the work on this many threads and waits for all of them.
///
/// Workers are numbered from 0. If no thread can be spawned, the current thread does the work of
/// worker 0.
pub(crate) fn crew(workers: usize, work: impl Fn(usize) + Sync) {
    if workers == 1 && IS_DEEP.get() {
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
        let threads: Vec<ScopedJoinHandle<'_, ()>> = (0..workers).map_while(spawn).collect();
        if threads.is_empty() {
            work(0);
        }
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Runs deeply recursive work.
pub(crate) fn descend<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let (work, done) = (Mutex::new(Some(work)), Mutex::new(None));
    crew(1, |_| {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it is done once");
        *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(work());
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner).expect("it was done")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_worker_works_once() {
        let seen = Mutex::new(Vec::new());
        crew(3, |number| seen.lock().unwrap().push((number, thread::current().id())));
        let seen = seen.into_inner().unwrap();
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
        crew(2, |number| assert!(number == 0, "as it should"));
    }
}
