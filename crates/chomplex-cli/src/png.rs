//! Pictures as PNG.

use anyhow::Context;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The names of the fonts in which texts are set; they come with the program.
const FAMILY: &str = "Ubuntu";

/// Renders an SVG so many pixels wide.
pub(crate) fn render(svg: &str, width: u32) -> anyhow::Result<Vec<u8>> {
    let mut options = Options { font_family: FAMILY.to_owned(), ..Options::default() };
    options.fontdb_mut().load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    options.fontdb_mut().set_sans_serif_family(FAMILY);
    let tree = Tree::from_str(svg, &options).context("the picture cannot be rendered")?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    let mut pixels = Pixmap::new(width, height).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
