//! Tablebase builds that are killed or run at the same time.

mod patience;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// A build of the table for six vertices, with a checkpoint after every layer.
fn build(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    command.args(["tablebase", "build", "6", "--checkpoint-every", "0s", "--threads", "2", "--dir"]).arg(directory);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn files(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whenever a build is killed, starting it again leads to the same bytes.
#[test]
fn a_killed_build_goes_on() {
    let whole = directory("whole");
    assert!(build(&whole).output().unwrap().status.success());
    let expected = fs::read(whole.join("tablebase-6.bin")).unwrap();
    let (mut killed, mut resumed) = (0, 0);
    for round in 0..12 {
        let here = directory(&format!("killed-{round}"));
        // Kill it later and later, until it is done.
        for attempt in 1.. {
            let mut child = build(&here).spawn().unwrap();
            // On a busy machine it may take long to finish.
            let later = if attempt < 60 { 3 * attempt } else { 180 << ((attempt - 60) / 4).min(10) };
            sleep(Duration::from_millis(later + 2 * round));
            // If it is done, there is nothing to kill.
            let _ = child.kill();
            let output = patience::output(child);
            if output.status.success() {
                break;
            }
            killed += 1;
            let left = files(&here);
            let checkpoints = left.iter().filter(|name| name.ends_with(".checkpoint")).count();
            assert!(checkpoints <= 3, "{left:?}");
            resumed += usize::from(checkpoints > 0);
        }
        assert_eq!(fs::read(here.join("tablebase-6.bin")).unwrap(), expected, "round {round}");
        assert_eq!(files(&here), ["tablebase-6.bin", "tablebase.lock"], "round {round}");
    }
    assert!(killed >= 12 && resumed >= 6, "killed {killed} times, {resumed} times with a checkpoint left");
}

/// If there is no room for a checkpoint, the build says so and keeps the earlier ones; with room
/// again it resumes from them.
#[cfg(unix)]
#[test]
fn a_checkpoint_there_is_no_room_for_does_no_harm() {
    let (whole, here) = (directory("roomy"), directory("no-room"));
    assert!(build(&whole).output().unwrap().status.success());
    // Files are limited to 40 KiB: enough for the table, but not for the largest layers.
    let limited = build(&here);
    let output = Command::new("bash")
        .args(["-c", r#"ulimit -f 40; trap "" XFSZ; exec "$0" "$@""#])
        .arg(limited.get_program())
        .args(limited.get_args())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = message(&output);
    assert!(told.contains("cannot use") && told.contains("values-6-6-") && told.contains("File too large"), "{told}");
    let left = files(&here);
    let checkpoints: Vec<&String> = left.iter().filter(|name| name.ends_with(".checkpoint")).collect();
    assert_eq!(checkpoints.len(), 2, "{left:?}");
    assert!(checkpoints[1].as_str() > "values-6-6-020", "{left:?}");
    assert!(!left.iter().any(|name| name.ends_with(".draft")), "{left:?}");

    let output = build(&here).output().unwrap();
    assert!(output.status.success(), "{}", message(&output));
    assert_eq!(fs::read(here.join("tablebase-6.bin")).unwrap(), fs::read(whole.join("tablebase-6.bin")).unwrap());
    assert_eq!(files(&here), ["tablebase-6.bin", "tablebase.lock"]);
}

/// A damaged checkpoint is reported and not used.
#[test]
fn a_damaged_checkpoint_is_named() {
    let here = directory("damaged");
    let last = || files(&here).into_iter().rfind(|name| name.ends_with(".checkpoint"));
    let kill_with_a_checkpoint = |_| {
        let _ = fs::remove_file(here.join("tablebase-6.bin"));
        let mut child = build(&here).spawn().unwrap();
        while last().is_none() && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().unwrap();
        last()
    };
    // The build may finish before a checkpoint is seen.
    let checkpoint = (0..100).find_map(kill_with_a_checkpoint).expect("there is a checkpoint for a while");
    let path = here.join(&checkpoint);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() - 9;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let output = build(&here).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", message(&output));
    assert!(message(&output).contains(&checkpoint), "{}", message(&output));
    fs::remove_file(&path).unwrap();
    assert!(build(&here).output().unwrap().status.success());
}

/// A path that cannot be written is refused at once, with a message.
#[test]
fn what_is_no_directory_is_refused() {
    let here = directory("refused");
    let file = here.join("file");
    fs::write(&file, "").unwrap();
    let output = build(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message(&output).contains("file"), "{}", message(&output));
    fs::write(here.join("tablebase-6.bin"), "something else").unwrap();
    let probe = ["tablebase", "stats", "6", "--dir"];
    let output = Command::new(env!("CARGO_BIN_EXE_chomplex")).args(probe).arg(&here).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message(&output).contains("is not a tablebase"), "{}", message(&output));
}
