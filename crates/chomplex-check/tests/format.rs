//! The format of a certificate: unreadable input is refused, at once and with a clear message.

mod common;

use std::io::{self, BufReader, Read};

use chomplex_check::{Failure, Outcome, check};
use common::{another_example, example, example_with_sums, header, rejected, unreadable, verified};

#[test]
fn the_example_of_the_page() {
    let answer = verified(&example());
    assert_eq!(
        answer.claim.to_string(),
        concat!("the poset in this file, labelled `boundary(3)`, ", "has Grundy value 0: the second player wins")
    );
    assert_eq!((answer.claim.outcome, answer.claim.grundy), (Outcome::Second, Some(0)));
    assert_eq!((answer.steps, answer.assumed.len()), (3, 0));
    assert_eq!(answer.poset.names().collect::<Vec<_>>(), ["0", "1", "2", "01", "02", "12"]);
    assert_eq!(answer.poset.lower(5), [1, 2]);
    assert_eq!(answer.poset.len(), 6);
}

#[test]
fn the_other_example_of_the_page() {
    assert_eq!(verified(&another_example()).assumed, ["hairball"]);
}

#[test]
fn the_example_with_sums_of_the_page() {
    assert_eq!(verified(&example_with_sums()).steps, 5);
}

#[test]
fn earlier_versions_are_read_too() {
    for version in 1..=2 {
        let text = example().replace("chomplex-certificate 3", &format!("chomplex-certificate {version}"));
        assert_eq!(verified(&text).claim, verified(&example()).claim);
    }
}

#[test]
fn truncated_anywhere() {
    let text = example();
    for end in 0..text.len() {
        unreadable(&text.as_bytes()[..end]);
    }
    assert_eq!(unreadable(b""), "line 1: this is not a chomplex certificate: the file is empty");
    assert_eq!(
        unreadable(text.strip_suffix('\n').unwrap().as_bytes()),
        "line 17: the file ends in the middle of this line: it is truncated"
    );
    assert_eq!(
        unreadable(text.strip_suffix("qed 3\n").unwrap().as_bytes()),
        "line 17: the file ends before its last line, `qed`: it is truncated"
    );
}

#[test]
fn not_a_certificate() {
    let message = "line 1: this is not a chomplex certificate: ";
    let begin = format!("{message}it does not begin with `chomplex-certificate`");
    assert_eq!(unreadable(b"hello\n"), begin);
    assert_eq!(unreadable(b"\xef\xbb\xbfchomplex-certificate 1\n"), begin);
    assert_eq!(unreadable(b" chomplex-certificate 1\n"), begin);
    assert_eq!(unreadable(b"chomplex-certificate1\n"), begin);
    assert_eq!(unreadable(b"\x7fELF\x02\x01\x01\0\0\0\n"), format!("{message}there is a NUL byte in this line"));
    assert_eq!(unreadable(b"\xff\xfe\n"), format!("{message}this line is not UTF-8 text"));
    assert_eq!(
        unreadable(b"chomplex-certificate 4\n"),
        "line 1: version 4; this checker reads versions 1 to 3: use a newer chomplex-check"
    );
    assert_eq!(
        unreadable(b"chomplex-certificate 0\n"),
        "line 1: version 0 does not exist; this checker reads versions 1 to 3"
    );
    assert_eq!(unreadable(b"chomplex-certificate one\n"), "line 1: expected the version of the format, found `one`");
    assert_eq!(
        unreadable(b"chomplex-certificate 1\r\n"),
        "line 1: expected the end of the line, found a carriage return (lines end with a line feed alone)"
    );
    assert_eq!(unreadable(b"chomplex-certificate 1 1\n"), "line 1: expected the end of the line, found a space");
}

/// Changes the example in one place and returns the message.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    let text = example();
    assert_eq!(text.matches(from).count(), 1, "{from} occurs once");
    unreadable(text.replace(from, to).as_bytes())
}

#[test]
fn header_lines() {
    let cases = [
        ("position \"boundary(3)\"\n", "", "line 2: expected a line that begins with `position`"),
        (
            "position \"b",
            "position b",
            "line 2: expected the name of the position in double quotes, found `boundary(3)\"`",
        ),
        ("(3)\"", "(3)\" ", "line 2: expected the end of the line, found a space"),
        ("(3)\"", "(3)\"x", "line 2: expected the end of the line, found `x`"),
        ("claim grundy 0", "claim grundy", "line 3: expected a Grundy value, found the end of the line"),
        ("claim grundy 0", "claim grundy -1", "line 3: expected a Grundy value, found `-1`"),
        ("claim grundy 0", "claim grundy 00", "line 3: expected a Grundy value without leading zeros, found `00`"),
        ("claim grundy 0", "claim grundy 4294967296", "line 3: a Grundy value is out of range: numbers are below 2^32"),
        ("claim grundy 0", "claim nimber 0", "line 3: expected `grundy` or `outcome` after `claim`"),
        ("claim grundy 0", "claim outcome third", "line 3: expected `first` or `second` after `claim outcome`"),
        ("claim grundy 0", "claim outcome second 0", "line 3: expected the end of the line, found a space"),
        (
            "elements 6",
            "elements 7",
            "line 11: 7 elements are announced and only 6 are there: expected a line that begins with `e`",
        ),
        ("elements 6", "elements 5", "line 10: expected a map `m`, a step `s` or the last line `qed`"),
        ("elements 6", "elements  6", "line 4: expected the number of elements, found a space"),
        (
            "e \"12\" 1 2",
            "e \"12\" 1 5",
            "line 10: there is no element 5 before this line; there are 5, numbered from 0",
        ),
        ("e \"12\" 1 2", "e \"12\" 1 -", "line 10: expected the number of an element, found `-`"),
        ("e \"12\" 1 2", "e \"12\" 1 2 ", "line 10: expected the number of an element, found the end of the line"),
        ("e \"12\" 1 2", "e 12 1 2", "line 10: expected the name of an element in double quotes, found `12`"),
        (
            "e \"12\" 1 2",
            "E \"12\" 1 2",
            "line 10: 6 elements are announced and only 5 are there: expected a line that begins with `e`",
        ),
    ];
    for (from, to, message) in cases {
        assert_eq!(changed(from, to), message);
    }
}

#[test]
fn body_lines() {
    let expected = "expected a map `m`, a step `s` or the last line `qed`";
    let rules = "line 14: expected a rule: mex, reply, components, chain, involution-fold, twin-tops, twin-bottoms, \
                 ordinal-sum or the name of a theorem";
    let long = "line 14: the set is out of range: it has element 396, but there are 6 elements";
    let cases = [
        (
            "m - 0 - - - -",
            "m - 0 - - -",
            "line 13: expected an image, or - for none: a map has one word for each element, found the end of the line",
        ),
        ("m - 0 - - - -", "m - 0 - - - - -", "line 13: expected the end of the line, found a space"),
        (
            "m - 0 - - - -",
            "m - 6 - - - -",
            "line 13: there is no element 6 before this line; there are 6, numbered from 0",
        ),
        ("m - 0 - - - -", "m -- 0 - - - -", "line 13: expected a space or the end of the line, found `-`"),
        (
            "m - 0 - - - -",
            "m",
            "line 13: expected an image, or - for none: a map has one word for each element, found the end of the line",
        ),
        ("s 1 = 1 chain", "t 1 = 1 chain", &format!("line 14: {expected}")),
        ("s 1 = 1 chain", "e \"x\"", &format!("line 14: {expected}")),
        ("s 1 = 1 chain", "s", "line 14: expected a set, found the end of the line"),
        ("s 1 = 1 chain", "s x = 1 chain", "line 14: expected a set in hexadecimal digits, found `x`"),
        ("s 1 = 1 chain", "s F = 1 chain", "line 14: expected a set in hexadecimal digits, found `F`"),
        ("s 1 = 1 chain", "s 01 = 1 chain", "line 14: expected a set without leading zeros, found `01`"),
        ("s 1 = 1 chain", "s 00 = 1 chain", "line 14: expected a set without leading zeros, found `00`"),
        (
            "s 1 = 1 chain",
            "s 40 = 1 chain",
            "line 14: the set is out of range: it has element 6, but there are 6 elements",
        ),
        ("s 1 = 1 chain", &format!("s 1{} = 1 chain", "0".repeat(99)), long),
        ("s 1 = 1 chain", "s 1 == 1 chain", "line 14: expected =, ! or > after the set of the step"),
        ("s 1 = 1 chain", "s 1 = x chain", "line 14: expected a Grundy value, found `x`"),
        ("s 1 = 1 chain", "s 1 = 1", "line 14: expected a rule, found the end of the line"),
        ("s 1 = 1 chain", "s 1 = 1 fold", rules),
        ("s 1 = 1 chain", "s 1 = 1 chain 0", "line 14: expected the end of the line, found a space"),
        ("s 1 = 1 chain", "s 1 = 1 chain ", "line 14: expected the end of the line, found a space"),
        ("s 1 = 1 chain", "s 1 = 1  chain", rules),
        ("s 1 = 1 chain", "s 1 ! 1 reply", "line 14: expected a move, found the end of the line"),
        ("s 1 = 1 chain", "s 1 ! 1 mex 0:1", "line 14: there is no step 1 before this line"),
        ("2:1~3", "2:3~3", "line 15: there is no step 3 before this line"),
        ("2:1~3", "2:2~3", "line 15: there is no step 2 before this line"),
        ("2:1~3", "2:0~3", "line 15: there is no step 0 before this line"),
        ("2:1~3", "2:1~4", "line 15: there is no map 4 before this line"),
        ("2:1~3", "2:1~0", "line 15: there is no map 0 before this line"),
        ("2:1~3", "2:1~", "line 15: expected the number of a map, found the end of the line"),
        ("2:1~3", "2:1~3~3", "line 15: expected a space or the end of the line, found `~3`"),
        ("2:1~3", "2:1+", "line 15: expected the number of a step, found the end of the line"),
        ("2:1~3", "2:+1", "line 15: expected the number of a step, found `+1`"),
        ("2:1~3", "2:1++1", "line 15: expected the number of a step, found `+1`"),
        ("2:1~3", "2:1+2", "line 15: there is no step 2 before this line"),
        ("2:1~3", "2:1+1~4", "line 15: there is no map 4 before this line"),
        ("2:1~3", "2:1 +1", "line 15: expected a set in hexadecimal digits, found `+1`"),
        ("2:1~3", "2", "line 15: expected a colon and a reference, found the end of the line"),
        ("2:1~3", "80:1~3", "line 15: the set is out of range: it has element 7, but there are 6 elements"),
        ("0/5:", "6/5:", "line 16: there is no element 6 before this line; there are 6, numbered from 0"),
        ("0/5:", "0/6:", "line 16: there is no element 6 before this line; there are 6, numbered from 0"),
        ("0/5:", "0/5/5:", "line 16: expected a colon and a reference, found `/5:2~1`"),
        (
            "0/5:2~1",
            "0/5:99999999999999999999",
            "line 16: the number of a step is out of range: numbers are below 2^32",
        ),
        ("qed 3", "qed 3+3", "line 17: expected the end of the line, found `+3`"),
        ("qed 3", "qed 4", "line 17: there is no step 4 before this line"),
        ("qed 3", "qed", "line 17: expected the number of a step, found the end of the line"),
        ("qed 3", "qed 3 3", "line 17: expected the end of the line, found a space"),
        (
            "qed 3\n",
            "qed 3\r\n",
            "line 17: expected the end of the line, found a carriage return (lines end with a line feed alone)",
        ),
        ("qed 3\n", "qed 3\n\n", "line 18: the file goes on after its last line, `qed`"),
        ("qed 3\n", "qed 3\n#", "line 18: the file goes on after its last line, `qed`"),
        ("qed 3\n", "qed 3\nqed 3\n", "line 18: the file goes on after its last line, `qed`"),
    ];
    for (from, to, message) in cases {
        assert_eq!(changed(from, to), message);
    }
    let reply = |words: &str| {
        let text = header(&vec![vec![]], "outcome first") + "s 0 = 0 mex\ns 1 ! 0 reply " + words + "\nqed 2\n";
        unreadable(text.as_bytes())
    };
    assert_eq!(reply("0/0:1"), "line 7: expected a colon and a reference, found `/0:1`");
    assert_eq!(reply("0:1 0:1"), "line 7: expected the end of the line, found a space");
}

#[test]
fn lines_that_say_nothing() {
    let text = example();
    let spread = text.replace('\n', "\n\n# a comment, with ünïcode\n");
    let spread = spread.strip_suffix("\n# a comment, with ünïcode\n").unwrap();
    verified(spread);
    verified(&format!("# first\n\n{text}"));
    let bad = [b"# \xff\n", text.as_bytes()].concat();
    assert_eq!(unreadable(&bad), "line 1: this is not a chomplex certificate: this line is not UTF-8 text");
    let bad = text.replace("qed", "# \0\nqed");
    assert_eq!(unreadable(bad.as_bytes()), "line 17: there is a NUL byte in this line");
}

#[test]
fn strings() {
    let text = |name: &str| {
        format!("chomplex-certificate 1\nposition {name}\nclaim grundy 0\nelements 0\ns 0 = 0 mex\nqed 1\n")
    };
    let name = |written: &str| verified(&text(written)).claim.position;
    assert_eq!(name(r#""""#), "");
    assert_eq!(name(r#""a b""#), "a b");
    assert_eq!(name(r#""\"\\\/\b\f\n\r\t""#), "\"\\/\u{8}\u{c}\n\r\t");
    assert_eq!(name(r#""\u0041\u00e9\uFFFF\u0000""#), "Aé\u{ffff}\0");
    assert_eq!(name(r#""\ud83d\ude00 😀""#), "😀 😀");
    for written in [
        r#""\x41""#,
        r#""\u004""#,
        r#""\u00g1""#,
        r#""\u+041""#,
        r#""\ud83d""#,
        r#""\ude00""#,
        r#""\ud83d\u0041""#,
        r#""\ud83dx""#,
        r#""\ud83d\n0000""#,
        r#""\"#,
    ] {
        let message = unreadable(text(written).as_bytes());
        assert_eq!(message, "line 2: the name of the position has an escape that JSON does not allow", "{written}");
    }
    let message = "line 2: the name of the position has a control character that is not escaped";
    assert_eq!(unreadable(text("\"a\tb\"").as_bytes()), message);
    let message = "line 2: expected the name of the position with a closing quote, found `\"a`";
    assert_eq!(unreadable(text("\"a").as_bytes()), message);
    // Displayed text cannot disturb a terminal.
    let shown = |written: &str| verified(&text(written)).claim.to_string();
    let sentence = |label: &str| format!("the poset in this file{label} has Grundy value 0: the second player wins");
    assert_eq!(shown(r#""\u001b[2J\r\n\u0007""#), sentence(r", labelled `\u{1b}[2J\r\n\u{7}`,"));
    assert_eq!(shown("\"\u{202e}'x'\\\"\\\\\""), sentence(r#", labelled `\u{202e}'x'"\\`,"#));
    assert_eq!(shown(r#""""#), sentence(""));
}

#[test]
fn elements() {
    let text = |elements: &str| {
        format!("chomplex-certificate 1\nposition \"\"\nclaim grundy 0\nelements 2\n{elements}\ns 0 = 0 mex\nqed 1\n")
    };
    assert_eq!(rejected(&text("e \"a\"\ne \"a\""), None), "two elements have the name `a`");
    assert_eq!(rejected(&text("e \"a\"\ne \"\\u0061\""), None), "two elements have the name `a`");
    assert_eq!(rejected(&text("e \"a\"\ne \"b\" 0 0"), None), "the element `b` lists `a` twice");
    assert_eq!(
        unreadable(text("e \"a\" 0\ne \"b\"").as_bytes()),
        "line 5: there is no element 0 before this line; there are 0, numbered from 0"
    );
    assert_eq!(
        unreadable(text("e \"a\"\ne \"b\" 1").as_bytes()),
        "line 6: there is no element 1 before this line; there are 1, numbered from 0"
    );
    // Within a line, errors of form are reported first; before that, the earliest line.
    unreadable(text("e \"a\"\ne \"a\" 1").as_bytes());
    rejected(&text("e \"a\"\ne \"a\"\nnonsense"), None);
}

#[test]
fn no_elements() {
    let text = header(&vec![], "grundy 0") + "m\ns 0 = 0 mex\nqed 1\n";
    assert!(verified(&text).poset.is_empty());
    verified(&text.replace("grundy 0", "outcome second"));
    rejected(&text.replace("grundy 0", "outcome first"), Some(1));
    rejected(&text.replace("grundy 0", "grundy 1"), Some(1));
    let message = "line 6: the set is out of range: it has element 0, but there are 0 elements";
    assert_eq!(unreadable(text.replace("s 0 = 0 mex", "s 1 = 0 mex").as_bytes()), message);
}

#[test]
fn more_is_promised_than_comes() {
    let text = "chomplex-certificate 1\nposition \"\"\nclaim grundy 0\nelements 4294967295\ns 0 = 0 mex\nqed 1\n";
    assert_eq!(
        unreadable(text.as_bytes()),
        "line 5: 4294967295 elements are announced and only 0 are there: expected a line that begins with `e`"
    );
}

#[test]
fn endless_lines() {
    let endless = |start: &'static [u8], byte: u8| match check(BufReader::new(start.chain(io::repeat(byte)))) {
        Err(Failure::Unreadable { message, .. }) => message,
        other => panic!("{other:?}"),
    };
    assert_eq!(endless(b"", b'y'), "this is not a chomplex certificate: the line is too long");
    assert_eq!(endless(b"", 0), "this is not a chomplex certificate: the line is too long");
    assert_eq!(endless(b"chomplex-certificate 1\nposition \"", b'y'), "the line is too long");
    assert_eq!(endless(b"chomplex-certificate 1\n#", b'#'), "the line is too long");
    let long = "1".repeat(1 << 20);
    for (from, to) in [("s 3f", "s f"), ("s 3f = 0", "s 3f = "), ("0/5:2", "0/5:"), ("0/5:2", ""), ("qed 3", "qed ")] {
        unreadable(example().replace(from, &format!("{to}{long}")).as_bytes());
    }
}

#[test]
fn input_that_fails() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let text = example();
    let failure = check(BufReader::new(text.as_bytes()[..99].chain(Broken))).unwrap_err();
    assert!(matches!(failure, Failure::Io(_)));
    assert_eq!(failure.to_string(), "the disk is gone");
    assert!(std::error::Error::source(&failure).is_some());
}
