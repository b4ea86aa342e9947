"""Surveys: tables, expectations, generators."""

import sys
import warnings
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import chomplex as cx


def test_a_family() -> None:
    table = cx.survey("wheel(n)", n=range(3, 12))
    assert isinstance(table, pd.DataFrame)
    assert list(table.columns) == ["position", "n", "outcome", "grundy"]
    assert list(table.n) == list(range(3, 12)) and set(table.grundy) == {1}
    assert list(cx.survey("path(n)", n=[5, 3], into="pandas").n) == [5, 3]
    assert cx.survey("path(n)", n=4, into="rows") == [{"position": "path(4)", "n": 4, "outcome": "first", "grundy": 2}]


def test_the_last_parameter_runs_the_fastest() -> None:
    rows = cx.survey("gmk(3,m,k)", m=range(2), k=range(2), into="rows", columns=["m", "k", "grundy"])
    assert [(row["m"], row["k"]) for row in rows] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert cx.survey("path(time)", ranges={"time": [3]}, into="rows", columns=["time"]) == [{"time": 3}]


def test_tables() -> None:
    table = cx.survey(trees=6, into="arrow", columns=["position", "grundy", "faces", "group_order", "stopped_by"])
    assert isinstance(table, pa.Table)
    assert table.num_rows == 6
    assert [str(field.type) for field in table.schema] == [
        "string",
        "int64",
        "list<item: int64>",
        "string",
        "string",
    ]
    frame = cx.survey("antichain(n)", n=[2, 30], columns=["grundy", "group_order", "faces"])
    assert list(frame.group_order) == [2, 265252859812191058636308480000000]
    assert list(frame.faces) == [[2], [30]]


def test_lists_and_generators() -> None:
    rows = cx.survey(["cycle(4)", cx.position("nim(3)")], into="rows")
    assert [row["grundy"] for row in rows] == [0, 3]
    assert cx.survey([], into="rows") == []
    assert [len(cx.survey(graphs=n)) for n in range(6)] == [1, 1, 2, 4, 11, 34]
    assert len(cx.survey(two_level=2)) == len(cx.survey(two_level=2, outcome=True))
    assert len(cx.survey(spheres=7)) == 5


def test_threads_change_nothing() -> None:
    one = cx.survey(graphs=5, threads=1, into="rows")
    assert one == cx.survey(graphs=5, threads=3, into="rows")


def test_expectations() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = cx.survey("cycle(n)", n=range(3, 60), expect="grundy == 0")
    assert table.holds.all()
    with pytest.warns(cx.ExpectationWarning, match="`n != 4` fails for 1 of 3 rows") as caught:
        table = cx.survey("wheel(n)", n=range(3, 6), expect="n != 4")
    assert list(table.holds) == [True, False, True]
    assert caught[0].filename == __file__
    unknown = cx.survey("subsets(8,k)", k=[3], expect="grundy == 1", time_per_row="1ms", into="rows")
    assert unknown[0]["holds"] is None


def test_partial_rows() -> None:
    (row,) = cx.survey(
        "subsets(8,k)", k=[3], time_per_row=0.05, into="rows", columns=["grundy", "grundy_candidates", "stopped_by"]
    )
    assert row["grundy"] is None and row["stopped_by"] == "time"
    frame = cx.survey("subsets(8,k)", k=[3], outcome=True, time=0)
    assert "grundy" not in frame.columns


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ([], {}, "an expression is expected, positions, or one generator"),
        (["wheel(n)"], {}, "the numbers of a parameter are expected"),
        (["wheel(m)"], {"n": [3]}, "`m` is no parameter; `survey"),
        (["wheel(5)"], {"n": [3]}, "the parameter `n` does not stand in the expression"),
        (["wheel(n)"], {"n": []}, "there are no numbers for `n`"),
        (["wheel(n)"], {"n": [-3]}, "natural numbers are expected, not -3"),
        (["wheel(n)"], {"n": [5, 2]}, r"for n = 2: `wheel\(n\)` needs n"),
        (["path(grundy)"], {"grundy": [3]}, "`grundy` is a column already"),
        (["path(n)"], {"n": [3], "columns": ["grandy"]}, "did you mean `grundy`"),
        (["path(n)"], {"n": [3], "expect": "grandy == 1"}, "there is no column or parameter `grandy`"),
        (["path(n)"], {"n": [3], "expect": "grundy"}, "neither true nor false"),
        (["path(n)"], {"n": [3], "into": "excel"}, "is expected, not 'excel'"),
        ([], {"grphs": 3}, "there is no generator `grphs`; did you mean `graphs`"),
        ([], {"graphs": 40}, "graphs are listed up to 11 vertices"),
        ([], {"graphs": [3]}, "a size is expected"),
        ([], {"graphs": 3, "trees": 3}, "one generator"),
        ([["path(3)"]], {"n": [3]}, "`n` stands in no expression"),
        ([["path(3"]], {}, "never closed"),
    ],
)
def test_mistakes(arguments: list[Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cx.survey(*arguments, **options)


@pytest.mark.parametrize(
    ("missing", "call", "extra"),
    [
        ("pandas", lambda: cx.survey("path(n)", n=[3], into="pandas"), "pandas"),
        ("pyarrow", lambda: cx.survey("path(n)", n=[3], into="arrow"), "arrow"),
        ("pandas", lambda: cx.position("path(3)").options().to_pandas(), "pandas"),
        ("pandas", lambda: cx.precedence_probabilities("path(3)").to_pandas(), "pandas"),
    ],
)
def test_what_is_not_installed(monkeypatch: pytest.MonkeyPatch, missing: str, call: Any, extra: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=rf"pip install chomplex\[{extra}\]"):
        call()


def test_tables_without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(cx.survey("path(n)", n=[3]), pa.Table)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert isinstance(cx.survey("path(n)", n=[3]), list)
