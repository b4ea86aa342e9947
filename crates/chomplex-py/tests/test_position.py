"""Positions: names, equality, sums, pickles, symmetries, pictures."""

import copy
import pickle
from pathlib import Path

import pytest

import chomplex as cx

EXPRESSIONS = [
    "wheel(9)",
    "subsets(5,3)",
    "path(3) + nim(2)",
    "chomp(3,4)",
    "poset[a<b<c, a<d, e]",
    "hypergraph[abc ad ad ; e]",
    "divisors(360)",
    "product(chain(2),chain(3))",
    'poset["2,3"<"2,4", "é x"]',
    "graph[éж v1,v10]",
    "antichain(0)",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_position_is_its_expression(expression: str) -> None:
    position = cx.position(expression)
    assert str(position) == expression
    assert eval(repr(position), {"chomplex": cx}) == position
    assert len(position) == len(position.moves) == len(set(position.moves))
    assert position and all(move in position for move in position.moves)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_pickles_and_copies_are_exact(expression: str) -> None:
    start = cx.position(expression)
    positions = [start] + [start.play(move) for move in start.moves[:6]]
    positions += [after.play(after.moves[-1]) for after in positions if after.moves]
    for position in positions:
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert str(again) == str(position) and again.moves == position.moves
        assert again._repr_svg_() == position._repr_svg_()
        assert copy.copy(position) is position and copy.deepcopy(position) is position


def test_equal_is_the_same_game_by_name() -> None:
    assert cx.position("cycle(3)") == cx.position("boundary(3)") == cx.position("graph[20 01 12]")
    assert hash(cx.position("cycle(3)")) == hash(cx.position("boundary(3)"))
    assert cx.position("path(3)").play("01") == cx.position("graph[12 0]")
    assert cx.position("cycle(3)") != cx.position("graph[ab bc ca]")
    assert cx.position("cycle(3)") != "cycle(3)"
    assert len({cx.position("cycle(3)"), cx.position("boundary(3)"), cx.position("chain(3)")}) == 2


def test_positions_never_change() -> None:
    position = cx.position("path(3)")
    with pytest.raises(AttributeError):
        position.moves = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        cx.Position()


def test_moves_and_order() -> None:
    position = cx.position("simplex(3)")
    assert position.moves == ("0", "1", "2", "01", "02", "12", "012")
    assert position.play("01", "2").moves == ("0", "1")
    assert position.play() == position
    assert position.less("0", "012") and not position.less("012", "0") and not position.less("0", "12")
    assert ("01", "012") in position.covers and ("0", "012") not in position.covers
    assert sorted(position.below("01")) == ["0", "01", "1"]


def test_sums() -> None:
    one, two, three = cx.position("cycle(4)"), cx.position("nim(3)"), cx.position("path(2)")
    assert one + two == cx.position("cycle(4) + nim(3)")
    assert (one + two) + three == one + (two + three)
    assert sum([one, two, three]) == cx.position("cycle(4) + nim(3) + path(2)")
    assert one + "nim(3)" == "cycle(4)" + two == one + two
    with pytest.raises(TypeError):
        one + 3  # type: ignore[operator]


def test_symmetries() -> None:
    petersen = cx.position("petersen")
    group = petersen.automorphisms()
    assert group.group_order == 120 and len(group.classes) == 2
    for generator in group.generators:
        for lower, upper in petersen.covers:
            assert petersen.less(generator.get(lower, lower), generator.get(upper, upper))
    assert cx.position("simplex(8)").automorphisms().group_order == 40320
    assert cx.position("antichain(30)").automorphisms().group_order == 265252859812191058636308480000000

    named = cx.position("graph[ab bc cd]")
    images = named.isomorphism("path(4)")
    assert images is not None
    path = cx.position("path(4)")
    assert all(path.less(images[x], images[y]) for x, y in named.covers)
    assert named.is_isomorphic(path) and not named.is_isomorphic("star(3)")
    assert named.canonical() == path.canonical() != cx.position("star(3)").canonical()


def test_large_positions_have_no_symmetries() -> None:
    with pytest.raises(cx.BudgetError, match="symmetries are sought up to 2048 elements") as caught:
        cx.position("chain(3000)").automorphisms()
    assert caught.value.stopped_by == "size"


def test_reductions() -> None:
    reduction = cx.position("multipartite(3,2,2)").reduce()
    assert reduction.proved and len(reduction.position) == 1
    assert reduction.position.solve().grundy == cx.position("multipartite(3,2,2)").solve().grundy
    assert reduction.to_dict()["simplest_form"] == str(reduction.position)
    assert "involution" in str(reduction) or "binary star" in str(reduction) or "suspension" in str(reduction)


@pytest.mark.parametrize("notation", ["expression", "json", "graph6", "facets", "matrix"])
def test_notations_are_read_back(notation: str, tmp_path: Path) -> None:
    position = cx.position("wheel(5)")
    text = position.to(notation)
    assert cx.position(text, notation=notation).is_isomorphic(position)
    file = tmp_path / "position"
    file.write_text(text)
    assert cx.read(file, notation=notation).is_isomorphic(position)
    assert cx.read(str(file)).is_isomorphic(position)


def test_other_notations() -> None:
    assert cx.position("chain(3)").to("dot").splitlines()[1].startswith("digraph")
    assert "Poset" in cx.position("chain(3)").to("sage")


def test_pictures() -> None:
    for expression in ["wheel(5)", "chomp(3,4)", "nim(3,4)", "poset[a<b, c]", "complex[012 23]"]:
        position = cx.position(expression)
        assert position.svg().startswith("<svg") and position._repr_svg_() == position.svg()
        assert position.svg(values=True) != position.svg()
        assert "tikzpicture" in position.tikz()
    assert cx.position("simplex(9)")._repr_svg_() is None
    assert cx.position("antichain(0)")._repr_svg_() is None
    with pytest.raises(ValueError, match="too many for a picture"):
        cx.position("chain(5000)").svg()
