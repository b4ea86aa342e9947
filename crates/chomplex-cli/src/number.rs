//! Numbers as arguments.

/// A size, such as the number of vertices.
pub(crate) fn parse_size(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "a number is expected, such as 6".to_owned())
}
