//! Shell quoting.

/// The word, quoted if necessary.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "@%_+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The command line that started the program.
pub(crate) fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("chomplex".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_if_they_need_it() {
        assert_eq!(quoted("petersen"), "petersen");
        assert_eq!(quoted("cycle(5) + nim(3)"), "'cycle(5) + nim(3)'");
        assert_eq!(quoted("poset[a'<b]"), "'poset[a'\\''<b]'");
        assert_eq!(quoted(""), "''");
    }
}
