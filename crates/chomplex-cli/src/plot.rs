//! Chart files: SVG or PNG, chosen by the file extension.

use std::io::Write;
use std::path::Path;

use anyhow::bail;

use crate::file::Target;
use crate::png;

/// Width of a PNG in pixels.
const WIDTH: u32 = 1200;

/// A chart file to write.
pub(crate) struct Plot {
    target: Target,
    is_png: bool,
}

impl Plot {
    /// Checks that the file can be written, and determines its format.
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

/// The file extension in lower case.
pub(crate) fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_lowercase())
}
