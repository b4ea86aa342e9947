//! Tables survive a round trip through the disk and interruptions, and damage is detected.

mod build;
mod damage;
mod format;
mod plain;
mod values;

use std::path::Path;

use tempfile::TempDir;

use super::builder::Builder;
use super::error::TablebaseError;
use super::table::Tablebase;

/// The layers of all complexes on at most n vertices: keys and values.
fn layers(n: usize) -> Vec<(Vec<u128>, Vec<u8>)> {
    let mut layers = Vec::new();
    let collect = |_, keys: &[u128], values: &[u8]| {
        layers.push((keys.to_vec(), values.to_vec()));
        Ok::<(), ()>(())
    };
    plain::layers(n, collect).expect("nothing fails");
    layers
}

/// Passes some layers to a builder.
fn feed(builder: &mut Builder, layers: &[(Vec<u128>, Vec<u8>)]) -> Result<(), TablebaseError> {
    layers.iter().enumerate().try_for_each(|(faces, (keys, values))| {
        // In two parts.
        let half = keys.len() / 2;
        builder.add(faces, &keys[half..], &values[half..])?;
        builder.add(faces, &keys[..half], &values[..half])?;
        builder.end_layer(faces)
    })
}

fn build(directory: &Path, n: usize) -> Tablebase {
    let mut builder = Builder::new(directory, n).expect("there is room");
    feed(&mut builder, &layers(n)).expect("the layers are right");
    builder.finish().expect("the table is whole")
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}
