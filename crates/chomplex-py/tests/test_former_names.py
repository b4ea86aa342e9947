"""Names that something had before still work, and say what it is called now."""

from collections.abc import Callable
from typing import Any

import pytest

import chomplex as cx

PATH = cx.position("path(3)")


@pytest.mark.parametrize(
    ("former", "now", "message"),
    [
        (lambda: PATH.solve().candidates, lambda: PATH.solve().grundy_candidates, "Answer.candidates is called"),
        (lambda: PATH.solve().at_least, lambda: PATH.solve().grundy_at_least, "called grundy_at_least now"),
        (lambda: PATH.options()[1].value, lambda: PATH.options()[1].grundy, "called grundy now"),
        (lambda: PATH.options()[1].symmetry_class, lambda: PATH.options()[1].class_, "called class_ now"),
        (lambda: PATH.automorphisms().order, lambda: PATH.automorphisms().group_order, "called group_order now"),
        (lambda: PATH.automorphisms().orbits, lambda: PATH.automorphisms().classes, "called classes now"),
        (
            lambda: cx.precedence_probabilities(PATH).elements,
            lambda: cx.precedence_probabilities(PATH).names,
            "called names now",
        ),
        (
            lambda: PATH.solve(without_rules=["bipartite"]).grundy,  # type: ignore[call-arg]
            lambda: PATH.solve(no_rules=["bipartite"]).grundy,
            "without_rules is called no_rules now",
        ),
        (
            lambda: PATH.explain(without_rules=["bipartite"]),  # type: ignore[call-arg]
            lambda: PATH.explain(no_rules=["bipartite"]),
            "without_rules is called no_rules now",
        ),
        (
            lambda: PATH.options(without_rules=["bipartite"]).values,  # type: ignore[call-arg]
            lambda: PATH.options(no_rules=["bipartite"]).values,
            "without_rules is called no_rules now",
        ),
        (
            lambda: cx.survey(trees=4, into="rows", without_rules=["bipartite"]),  # type: ignore[arg-type]
            lambda: cx.survey(trees=4, into="rows", no_rules=["bipartite"]),
            "without_rules is called no_rules now",
        ),
    ],
)
def test_former_names(former: Callable[[], Any], now: Callable[[], Any], message: str) -> None:
    with pytest.warns(DeprecationWarning, match=message):
        assert former() == now()


def test_former_columns() -> None:
    rows = cx.survey("path(n)", n=[3], columns=["winning_moves", "automorphisms"], into="rows")
    assert rows == [{"winning_move_count": 1, "group_order": 2}]


def test_one_name_at_a_time() -> None:
    with pytest.raises(TypeError, match="only one of them is taken"):
        PATH.solve(no_rules=[], without_rules=[])  # type: ignore[call-arg]


def test_orbits() -> None:
    assert [(option.move, option.class_, option.orbit) for option in PATH.options()] == [
        ("0", 1, 2),
        ("1", 2, 1),
        ("2", 1, 2),
        ("01", 3, 2),
        ("12", 3, 2),
    ]


def test_all_lemmas() -> None:
    bar = cx.position("chomp(3,4)")
    assert len(bar.explain(lemmas=1)) < len(bar.explain(lemmas="all")) == len(bar.explain(lemmas=10_000))
