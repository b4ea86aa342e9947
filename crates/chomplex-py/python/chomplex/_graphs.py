"""Graphs of networkx as positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chomplex._native import Position, from_edges, from_relations

if TYPE_CHECKING:
    import networkx as nx


def from_networkx(graph: nx.Graph[Any]) -> Position:
    """The position of a graph of networkx.

    An undirected graph is a game on its vertices and edges. An acyclic directed graph is a poset: its nodes are the elements, an edge goes up
    from the lower element to the upper one, and the order is the transitive closure.

    Nodes are named by `str`. For a graph, a tuple becomes its entries joined by dots, and a character that cannot stand in the name of a
    vertex becomes `_`. Different nodes must get different names. Parallel edges count once; loops are refused.

    >>> import chomplex as cx, networkx as nx
    >>> cx.from_networkx(nx.cycle_graph(5))
    chomplex.position('graph[01 04 12 23 34]')
    >>> cx.from_networkx(nx.DiGraph([("a", "b"), ("b", "c")]))
    chomplex.position('poset[a<b<c]')
    """
    if not hasattr(graph, "nodes") or not hasattr(graph, "edges"):
        raise TypeError(f"a graph of networkx is expected, not {type(graph).__name__}")
    edges = ((edge[0], edge[1]) for edge in graph.edges)
    if graph.is_directed():
        return from_relations(edges, elements=graph.nodes)
    return from_edges(edges, vertices=graph.nodes)
