"""Surveys."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from datetime import timedelta
from os import PathLike
from typing import Any, cast

from chomplex._errors import ExpectationWarning
from chomplex._native import Position, _survey
from chomplex._tables import table


def survey(
    positions: str | Iterable[str | Position] | None = None,
    *,
    expect: str | None = None,
    columns: Iterable[str] | None = None,
    into: str | None = None,
    outcome: bool = False,
    no_rules: Iterable[str] = (),
    time_per_row: float | timedelta | str | None = None,
    time: float | timedelta | str | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    tablebase: bool | str | PathLike[str] | None = None,
    ranges: Mapping[str, Iterable[int]] | None = None,
    **parameters: int | Iterable[int],
) -> Any:
    """Solves many positions: a table with a row for each.

    The positions are the members of a family, an expression with parameters that run through numbers, the last the fastest; or those of a list; or
    everything of a kind up to isomorphism: `graphs=7`, `trees`, `pseudotrees`, `spheres`, `disks`, `two_level`, `posets`, `complexes`. A
    parameter whose name is taken stands in `ranges`.

    `into` is "pandas", "arrow" or "rows", a list of dictionaries; by default the first that is installed. `columns` chooses among the parameters,
    position, outcome, grundy, grundy_candidates, grundy_at_least, winning_move_count, elements, faces, group_order, decided_by and stopped_by. `expect` is a
    formula over the columns, such as "grundy == 0" or "n % 2 == 1 || grundy in [0, 3]"; then a column `holds` tells of which rows it is true, and if it is
    false of some, an ExpectationWarning lists them.

    `time_per_row` gives up a row after this time; the other limits are those of `Position.solve`.

    >>> import chomplex as cx
    >>> cx.survey("wheel(n)", n=range(3, 6), into="rows")[0]
    {'position': 'wheel(3)', 'n': 3, 'outcome': 'first', 'grundy': 1}
    >>> cx.survey("cycle(n)", n=range(3, 200), expect="grundy == 0", columns=["n", "grundy"]).tail(2)
           n  grundy  holds
    195  198       0   True
    196  199       0   True
    """
    if into not in (None, "pandas", "arrow", "rows"):
        raise ValueError(f'into: "pandas", "arrow" or "rows" is expected, not {into!r}')
    if "without_rules" in parameters:
        warnings.warn("without_rules is called no_rules now", DeprecationWarning, stacklevel=2)
        no_rules = cast(Iterable[str], parameters.pop("without_rules"))
    named = {**(ranges or {}), **parameters}
    template = listed = None
    kinds: list[tuple[str, int]] = []
    if isinstance(positions, str):
        template = positions
        if not named:
            raise ValueError("the numbers of a parameter are expected, such as n=range(3, 10)")
    elif positions is not None:
        if named:
            raise ValueError(f"`{next(iter(named))}` stands in no expression; parameters need one")
        if isinstance(positions, Position):
            raise TypeError("a list of positions is expected; for one alone there is solve()")
        listed = list(positions)
    else:
        for name, size in named.items():
            if not isinstance(size, int):
                raise ValueError(f"{name}: a size is expected, such as {name}=6; a parameter needs an expression")
            kinds.append((name, size))
    numbers = [(name, _numbers(name, values)) for name, values in named.items()] if template else []
    cells, failure = _survey(
        template,
        numbers,
        listed,
        kinds,
        columns=None if columns is None else list(columns),
        expect=expect,
        outcome=outcome,
        time_per_row=time_per_row,
        no_rules=list(no_rules),
        time=time,
        memory=memory,
        threads=threads,
        progress=progress,
        tablebase=tablebase,
    )
    if failure is not None:
        warnings.warn(failure, ExpectationWarning, stacklevel=2)
    return table(cells, into)


def _numbers(name: str, values: int | Iterable[int]) -> list[int]:
    """The numbers of a parameter; one alone is a list of one."""
    numbers = [values] if isinstance(values, int) else [int(value) for value in values]
    if any(number < 0 for number in numbers):
        raise ValueError(f"{name}: natural numbers are expected, not {min(numbers)}")
    return numbers
