//! Names of families in other programs and books, and what to write here instead.

/// Other names of families, in lower case without hyphens, underscores and the ending `graph`, and
/// what to write instead.
const ALIASES: &[(&[&str], &str)] = &[
    (
        &["grid", "lattice", "mesh", "rect", "rectangle", "grid2d"],
        "`gridgraph(3,4)` for the graph, `chomp(3,4)` for the bar, `product(chain(3),chain(4))` for the product order",
    ),
    (
        &["bool", "booleanlattice", "powerset", "subsetlattice", "b"],
        "`boolean(n)` with the empty set, `simplex(n)` without it",
    ),
    (&["tree", "forest", "randomtree"], "`graph[01 12 13]` by its edges; `chomplex survey --trees N` lists all trees"),
    (&["cube", "ncube"], "`hypercube(n)` for the graph, `boolean(n)` for the lattice"),
    (&["bar", "chocolate", "board", "box", "chompbar", "chompboard"], "`chomp(3,4)`"),
    (&["clique", "k", "full"], "`complete(n)`"),
    (&["ring", "circle", "polygon", "ngon", "c"], "`cycle(n)`"),
    (&["line", "pathway"], "`path(n)` for the graph, `chain(n)` for the order"),
    (&["bipartite", "completebipartite", "biclique", "completemultipartite", "turan"], "`multipartite(a,b)`"),
    (&["empty", "null", "points", "independent", "isolated", "edgeless", "discrete"], "`antichain(n)`"),
    (&["total", "totalorder", "linear", "linearorder"], "`chain(n)`"),
    (&["simplicialcomplex", "facets", "faces"], "`complex[012 13]` by its facets"),
    (&["disjointunion", "sum", "union", "plus", "disjointsum"], "`E + F`"),
    (&["divisor", "divisorlattice", "divisorposet", "schuh"], "`divisors(n)`"),
    (&["partition", "youngdiagram", "ferrers", "ferrersdiagram", "tableau"], "`young(5,3,1)`"),
    (&["heap", "heaps", "pile", "piles", "nimheap"], "`nim(3,4,5)`"),
    (&["cartesian", "cartesianproduct", "times", "directproduct"], "`product(E,F)`"),
    (&["ordinalsum", "series", "linearsum", "stack"], "`ordinal(E,F)`"),
    (&["opposite", "reverse", "inverse", "op"], "`dual(E)`"),
    (&["sphere", "gale"], "`boundary(n)`"),
    (&["triangle"], "`cycle(3)` without its interior, `simplex(3)` with it"),
    (&["square"], "`cycle(4)` for the graph, `chomp(2,2)` for the bar"),
    (&["tetrahedron"], "`complete(4)` for the graph, `boundary(4)` for the surface, `simplex(4)` for the solid"),
    (&["octahedron"], "`multipartite(2,2,2)` for the graph, `suspension(cycle(4))` for the surface"),
    (
        &["zigzag", "fence", "crown"],
        "`zigzag-m(i)`, `zigzag-n(i)` or `zigzag-w(i)`; the crown of 2n elements is `cycle(n)`",
    ),
    (&["ladder"], "`gridgraph(2,n)`"),
    (&["subsettakeaway", "takeaway"], "`simplex(n)`, or `boundary(n)` for Gale's game"),
    (&["hyper", "set", "setsystem"], "`hypergraph[abc ad ; e]`"),
    (&["order", "relation", "relations", "covers", "hasse", "dag", "digraph", "di"], "`poset[a<b<c, a<d]`"),
    (&["edges", "network"], "`graph[12 23 31]`"),
    (&["g6", "sparse6"], "`graph6[DQc]`"),
    (&["nx", "networkx", "graphs", "posets", "sage"], "the family without its module, `path(5)`"),
];

/// What to write for the family known elsewhere by this name.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).take(40).collect();
    let find = |word: &str| ALIASES.iter().find(|(names, _)| names.contains(&word)).map(|(_, meant)| *meant);
    let index = plain.strip_prefix(['k', 'c']).unwrap_or("");
    if !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit()) {
        return Some("the letter as a capital: `K5`, `C_7`");
    }
    let singular = plain.strip_suffix('s').unwrap_or(&plain);
    let short = singular.strip_suffix("graph").or_else(|| singular.strip_suffix("poset")).filter(|s| !s.is_empty());
    find(&plain).or_else(|| find(singular)).or_else(|| short.and_then(find))
}

/// Letters that name families in the literature, and their possible meanings. `{n}` stands for the
/// index, `{n-1}` for the index minus one.
const LETTERS: &[(char, &str)] = &[
    ('P', "`path({n})`, the path with {n} vertices; `subsets({n},k)`, the P_{{n},k} of Brouwer and Christensen"),
    ('W', "`wheel({n})` with {n} spokes; `wheel({n-1})` with {n} vertices; `zigzag-w({n})`, the two-level poset"),
    (
        'B',
        "`boolean({n})`, all subsets; `simplex({n})`, the non-empty ones; `boundary({n})`, the proper non-empty ones",
    ),
    (
        'M',
        "`zigzag-m({n})`, the two-level poset; \
         `ordinal(chain(1),ordinal(antichain({n}),chain(1)))`, the lattice with {n} atoms",
    ),
    ('N', "`zigzag-n({n})`, the two-level poset; `antichain({n})`, {n} points without edges"),
    ('Q', "`hypercube({n})`, the graph; `boolean({n})`, the lattice"),
    ('S', "`star({n})` with {n} leaves; `star({n-1})` with {n} vertices"),
    ('G', "`gmk(c,m,k)`, the G_{m,k} of Khandhawit and Ye; `graph[…]` by its edges"),
    ('D', "`divisors({n})`; `dual(E)`"),
];

/// All meanings of a letter with an index, spelled out; `None` if the letter is unknown.
pub(crate) fn readings(letter: char, index: &str) -> Option<String> {
    let (_, meanings) = LETTERS.iter().find(|(known, _)| *known == letter)?;
    let less = match index.parse::<u64>() {
        Ok(n) => n.saturating_sub(1).to_string(),
        Err(_) => format!("{index}-1"),
    };
    Some(meanings.replace("{n-1}", &less).replace("{n}", index))
}
