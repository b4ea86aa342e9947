"""Answers: values against an oracle, laws, budgets."""

import datetime
import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import grundy

import chomplex as cx

# Published: Christensen and Tilford 1997, Khandhawit and Ye 2011, Fenner et al. 2015; chains,
# cycles and Nim by hand.
VALUES = {
    "boundary(4)": 0,
    "boundary(5)": 0,
    "boundary(6)": 0,
    "subsets(5,3)": 1,
    "simplex(6)": 3,
    "cycle(100)": 0,
    "nim(3,4,5)": 2,
    "chain(17)": 17,
    "antichain(7)": 1,
    "zigzag-n(10000)": 13334,
    "gmk(7,1000,2000)": 3938,
    "wheel(9)": 1,
    "petersen": 2,
    "antichain(0)": 0,
}


@pytest.mark.parametrize(("expression", "value"), VALUES.items())
def test_published_values(expression: str, value: int) -> None:
    answer = cx.position(expression).solve()
    assert answer.grundy == value
    assert answer.outcome == ("second" if value == 0 else "first")
    assert answer.grundy_candidates is None and answer.grundy_at_least is None and answer.stopped_by is None


@st.composite
def posets(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str]]]:
    """A few elements and relations from earlier to later ones."""
    names = [chr(ord("a") + i) for i in range(draw(st.integers(0, 8)))]
    pairs = list(combinations(names, 2))
    return names, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


@settings(deadline=None, max_examples=60)
@given(posets())
def test_the_oracle_agrees(poset: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, relations = poset
    position = cx.from_relations(relations, elements=names)
    value = grundy(frozenset(names), frozenset(relations))
    answer = position.solve()
    assert answer.grundy == value
    assert answer.winning_moves.status == "all" or answer.winning_moves.status == "some"
    for move in answer.winning_moves:
        assert position.play(move).solve().grundy == 0
    options = position.options()
    assert options.grundy == value
    assert all(option.position.solve().grundy == option.grundy for option in options)
    assert position.solve(outcome=True).outcome == answer.outcome


@settings(deadline=None, max_examples=30)
@given(posets(), posets())
def test_a_sum_is_a_nim_sum(
    one: tuple[list[str], list[tuple[str, str]]], other: tuple[list[str], list[tuple[str, str]]]
) -> None:
    left, right = (cx.from_relations(relations, elements=names) for names, relations in (one, other))
    a, b, both = left.solve().grundy, right.solve().grundy, (left + right).solve().grundy
    assert a is not None and b is not None and both == a ^ b


def test_rules_and_threads_change_nothing() -> None:
    for expression in ["wheel(7)", "chomp(3,4) + petersen", "hairball(5; 1,2; 3)"]:
        position = cx.position(expression)
        value = position.solve().grundy
        for rule in ["components", "involution-fold", "bipartite", "cycle", "ordinal-sum"]:
            assert position.solve(no_rules=[rule]).grundy == value
        assert position.solve(threads=1).grundy == position.solve(threads=3).grundy == value


def test_an_answer_is_what_the_command_line_prints() -> None:
    answer = cx.position("wheel(5) + nim(3)").solve()
    told = answer.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert list(told) == [
        "position",
        "elements",
        "outcome",
        "grundy",
        "grundy_candidates",
        "grundy_at_least",
        "winning_moves",
        "reason",
        "assumed",
        "stats",
        "stopped_by",
        "hint",
    ]
    assert told["winning_moves"] == {
        "status": "all",
        "moves": [{"move": "1:0", "orbit": 5}, {"move": "2:1,2", "orbit": 1}],
    }
    assert told["reason"] == answer.reason.to_dict() and answer.reason.rule == "components"
    assert answer.assumed == ("bipartite",) and answer.stats.seconds > 0


def test_winning_moves_are_a_sequence() -> None:
    moves = cx.position("wheel(5) + nim(3)").solve().winning_moves
    assert list(moves) == ["1:0", "1:1", "1:2", "1:3", "1:4", "2:1,2"]
    assert moves[0] == "1:0" and moves[-1] == "2:1,2" and moves[1:3] == ("1:1", "1:2")
    assert "1:3" in moves and "1:5" not in moves and 3 not in moves
    assert moves.classes == (("1:0", "1:1", "1:2", "1:3", "1:4"), ("2:1,2",))
    assert repr(moves) == "<WinningMoves all: 1:0 (and 4 like it)  2:1,2>"
    with pytest.raises(IndexError):
        moves[6]
    lost = cx.position("cycle(4)").solve().winning_moves
    assert (lost.status, len(lost)) == ("all", 0)
    assert cx.position("cycle(4)").solve(moves=False).winning_moves.status == "not-sought"


def test_options() -> None:
    position = cx.position("chomp(2,3)")
    options = position.options()
    assert options.values == {"1,2": 1, "2,1": 2, "1,3": 2, "2,2": 3, "2,3": 0}
    assert options.grundy == 4 and options.stopped_by is None
    assert [option.move for option in options] == list(position.moves)
    assert options["2,3"].wins and options[-1].move == "2,3"
    assert options["2,3"].position == position.play("2,3")
    assert options.to_dict()["moves"][0] == {"move": "1,2", "grundy": 1, "outcome": "first", "class": 1}
    assert cx.position("wheel(5)").options().classes[0] == ("0", "1", "2", "3", "4")
    with pytest.raises(cx.MoveError):
        options["4,4"]
    with pytest.raises(IndexError):
        options[5]


def test_a_spent_budget_is_an_answer() -> None:
    position = cx.position("subsets(8,3)")
    for time in [0, 0.0, "1ms", datetime.timedelta(0)]:
        answer = position.solve(time=time)
        assert answer.stopped_by == "time" and answer.grundy is None
        assert answer.grundy_candidates is None or 3 in answer.grundy_candidates
        assert "stopped by the time limit" in repr(answer)
    options = position.options(time=0)
    assert options.stopped_by == "time" and None in options.values.values()
    small = cx.position("subsets(7,4)").solve(memory="16MiB", time=60)
    assert small.grundy in (3, None)


def test_explanations() -> None:
    assert cx.position("cycle(5)").explain().startswith("cycle(5) has Grundy value 0: the second player wins.")
    many = cx.position("chomp(3,4)").explain(lemmas=10_000)
    assert many.count("Lemma") > cx.position("chomp(3,4)").explain(lemmas=1).count("Lemma")
