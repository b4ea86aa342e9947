//! The families an expression can name: one table for the parser, the help and the documentation.

use super::error::BuildError;
use super::number::Number;
use super::plan::Plan;
use super::{bar, combine, complex, graph, lattice, nim, two_level};

/// A family of positions in the expression language.
#[non_exhaustive]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The name with the parameters.
    pub signature: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// An example of a member.
    pub example: &'static str,
    pub(crate) recipe: Recipe,
}

/// The arguments a family takes, and the function that builds a plan from them.
pub(crate) enum Recipe {
    /// From `least` to `most` numbers in parentheses.
    Numbers { least: usize, most: usize, make: fn(&[Number]) -> Result<Plan, BuildError> },
    /// Groups of numbers separated by semicolons; the first group has one number.
    Groups(fn(&[Vec<Number>]) -> Result<Plan, BuildError>),
    /// `count` positions in parentheses.
    Positions { count: usize, make: fn(Vec<Plan>) -> Result<Plan, BuildError> },
    /// A position and a number.
    PositionAndNumber(fn(Plan, &Number) -> Result<Plan, BuildError>),
    /// A text in square brackets.
    Body(Body),
}

/// The kind of text in square brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    Facets,
    Edges,
    Graph6,
    Hyperedges,
    Relations,
}

const fn numbers(least: usize, most: usize, make: fn(&[Number]) -> Result<Plan, BuildError>) -> Recipe {
    Recipe::Numbers { least, most, make }
}

const fn positions(count: usize, make: fn(Vec<Plan>) -> Result<Plan, BuildError>) -> Recipe {
    Recipe::Positions { count, make }
}

macro_rules! families {
    ($($name:literal, $signature:literal, $about:literal, $example:literal, $recipe:expr;)*) => {
        &[$(Family { name: $name, signature: $signature, about: $about, example: $example, recipe: $recipe }),*]
    };
}

const ANY: usize = usize::MAX;

/// All families, in the order of the documentation.
#[rustfmt::skip]
pub const FAMILIES: &[Family] = families![
    "subsets", "subsets(n,k)", "the non-empty subsets of size at most k of an n-set", "subsets(5,2)", numbers(2, 2, complex::subsets);
    "simplex", "simplex(n)", "all non-empty subsets of an n-set", "simplex(4)", numbers(1, 1, complex::simplex);
    "boundary", "boundary(n)", "the proper non-empty subsets of an n-set: Gale's game", "boundary(4)", numbers(1, 1, complex::boundary);
    "complex", "complex[FACETS]", "the simplicial complex with these facets", "complex[012 013 14]", Recipe::Body(Body::Facets);
    "suspension", "suspension(E)", "the complex E joined with two new points", "suspension(cycle(5))", positions(1, complex::suspension);
    "cone", "cone(E)", "the complex E joined with one new point", "cone(path(4))", positions(1, complex::cone);
    "join", "join(E,F)", "the unions of a face of E and a face of F, either possibly empty", "join(cycle(4),antichain(3))", positions(2, complex::join_of);
    "skeleton", "skeleton(E,k)", "the faces of the complex E of size at most k", "skeleton(simplex(6),2)", Recipe::PositionAndNumber(complex::skeleton);
    "path", "path(n)", "the path with n vertices", "path(7)", numbers(1, 1, graph::path);
    "cycle", "cycle(n)", "the cycle with n vertices, n ≥ 3", "cycle(5)", numbers(1, 1, graph::cycle);
    "star", "star(n)", "the star with n leaves around the hub 0", "star(4)", numbers(1, 1, graph::star);
    "complete", "complete(n)", "the complete graph on n vertices", "complete(5)", numbers(1, 1, graph::complete);
    "multipartite", "multipartite(a,b,…)", "the complete multipartite graph with parts of these sizes", "multipartite(2,3)", numbers(1, ANY, graph::multipartite);
    "wheel", "wheel(n)", "a cycle with n ≥ 3 vertices and a hub, numbered n", "wheel(5)", numbers(1, 1, graph::wheel);
    "gridgraph", "gridgraph(a,b,…)", "the a × b × … grid graph, in any dimension", "gridgraph(2,4)", numbers(1, ANY, graph::gridgraph);
    "hypercube", "hypercube(n)", "the graph of the n-dimensional cube", "hypercube(3)", numbers(1, 1, graph::hypercube);
    "petersen", "petersen", "the Petersen graph", "petersen", numbers(0, 0, graph::petersen);
    "gmk", "gmk(c,m,k)", "a c-cycle, one of its vertices joined to a vertex that carries an m-tail and a k-tail", "gmk(5,1,2)", numbers(3, 3, graph::gmk);
    "hairball", "hairball(c; a,b; d; …)", "a c-cycle with tails: one group of tail lengths for each cycle vertex in turn", "hairball(5; 1,2; ; 3)", Recipe::Groups(graph::hairball);
    "graph", "graph[EDGES]", "the graph with these edges and lone vertices", "graph[12 23 31 4]", Recipe::Body(Body::Edges);
    "graph6", "graph6[CODE]", "the graph with this graph6 code", "graph6[DQc]", Recipe::Body(Body::Graph6);
    "hypergraph", "hypergraph[TOPS ; BOTTOMS]", "the two-level poset with these hyperedges as tops and, after `;`, bottoms under no top", "hypergraph[abc ad ad ; e f]", Recipe::Body(Body::Hyperedges);
    "zigzag-m", "zigzag-m(i)", "the zig-zag with i tops over i+1 bottoms", "zigzag-m(3)", numbers(1, 1, two_level::zigzag_m);
    "zigzag-n", "zigzag-n(i)", "the zig-zag with i tops and i bottoms", "zigzag-n(3)", numbers(1, 1, two_level::zigzag_n);
    "zigzag-w", "zigzag-w(i)", "the zig-zag with i+1 tops over i bottoms", "zigzag-w(3)", numbers(1, 1, two_level::zigzag_w);
    "chain", "chain(n)", "n elements one above the other", "chain(5)", numbers(1, 1, nim::chain);
    "antichain", "antichain(n)", "n elements without relations", "antichain(3)", numbers(1, 1, nim::antichain);
    "nim", "nim(a,b,…)", "Nim heaps of these sizes", "nim(3,4,5)", numbers(1, ANY, nim::nim);
    "boolean", "boolean(n)", "all subsets of an n-set, the empty one too", "boolean(3)", numbers(1, 1, lattice::boolean);
    "chomp", "chomp(a,b,…)", "the a × b × … bar or box without its poisoned corner", "chomp(3,4)", numbers(1, ANY, bar::chomp);
    "young", "young(a,b,…)", "the Young diagram with rows a ≥ b ≥ … without its corner", "young(5,3,1)", numbers(1, ANY, bar::young);
    "divisors", "divisors(n)", "the divisors of n above 1: Schuh's game", "divisors(72)", numbers(1, 1, lattice::divisors);
    "poset", "poset[RELATIONS]", "any poset, by relations", "poset[a<b<c, a<d, e]", Recipe::Body(Body::Relations);
    "product", "product(E,F)", "pairs, ordered in both coordinates", "product(chain(2),chain(3))", positions(2, combine::product);
    "ordinal", "ordinal(E,F)", "all of F above all of E", "ordinal(antichain(2),chain(1))", positions(2, combine::ordinal);
    "dual", "dual(E)", "the order turned round", "dual(path(3))", positions(1, combine::dual);
];

impl Family {
    /// Finds the family with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.name == name)
    }
}

impl std::fmt::Debug for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.signature)
    }
}
