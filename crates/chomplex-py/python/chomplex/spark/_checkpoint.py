"""The directory of a sweep, on any file system that Spark knows.

::

    sweep.json             which sweep it is
    driver.json            which driver works on it: the last one that came
    layer-0012.parquet/    the rows of layer 12: the last layer that is complete, and one that may be half written
    layer-0012.json        that layer 12 is complete, how many rows it has, and its cost; these stay
    answer.json            the answer, when it is known; the rows are removed then
"""

from __future__ import annotations

import json
import platform
import uuid
from typing import TYPE_CHECKING, Any

from chomplex.spark._cluster import ClusterError, java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from chomplex.spark._kernel import Task

FORMAT = 1


class Checkpoint:
    """The directory of one sweep."""

    def __init__(self, session: SparkSession, directory: str, task: Task) -> None:
        self._jvm, context = java(session)
        path = self._jvm.org.apache.hadoop.fs.Path(directory)
        self._fs = path.getFileSystem(context.hadoopConfiguration())
        self._root = self._fs.makeQualified(path)
        self._driver = {"driver": uuid.uuid4().hex, "host": platform.node()}
        self._claim(task)

    def __str__(self) -> str:
        return str(self._root.toString())

    def _claim(self, task: Task) -> None:
        """Makes the directory that of this sweep, unless it belongs to something else."""
        mine = {"format": FORMAT, "id": task.id, "quantity": task.quantity, "position": task.position}
        found = self._read("sweep.json")
        if found is None:
            if any(not name.startswith(".") for name in self._names()):
                raise ClusterError(f"`{self}` is not empty, and no sweep was there before: choose another directory")
            if not self._fs.mkdirs(self._root):
                raise ClusterError(f"`{self}` cannot be made")
            self._write("sweep.json", mine)
        elif found.get("format") != FORMAT:
            raise ClusterError(f"`{self}` was written by another version of this program: choose another directory")
        elif found.get("id") != task.id:
            theirs = f"{found.get('quantity')} of `{found.get('position')}`"
            if (found.get("quantity"), found.get("position")) == (task.quantity, task.position):
                theirs = f"the same by another version ({found.get('id')}, not {task.id})"
            raise ClusterError(f"`{self}` holds another sweep: {theirs}; choose another directory")
        self._write("driver.json", self._driver)

    def _check_driver(self) -> None:
        """Nobody else may work here: what two write at the same time is no layer."""
        found = self._read("driver.json")
        if found != self._driver:
            host = (found or {}).get("host", "somewhere")
            raise ClusterError(f"another driver, on {host}, has begun to work in `{self}`: this one leaves it to that")

    def answer(self) -> int | None:
        """The answer, if it is known."""
        found = self._read("answer.json")
        return None if found is None else int(self._field("answer.json", found, "answer"))

    def finish(self, answer: int) -> None:
        """Keeps the answer."""
        self._check_driver()
        self._write("answer.json", {"answer": str(answer)})

    def clear(self) -> None:
        """Removes all rows: with the answer nobody needs them any more."""
        for name in self._names():
            if name.endswith(".parquet"):
                self._remove(name)

    def layers(self) -> list[dict[str, Any]]:
        """What is told of the layers that were completed, from the first on."""
        layers: list[dict[str, Any]] = []
        while (found := self._read(name := f"layer-{len(layers):04}.json")) is not None:
            layers.append({field: self._field(name, found, field) for field in ("size", "rows", "seconds")})
        return layers

    def rows(self, size: int) -> str:
        """Where the rows of a layer are."""
        return f"{self}/layer-{size:04}.parquet"

    def complete(self, size: int, told: dict[str, Any]) -> None:
        """A layer is complete: those before it are not needed any more."""
        self._check_driver()
        self._write(f"layer-{size:04}.json", told)
        for name in self._names():
            if name.endswith(".parquet") and name < f"layer-{size:04}":
                self._remove(name)

    def _child(self, name: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(self._root, name)

    def _names(self) -> list[str]:
        if not self._fs.exists(self._root):
            return []
        if not self._fs.getFileStatus(self._root).isDirectory():
            raise ClusterError(f"`{self}` is not a directory")
        return sorted(str(status.getPath().getName()) for status in self._fs.listStatus(self._root))

    def _read(self, name: str) -> dict[str, Any] | None:
        path = self._child(name)
        if not self._fs.exists(path):
            return None
        stream = self._fs.open(path)
        try:
            text = self._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
        finally:
            stream.close()
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._damaged(name)
        return found

    def _field(self, name: str, found: dict[str, Any], field: str) -> Any:
        if field not in found:
            raise self._damaged(name)
        return found[field]

    def _damaged(self, name: str) -> ClusterError:
        return ClusterError(f"`{self}/{name}` is damaged: choose another directory, or remove all of this one")

    def _write(self, name: str, told: dict[str, Any]) -> None:
        """Writes a small file under another name first, so that it is there as a whole or not at all."""
        path, new = self._child(name), self._child(f".{name}.new")
        stream = self._fs.create(new, True)
        try:
            stream.write(bytearray(json.dumps(told, ensure_ascii=False).encode() + b"\n"))
        finally:
            stream.close()
        self._fs.delete(path, False)
        if not self._fs.rename(new, path):
            raise ClusterError(f"`{path.toString()}` cannot be written")

    def _remove(self, name: str) -> None:
        self._fs.delete(self._child(name), True)
