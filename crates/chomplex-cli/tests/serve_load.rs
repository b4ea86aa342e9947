//! The server under load: many clients, heavy work, clients that disconnect.

mod patience;
mod serving;

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use serving::Server;

/// Runs the tests of this file one at a time, because they measure time.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Maximum wait for a quick answer, even on a busy machine; half of the answers come within a
/// second.
const BOUND: Duration = Duration::from_secs(60);

/// Lets `clients` clients send requests at the same time, `each` requests per client; returns the
/// time of each request.
fn crowd(server: &Server, clients: usize, each: usize) -> Vec<Duration> {
    let ask = |client: usize| -> Vec<Duration> {
        let times = (0..each).map(|i| {
            let begun = Instant::now();
            match (client + i) % 3 {
                0 => assert_eq!(server.post("/api/v2/board", &json!({ "position": "wheel(7)" })).status, 200),
                1 => assert_eq!(server.get("/api/v2/families").status, 200),
                _ => {
                    let answer =
                        server.post("/api/v2/solve", &json!({ "position": format!("wheel({})", 3 + client % 5) }));
                    assert_eq!(answer.event("answer")["grundy"], 1);
                    assert_eq!(answer.events().last().unwrap()["event"], "done");
                }
            }
            begun.elapsed()
        });
        times.collect()
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..clients).map(|client| scope.spawn(move || ask(client))).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect()
    })
}

#[test]
fn hundreds_of_clients_get_answers() {
    let _turn = alone();
    let server = Server::start(&[]);
    let begun = Instant::now();
    let mut times = crowd(&server, 300, 4);
    let all = begun.elapsed();
    times.sort();
    assert_eq!(times.len(), 1200);
    let (median, worst) = (times[600], times[1199]);
    println!("{:.0} requests a second; half within {median:?}, all within {worst:?}", 1200.0 / all.as_secs_f64());
    assert!(worst < BOUND, "{worst:?}");
}

/// Clients that never finish their request delay nobody.
#[test]
fn slow_clients_do_not_delay_others() {
    let _turn = alone();
    let server = Server::start(&[]);
    let begin = || {
        let mut stream = server.connect();
        stream.write_all(b"POST /api/v1/solve HTTP/1.1\r\nhost: 127").unwrap();
        stream
    };
    let slow: Vec<_> = (0..200).map(|_| begin()).collect();
    let worst = crowd(&server, 20, 4).into_iter().max().unwrap();
    drop(slow);
    assert!(worst < BOUND, "{worst:?}");
}

#[test]
fn heavy_work_does_not_starve_the_rest() {
    let _turn = alone();
    let server = Server::start(&["--threads", "2"]);
    let mut heavy: Vec<_> =
        (0..4).map(|_| server.open("/api/v2/solve", &json!({ "position": "boundary(8)" }))).collect();
    thread::sleep(Duration::from_secs(1));
    let times = crowd(&server, 200, 1);
    let worst = times.iter().max().unwrap();
    println!("beside heavy work all of 200 within {worst:?}");
    assert!(*worst < BOUND, "{worst:?}");
    // Both the running and the waiting jobs are still there.
    heavy.iter_mut().for_each(|lines| drop(lines.find("progress")));
}

#[test]
fn who_finds_no_room_is_told_to_come_back() {
    let _turn = alone();
    let server = Server::start(&[]);
    let idle: Vec<_> = (0..768).map(|_| server.connect()).collect();
    let answer = (0..100).map(|_| server.get("/api/v2/families")).find(|answer| answer.status == 503);
    let answer = answer.expect("there is room for 768 only");
    assert_eq!(answer.headers["retry-after"], "2");
    answer.refusal(503);
    drop(idle);
    let deadline = Instant::now() + BOUND;
    while server.get("/api/v2/families").status != 200 {
        assert!(Instant::now() < deadline);
        thread::sleep(Duration::from_millis(50));
    }
}

/// The processor time a process has used so far, in ticks of a hundredth of a second.
#[cfg(target_os = "linux")]
fn ticks(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields: Vec<&str> = text.rsplit_once(") ").unwrap().1.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn work_ends_when_the_client_goes_away() {
    let _turn = alone();
    let server = Server::start(&["--threads", "2"]);
    for route in ["solve", "explain", "reply", "certificate"] {
        let game = json!({ "position": "boundary(8)" });
        let mut lines = server.open(&format!("/api/v2/{route}"), &game);
        if route == "certificate" {
            thread::sleep(Duration::from_millis(900));
        } else {
            lines.find("progress");
        }
        // It works, if other processes let it.
        let (before, deadline) = (ticks(server.id()), Instant::now() + BOUND);
        while ticks(server.id()) <= before + 2 {
            assert!(Instant::now() < deadline, "{route}: it does not work");
            thread::sleep(Duration::from_millis(50));
        }
        drop(lines);
        // The job ends in a moment, and then uses no more processor time.
        let deadline = Instant::now() + BOUND;
        loop {
            let before = ticks(server.id());
            thread::sleep(Duration::from_millis(300));
            if ticks(server.id()) <= before + 1 {
                break;
            }
            assert!(Instant::now() < deadline, "{route}: it still works");
        }
    }
    // Both heavy workers are free again.
    let answer = server.post("/api/v2/solve", &json!({ "position": "boundary(8)", "time": 0.6 }));
    assert_eq!(answer.event("answer")["stopped_by"], "time");
}

/// The resident memory of the process, in bytes.
#[cfg(target_os = "linux")]
fn resident(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().trim().parse::<u64>().unwrap() << 10
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_all_work_together_is_bounded() {
    let _turn = alone();
    let server = Server::start(&["--memory", "128MiB", "--threads", "2"]);
    let positions = ["boundary(8)", "subsets(8,4)", "chomp(9,12)", "gridgraph(4,4)", "subsets(7,4)", "boundary(7)"];
    let streams: Vec<_> =
        positions.iter().map(|p| server.open("/api/v2/solve", &json!({ "position": p, "time": 1.0 }))).collect();
    for mut stream in streams {
        stream.find("done");
    }
    let held = resident(server.id());
    println!("{} MiB of 128", held >> 20);
    assert!(held < 128 << 20, "{} MiB", held >> 20);
}
