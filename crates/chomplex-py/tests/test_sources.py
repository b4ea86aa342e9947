"""Positions from facets, edges, relations, matrices and graphs."""

from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import chomplex as cx


def test_facets() -> None:
    assert cx.from_facets([[0, 1, 2], [2, 3]]) == cx.position("complex[012 23]")
    assert cx.from_facets([["c", "a"], ["b", "c"], ["d"]]) == cx.position("graph[ac bc d]")
    assert cx.from_facets([]) == cx.from_facets([[]]) == cx.position("antichain(0)")
    assert cx.from_facets([(10, 2), {7}]).moves == ("2", "7", "10", "2,10")


def test_edges_keep_their_ends() -> None:
    graph = cx.from_edges([("b", "a"), ("c", "b"), ("b", "a")], vertices=["d", "c"])
    assert graph == cx.position("graph[ab bc d]")
    assert cx.from_edges([("v10", "v9")]).moves == ("v9", "v10", "v9,v10")


def test_relations() -> None:
    assert cx.from_relations([("a", "b"), ("b", "c"), ("a", "c")], ["d"]) == cx.position("poset[a<b<c, d]")
    assert cx.from_relations([(1, 2)]).moves == ("1", "2")
    odd = cx.from_relations([("x y", "ж,"), ("x y", '"')])
    assert set(odd.moves) == {"x y", "ж,", '"'} and cx.position(str(odd)) == odd


def test_matrices() -> None:
    rows = [[0, 1, 1], [0, 0, 0], [0, 0, 0]]
    expected = cx.position("poset[1<2, 1<3]")
    for matrix in (rows, np.array(rows), np.array(rows, dtype=bool), (iter(row) for row in rows)):
        assert cx.from_matrix(matrix) == expected
    assert len(cx.from_matrix([])) == 0


def test_the_labels_of_a_table() -> None:
    """a<b and c<d, in whatever order the columns are."""
    frame = pd.DataFrame(0, index=list("abcd"), columns=list("abcd"))
    frame.loc["a", "b"] = frame.loc["c", "d"] = 1
    expected = cx.position("poset[a<b, c<d]")
    for columns in ("abcd", "acbd", "dcba"):
        position = cx.from_matrix(frame[list(columns)])
        assert position == expected and cx.count_linear_extensions(position) == 6
    assert cx.from_matrix(frame.loc[list("dbca")]).is_isomorphic(expected)
    # A table without labels of its own has the numbers from 0.
    assert cx.from_matrix(pd.DataFrame([[0, 1], [0, 0]])) == cx.position('poset["0"<"1"]')
    assert cx.from_matrix(frame.to_numpy()) == cx.position("poset[1<2, 3<4]")


def test_texts_that_could_be_two_things(tmp_path: Path) -> None:
    """An order or a graph: nothing is guessed in silence."""
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("a b\nb c\n")
    with pytest.raises(cx.ParseError, match="`notation=edges`, or `notation=pairs`"):
        cx.read(pairs)
    assert cx.read(pairs, notation="pairs") == cx.position("poset[a<b<c]")
    assert cx.read(pairs, notation="edges") == cx.position("graph[ab bc]")
    pairs.write_text("lower,upper\na,b\nb,c\n")
    with pytest.warns(UserWarning, match="read as an order.*`notation=edges` reads a graph"):
        assert cx.count_linear_extensions(cx.read(pairs)) == 1


def test_vertices_with_long_names() -> None:
    """The vertex 10 is not the edge from 0 to 1."""
    path = cx.from_networkx(nx.path_graph(12))
    assert len(path.play("10")) == len(path) - 3
    assert len(path.play("01")) == len(path) - 1


def test_networkx() -> None:
    assert cx.from_networkx(nx.petersen_graph()).is_isomorphic("petersen")
    assert cx.from_networkx(nx.path_graph(3)) == cx.position("path(3)")
    assert cx.from_networkx(nx.grid_2d_graph(2, 3)).is_isomorphic("gridgraph(2,3)")
    assert cx.from_networkx(nx.grid_2d_graph(2, 3)).moves[:2] == ("0.0", "0.1")
    assert cx.from_networkx(nx.MultiGraph([(1, 2), (2, 1)])) == cx.position("graph[12]")
    assert len(cx.from_networkx(nx.Graph())) == 0
    diamond = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("a", "d")])
    diamond.add_node("e")
    assert cx.from_networkx(diamond) == cx.position("poset[a<b<d, a<c<d, e]")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cx.from_facets(["012"]), "a facet is a list of vertices"),
        (lambda: cx.from_facets([[1, 1]]), "`1` is twice in the facet"),
        (lambda: cx.from_facets([[1, "1"]]), "1 and '1' would both be called `1`"),
        (lambda: cx.from_facets([["a b", "a_b"]]), "would both be called `a_b`"),
        (lambda: cx.from_facets([range(30)]), "1073741823 elements"),
        (lambda: cx.from_facets([[""]]), "is empty"),
        (lambda: cx.from_edges([(1, 1)]), "a graph has no loops"),
        (lambda: cx.from_edges(["ab"]), "an edge is a pair"),
        (lambda: cx.from_relations([("a", "b"), ("b", "a")]), "form a cycle"),
        (lambda: cx.from_relations([("a", "a")]), "no element is below itself"),
        (lambda: cx.from_relations([(" ", "a")]), "characters that do not show"),
        (lambda: cx.from_matrix([[0, 1], [0]]), "row 2 has 1 entries"),
        (lambda: cx.from_matrix([[0, 1]]), "it must be square"),
        (lambda: cx.from_matrix([[0, 2], [0, 0]]), "0 or 1 is expected, not 2"),
        (lambda: cx.from_matrix([[1]]), "the diagonal must be 0"),
        (lambda: cx.from_matrix(pd.DataFrame([[0]], ["a"], ["b"])), "the column 'b' has no row"),
        (lambda: cx.from_matrix(pd.DataFrame([[0], [0]], ["a", "b"], ["a"])), "the row `b` has no column"),
        (lambda: cx.from_matrix(pd.DataFrame([[0, 0]] * 2, ["a", "a"], ["a", "a"])), "two rows have the label 'a'"),
        (lambda: cx.from_matrix(pd.DataFrame([[0, 0]], ["a"], ["a", "a"])), "two columns have the label 'a'"),
        (lambda: cx.from_matrix(pd.DataFrame([[1]], ["a"], ["a"])), "element a is below itself"),
        (lambda: cx.from_networkx(3), "a graph of networkx is expected"),
        (lambda: cx.from_networkx(nx.DiGraph([(1, 2), (2, 1)])), "form a cycle"),
    ],
)
def test_mistakes(make, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises((ValueError, TypeError), match=message):
        make()
