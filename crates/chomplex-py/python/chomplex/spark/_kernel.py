"""What is done on the workers: functions from Arrow batches to Arrow batches.

A worker needs nothing but this package. It makes the sweep anew from the expression, and compares the id, which tells the order of the elements
and the versions that matter.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import pyarrow as pa

from chomplex._native import TableSweep, __version__

#: From the batches of a partition to those of the next step.
Work = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

#: A batch that goes to Spark has no more rows.
MOST_ROWS = 50_000


@dataclass(frozen=True)
class Task:
    """Which sweep it is."""

    position: str
    quantity: str
    id: str
    version: str = __version__

    def sweep(self) -> TableSweep:
        """The sweep, made once in every process."""
        sweep = _sweep(self.position, self.quantity)
        if (sweep.id, __version__) != (self.id, self.version):
            raise RuntimeError(
                f"another version of chomplex: {__version__} on {platform.node()} makes the sweep {sweep.id}, {self.version} on the "
                f"driver {self.id}"
            )
        return sweep


@cache
def _sweep(position: str, quantity: str) -> TableSweep:
    return TableSweep(position, quantity)


def names(kind: str, count: int) -> list[str]:
    """The names of columns: ``key0``, ``key1`` and so on."""
    return [f"{kind}{i}" for i in range(count)]


def push(task: Task, size: int, memory: int) -> Work:
    """From rows of a layer to rows of the next, merged within a limit in bytes."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sweep = task.sweep()
        columns = names("key", sweep.key_columns) + names("state", sweep.state_columns(size + 1))
        running = sweep.push(size, memory)
        for batch in batches:
            yield from _tables(running.rows(_columns(batch)), columns)
        yield from _tables(running.rest(), columns)

    return work


def mirror(task: Task) -> Work:
    """From rows of the last layer to the keys of their mirror images and what these are to be multiplied with."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sweep = task.sweep()
        columns = names("key", sweep.key_columns) + names("image", sweep.mirror_columns)
        for batch in batches:
            yield from _tables(sweep.mirrored(_columns(batch)), columns)

    return work


def pair(task: Task) -> Work:
    """From the states of rows and of their mirror images to a sum for each batch, and how many rows it is of."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sweep = task.sweep()
        for batch in batches:
            total = sweep.paired(_columns(batch))
            yield pa.RecordBatch.from_pydict({"rows": [batch.num_rows], "sum": [str(total)]})

    return work


def _columns(batch: pa.RecordBatch) -> list[object]:
    return [column.to_numpy(zero_copy_only=True) for column in batch.columns]


def _tables(columns: Iterable[bytes], names: list[str]) -> Iterator[pa.RecordBatch]:
    """A table as batches, if it has any rows."""
    arrays = [pa.Array.from_buffers(pa.int64(), len(column) // 8, [None, pa.py_buffer(column)]) for column in columns]
    table = pa.RecordBatch.from_arrays(arrays, names=names)
    for start in range(0, table.num_rows, MOST_ROWS):
        yield table.slice(start, MOST_ROWS)
