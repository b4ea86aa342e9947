"""A progress bar for work that takes a while."""

import sys
from typing import Any

from chomplex._extras import is_there, load


def bar(progress: bool | None, unit: str) -> "Bar | None":
    """A bar, if it is wanted; None means: on a terminal or in a notebook, and if tqdm is there."""
    if progress is None and not (_is_watched() and is_there("tqdm")):
        return None
    return Bar(unit)


def _is_watched() -> bool:
    stream = sys.stderr
    if stream is not None and stream.isatty():
        return True
    shell = sys.modules.get("IPython")
    kernel = shell.get_ipython() if shell is not None else None
    return kernel is not None and hasattr(kernel, "kernel")


class Bar:
    """How many positions or rows are done, and of how many."""

    def __init__(self, unit: str) -> None:
        tqdm = load("tqdm.auto", "progress").tqdm
        self.bar: Any = tqdm(unit=f" {unit}", unit_scale=True, leave=False, dynamic_ncols=True)

    def show(self, done: int, expected: int | None) -> None:
        """Shows how far the work is. What is expected may turn out to be too little."""
        total = expected if expected is not None and expected >= done else None
        if self.bar.total != total:
            self.bar.total = total
        self.bar.n = done
        self.bar.refresh()

    def close(self) -> None:
        """Takes the bar away."""
        self.bar.close()
