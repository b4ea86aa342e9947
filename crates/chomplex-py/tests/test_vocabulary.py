"""The words of this package are those of docs/vocabulary.md; the other surfaces are compared by crates/chomplex-cli/tests/vocabulary.rs."""

import ast
import inspect
import re
from pathlib import Path

import chomplex as cx

HOME = Path(__file__).parents[3]
STUBS = HOME / "crates/chomplex-py/python/chomplex/_native.pyi"


def on_the_page() -> set[str]:
    """The words in the columns for Python."""
    words: set[str] = set()
    column = None
    for line in (HOME / "docs/vocabulary.md").read_text().splitlines():
        if not line.startswith("|"):
            column = None
            continue
        cells = line.strip("|").split("|")
        if column is None:
            names = [cell.strip() for cell in cells]
            column = names.index("Python") if "Python" in names else len(cells)
        elif column < len(cells):
            words.update(re.findall("`([^`]+)`", cells[column]))
    return words


def in_the_stubs() -> set[str]:
    """Attributes, methods with brackets, and parameters; not what begins with `_` or is a former name."""
    words: set[str] = set()
    stubs = ast.parse(STUBS.read_text())
    # Only Spark uses these.
    stubs.body = [part for part in stubs.body if getattr(part, "name", "") not in ("TableSweep", "Push")]
    for function in ast.walk(stubs):
        if not isinstance(function, ast.FunctionDef) or function.name.startswith("_"):
            continue
        marks = [ast.unparse(mark) for mark in function.decorator_list]
        if any(mark.startswith("deprecated") for mark in marks):
            continue
        words.add(function.name if "property" in marks else f"{function.name}()")
        takes = function.args
        words.update(name.arg for name in [*takes.posonlyargs, *takes.args, *takes.kwonlyargs])
        words.update(name.arg for name in [takes.vararg] if name)
    return words - {"self"}


def test_words() -> None:
    written_in_python = {"survey()", "from_networkx()", "graph", *inspect.signature(cx.survey).parameters}
    found = in_the_stubs() | written_in_python
    page = on_the_page()
    assert found - page == set(), "not in docs/vocabulary.md"
    assert page - found == set(), "only in docs/vocabulary.md"
