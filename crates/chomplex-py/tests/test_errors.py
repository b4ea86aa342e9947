"""Mistakes are shown where they are. The messages are frozen."""

import pickle
from pathlib import Path
from typing import Any

import pytest

import chomplex as cx
from chomplex._native import _panic


def parse_error(text: str, **options: Any) -> cx.ParseError:
    with pytest.raises(cx.ParseError) as caught:
        cx.position(text, **options)
    return caught.value


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("", "an expression is expected, for example `boundary(4)` or `path(5) + nim(3,4)`", 1, 1),
        ("boundry(6)", "unknown family `boundry`; did you mean `boundary`?\n  boundry(6)\n  ^^^^^^^", 1, 1),
        ("path(3", "this `(` is never closed\n  path(3\n      ^", 1, 5),
        ("graph[ab\n ba]", "line 2: edge `ba` is written twice\n   ba]\n   ^^", 2, 2),
        ("@file", 'a file is read by `chomplex.read("file")`\n  @file\n  ^^^^^', 1, 1),
        ("poset[é<é]", "`é` is repeated: no element is below itself\n  poset[é<é]\n        ^^^", 1, 7),
        ("path(3) + nim(", "this `(` is never closed\n  path(3) + nim(\n               ^", 1, 14),
    ],
)
def test_parse_errors_show_the_place(text: str, message: str, line: int, column: int) -> None:
    error = parse_error(text)
    assert str(error) == message
    assert (error.line, error.column) == (line, column)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.column) == (message, line, column)


def test_what_was_expected_or_meant() -> None:
    assert parse_error("boundry(6)").help == "boundary"
    assert parse_error("path").help == "path(3)" or parse_error("path").help is not None
    assert parse_error("path(x)").expected == "a number"
    error = parse_error("{", notation="json")
    assert "this is not JSON" in str(error) and error.line is None
    assert parse_error("01\n0", notation="matrix").line == 2
    assert len(str(parse_error("x" * 100_000))) < 1000


def test_moves() -> None:
    position = cx.position("path(3)")
    with pytest.raises(cx.MoveError, match="there is no element `betta`; did you mean `beta`") as caught:
        cx.position("poset[alpha<beta]").play("betta")
    assert (caught.value.move, caught.value.nearest) == ("betta", "beta")
    assert position.play("10") == position.play("01")
    with pytest.raises(cx.MoveError, match="`1,1` is the poisoned corner: it is not a move"):
        cx.position("chomp(2,3)").play("1,1")
    with pytest.raises(cx.MoveError, match="`01` is no longer there: an earlier move removed it"):
        position.play("0", "01")
    with pytest.raises(TypeError):
        position.play(1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"time": -1}, ValueError, "time: it cannot be negative"),
        ({"time": float("nan")}, ValueError, "time: it cannot be negative"),
        ({"time": "1m30"}, ValueError, "time: the unit of the last number is missing"),
        ({"time": []}, TypeError, "time: seconds are expected"),
        ({"memory": "8"}, ValueError, "memory: the unit is missing"),
        ({"memory": 8}, ValueError, "memory: the minimum is 16MiB"),
        ({"memory": -1}, ValueError, "memory: it cannot be negative"),
        ({"memory": 1.5}, TypeError, "memory: a number of bytes is expected"),
        ({"memory": []}, TypeError, "memory: a number of bytes is expected"),
        ({"threads": 0}, ValueError, "threads: at least one thread is needed"),
        ({"threads": -3}, ValueError, "threads: at least one thread is needed"),
        ({"threads": 5000}, ValueError, "threads: at most 4096 threads can be used"),
        ({"threads": "two"}, TypeError, "threads: a number is expected"),
        ({"no_rules": ["cicle"]}, ValueError, "`cicle`: no rule has this id; did you mean `cycle`"),
        ({"no_rules": "cycle"}, TypeError, "a list of names is expected, not cycle"),
        ({"tablebase": "/nowhere"}, OSError, "nowhere"),
        ({"tablebase": 3}, TypeError, "tablebase: a directory is expected"),
    ],
)
def test_budgets(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        cx.position("path(3)").solve(**options)


def test_infinite_time_is_no_limit() -> None:
    assert cx.position("path(3)").solve(time=float("inf")).grundy == 1


def test_what_is_no_position() -> None:
    with pytest.raises(TypeError, match="an expression is expected"):
        cx.position(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a position or an expression is expected, not int"):
        cx.count_positions(5)  # type: ignore[arg-type]
    with pytest.raises(cx.ParseError):
        cx.count_positions("path(3")
    with pytest.raises(ValueError, match="there is no notation `graph7`; did you mean `graph6`"):
        cx.position("Dhc", notation="graph7")
    with pytest.raises(ValueError, match="graph6 describes graphs only"):
        cx.position("chain(3)").to("graph6")


def test_files(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cx.read(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        cx.read(tmp_path)
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff\x00")
    with pytest.raises(cx.ParseError, match="this is not text"):
        cx.read(bad)
    bad.write_text("")
    with pytest.raises(cx.ParseError, match="there is nothing to read"):
        cx.read(bad)


@pytest.mark.parametrize("aside", [False, True])
def test_a_mistake_of_the_program_is_an_exception(aside: bool) -> None:
    """A panic of Rust is a BaseException to PyO3, which `except Exception` does not catch."""
    with pytest.raises(cx.InternalError, match="this is a bug: as the test wants it") as caught:
        _panic(aside)
    assert isinstance(caught.value, Exception)
    assert cx.position("path(3)").solve().grundy == 1
