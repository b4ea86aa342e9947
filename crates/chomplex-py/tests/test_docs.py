"""All examples run: in docstrings, in the guide, in the README."""

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import chomplex as cx

HOME = Path(__file__).parents[3]


def docstrings() -> Iterator[tuple[str, str]]:
    yield "chomplex", inspect.getdoc(cx) or ""
    for name in cx.__all__:
        thing = getattr(cx, name)
        if name.startswith("__"):
            continue
        assert inspect.getdoc(thing), f"{name} has no docstring"
        yield name, inspect.cleandoc(thing.__doc__)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert value.__doc__, f"{name}.{member} has no docstring"
                    yield f"{name}.{member}", inspect.cleandoc(value.__doc__)


def run(name: str, text: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    failed = runner.run(test, out=said.append).failed
    assert failed == 0, "".join(said)
    return len(test.examples)


@pytest.mark.parametrize(("name", "text"), list(docstrings()))
def test_docstrings(name: str, text: str) -> None:
    run(name, text)


@pytest.mark.parametrize(
    "page", ["docs/python.md", "docs/how-to/count.md", "docs/how-to/graph-from-python.md", "README.md"]
)
def test_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one session."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```pycon\n(.*?)^```", (HOME / page).read_text(), re.DOTALL | re.MULTILINE)
    assert run(page, "\n".join(blocks)) > 0
