//! The file of a chart: SVG or PNG, by its ending.

use std::io::Write;
use std::path::Path;

use anyhow::bail;

use crate::file::Target;
use crate::png;

/// The width of a PNG in pixels.
const WIDTH: u32 = 1200;

/// A file that a chart is written to.
pub(crate) struct Plot {
    target: Target,
    is_png: bool,
}

impl Plot {
    /// Looks whether this file can be written, and in which format.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Plot> {
        let is_png = match ending(path).as_deref() {
            Some("svg") => false,
            Some("png") => true,
            _ => bail!("--plot: `{}` should end in .svg or .png", path.display()),
        };
        Ok(Plot { target: Target::new(path)?, is_png })
    }

    /// Writes the chart.
    pub(crate) fn write(&self, svg: &str) -> anyhow::Result<()> {
        let bytes = if self.is_png { png::render(svg, WIDTH, u64::MAX)? } else { svg.as_bytes().to_vec() };
        self.target.write(|out| out.write_all(&bytes))
    }
}

/// The ending of a file's name, in small letters.
pub(crate) fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_lowercase())
}
