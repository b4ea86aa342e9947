//! Folds, twins, ordinal sums and bounds: valid steps, and each of their conditions violated alone.

mod common;

use common::{Lower, graph, header, rejected, unreadable, verified};

/// Changes a valid certificate in one place and returns the message of the step.
#[track_caller]
fn bad(good: &str, step: usize, from: &str, to: &str) -> String {
    assert_eq!(good.matches(from).count(), 1, "{from} occurs once");
    rejected(&good.replace(from, to), Some(step))
}

#[test]
fn involution_fold() {
    // Two edges at a vertex: a joined to b and c, by d and e. Exchanging b and c leaves a.
    let lower = graph(3, &[(0, 1), (0, 2)]);
    let maps = "m 0 2 1 4 3\nm 0 1 2 3 4\nm 1 2 0 - -\nm - 2 1 4 3\nm 1 0 - 3 -\n";
    let good = header(&lower, "grundy 1") + maps + "s 1 = 1 chain\ns 1f = 1 involution-fold 1:1\nqed 2\n";
    assert!(verified(&good).assumed.is_empty());
    assert_eq!(bad(&good, 2, "fold 1:1", "fold 2:1"), "map 2 moves no element of the set");
    assert_eq!(bad(&good, 2, "fold 1:1", "fold 4:1"), "map 4 has no image for `a`, which is in the set");
    assert_eq!(
        bad(&good, 2, "1f = 1 involution-fold 1:1", "7 = 1 involution-fold 3:1"),
        "map 3 applied twice does not take `a` to itself"
    );
    assert_eq!(
        bad(&good, 2, "1f = 1 involution-fold 1:1", "b = 1 involution-fold 1:1"),
        "map 1 takes `b` to `c`, which is not in the set"
    );
    assert_eq!(
        bad(&good, 2, "1f = 1 involution-fold 1:1", "b = 1 involution-fold 5:1"),
        "map 5 fixes `d` but not `a` below it"
    );
    assert_eq!(bad(&good, 2, "1f = 1", "1f = 2"), "step 1 says = 1 of the set of fixed elements, and this step = 2");
    assert_eq!(bad(&good, 2, "1f = 1", "1f ! 2"), "step 1 says = 1 of the set of fixed elements, and this step ! 2");
    let other = good.replace("s 1 = 1 chain\n", "s 2 = 1 chain\n");
    assert_eq!(rejected(&other, Some(2)), "step 1 is not about the set of fixed elements");
    // Exclusions and lower bounds carry over.
    let not = good.replace(
        "s 1 = 1 chain\ns 1f = 1 involution-fold 1:1",
        "s 0 = 0 mex\ns 1 ! 0 reply 0:1\ns 1f ! 0 involution-fold 1:2",
    );
    let not = not.replace("qed 2", "qed 3").replace("grundy 1", "outcome first");
    verified(&not);
    let above = good
        .replace("s 1 = 1 chain\ns 1f = 1", "s 1 > 0 strategy-stealing\ns 1f > 0")
        .replace("grundy 1", "grundy > 0");
    assert_eq!(verified(&above).assumed, ["strategy-stealing"]);
    // The fixed set may be known under a map.
    let mapped = good.replace("s 1 = 1 chain", "s 2 = 1 chain").replace("fold 1:1", "fold 1:1~3");
    verified(&mapped);

    let form = |to: &str| unreadable(good.replace("fold 1:1", to).as_bytes());
    assert_eq!(form("fold"), "line 16: expected the number of a map, found the end of the line");
    assert_eq!(form("fold 1"), "line 16: expected a colon and a reference, found the end of the line");
    assert_eq!(form("fold 6:1"), "line 16: there is no map 6 before this line");
    assert_eq!(form("fold 1:2"), "line 16: there is no step 2 before this line");
    assert_eq!(form("fold 1:1 1:1"), "line 16: expected the end of the line, found a space");
}

#[test]
fn a_fold_of_an_upper_part() {
    // The same graph above a least element: without that element it is a convex set.
    let lower: Lower = vec![vec![], vec![0], vec![0], vec![0], vec![1, 2], vec![1, 3]];
    let good = header(&lower, "grundy > 0")
        + "m - 1 3 2 5 4\ns 2 = 1 chain\ns 3e = 1 involution-fold 1:1\ns 3f = 2 ordinal-sum\nqed 3\n";
    assert_eq!(rejected(&good, Some(3)), "the leaf with `b`, 5 elements, is missing");
    let good = good.replace("ordinal-sum", "ordinal-sum 3e:2");
    verified(&good);
}

#[test]
fn twin_tops() {
    // c, d, e over a and b; f over b.
    let lower: Lower = vec![vec![], vec![], vec![0, 1], vec![1, 0], vec![0, 1], vec![1]];
    let steps = "s 1 = 1 chain\ns 2 = 1 chain\ns 3 = 0 components 1:1 2:2\ns 7 = 2 mex 0:2 1:1 2:3\n\
                 s 22 = 2 chain\ns 23 = 3 components 1:1 22:5\ns 27 = 0 mex 0:5 1:1 2:6 5:4\n";
    let good = header(&lower, "grundy 0") + steps + "s 3f = 0 twin-tops 27:7\nqed 8\n";
    assert!(verified(&good).assumed.is_empty());
    assert_eq!(bad(&good, 8, "tops 27:7", "tops 3f:7"), "no twins are removed");
    assert_eq!(bad(&good, 8, "tops 27:7", "tops 7:4"), "`f` and its twins that are removed are an odd number, 1");
    assert_eq!(bad(&good, 8, "tops 27:7", "tops 23:6"), "`c` and its twins that are removed are an odd number, 3");
    assert_eq!(bad(&good, 8, "tops 27:7", "tops 26:7"), "`a` is removed, but it is not maximal");
    assert_eq!(bad(&good, 8, "tops 27:7", "tops 2f:7"), "`e` and its twins that are removed are an odd number, 1");
    assert_eq!(bad(&good, 8, "tops 27:7", "tops 2b:7"), "step 7 is not about what is left");
    assert_eq!(bad(&good, 8, "3f = 0", "3f = 1"), "step 7 says = 0 of what is left, and this step = 1");
    assert_eq!(bad(&good, 8, "s 3f = 0 twin-tops 27:7", "s 1f = 0 twin-tops 27:7"), "`f` is left but not in the set");
    let form = |to: &str| unreadable(good.replace("tops 27:7", to).as_bytes());
    assert_eq!(form("tops"), "line 18: expected a set, found the end of the line");
    assert_eq!(form("tops 27"), "line 18: expected a colon and a reference, found the end of the line");
    assert_eq!(form("tops 27:7 27:7"), "line 18: expected the end of the line, found a space");
}

#[test]
fn twin_bottoms() {
    // a, b and c below d; e alone.
    let lower: Lower = vec![vec![], vec![], vec![], vec![0, 1, 2], vec![]];
    let good = header(&lower, "grundy 3")
        + "s 9 = 2 chain\ns 10 = 1 chain\ns 19 = 3 components 9:1 10:2\n\
                                            s 1f = 3 twin-bottoms 19:3\nqed 4\n";
    assert!(verified(&good).assumed.is_empty());
    assert_eq!(bad(&good, 4, "bottoms 19:3", "bottoms 1f:3"), "no twins are removed");
    assert_eq!(
        bad(&good, 4, "bottoms 19:3", "bottoms 1b:3"),
        "`c` and its twins that are removed are an odd number, 1"
    );
    assert_eq!(bad(&good, 4, "bottoms 19:3", "bottoms 11:3"), "`d` is removed, but it is not minimal");
    assert_eq!(bad(&good, 4, "bottoms 19:3", "bottoms 1a:3"), "step 3 is not about what is left");
    assert_eq!(bad(&good, 4, "1f = 3", "1f > 3"), "step 3 says = 3 of what is left, and this step > 3");
    // One of them has to stay: a and b below d is worth 2, d alone 1.
    let two: Lower = vec![vec![], vec![], vec![0, 1]];
    let text = header(&two, "grundy 1") + "s 4 = 1 chain\ns 7 = 1 twin-bottoms 4:1\nqed 2\n";
    assert_eq!(rejected(&text, Some(2)), "`a` is removed, and no twin of it stays");
}

#[test]
fn ordinal_sum() {
    // a and b unrelated, c above both, d and e above c; f alone. That is (1 + 1) : 1 : (1 + 1) + 1.
    let lower: Lower = vec![vec![], vec![], vec![0, 1], vec![2], vec![2], vec![]];
    let good = header(&lower, "grundy 3") + "s 7 = 2 ordinal-sum\ns 3f = 3 ordinal-sum\nqed 2\n";
    assert!(verified(&good).assumed.is_empty());
    assert_eq!(bad(&good, 2, "3f = 3", "3f = 2"), "the leaves give the value 3");
    assert_eq!(bad(&good, 2, "3f = 3", "3f ! 2"), "the rule `ordinal-sum` allows = and not !");
    assert_eq!(bad(&good, 2, "3f = 3", "3f > 2"), "the rule `ordinal-sum` allows = and not >");
    assert_eq!(
        bad(&good, 2, "3f = 3 ordinal-sum", "3f = 3 ordinal-sum 7:1"),
        "set 1 is not a leaf of the decomposition"
    );
    assert_eq!(
        bad(&good, 2, "3f = 3 ordinal-sum", "3f = 3 ordinal-sum 0:1"),
        "set 1 is not a leaf of the decomposition"
    );
    // The trap: two unrelated elements are worth 0, but they have options, unlike the empty set.
    let trap = header(&vec![vec![], vec![], vec![0, 1]], "grundy 2") + "s 7 = 2 ordinal-sum\nqed 1\n";
    verified(&trap);
    assert_eq!(bad(&trap, 1, "7 = 2", "7 = 1"), "the leaves give the value 2");
    verified(&(header(&vec![], "grundy 0") + "s 0 = 0 ordinal-sum\nqed 1\n"));
}

#[test]
fn ordinal_sums_with_leaves() {
    // The zigzag N of a, b below c and b below d is a leaf; e is above all of it, f alone.
    let lower: Lower = vec![vec![], vec![], vec![0, 1], vec![1], vec![2, 3], vec![]];
    let steps = "s 0 = 0 mex\ns 1 = 1 mex 0:1\ns 2 = 1 mex 1:1\ns 3 = 0 mex 0:3 1:2\ns a = 2 mex 1:1 3:3\n\
                 s 7 = 2 mex 0:3 1:2 2:4\ns b = 3 mex 0:5 1:2 3:4\n";
    let leaf = "s f = 0 mex 0:5 1:2 2:7 3:6\n";
    let head = header(&lower, "grundy 5") + steps;
    let good = format!("{head}{leaf}s 3f = 5 ordinal-sum f:8\nqed 9\n");
    verified(&good);
    assert_eq!(bad(&good, 9, " f:8\n", "\n"), "the leaf with `a`, 4 elements, is missing");
    assert_eq!(bad(&good, 9, " f:8\n", " f:8 f:8\n"), "leaf 2 is there twice");
    assert_eq!(bad(&good, 9, " f:8\n", " b:7\n"), "set 1 is not a leaf of the decomposition");
    assert_eq!(bad(&good, 9, " f:8\n", " f:7\n"), "step 7 is not about leaf 1");
    // The value alone is not enough for a part that has something above it.
    let needed =
        "something is above a leaf, so the values of all its options are needed, and step 8 does not tell them";
    assert_eq!(bad(&good, 9, leaf, "s f = 0 zigzag\n"), needed);
    assert_eq!(bad(&good, 9, leaf, "s f = 0 mex 0/1:1 1:2 2:7 3:6\n"), needed);
    // It is enough if nothing is above: on top of an element, or in a sum.
    let above: Lower = vec![vec![], vec![0], vec![0], vec![1, 2], vec![2]];
    let text = header(&above, "grundy 1") + "s 1e = 0 zigzag\ns 1f = 1 ordinal-sum 1e:1\nqed 2\n";
    assert_eq!(verified(&text).assumed, ["zigzag"]);
    let sum: Lower = vec![vec![], vec![], vec![0, 1], vec![1], vec![]];
    let text = header(&sum, "grundy 1") + "s f = 0 zigzag\ns 1f = 1 ordinal-sum f:1\nqed 2\n";
    assert_eq!(verified(&text).assumed, ["zigzag"]);
    let text = text.replace("s f = 0 zigzag", "s 7 = 2 ordinal-sum\ns f ! 2 reply 3:1").replace("f:1", "f:2");
    assert_eq!(rejected(&text, Some(3)), "step 2 does not say which value its set has");
}

#[test]
fn bounds() {
    // A triangle with a vertex joined to it is worth more than 3; beside it are two isolated
    // vertices.
    let lower = graph(6, &[(0, 1), (1, 2), (0, 2), (0, 3)]);
    let claw = |claim: &str, body: &str| header(&lower, claim) + "s 3cf > 3 odd-cycle-pseudotree\n" + body;
    let good = claw("grundy > 3", "s 10 = 1 chain\ns 20 = 1 chain\ns 3ff > 3 components 3cf:1 10:2 20:3\nqed 4\n");
    assert_eq!(verified(&good).assumed, ["odd-cycle-pseudotree"]);
    verified(&good.replace("grundy > 3", "grundy > 2"));
    verified(&good.replace("grundy > 3", "grundy > 0"));
    verified(&good.replace("grundy > 3", "outcome first"));
    let message = "the step does not say what the certificate claims";
    assert_eq!(bad(&good, 4, "grundy > 3", "grundy > 4"), message);
    assert_eq!(bad(&good, 4, "grundy > 3", "grundy 4"), message);
    assert_eq!(bad(&good, 4, "grundy > 3", "outcome second"), message);
    let sum = "s 3ff > 3 components 3cf:1 10:2 20:3";
    assert_eq!(
        bad(&good, 4, sum, "s 3ff > 2 components 3cf:1 10:2 20:3"),
        "the part of unknown value is known to be above 3, not 2"
    );
    assert_eq!(
        bad(&good, 4, sum, "s 3ff = 4 components 3cf:1 10:2 20:3"),
        "step 1 does not say which value its set has"
    );
    assert_eq!(
        bad(&good, 4, sum, "s 30 > 1 components 10:2 20:3"),
        "no part of the sum is only known to be above a value"
    );
    assert_eq!(
        bad(&good, 1, "s 3cf > 3 odd", "s 3cf > 4 odd"),
        "the rule `odd-cycle-pseudotree` allows ! V and > V, V at most 3, here, and not > 4"
    );
    assert_eq!(
        bad(&good, 1, "s 3cf > 3 odd", "s 3cf = 4 odd"),
        "the rule `odd-cycle-pseudotree` allows ! V and > V, V at most 3, here, and not = 4"
    );
    let two = good
        .replace("s 3cf > 3 odd", "s 3cf > 2 odd")
        .replace("s 3ff > 3", "s 3ff > 2")
        .replace("grundy > 3", "grundy > 2");
    assert_eq!(rejected(&two, Some(4)), "2 is not one less than a power of two");
    let zero = good
        .replace("s 3cf > 3 odd", "s 3cf > 0 odd")
        .replace("s 3ff > 3", "s 3ff > 0")
        .replace("grundy > 3", "grundy > 0");
    verified(&zero);
    let one = zero.replace("components 3cf:1 10:2 20:3", "components 3cf:1 10:2").replace("s 3ff > 0", "s 3df > 0");
    assert_eq!(rejected(&one, Some(4)), "the values of the other parts add up to 1, which is more than 0");
    let both = header(&vec![vec![], vec![]], "grundy > 0")
        + "s 1 > 0 strategy-stealing\ns 2 > 0 strategy-stealing\ns 3 > 0 components 1:1 2:2\nqed 3\n";
    assert_eq!(rejected(&both, Some(3)), "step 2 does not say which value its set has");
}

#[test]
fn moves_to_more_than_a_value() {
    // a < b and c < d: a chain is worth more than 0, which is enough for a move that must not lead
    // to 0.
    let lower: Lower = vec![vec![], vec![0], vec![], vec![2]];
    let good = header(&lower, "grundy 0")
        + "s 3 > 0 strategy-stealing\ns c > 0 strategy-stealing\ns 5 = 0 ordinal-sum\n\
           s f = 0 mex 0:2 1/3:3 2:1 3/1:3\nqed 4\n";
    verified(&good);
    let one = good.replace("s f = 0", "s f = 1");
    assert_eq!(rejected(&one, Some(4)), "after the move `a` the value is only known to be above 0");
    let reply = good.replace("s f = 0 mex 0:2 1/3:3 2:1 3/1:3", "s f ! 0 reply 0:2");
    assert_eq!(rejected(&reply, Some(4)), "the move `a` is not known to lead to value 0");
    assert_eq!(rejected(&good.replace("s f = 0", "s f > 0"), Some(4)), "the rule `mex` allows = and not >");
}

#[test]
fn claims_of_bounds() {
    let text = |claim: &str, step: &str| header(&vec![vec![], vec![0]], claim) + step + "\nqed 1\n";
    for (claim, step) in
        [("grundy > 1", "s 3 = 2 chain"), ("grundy > 0", "s 3 = 2 chain"), ("grundy > 0", "s 3 > 0 strategy-stealing")]
    {
        verified(&text(claim, step));
    }
    for (claim, step) in [
        ("grundy > 2", "s 3 = 2 chain"),
        ("grundy > 1", "s 3 > 0 strategy-stealing"),
        ("grundy > 0", "s 3 ! 0 strategy-stealing"),
        ("grundy 1", "s 3 > 0 strategy-stealing"),
    ] {
        assert_eq!(rejected(&text(claim, step), Some(1)), "the step does not say what the certificate claims");
    }
    let sentence = verified(&text("grundy > 1", "s 3 = 2 chain")).claim;
    let expected = "the poset in this file, labelled `test`, has a Grundy value greater than 1: the first player wins";
    assert_eq!(sentence.to_string(), expected);
    assert_eq!((sentence.grundy, sentence.above), (None, Some(1)));
    verified(&text("outcome first", "s 3 > 0 strategy-stealing"));
    verified(&text("outcome first", "s 3 ! 0 strategy-stealing"));
    let form = |claim: &str| unreadable(text(claim, "s 3 = 2 chain").as_bytes());
    assert_eq!(form("grundy >"), "line 3: expected a Grundy value, found the end of the line");
    assert_eq!(form("grundy >1"), "line 3: expected a space or the end of the line, found `1`");
    assert_eq!(form("grundy > 1 2"), "line 3: expected the end of the line, found a space");
}

#[test]
fn sums_within_a_convex_set() {
    // Without a, the chains b and c < d are unrelated; with it they are not.
    let lower: Lower = vec![vec![], vec![0], vec![0], vec![2]];
    let good = header(&lower, "grundy 4")
        + "s 2 = 1 chain\ns c = 2 chain\ns e = 3 components 2:1 c:2\ns f = 4 ordinal-sum\nqed 4\n";
    verified(&good);
    assert_eq!(bad(&good, 3, "components 2:1 c:2", "components e:1 0:2"), "step 1 is not about part 1 of the sum");
    let message = bad(&good, 3, "s e = 3 components 2:1 c:2", "s f = 3 components 3:1 c:2");
    assert_eq!(message, "step 1 is not about part 1 of the sum");
    let message =
        bad(&good, 3, "s c = 2 chain\ns e = 3 components 2:1 c:2", "s 3 = 2 chain\ns f = 0 components c:1 3:2");
    assert_eq!(message, "`a` < `c`, but they are in different parts of the sum");
}
