//! PNG rendering.

use std::fmt;

use anyhow::{Context, bail};
use chomplex::provenance::PROGRAM;
use flate2::Crc;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The font family of all texts; the fonts are built into the program.
const FAMILY: &str = "Ubuntu";

/// A picture that needs more memory than allowed.
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

/// Memory per pixel: one copy as drawn, one as written.
const BYTES_A_PIXEL: u64 = 9;

/// Renders an SVG at this width in pixels, within this many bytes of memory.
///
/// # Errors
/// [`TooLarge`], among others.
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
    Ok(signed(&pixels.encode_png()?))
}

/// Adds the program's name to the picture as a `tEXt` chunk.
fn signed(png: &[u8]) -> Vec<u8> {
    // 8 bytes of signature and 25 of header.
    const HEADER: usize = 33;
    let mut chunk = b"tEXtSoftware\0".to_vec();
    chunk.extend(PROGRAM.as_bytes());
    let length = (chunk.len() - 4) as u32;
    let mut sum = Crc::new();
    sum.update(&chunk);
    let (header, rest) = png.split_at(HEADER.min(png.len()));
    [header, &length.to_be_bytes(), &chunk, &sum.sum().to_be_bytes(), rest].concat()
}
