"""The oracle: poset games in a few obviously correct lines."""

from functools import cache

Relations = frozenset[tuple[str, str]]


def above(relations: Relations, x: str) -> frozenset[str]:
    """Everything that lies above an element, and itself."""
    found = {x}
    while more := {y for (w, y) in relations if w in found} - found:
        found |= more
    return frozenset(found)


def grundy(elements: frozenset[str], relations: Relations) -> int:
    """The Grundy value of a poset game."""
    up = {x: above(relations, x) for x in elements}

    @cache
    def value(left: frozenset[str]) -> int:
        options = {value(left - up[x]) for x in left}
        return next(n for n in range(len(options) + 1) if n not in options)

    return value(elements)
