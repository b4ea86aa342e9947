//! A position as a picture.

use chomplex::draw::board::DrawError;
use chomplex::draw::picture::Picture;
use chomplex::{Budget, MoveList, Position};
use serde::{Deserialize, Serialize};

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PictureFormat"))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Scalable vector graphics.
    #[default]
    Svg,
    /// Pixels. This crate draws no pixels: it gives the SVG to draw them from.
    Png,
    /// For TeX.
    #[serde(alias = "tex")]
    Tikz,
}

impl Format {
    /// The media type of a file.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Tikz => "application/x-tex",
        }
    }
}

/// What was drawn, as `draw --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Drawing {
    /// The position, as an expression.
    pub position: String,
    /// The format of the picture.
    pub format: Format,
    /// The file it was written to, if any.
    pub file: Option<String>,
    /// The picture itself, if it was written to no file.
    pub picture: Option<String>,
    /// The limit that stopped the work on the values early, if one did.
    pub stopped_by: Option<&'static str>,
}

/// Draws a position, with the values that moves lead to if they are given.
///
/// # Errors
/// If the position is too large for a picture, or the budget is spent.
pub fn draw(
    position: &Position,
    list: Option<&MoveList>,
    format: Format,
    budget: &Budget,
) -> Result<String, DrawError> {
    let mut picture = Picture::new(position, budget)?;
    if let Some(list) = list {
        picture = picture.with_values(list.values());
    }
    Ok(render(&picture, format))
}

/// The content of a picture file.
#[must_use]
pub fn render(picture: &Picture<'_>, format: Format) -> String {
    match format {
        Format::Svg | Format::Png => picture.svg(),
        Format::Tikz => picture.tikz(),
    }
}
