"""The notebooks run, and say what is stored in them."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[3] / "docs" / "notebooks").glob("*.ipynb"))


def told(notebook: Any) -> list[tuple[str, list[str]]]:
    """The code and what it printed or showed, without pictures, and without the bars that a busy machine shows."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [
        (
            cell.source,
            [
                output.get("text") or output.data.get("text/plain", "")
                for output in cell.outputs
                if output.get("name") != "stderr"
            ],
        )
        for cell in cells
    ]


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_notebooks(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    again = nbformat.read(path, as_version=4)
    NotebookClient(again, timeout=600, kernel_name="python3").execute()
    for before, after in zip(told(stored), told(again), strict=True):
        assert before == after
