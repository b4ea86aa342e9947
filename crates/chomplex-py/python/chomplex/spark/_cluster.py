"""The way to a cluster, and what may be wrong with it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: A master that does not answer within this many seconds is considered absent.
PATIENCE_FOR_MASTER = 5.0
#: The setting for how many seconds the workers have to register, and its default.
PATIENCE_FOR_WORKERS = ("spark.chomplex.patience", "60")

#: How Spark is set up, unless it is told otherwise.
USUAL = {
    # What a batch leads to has to fit into memory.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "4096",
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

    if SparkSession.getActiveSession() is not None:
        raise ClusterError("there is a session already: hand it to the sweep, or stop it first")
    if "JAVA_HOME" not in os.environ and shutil.which("java") is None:
        raise ClusterError("Spark needs Java 17, and there is no `java` here")
    _knock(master)
    # Spark looks nowhere else.
    os.environ["PYSPARK_PYTHON"] = python or os.environ.get("PYSPARK_PYTHON") or sys.executable
    with resources.as_file(resources.files("chomplex.spark") / "log4j2.properties") as quiet:
        settings = (
            {"spark.driver.extraJavaOptions": f'"-Dlog4j2.configurationFile={quiet}"'} | USUAL | dict(settings or {})
        )
        builder = SparkSession.builder.master(master).appName(name)
        for key, value in settings.items():
            builder = builder.config(key, value)
        try:
            session = builder.getOrCreate()
        except Exception as error:
            raise ClusterError(
                f"Spark cannot be started with the master `{master}`: {_first_line(str(error))}"
            ) from error
    try:
        _wait_for_workers(session, master)
    except BaseException:
        disconnect(session)
        raise
    return session


def disconnect(session: SparkSession) -> None:
    """Ends a session; if Java is gone it has ended already."""
    with suppress(Exception):
        session.stop()


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
    settings = session.sparkContext.getConf()
    if master.startswith("local") or settings.get("spark.dynamicAllocation.enabled", "false") == "true":
        return
    context = java(session)[1].sc()
    end = time.monotonic() + float(settings.get(*PATIENCE_FOR_WORKERS) or 0)
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
        raise ClusterError(f"{explain(str(error))}. What was complete is kept") from error


#: What is said, and what it means.
MEANINGS = [
    (
        r"(?:ModuleNotFoundError|ImportError): (No module named '\w+'|cannot import name '\w+')",
        "on a worker: {0}; install the same version of this package on every machine (pip install 'chomplex[spark]'), or "
        "name a Python that has it (--python PATH)",
    ),
    (
        r'Cannot run program "([^"]*)"',
        "a worker cannot run `{0}`: name a Python that all machines have (--python PATH)",
    ),
    (r"(another version of chomplex: [^\n]*)", "a worker has {0}"),
    (r"ARITHMETIC_OVERFLOW", "a sum is too large: rows were merged that do not belong together"),
    (r"stopped by a budget: memory", "a worker had too little memory: give it more (--memory SIZE)"),
    (r"PATH_NOT_FOUND[^\n]*?: ([^\s]*)", "`{0}` is gone"),
]


def explain(text: str) -> str:
    """What Spark says of a failure, in a sentence."""
    for pattern, meaning in MEANINGS:
        if found := re.search(pattern, text):
            return meaning.format(*(group.strip().rstrip(".") for group in found.groups()))
    # The exception of a worker's Python ends its traceback.
    raised = re.findall(r"^[\w.]*(?:Error|Exception|Invalid|Interrupt): (.+)$", text, re.MULTILINE)
    if "Traceback" in text and raised:
        return f"a worker could not go on: {raised[0].strip().rstrip('.')}"
    return f"Spark gave up: {_first_line(text)}"


def _first_line(report: str) -> str:
    """What matters of a long report. Py4j puts the exception of Java behind a colon."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    java = [line for line in lines if line.startswith(": ")]
    told = (java or [line for line in lines if not line.endswith(":")] or ["it does not say why"])[0]
    return re.sub(r"^(?::\s*)?(?:[\w.$]*(?:Exception|Error):\s*)+", "", told).lstrip(": ").rstrip(".")
