"""The way to a cluster, and what may be wrong with it."""

from __future__ import annotations

import os
import re
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: A master that does not answer within so many seconds is not there.
PATIENCE_FOR_MASTER = 5.0
#: So many seconds the workers have to offer themselves.
PATIENCE_FOR_WORKERS = 60.0

#: How Spark is set up, unless it is told otherwise.
USUAL = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "50000",
    # What is pushed on is many times what is read, so that small pieces are enough work.
    "spark.sql.files.maxPartitionBytes": "32m",
    "spark.sql.parquet.compression.codec": "zstd",
    # A sum that is too large ends the sweep.
    "spark.sql.ansi.enabled": "true",
    "spark.ui.showConsoleProgress": "false",
}


class ClusterError(RuntimeError):
    """Something is wrong with the cluster or with the directory of a sweep. What was complete is kept."""


def connect(
    master: str, name: str = "chomplex", *, python: str | None = None, settings: Mapping[str, str] | None = None
) -> SparkSession:
    """A session on a cluster.

    ``master`` is what Spark calls its URL: ``spark://host:port``, ``local[4]``, ``yarn``. The workers use ``python``, and that of the driver if nothing is
    said; ``settings`` are those of Spark.
    """
    from pyspark.sql import SparkSession

    _knock(master)
    # Spark looks nowhere else.
    os.environ["PYSPARK_PYTHON"] = python or os.environ.get("PYSPARK_PYTHON") or sys.executable
    with resources.as_file(resources.files("chomplex.spark") / "log4j2.properties") as quiet:
        settings = (
            {"spark.driver.extraJavaOptions": f"-Dlog4j2.configurationFile={quiet}"} | USUAL | dict(settings or {})
        )
        builder = SparkSession.builder.master(master).appName(name)
        for key, value in settings.items():
            builder = builder.config(key, value)
        try:
            session = builder.getOrCreate()
        except Exception as error:
            raise ClusterError(f"Spark cannot be started with the master `{master}`: {_first_line(error)}") from error
    try:
        _wait_for_workers(session, master)
    except BaseException:
        session.stop()
        raise
    return session


def java(session: SparkSession) -> tuple[Any, Any]:
    """The Java side of a session: its virtual machine and its context."""
    try:
        return session._jvm, session._jsc
    except Exception as error:
        raise TypeError("a session on the cluster itself is needed, not one of Spark Connect") from error


def _knock(master: str) -> None:
    """Asks whether there is a master at all. Spark itself would try for a minute."""
    if not master.startswith("spark://"):
        return
    problem = "no address of a master"
    for address in master.removeprefix("spark://").split(","):
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise ClusterError(f"`{master}` is not the address of a master: write `spark://HOST:7077`")
        try:
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE_FOR_MASTER).close()
            return
        except (OSError, OverflowError) as error:
            problem = getattr(error, "strerror", None) or str(error)
    raise ClusterError(f"no Spark master answers at `{master}`: {problem.lower()}")


def _wait_for_workers(session: SparkSession, master: str) -> None:
    """Waits until somebody offers to work; the driver itself is counted too."""
    if master.startswith("local"):
        return
    context = java(session)[1].sc()
    end = time.monotonic() + PATIENCE_FOR_WORKERS
    while context.getExecutorMemoryStatus().size() < 2:
        if time.monotonic() > end:
            raise ClusterError(
                f"the master `{master}` has no worker to spare: look at its page whether there are any, and whether they have the memory and the "
                "processors that are asked for (--conf spark.executor.memory=1g)"
            )
        time.sleep(0.1)


@contextmanager
def explained() -> Iterator[None]:
    """What Spark says of a failure, in a sentence."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise ClusterError(_explain(str(error))) from error


def _explain(text: str) -> str:
    missing = re.search(r"ModuleNotFoundError: No module named '(\w+)", text)
    if missing:
        return (
            f"a worker has no module `{missing[1]}`: install the same version of this package on every machine (pip install 'chomplex[spark]'), or name "
            "a Python that has it (--python PATH). What was complete is kept"
        )
    python = re.search(r'Cannot run program "([^"]*)"', text)
    if python:
        return f"a worker cannot run `{python[1]}`: name a Python that all machines have (--python PATH). What was complete is kept"
    version = re.search(r"another version of chomplex: .*", text)
    if version:
        return f"a worker has {version[0].strip()}. What was complete is kept"
    own = re.findall(r"^(?:ValueError|RuntimeError): (.*)$", text, re.MULTILINE)
    if own:
        return f"a worker could not go on: {own[-1].strip()}. What was complete is kept"
    if "ARITHMETIC_OVERFLOW" in text:
        return "a sum is too large: rows were merged that do not belong together"
    return f"Spark gave up: {_first_line(text)}. What was complete is kept"


def _first_line(error: object) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = next(
        (line for line in lines if not line.endswith(":") and not line.startswith(("at ", ":", "An error occurred"))),
        None,
    )
    return (told or type(error).__name__).removesuffix(".")
