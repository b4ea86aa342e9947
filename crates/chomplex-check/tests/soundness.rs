//! No changed certificate proves anything false, and nothing makes the checker panic.

mod common;

use std::collections::HashMap;
use std::fmt::Write;

use chomplex_check::{Failure, check};
use common::{
    Lower, NEVER, Random, all, elements, example, example_with_sums, graph, grundy, header, is_convex, is_true,
    rejected, up_sets, verified,
};

/// Checks a changed certificate: whatever is verified has to be true. Returns whether it was
/// verified.
fn sound(bytes: &[u8]) -> bool {
    match check(bytes) {
        Ok(answer) => {
            assert!(is_true(&answer), "verified but false:\n{}", String::from_utf8_lossy(bytes));
            true
        }
        Err(Failure::Io(error)) => panic!("{error}"),
        Err(_) => false,
    }
}

/// Small valid certificates that use every feature.
fn samples() -> Vec<String> {
    let two = header(&vec![vec![], vec![0]], "outcome first") + "s 0 = 0 mex\ns 3 ! 0 reply 0:1\nqed 2\n";
    let fence = header(&vec![vec![], vec![], vec![0, 1]], "grundy 2")
        + "m 1 0 2\ns 0 = 0 mex\ns 1 = 1 mex 0:1\ns 3 = 0 mex 0:2~1 1:2\ns 7 = 2 mex 0:2~1 1:2 2:3\nqed 4\n";
    let none = header(&vec![], "grundy 0") + "m\ns 0 = 0 mex\nqed 1\n";
    // A fold, twins, theorems and bounds; and ordinal sums, one of them on top of a leaf.
    let star = header(&graph(3, &[(0, 1), (0, 2)]), "grundy > 0")
        + "m 0 2 1 4 3\ns 1 > 0 strategy-stealing\ns 1f > 0 involution-fold 1:1\ns 1f = 1 zigzag\n\
           s 1f = 1 bipartite 6\ns 1f = 1 parity-uniform 1\nqed 2\n";
    let twins = header(&vec![vec![], vec![], vec![], vec![0, 1, 2], vec![0, 1, 2], vec![]], "grundy 0")
        + "s 1 > 0 strategy-stealing\ns 20 = 1 chain\ns 1 = 1 complete-graph\ns 7 = 1 twin-bottoms 1:3\n\
           s 1f = 1 twin-tops 7:4\ns 3f = 0 components 1f:5 20:2\nqed 6\n";
    let leaf = header(&vec![vec![], vec![], vec![0, 1], vec![1], vec![2, 3]], "grundy 4")
        + "s 0 = 0 mex\ns 1 = 1 mex 0:1\ns 2 = 1 mex 1:1\ns 3 = 0 mex 0:3 1:2\ns a = 2 mex 1:1 3:3\n\
           s 7 = 2 mex 0:3 1:2 2:4\ns b = 3 mex 0:5 1:2 3:4\ns f = 0 mex 0:5 1:2 2:7 3:6\n\
           s 1f = 4 ordinal-sum f:8\nqed 9\n";
    let series = header(&vec![vec![], vec![], vec![0, 1], vec![2], vec![]], "grundy 2")
        + "s 10 = 1 complete-multipartite 10\ns 1f = 2 ordinal-sum\nqed 2\n";
    vec![example(), example_with_sums(), two, fence, none, star, twins, leaf, series]
}

#[test]
fn every_byte_changed() {
    for text in samples() {
        verified(&text);
        let mut bytes = text.clone().into_bytes();
        for at in 0..bytes.len() {
            let kept = bytes[at];
            for byte in 0..=u8::MAX {
                bytes[at] = byte;
                sound(&bytes);
            }
            bytes[at] = kept;
        }
    }
}

#[test]
fn every_byte_left_out_or_doubled_or_preceded() {
    for text in samples() {
        let bytes = text.as_bytes();
        for at in 0..bytes.len() {
            sound(&[&bytes[..at], &bytes[at + 1..]].concat());
            for byte in b"\n 0123456789af-~:/=!>\"#sm" {
                sound(&[&bytes[..at], &[*byte], &bytes[at..]].concat());
            }
        }
    }
}

#[test]
fn every_line_left_out_or_exchanged() {
    for text in samples() {
        let lines: Vec<&str> = text.lines().collect();
        for i in 0..lines.len() {
            let mut less = lines.clone();
            less.remove(i);
            sound((less.join("\n") + "\n").as_bytes());
            for j in 0..lines.len() {
                let mut other = lines.clone();
                other.swap(i, j);
                sound((other.join("\n") + "\n").as_bytes());
                let mut doubled = lines.clone();
                doubled.insert(j, lines[i]);
                sound((doubled.join("\n") + "\n").as_bytes());
            }
        }
    }
}

#[test]
fn numbers_changed_at_random() {
    // Changes that keep the format reach deeper than changes of single bytes.
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut still = 0;
    for text in samples() {
        for _ in 0..15_000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random.below(3) {
                let digits: Vec<usize> = (23..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
                bytes[digits[random.below(digits.len())]] = b'0' + random.below(7) as u8;
            }
            still += usize::from(sound(&bytes));
        }
    }
    assert!(still > 0, "some changes do no harm, as 0 for 0");
}

/// A random poset in which each element is above few others.
fn random_poset(random: &mut Random, size: usize) -> Lower {
    let below = |x: u32, random: &mut Random| (0..x).filter(|_| random.below(4) == 0).collect();
    (0..size as u32).map(|x| below(x, random)).collect()
}

/// A certificate with a step for each down-set, by a random rule that applies.
fn write(lower: &Lower, random: &mut Random) -> String {
    let up = up_sets(lower);
    let mut values = HashMap::new();
    let mut steps: HashMap<u64, usize> = HashMap::new();
    let value = grundy(&up, all(lower), &mut values);
    let mut text = header(lower, &format!("grundy {value}"));
    // The options of a set are smaller numbers, so in this order each step refers to earlier ones.
    let mut sets: Vec<u64> = values.keys().copied().collect();
    sets.sort_unstable();
    for set in sets {
        let value = values[&set];
        write!(text, "s {set:x} = {value} ").unwrap();
        let down = |x: usize| elements(set).filter(|&y| up[y] >> x & 1 == 1).fold(0u64, |d, y| d | 1 << y);
        // The component of the first element, grown until it is closed.
        let mut part = set & set.wrapping_neg();
        while let Some(x) = elements(set & !part).find(|&x| (up[x] | down(x)) & part != 0) {
            part |= 1 << x;
        }
        let rest = set & !part;
        if rest != 0 && random.below(2) == 0 && steps.contains_key(&part) && steps.contains_key(&rest) {
            write!(text, "components {part:x}:{} {rest:x}:{}", steps[&part], steps[&rest]).unwrap();
        } else if elements(set).all(|x| (up[x] | down(x)) & set == set) && random.below(2) == 0 {
            text += "chain";
        } else {
            text += "mex";
            let mut needed: Vec<u32> = (0..value).collect();
            for x in elements(set) {
                let option = set & !up[x];
                let reply = elements(option).find(|&y| values[&(option & !up[y])] == value);
                match reply {
                    Some(y) if !needed.contains(&values[&option]) && random.below(2) == 0 => {
                        write!(text, " {x}/{y}:{}", steps[&(option & !up[y])]).unwrap();
                    }
                    _ => write!(text, " {x}:{}", steps[&option]).unwrap(),
                }
                needed.retain(|&v| v != values[&option]);
            }
        }
        steps.insert(set, steps.len() + 1);
        text.push('\n');
    }
    text + &format!("qed {}\n", steps.len())
}

#[test]
fn random_posets() {
    let mut random = Random(7);
    for round in 0..300 {
        let lower = random_poset(&mut random, round % 8);
        let text = write(&lower, &mut random);
        let answer = verified(&text);
        assert_eq!(common::lower(&answer.poset), lower);
        // One relation more or less, or a changed value, is detected or harmless.
        for _ in 0..40 {
            let mut bytes = text.clone().into_bytes();
            let digits: Vec<usize> = (23..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
            bytes[digits[random.below(digits.len())]] = b'0' + random.below(8) as u8;
            sound(&bytes);
        }
    }
}

/// Varies each number of each map, and requires that exactly the isomorphisms are accepted.
#[test]
fn all_maps_of_small_posets() {
    let posets: [Lower; 4] = [
        vec![vec![], vec![0], vec![1]],
        vec![vec![], vec![], vec![0, 1]],
        vec![vec![], vec![0], vec![0]],
        vec![vec![], vec![0], vec![]],
    ];
    for lower in posets {
        let up = up_sets(&lower);
        for code in 0..64 {
            let map = [code % 4, code / 4 % 4, code / 16];
            let below = |x: usize, y: usize| x != y && up[x] >> y & 1 == 1;
            let good = (0..3).all(|x| {
                (0..3).all(|y| {
                    let (fx, fy) = (map[x], map[y]);
                    fx == 3 || fy == 3 || ((x == y || fx != fy) && below(x, y) == below(fx, fy))
                })
            });
            let words = map.map(|image| if image == 3 { "-".to_owned() } else { image.to_string() }).join(" ");
            // The step is valid and the last line is not, so a valid map leads to an error in step
            // 1.
            let text = header(&lower, "grundy 9") + "m " + &words + "\ns 0 = 0 mex\nqed 1\n";
            match check(text.as_bytes()) {
                Err(Failure::Rejected { step, .. }) => assert_eq!(step, good.then_some(1), "{words}\n{text}"),
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Every partial map of every poset on four elements, however its relations are listed.
#[test]
fn all_maps_of_posets_on_four_elements() {
    let pairs = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)];
    let mut counts = [0, 0];
    for code in 0..64 {
        let mut lower: Lower = vec![vec![]; 4];
        let chosen = pairs.iter().enumerate().filter(|(i, _)| code >> i & 1 == 1);
        chosen.for_each(|(_, &(x, y)): (usize, &(usize, u32))| lower[x].push(y));
        let up = up_sets(&lower);
        let below = |x: usize, y: usize| x != y && up[x] >> y & 1 == 1;
        let head = header(&lower, NEVER);
        for number in 0..625 {
            let map = [number % 5, number / 5 % 5, number / 25 % 5, number / 125];
            let good = (0..4).all(|x| {
                (0..4).all(|y| {
                    let (fx, fy) = (map[x], map[y]);
                    fx == 4 || fy == 4 || ((x == y || fx != fy) && below(x, y) == below(fx, fy))
                })
            });
            let words = map.map(|image| if image == 4 { "-".to_owned() } else { image.to_string() }).join(" ");
            let text = format!("{head}m {words}\ns 0 = 0 mex\nqed 1\n");
            match check(text.as_bytes()) {
                Err(Failure::Rejected { step, .. }) => assert_eq!(step, good.then_some(1), "{text}"),
                other => panic!("{other:?}"),
            }
            counts[usize::from(good)] += 1;
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 4_000, "{counts:?}");
}

/// Every set of elements of random posets: exactly the convex ones can be the subject of a step.
#[test]
fn convex_sets() {
    let mut random = Random(41);
    let mut counts = [0, 0];
    for round in 0..60 {
        let lower = random_poset(&mut random, 4 + round % 5);
        let up = up_sets(&lower);
        for set in 0..=all(&lower) {
            let convex = is_convex(&up, set);
            let message = rejected(&format!("{}s {set:x} = 99 chain\nqed 1\n", header(&lower, NEVER)), Some(1));
            assert_eq!(message.ends_with(" between them"), !convex, "{set:x}: {message}\n{}", header(&lower, NEVER));
            counts[usize::from(convex)] += 1;
        }
    }
    assert!(counts[0] > 500 && counts[1] > 1000, "{counts:?}");
}
