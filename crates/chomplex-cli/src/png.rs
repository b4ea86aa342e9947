//! Pictures as PNG.

use std::fmt;

use anyhow::{Context, bail};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The names of the fonts in which texts are set; they come with the program.
const FAMILY: &str = "Ubuntu";

/// A picture that takes more memory than there may be.
#[derive(Debug)]
pub(crate) struct TooLarge {
    needed: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = self.needed >> 20;
        write!(
            f,
            "the picture needs about {mebibytes} MiB, more than `--memory` allows; a smaller `--width` needs less"
        )
    }
}

impl std::error::Error for TooLarge {}

/// The memory for a pixel: it is there once as it is drawn, and once as it is written.
const BYTES_A_PIXEL: u64 = 9;

/// Renders an SVG so many pixels wide, within so many bytes of memory.
///
/// # Errors
/// [`TooLarge`] among others.
pub(crate) fn render(svg: &str, width: u32, memory: u64) -> anyhow::Result<Vec<u8>> {
    let mut options = Options { font_family: FAMILY.to_owned(), ..Options::default() };
    options.fontdb_mut().load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    options.fontdb_mut().set_sans_serif_family(FAMILY);
    let tree = Tree::from_str(svg, &options).context("the picture cannot be rendered")?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    let needed = u64::from(width) * u64::from(height) * BYTES_A_PIXEL;
    if needed > memory {
        bail!(TooLarge { needed });
    }
    let mut pixels = Pixmap::new(width, height).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
