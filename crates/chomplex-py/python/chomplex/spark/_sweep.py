"""The driver of a sweep: from each layer to the next, and the answer in the end."""

from __future__ import annotations

import functools
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from chomplex._native import TableSweep
from chomplex.spark import _kernel
from chomplex.spark._checkpoint import Checkpoint
from chomplex.spark._cluster import ClusterError, explained
from chomplex.spark._kernel import Task, names

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    from chomplex import Position

P = ParamSpec("P")
T = TypeVar("T")

#: A task merges rows of the same class before it passes them on, within this many bytes.
MEMORY = 256 << 20


@dataclass(frozen=True)
class Layer:
    """What a layer took."""

    #: The number of elements of its down-sets.
    size: int
    #: The number of its classes.
    rows: int
    #: The time it took to make it.
    seconds: float


@dataclass(frozen=True)
class Result:
    """What a sweep has found."""

    position: str
    quantity: str
    answer: int
    #: The layers, whenever they were made.
    layers: tuple[Layer, ...]

    @property
    def rows(self) -> int:
        """The number of classes in all layers."""
        return sum(layer.rows for layer in self.layers)

    @property
    def seconds(self) -> float:
        """The time all layers took."""
        return sum(layer.seconds for layer in self.layers)


def _former_name(function: Callable[P, T]) -> Callable[P, T]:
    """Lets ``checkpoints`` be given under its former name ``checkpoint`` too."""

    @functools.wraps(function)
    def renamed(*arguments: P.args, **named: P.kwargs) -> T:
        if "checkpoint" in named:
            warnings.warn("checkpoint is called checkpoints now", DeprecationWarning, stacklevel=2)
            named["checkpoints"] = named.pop("checkpoint")
        return function(*arguments, **named)

    return renamed


class Sweep:
    """A sweep on a cluster: ``quantity`` is ``"linear-extensions"``, ``"classes"`` or ``"grundy"``.

    The layers are kept in the directory ``checkpoints``, which all machines must share; one that was left there is taken up. Only one driver may
    work there at a time.
    """

    @_former_name
    def __init__(
        self,
        session: SparkSession,
        position: str | Position,
        quantity: str,
        *,
        checkpoints: str,
        memory: int = MEMORY,
        watch: Callable[[Sweep, Layer], None] | None = None,
    ) -> None:
        self.kernel = TableSweep(str(position), quantity)
        self.task = Task(str(position), quantity, self.kernel.id)
        self.session = session
        self._memory = memory
        self._watch = watch or (lambda sweep, layer: None)
        with explained():
            self.checkpoint = Checkpoint(session, checkpoints, self.task)
            self.layers = [Layer(**told) for told in self.checkpoint.layers()]

    @property
    def last(self) -> int:
        """The size of the down-sets in the last layer."""
        return self.kernel.last

    def run(self) -> Result:
        """Goes on from the last layer that is complete to the answer."""
        with explained():
            answer = self.checkpoint.answer()
            if answer is None:
                self._check_rows()
                while len(self.layers) <= self.last:
                    self._add_layer()
                answer = self._conclude()
                self.checkpoint.finish(answer)
            self.checkpoint.clear()
        return Result(self.task.position, self.task.quantity, answer, tuple(self.layers))

    def _check_rows(self) -> None:
        """Whether the layer to go on from is still what was written."""
        if self.layers:
            size, rows = self.layers[-1].size, self.layers[-1].rows
            if (found := self._read(size).count()) != rows:
                raise ClusterError(
                    f"`{self.checkpoint.rows(size)}` has {found} rows instead of {rows}: remove the directory to begin anew"
                )

    def _add_layer(self) -> None:
        """Makes the next layer, and says so."""
        begun, size = time.monotonic(), len(self.layers)
        rows = self._write(size, self._first() if size == 0 else self._next(size))
        layer = Layer(size, rows, round(time.monotonic() - begun, 3))
        self.checkpoint.complete(size, asdict(layer))
        self.layers.append(layer)
        self._watch(self, layer)

    def _first(self) -> DataFrame:
        """The layer of the empty down-set."""
        row = [int.from_bytes(column, "little", signed=True) for column in self.kernel.first()]
        return self.session.createDataFrame([row], self._schema(0))

    def _next(self, size: int) -> DataFrame:
        """The layer of down-sets of some size, from the one before."""
        from pyspark.sql import functions

        pushed = self._read(size - 1).mapInArrow(_kernel.push(self.task, size - 1, self._memory), self._schema(size))
        keys, states = self._columns(size)
        if not states:
            return pushed.distinct()
        merge = getattr(functions, self.kernel.merge)
        return pushed.groupBy(*keys).agg(*(merge(name).alias(name) for name in states))

    def _conclude(self) -> int:
        """The answer, from the layers."""
        if self.kernel.ending == "sizes":
            return self.kernel.total([layer.rows for layer in self.layers])
        if self.kernel.ending == "pairs":
            return self._pair()
        table = self._read(self.last).toArrow()
        return self.kernel.whole([column.to_numpy() for column in table.columns])

    def _pair(self) -> int:
        """The sum over the rows of the last layer, each together with its mirror image."""
        last = self._read(self.last)
        keys, states = self._columns(self.last)
        images = names("image", self.kernel.mirror_columns)
        mirrored = last.mapInArrow(_kernel.mirror(self.task), _schema(keys + images))
        pairs = last.join(mirrored, keys).select(*states, *images)
        sums = pairs.mapInArrow(_kernel.pair(self.task), "rows long, sum string").collect()
        if sum(row["rows"] for row in sums) != self.layers[-1].rows:
            raise ClusterError("the last layer is not its own mirror image: rows are lost")
        return self.kernel.conclude_pairs(sum(int(row["sum"]) for row in sums))

    def _columns(self, size: int) -> tuple[list[str], list[str]]:
        """The names of the columns of a layer: keys and states."""
        return names("key", self.kernel.key_columns), names("state", self.kernel.state_columns(size))

    def _schema(self, size: int) -> StructType:
        keys, states = self._columns(size)
        return _schema(keys + states)

    def _read(self, size: int) -> DataFrame:
        # A cluster may be told to overlook files that are damaged or missing. Here no row may be.
        strict = {"ignoreCorruptFiles": "false", "ignoreMissingFiles": "false"}
        return self.session.read.schema(self._schema(size)).options(**strict).parquet(self.checkpoint.rows(size))

    def _write(self, size: int, layer: DataFrame) -> int:
        """Writes a layer, and counts the rows that are there."""
        from pyspark.sql import Observation, functions

        written = Observation()
        layer = layer.observe(written, functions.count(functions.lit(1)).alias("rows"))
        layer.write.mode("overwrite").parquet(self.checkpoint.rows(size))
        rows: int = self._read(size).count()
        if rows == 0 or rows != written.get["rows"]:
            raise ClusterError(
                f"of the {written.get['rows']} rows of layer {size} the driver finds {rows}: is `{self.checkpoint}` a directory that all machines share?"
            )
        return rows


def _schema(columns: list[str]) -> StructType:
    from pyspark.sql.types import LongType, StructField, StructType

    return StructType([StructField(name, LongType()) for name in columns])


@_former_name
def count_linear_extensions(session: SparkSession, position: str | Position, *, checkpoints: str) -> int:
    """The number of linear extensions of a position, exactly."""
    return Sweep(session, position, "linear-extensions", checkpoints=checkpoints).run().answer


@_former_name
def count_classes(session: SparkSession, position: str | Position, *, checkpoints: str) -> int:
    """The number of positions that can be reached, up to automorphisms."""
    return Sweep(session, position, "classes", checkpoints=checkpoints).run().answer


@_former_name
def grundy(session: SparkSession, position: str | Position, *, checkpoints: str) -> int:
    """The Grundy value of a position, from the values of all that can be reached."""
    return Sweep(session, position, "grundy", checkpoints=checkpoints).run().answer
