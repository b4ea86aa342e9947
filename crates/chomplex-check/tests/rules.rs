//! Each rule with valid steps, and each of its conditions violated alone.

mod common;

use common::{header, rejected, verified};

/// A certificate about a < b < c and d < e, with seven known steps before the body.
fn chains(claim: &str, body: &str) -> String {
    let known = "\
s 0 = 0 mex
s 1 = 1 mex 0:1
s 3 = 2 mex 0:1 1:2
s 7 = 3 chain
s 8 = 1 chain
s 18 = 2 chain
s 1b = 0 components 3:3 18:6
";
    header(&vec![vec![], vec![0], vec![1], vec![], vec![3]], claim) + known + body
}

/// A certificate about the triangle without its interior: d is over a and b, e over a and c, f over
/// b and c.
///
/// Map 1 takes a to b, b to c and c to a; map 2 is its inverse.
fn triangle(claim: &str, body: &str) -> String {
    let lower = vec![vec![], vec![], vec![], vec![0, 1], vec![0, 2], vec![1, 2]];
    header(&lower, claim) + "m 1 2 0 5 3 4\nm 2 0 1 4 5 3\n" + body
}

#[test]
fn mex() {
    let good = chains(
        "grundy 1",
        "\
s f = 2 components 7:4 8:5
s 19 = 3 components 1:2 18:6
s 1f = 1 mex 0/4:5 1:9 2:7 3/1:2 4:8
qed 10
",
    );
    assert_eq!(verified(&good).steps, 10);
    verified(&good.replace("claim grundy 1", "claim outcome first"));
    verified(&good.replace("0/4:5 1:9 2:7 3/1:2 4:8", "4:8 2:7 3/1:2 1:9 0:6"));

    let bad = |from: &str, to: &str| {
        assert!(good.contains(from));
        rejected(&good.replace(from, to), Some(10))
    };
    assert_eq!(bad("0/4:5 ", ""), "the move `a` is missing");
    assert_eq!(bad(" 4:8", ""), "the move `e` is missing");
    assert_eq!(bad("mex 0/4:5 1:9 2:7 3/1:2 4:8", "mex"), "0 moves do not reach all values smaller than 1");
    assert_eq!(bad("2:7", "1:9"), "the move `b` occurs twice");
    assert_eq!(bad("4:8", "4:8 4:8"), "the move `e` occurs twice");
    assert_eq!(bad("2:7", "2:8"), "step 8 is not about the position after the move `c`");
    assert_eq!(bad("3/1:2", "3/3:2"), "after the move `d` no reply `d` is left");
    assert_eq!(bad("3/1:2", "3/4:2"), "after the move `d` no reply `e` is left");
    assert_eq!(bad("3/1:2", "3/2:2"), "step 2 is not about the position after the move `d` and the reply `c`");
    assert_eq!(bad("3/1:2", "3/2:3"), "the reply `c` to `d` is not known to lead to value 1");
    assert_eq!(bad("1f = 1", "1f = 0"), "the reply `e` to `a` is not known to lead to value 0");
    assert_eq!(bad("1f = 1 mex 0/4:5", "1f = 3 mex 0:6"), "the move `b` leads to value 3 itself");
    assert_eq!(bad("1f = 1", "1f = 6"), "5 moves do not reach all values smaller than 6");
    assert_eq!(bad("1f = 1", "1f = 4294967295"), "5 moves do not reach all values smaller than 4294967295");
    assert_eq!(bad("1f = 1", "1f ! 1"), "the rule `mex` allows = and not !");
    // For a reply, too, an excluded value is not enough.
    let text = chains("grundy 0", "s 8 ! 0 reply 3:1\ns 1f = 0 mex 0/4:8 1:6 2:7 3/1:2 4:7\nqed 9\n");
    assert_eq!(rejected(&text, Some(9)), "the reply `e` to `a` is not known to lead to value 0");
    // A move outside the set.
    assert_eq!(
        rejected(&chains("grundy 0", "s 3 = 2 mex 0:1 1:2 3:5\nqed 8\n"), Some(8)),
        "the move `d` is not in the set"
    );
}

#[test]
fn mex_needs_every_smaller_value() {
    let one = header(&vec![vec![]], "grundy 0");
    assert_eq!(
        rejected(&(one.clone() + "s 0 = 0 mex\ns 1 = 0 mex 0:1\nqed 2\n"), Some(2)),
        "the move `a` leads to value 0 itself"
    );
    assert_eq!(rejected(&(one + "s 0 = 1 mex\nqed 1\n"), Some(1)), "0 moves do not reach all values smaller than 1");

    let two = header(&vec![vec![], vec![]], "grundy 0") + "s 1 = 1 chain\ns 2 = 1 chain\n";
    verified(&(two.clone() + "s 3 = 0 mex 0:2 1:1\nqed 3\n"));
    assert_eq!(rejected(&(two + "s 3 = 2 mex 0:2 1:1\nqed 3\n"), Some(3)), "no move is known to lead to value 0");

    // An option known not to have value 1 might have value 0, but that is not enough: a < b < c is
    // not worth 1.
    let three = header(&vec![vec![], vec![0], vec![1]], "grundy 1")
        + "s 0 = 0 mex\ns 1 = 1 chain\ns 3 ! 1 reply 1:2\ns 7 = 1 mex 0:1 1/0:1 2:3\nqed 4\n";
    assert_eq!(rejected(&three, Some(4)), "the reply `a` to `b` is not known to lead to value 1");
    let three = three.replace("0:1 1/0:1 2:3", "0:1 1:2 2:3");
    assert_eq!(rejected(&three, Some(4)), "the move `b` leads to value 1 itself");
    let two = header(&vec![vec![], vec![]], "grundy 1")
        + "s 0 = 0 mex\ns 1 = 1 chain\ns 1 ! 0 reply 0:1\ns 2 ! 0 reply 1:1\ns 3 = 0 mex 0:4 1:3\nqed 5\n";
    verified(&two.replace("claim grundy 1", "claim grundy 0"));
    let message = rejected(&two.replace("s 3 = 0", "s 3 = 1"), Some(5));
    assert_eq!(message, "after the move `a` the value is only known not to be 0");
}

#[test]
fn mex_and_reply_with_maps() {
    let good = triangle(
        "outcome second",
        "\
s 1 = 1 chain
s 3 = 0 components 1:1 2:1~2
s 26 ! 0 reply 5:2~2
s 37 ! 0 reply 2:2
s 26 = 2 mex 1:1~1 2:1~2 5:2~2
s 37 ! 2 reply 0:5
s 3f = 0 mex 0:3 1:3~2 2:3~1 3:4 4:4~1 5:4~2
qed 7
",
    );
    verified(&good);
    let bad = |step: usize, from: &str, to: &str| {
        assert!(good.contains(from));
        rejected(&good.replace(from, to), Some(step))
    };
    assert_eq!(bad(7, "3:4 4", "3:6 4"), "after the move `d` the value is only known not to be 2");
    assert_eq!(bad(7, "1:3~2", "1:3~1"), "step 3 under map 1 is not about the position after the move `b`");
    assert_eq!(bad(7, "1:3~2", "1:3"), "step 3 is not about the position after the move `b`");
    assert_eq!(bad(3, "reply 5:2~2", "reply 1:1~1"), "the move `b` is not known to lead to value 0");
    assert_eq!(bad(3, "reply 5:2~2", "reply 3:2~2"), "the move `d` is not in the set");
    assert_eq!(bad(3, "reply 5:2~2", "reply 5:2~1"), "step 2 under map 1 is not about the position after the move `f`");
    assert_eq!(bad(3, "26 ! 0", "26 = 0"), "the rule `reply` allows ! and not =");
    assert_eq!(bad(3, "26 ! 0", "26 ! 1"), "the move `f` is not known to lead to value 1");
    assert_eq!(bad(4, "reply 2:2", "reply 0:3"), "the move `a` is not known to lead to value 0");
    assert_eq!(bad(4, "s 37", "s 36"), "step 2 is not about the position after the move `c`");

    // A map without an image for an element of the set; the map itself is valid.
    let partial = good.replace("m 2 0 1 4 5 3", "m - 0 1 - - -");
    assert_eq!(rejected(&partial, Some(7)), "map 2 has no image for `a`, which is in the position after the move `b`");
}

#[test]
fn components() {
    let good = chains("grundy 1", "s 1f = 1 components 7:4 18:6\nqed 8\n");
    verified(&good);
    verified(&good.replace("7:4 18:6", "18:6 7:4"));
    let bad = |to: &str| rejected(&good.replace("components 7:4 18:6", to), Some(8));
    assert_eq!(bad("components"), "a sum has at least two parts");
    assert_eq!(bad("components 1f:4"), "a sum has at least two parts");
    assert_eq!(bad("components 7:4 18:6 0:1"), "part 3 of the sum is empty");
    assert_eq!(bad("components 7:4 7:4"), "`a` is in two parts of the sum");
    assert_eq!(bad("components 7:4 8:5"), "`e` is in no part of the sum");
    assert_eq!(bad("components 3:3 18:6"), "`c` is in no part of the sum");
    assert_eq!(bad("components 7:3 18:6"), "step 3 is not about part 1 of the sum");
    assert_eq!(bad("components 3:3 4:2 18:6"), "`b` < `c`, but they are in different parts of the sum");
    let bad = |from: &str, to: &str| rejected(&good.replace(from, to), Some(8));
    assert_eq!(bad("s 1f = 1", "s 1f = 5"), "the values of the parts add up to 1");
    assert_eq!(bad("s 1f = 1", "s 1f ! 0"), "the rule `components` allows = or > and not !");
    assert_eq!(bad("s 1f = 1", "s f = 1"), "`e` is not in the set but in the sum");
    let other =
        good.replace("s 1f = 1 components 7:4 18:6\nqed 8", "s 7 ! 2 reply 2:3\ns 1f = 1 components 7:8 18:6\nqed 9");
    assert_eq!(rejected(&other, Some(9)), "step 8 does not say which value its set has");
}

#[test]
fn references_to_sums() {
    // Map 1 takes d < e to a < b, map 2 exchanges them, map 3 takes c to a, and map 4 takes e to a.
    let good = chains(
        "grundy 1",
        "\
m - - - 0 1
m 3 4 - 0 1
m - - 0 - -
m - - - - 0
s 1f = 1 mex 0:6 1:2+6 2:3+3~2 3/1:2 4:4+2~2
qed 8
",
    );
    verified(&good);
    verified(&good.replace("2:3+3~2", "2:3~2+3"));
    verified(&good.replace("2:3+3~2", "2:3+6"));
    verified(&good.replace("2:3+3~2", "2:7"));
    verified(&good.replace("3+3~2", "3~1+3"));
    let bad = |from: &str, to: &str| {
        assert!(good.contains(from));
        rejected(&good.replace(from, to), Some(8))
    };
    let after = |x: &str| format!("the position after the move `{x}`");
    let further = |step: &str, x: &str| format!("{step} is not about a further part of {}", after(x));
    assert_eq!(bad("2:3+3~2", "2:3+3"), further("step 3", "c"));
    assert_eq!(bad("2:3+3~2", "2:3~1+3~2+3"), further("step 3 under map 2", "c"));
    assert_eq!(bad("2:3+3~2", "2:3~2+3~1"), further("step 3 under map 1", "c"));
    assert_eq!(bad("2:3+3~2", "2:3+3~3"), further("step 3 under map 3", "c"));
    assert_eq!(bad("2:3+3~2", "2:3+4"), further("step 4", "c"));
    assert_eq!(bad("2:3+3~2", "2:3+1"), format!("step 1 is about nothing, which is no part of {}", after("c")));
    assert_eq!(bad("2:3+3~2", "2:3+5+2~4"), format!("`d` < `e`, but they are in different parts of {}", after("c")));
    assert_eq!(bad("4:4+2~2", "4:3+2~2"), format!("`c` is in no part of {}", after("e")));
    assert_eq!(bad("1:2+6", "1:2+2"), further("step 2", "b"));
    assert_eq!(bad("4:4+2~2", "4:4+4"), further("step 4", "e"));
    assert_eq!(bad("0:6 1:2+6 2:3+3~2", "0:6 1:2+6 2:6"), format!("step 6 is not about {}", after("c")));
    assert_eq!(bad("1f = 1", "1f = 0"), "the move `c` leads to value 0 itself");
    let left = "s 1f = 1 components 7:2+2~3 18:6";
    assert_eq!(
        bad("s 1f = 1 mex 0:6 1:2+6 2:3+3~2 3/1:2 4:4+2~2", left),
        "`b` < `c`, but they are in different parts of part 1 of the sum"
    );
    // A part whose value is not known.
    let not = good.replace("s 1f", "s 7 ! 2 reply 2:3\ns 1f").replace("4:4+2~2", "4:8+2~2").replace("qed 8", "qed 9");
    assert_eq!(rejected(&not, Some(9)), format!("not all steps say which value their part of {} has", after("e")));
    // A fold and twins may leave a sum.
    let fold = chains("grundy 1", "m 3 4 - 0 1\ns 1b = 0 involution-fold 1:1\ns 1f = 1 components 7:4 18:6\nqed 9\n");
    verified(&fold);
    assert_eq!(
        rejected(&fold.replace("fold 1:1", "fold 1:1+1"), Some(8)),
        "step 1 is about nothing, which is no part of the set of fixed elements"
    );
}

#[test]
fn twins_may_leave_a_sum() {
    // b and c are alone, d and e are over a.
    let text = header(&vec![vec![], vec![], vec![], vec![0], vec![0]], "grundy 1")
        + "m - 0 - - -\nm - - 0 - -\ns 1 = 1 chain\ns 1f = 1 twin-tops 7:1+1~1+1~2\nqed 2\n";
    verified(&text);
    let message = rejected(&text.replace("7:1+1~1+1~2", "7:1+1~1"), Some(2));
    assert_eq!(message, "`c` is in no part of what is left");
    let message = rejected(&text.replace("s 1f = 1", "s 1f = 0"), Some(2));
    assert_eq!(message, "the sum says = 1 of what is left, and this step = 0");
}

#[test]
fn sum_of_related_parts_under_a_map() {
    // {b} looks like {a}, but it is not a part of a < b.
    let text =
        header(&vec![vec![], vec![0]], "grundy 0") + "m - 0\ns 1 = 1 chain\ns 3 = 0 components 1:1 2:1~1\nqed 2\n";
    assert_eq!(rejected(&text, Some(2)), "`a` < `b`, but they are in different parts of the sum");
    let text = text.replace("components 1:1 2:1~1", "components 2:1~1 1:1");
    assert_eq!(rejected(&text, Some(2)), "`a` < `b`, but they are in different parts of the sum");
    // Without the relation the same step is valid.
    verified(&text.replace("e \"b\" 0", "e \"b\""));
}

#[test]
fn chain() {
    let good = header(&vec![vec![], vec![0], vec![0, 1], vec![2, 0]], "grundy 4") + "s f = 4 chain\nqed 1\n";
    verified(&good);
    assert_eq!(rejected(&good.replace("f = 4", "f = 3"), Some(1)), "the chain has 4 elements");
    assert_eq!(rejected(&good.replace("f = 4", "f ! 3"), Some(1)), "the rule `chain` allows = and not !");
    let message = "`b` and `c` are not comparable: this is not a chain";
    assert_eq!(rejected(&good.replace("\"c\" 0 1", "\"c\" 0"), Some(1)), message);
    let message = "`a` and `b` are not comparable: this is not a chain";
    assert_eq!(rejected(&good.replace("\"b\" 0", "\"b\""), Some(1)), message);
    verified(&(header(&vec![], "grundy 0") + "s 0 = 0 chain\nqed 1\n"));
}

#[test]
fn every_set_of_a_step_is_convex() {
    verified(&chains(
        "grundy 1",
        "s 2 = 1 chain\ns 6 = 2 chain\ns 10 = 1 chain\ns 1f = 1 components 7:4 18:6\nqed 11\n",
    ));
    let text = chains("grundy 1", "s 5 = 2 chain\nqed 8\n");
    assert_eq!(rejected(&text, Some(8)), "the set has `a` and `c` but not `b` between them");
    let text = chains("grundy 1", "s 1d = 1 mex\nqed 8\n");
    assert_eq!(rejected(&text, Some(8)), "the set has `a` and `c` but not `b` between them");
}

#[test]
fn qed() {
    let all = "s 1f = 1 components 7:4 18:6\ns 1f ! 0 reply 2:7\ns 1f ! 2 reply 0:6\n";
    let proves = |claim: &str, step: usize| chains(claim, &format!("{all}qed {step}\n"));
    verified(&proves("grundy 1", 8));
    verified(&proves("outcome first", 8));
    verified(&proves("outcome first", 9));
    for (claim, step) in [
        ("grundy 0", 8),
        ("grundy 2", 8),
        ("outcome second", 8),
        ("grundy 0", 9),
        ("grundy 1", 9),
        ("outcome second", 9),
        ("outcome first", 10),
        ("outcome second", 10),
        ("grundy 2", 10),
    ] {
        let message = rejected(&proves(claim, step), Some(step));
        assert_eq!(message, "the step does not say what the certificate claims", "{claim}, step {step}");
    }
    let message = "the step is not about the set of all elements, so it does not prove the claim";
    assert_eq!(rejected(&proves("grundy 3", 4), Some(4)), message);
    assert_eq!(rejected(&proves("outcome second", 1), Some(1)), message);
}

#[test]
fn maps() {
    // a and b below c and d, all related, and e alone.
    let lower = vec![vec![], vec![], vec![0, 1], vec![0, 1], vec![]];
    let text = |map: &str| header(&lower, "grundy 0") + "m " + map + "\ns 0 = 0 mex\nqed 1\n";
    // A valid map leads on to the last line, which is not about all elements.
    for good in ["0 1 2 3 4", "1 0 3 2 4", "- - - - -", "- - 0 1 -", "0 - 3 - -", "4 1 - - 0", "- - - - 0", "0 1 - - 4"]
    {
        rejected(&text(good), Some(1));
    }
    for (bad, message) in [
        ("0 1 2 2 4", "the map takes both `c` and `d` to `c`"),
        ("0 - - - 0", "the map takes both `a` and `e` to `a`"),
        ("2 3 0 1 4", "`a` < `c`, but under the map their images are not in this order"),
        ("0 4 2 3 1", "`b` < `c`, but under the map their images are not in this order"),
        ("0 1 4 - -", "`a` < `c`, but under the map their images are not in this order"),
        ("0 2 - - -", "`a` < `c`, but the elements mapped to them are not in this order"),
        ("2 - - - 0", "`a` < `c`, but the elements mapped to them are not in this order"),
    ] {
        assert_eq!(rejected(&text(bad), None), message, "map {bad}");
    }
}

#[test]
fn a_map_takes_a_set_onto_another() {
    let text = header(&vec![vec![], vec![]], "outcome first")
        + "m 0 1\ns 1 = 1 chain\ns 2 = 1 chain\ns 3 = 0 components 1:1 2:2\ns 3 ! 0 reply 1:3~1\nqed 4\n";
    assert_eq!(rejected(&text, Some(4)), "step 3 under map 1 is not about the position after the move `b`");
}

#[test]
fn a_map_of_more_than_64_elements() {
    // Two pairs v0 < v70 and v1 < v71, and 68 elements alone.
    let mut text = String::from("chomplex-certificate 1\nposition \"\"\nclaim grundy 0\nelements 72\n");
    (0..70).for_each(|x| text += &format!("e \"v{x}\"\n"));
    text += "e \"v70\" 0\ne \"v71\" 1\n";
    let map = |pairs: &[(usize, usize)]| {
        let image = |x| pairs.iter().find(|pair| pair.0 == x).map_or("-".to_owned(), |pair| pair.1.to_string());
        let images: Vec<String> = (0..72).map(image).collect();
        format!("{text}m {}\ns 0 = 0 mex\nqed 1\n", images.join(" "))
    };
    rejected(&map(&[(0, 1), (1, 0), (70, 71), (71, 70)]), Some(1));
    rejected(&map(&[(0, 0), (1, 2), (70, 70)]), Some(1));
    let message = "`v1` < `v71`, but under the map their images are not in this order";
    assert_eq!(rejected(&map(&[(0, 0), (1, 2), (71, 70)]), None), message);
}

#[test]
fn order_is_transitive() {
    // a < b < c is listed by its covers alone; a map must respect a < c too.
    let lower = vec![vec![], vec![0], vec![1], vec![]];
    let text = |map: &str| header(&lower, "grundy 0") + "m " + map + "\ns 0 = 0 mex\nqed 1\n";
    rejected(&text("0 - 2 3"), Some(1));
    rejected(&text("0 - 1 3"), Some(1));
    assert_eq!(rejected(&text("0 - 3 -"), None), "`a` < `c`, but under the map their images are not in this order");
    assert_eq!(rejected(&text("0 - - 2"), None), "`a` < `c`, but the elements mapped to them are not in this order");
    // A move also removes elements that are above only through others.
    let text = header(&vec![vec![], vec![0], vec![1]], "grundy 3")
        + "s 0 = 0 mex\ns 1 = 1 mex 0:1\ns 3 = 2 mex 0:1 1:2\ns 7 = 3 mex 0:1 1:2 2:3\nqed 4\n";
    verified(&text);
}

#[test]
fn more_than_64_elements() {
    // An antichain of 130: the sum of all its elements, one after the other, under the maps that
    // take an element to 0.
    let mut text = String::from("chomplex-certificate 1\nposition \"antichain(130)\"\nclaim grundy 0\nelements 130\n");
    (0..130).for_each(|x| text += &format!("e \"v{x}\"\n"));
    for x in 1..130 {
        let images: Vec<&str> = (0..130).map(|y| if y == x { "0" } else { "-" }).collect();
        text += &format!("m {}\n", images.join(" "));
    }
    text += "s 1 = 1 chain\n";
    let hex = |bits: std::ops::Range<usize>| {
        let nibbles = (0..=(bits.end - 1) / 4).rev();
        nibbles
            .map(|i| (4 * i..4 * i + 4).fold(0, |n, b| n | u32::from(bits.contains(&b)) << (b - 4 * i)))
            .map(|n| char::from_digit(n, 16).unwrap())
            .collect::<String>()
    };
    for x in 1..130 {
        text +=
            &format!("s {} = {} components {}:{x} {}:1~{x}\n", hex(0..x + 1), (x + 1) % 2, hex(0..x), hex(x..x + 1));
    }
    let good = text + "qed 130\n";
    assert_eq!(chomplex_check::check(good.as_bytes()).unwrap().steps, 130);
    let other = good.replace(&format!("s {} = 0", hex(0..130)), &format!("s {} = 0", hex(0..129)));
    assert_eq!(rejected(&other, Some(130)), "`v129` is not in the set but in the sum");
    // The same last step by moves: of the 130 moves only the first has its step.
    let last = good.lines().rev().nth(1).unwrap();
    let moves = format!("s {} = 0 mex 129:129 128:129", hex(0..130));
    assert_eq!(
        rejected(&good.replace(last, &moves), Some(130)),
        "step 129 is not about the position after the move `v128`"
    );
}
