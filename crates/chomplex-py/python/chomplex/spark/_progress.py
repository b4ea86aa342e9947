"""How far a sweep is, on standard error."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from chomplex.spark._sweep import Layer, Sweep

#: Of fewer classes it is not said which share is done.
MANY = 100_000
#: So often the pieces of a layer are counted, in seconds.
BETWEEN = 0.5


class Progress:
    """A line for every layer; on a terminal also the pieces of the layer that is being made."""

    def __init__(self, session: SparkSession, out: TextIO = sys.stderr) -> None:
        self._status = session.sparkContext.statusTracker()
        self._out = out
        self._ended = threading.Event()
        self._ticker = threading.Thread(target=self._tick, daemon=True) if out.isatty() else None
        self._lock = threading.Lock()
        self._expected: int | None = None
        self._resumed_rows = 0
        self._begun = time.monotonic()
        self._now = ""

    def __enter__(self) -> Self:
        if self._ticker:
            self._ticker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._ticker:
            self._ticker.join()
        self._clear()

    def begin(self, sweep: Sweep) -> None:
        """Says where the sweep starts."""
        self._expected = sweep.kernel.expected()
        self._resumed_rows = sum(layer.rows for layer in sweep.layers)
        self._begun = time.monotonic()
        if sweep.layers:
            self._say(f"going on from layer {sweep.layers[-1].size} of {sweep.last} in {sweep.checkpoint}")
        self._now = f"layer {len(sweep.layers)} of {sweep.last}"

    def layer(self, sweep: Sweep, layer: Layer) -> None:
        """Says that a layer is complete."""
        self._say(
            f"layer {layer.size} of {sweep.last}: {layer.rows:,} classes, {layer.seconds:.1f} s{self._rest(sweep)}"
        )
        self._now = f"layer {layer.size + 1} of {sweep.last}" if layer.size < sweep.last else "the answer"

    def _rest(self, sweep: Sweep) -> str:
        """What is left, if that is known."""
        done = sum(layer.rows for layer in sweep.layers)
        if not self._expected or done >= self._expected or self._expected < MANY:
            return ""
        share = f"; {100 * done / self._expected:.0f} % of about {self._expected:,} classes"
        seconds, made = time.monotonic() - self._begun, done - self._resumed_rows
        if seconds < 10 or 20 * made < self._expected:
            return share
        return f"{share}, about {_time((self._expected - done) * seconds / made)} left"

    def _tick(self) -> None:
        # Where Java is gone, there is nothing to tell.
        with suppress(Exception):
            self._count_pieces()

    def _count_pieces(self) -> None:
        while not self._ended.wait(BETWEEN):
            stages = [self._status.getStageInfo(stage) for stage in self._status.getActiveStageIds()]
            tasks = [(stage.numCompletedTasks, stage.numTasks) for stage in stages if stage]
            if tasks:
                done, all_of_them = map(sum, zip(*tasks, strict=True))
                self._show(f"{self._now}: {done} of {all_of_them} pieces")

    def _say(self, text: str) -> None:
        self._clear()
        with self._lock:
            print(text, file=self._out, flush=True)

    def _show(self, text: str) -> None:
        with self._lock:
            print(f"\r\033[K{text}", end="", file=self._out, flush=True)

    def _clear(self) -> None:
        if self._ticker:
            with self._lock:
                print("\r\033[K", end="", file=self._out, flush=True)


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
