//! Text layout: wrapping and columns.

/// Default line width of text.
pub(crate) const WIDTH: usize = 100;

/// Wraps names to lines of at most `width` characters, with two spaces between names.
pub(crate) fn wrap<'a>(names: impl Iterator<Item = &'a str>, width: usize) -> Vec<String> {
    lines(names, "  ", width)
}

/// Wraps a sentence to lines of at most `width` characters.
pub(crate) fn fill(sentence: &str, width: usize) -> Vec<String> {
    lines(sentence.split(' '), " ", width)
}

/// Joins words to lines of at most `width` characters; a longer word gets a line of its own.
fn lines<'a>(words: impl Iterator<Item = &'a str>, gap: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in words {
        let needed = gap.len() + word.chars().count();
        match lines.last_mut() {
            Some(line) if needed <= room => {
                line.push_str(gap);
                line.push_str(word);
                room -= needed;
            }
            _ => {
                lines.push(word.to_owned());
                room = width.saturating_add(gap.len()).saturating_sub(needed);
            }
        }
    }
    lines
}

/// Wraps the lines of a text to at most `width` characters. The rest of a longer line is indented a
/// little further; a longer word gets a line of its own.
pub(crate) fn reflow(text: &str, width: usize) -> String {
    let mut broken = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let mut rest = line;
        let mut room = width;
        while rest.chars().count() > room {
            let Some(at) = last_blank(rest, room) else { break };
            broken.push_str(rest[..at].trim_end());
            broken.push('\n');
            broken.push_str(&" ".repeat(indent + 2));
            rest = rest[at..].trim_start();
            room = width.saturating_sub(indent + 2);
        }
        broken.push_str(rest);
        broken.push('\n');
    }
    broken
}

/// The last blank at which a line can be broken to fit in `room` characters; if there is none, the
/// first blank after that.
fn last_blank(line: &str, room: usize) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let blanks = || line.char_indices().enumerate().filter(|&(_, (at, c))| c == ' ' && at > start);
    let fitting = blanks().take_while(|&(i, _)| i <= room).last();
    fitting.or_else(|| blanks().next()).map(|(_, (at, _))| at)
}

/// As many names as fit in a line of `width` characters, with `gap` between them, and the number of
/// names left out.
pub(crate) fn elide<'a>(names: impl ExactSizeIterator<Item = &'a str> + Clone, gap: &str, width: usize) -> String {
    let total = names.len();
    let whole = lines(names.clone(), gap, width);
    if whole.len() <= 1 {
        return whole.concat();
    }
    let room = width.saturating_sub(format!("{gap}… ({total} more)").chars().count());
    let mut used = 0;
    let fits = |name: &&str| {
        used += name.chars().count() + gap.len();
        used <= room + gap.len()
    };
    let shown: Vec<&str> = names.take_while(fits).collect();
    format!("{}{gap}… ({} more)", shown.join(gap), total - shown.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_not_fuller() {
        assert_eq!(wrap(["a", "b", "cc", "d"].into_iter(), 5), ["a  b", "cc  d"]);
        assert_eq!(wrap(["a", "bbbbbbbbb", "c"].into_iter(), 5), ["a", "bbbbbbbbb", "c"]);
        assert!(wrap([].into_iter(), 5).is_empty());
    }

    #[test]
    fn long_lines_go_on_below() {
        assert_eq!(reflow("  a bb ccc  d\nshort\n", 8), "  a bb\n    ccc\n    d\nshort\n");
        assert_eq!(reflow("averylongword and more", 8), "averylongword\n  and\n  more\n");
        assert_eq!(reflow("", 8), "");
        for width in 5..40 {
            let text = "  It is an ordinal sum: from below, each above all of the one before,\n";
            let broken = reflow(text, width);
            assert!(broken.lines().all(|line| line.chars().count() <= width.max(12)), "{broken}");
            assert_eq!(broken.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        }
    }

    #[test]
    fn left_out_names_are_counted() {
        let names = ["aa"; 20];
        assert_eq!(elide(names.into_iter(), "  ", 30), "aa  aa  aa  aa  … (16 more)");
        assert_eq!(elide(names[..4].iter().copied(), "  ", 30), "aa  aa  aa  aa");
        assert_eq!(elide(names.into_iter(), "", 16), "aaaa… (18 more)");
    }
}
