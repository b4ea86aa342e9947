//! `chomplex draw` writes pictures that other programs can read.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn chomplex(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chomplex")).args(arguments).output().expect("the program runs")
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn draw(position: &str, name: &str, more: &[&str]) -> Vec<u8> {
    let path = file(name);
    let output = chomplex(&[&["draw", position, "-o", path.to_str().unwrap()], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    std::fs::read(path).unwrap()
}

/// The width and height of a PNG, which follow its signature and the head of its first chunk.
fn size_of_png(bytes: &[u8]) -> [u32; 2] {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn pictures_are_written() {
    let svg = String::from_utf8(draw("wheel(5)", "wheel.svg", &["--values"])).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    // Five vertices of the rim, the hub, and the values of the options of eleven moves.
    assert_eq!(svg.matches("<circle").count(), 6);
    assert_eq!(svg.matches("<line").count(), 10);
    assert!(svg.contains("class=\"wins\""), "a winning move is marked");

    let tex = String::from_utf8(draw("chomp(2,3)", "bar.tex", &["--after", "2,2"])).unwrap();
    assert_eq!(tex.matches("\\path[cell]").count(), 3);
    assert_eq!(tex.matches("\\path[gone]").count(), 2);

    let [width, height] = size_of_png(&draw("simplex(3)", "triangle.png", &["--width", "300"]));
    assert_eq!(width, 300);
    assert!(height > 100);
}

/// Text is rendered whatever fonts the machine has: a label of many letters produces dark pixels.
#[test]
fn letters_are_rendered() {
    let plain = draw("poset[a]", "a.png", &[]);
    let other = draw("poset[W]", "w.png", &[]);
    assert_eq!(size_of_png(&plain), size_of_png(&other));
    assert_ne!(plain, other, "only the letter is different");
}
