//! All triangulated disks on n vertices.
//!
//! A disk and a cone over its boundary make a sphere. That is a simplicial complex, even where an
//! edge inside the disk has both ends on the boundary: a face of the cone without the apex is a
//! vertex or an edge of the boundary, so disk and cone have just the boundary in common. The
//! triangle of the apex and such an edge is no face, though its sides are edges. The other way
//! round, a sphere without a vertex and all that contains it is a disk, whose boundary is the link
//! of the vertex. Isomorphisms of disks take boundary to boundary and so extend to the cones. So
//! the disks on n vertices are the spheres on n + 1 vertices with a vertex chosen, up to
//! isomorphism.

use super::member::Member;
use super::spheres::{codes, surface};
use super::triangulation::{Code, Triangulation};

/// The disks on n vertices. Those on the boundary come first, in their order round it.
pub(super) fn disks(n: usize) -> impl Iterator<Item = Member> + Send {
    codes(n + 1).flat_map(|sphere| rooted(&sphere)).map(move |code| {
        // The apex is vertex 0.
        let sphere = Triangulation::from_code(&code);
        let triangles = sphere.triangles().filter(|triangle| triangle[0] > 0);
        surface(n, triangles.map(|triangle| triangle.map(|v| v - 1)))
    })
}

/// A sphere from each vertex, those that an automorphism exchanges only once.
fn rooted(sphere: &Code) -> Vec<Code> {
    let sphere = Triangulation::from_code(sphere);
    let mut codes: Vec<Code> = (0..sphere.order()).map(|v| sphere.code_from(v)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
