//! Parsers for numeric arguments.

/// Parses a size, such as a number of vertices.
pub(crate) fn parse_size(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "a number is expected, such as 6".to_owned())
}
