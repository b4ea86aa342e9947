"""Counts, samples and probabilities."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

import chomplex as cx


def test_counts() -> None:
    assert cx.count_linear_extensions("boolean(5)") == 14807804035657359360
    assert cx.count_linear_extensions("antichain(100)") == factorial(100)
    assert cx.count_linear_extensions(cx.position("antichain(0)")) == 1
    assert cx.count_positions("simplex(5)") == 7580
    assert cx.count_positions("antichain(200)") == 2**200
    assert cx.count_classes("boolean(6)") == 16353


def extensions(position: cx.Position) -> list[tuple[str, ...]]:
    """All linear extensions, by trying all orders."""

    def fits(row: tuple[str, ...]) -> bool:
        return all(row.index(x) < row.index(y) for x, y in position.covers)

    return [row for row in permutations(position.moves) if fits(row)]


@pytest.mark.parametrize("expression", ["poset[a<b, c]", "path(3)", "zigzag-n(3)", "chomp(2,4)", "nim(3,2)"])
def test_probabilities_are_those_of_all_orders(expression: str) -> None:
    position = cx.position(expression)
    rows = extensions(position)
    random = cx.precedence_probabilities(position)
    assert random.extensions == len(rows) == cx.count_linear_extensions(position)
    for x in position.moves:
        places = Counter(row.index(x) + 1 for row in rows)
        assert random.distribution(x) == {k: Fraction(n, len(rows)) for k, n in sorted(places.items())}
        assert random.mean(x) == Fraction(sum(k * n for k, n in places.items()), len(rows))
        for y in position.moves:
            before = sum(row.index(x) < row.index(y) for row in rows)
            assert random[x, y] == random.before(x, y) == Fraction(before, len(rows))
    assert all(not position.less(x, y) and not position.less(y, x) for x, y in random.pairs)
    table = random.to_pandas()
    assert list(table.index) == list(table.columns) == list(random.names)
    assert (
        random.to_pandas(exact=True).loc[position.moves[0], position.moves[-1]]
        == random[position.moves[0], position.moves[-1]]
    )
    assert random.svg().startswith("<svg") and random._repr_svg_() == random.svg()


def test_balance() -> None:
    balance = cx.precedence_probabilities("poset[a<b, c]").balance
    assert balance == (Fraction(1, 3), (("a", "c"), ("c", "b")))
    assert cx.precedence_probabilities("chain(4)").balance is None


def test_samples() -> None:
    position = cx.position("zigzag-n(2)")
    possible = {tuple(row) for row in extensions(position)}
    rows = cx.sample_linear_extensions(position, 2000, seed=5)
    found = Counter(tuple(row) for row in rows)
    assert set(found) == possible
    assert all(abs(n - 2000 / len(possible)) < 120 for n in found.values())
    assert rows == cx.sample_linear_extensions(position, 2000, seed=5)
    assert rows[0] == cx.sample_linear_extension(position, seed=5)
    assert cx.sample_linear_extensions(position, 0) == []
    assert len({tuple(cx.sample_linear_extension("antichain(20)")) for _ in range(5)}) == 5


def test_bad_seeds() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed: a number from 0"):
            cx.sample_linear_extension("chain(2)", seed=seed)
    with pytest.raises(TypeError, match="seed: a number is expected"):
        cx.sample_linear_extension("chain(2)", seed="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="n: a natural number is expected"):
        cx.sample_linear_extensions("chain(2)", -1)


def test_a_count_needs_its_budget() -> None:
    for count in (cx.count_linear_extensions, cx.count_classes):
        with pytest.raises(cx.BudgetError, match="not counted: stopped by the time limit") as caught:
            count("boolean(8)", time=0)
        assert caught.value.stopped_by == "time"
    with pytest.raises(cx.BudgetError) as caught:
        cx.precedence_probabilities("boolean(7)", memory="16MiB", time=20)
    assert caught.value.stopped_by in ("memory", "time", "size")
    with pytest.raises(cx.MoveError):
        cx.precedence_probabilities("chain(2)")["1", "9"]
