"""A real standalone cluster on this machine: one master and some workers, on loopback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import pyspark

LOOPBACK = "127.0.0.1"
HOME = Path(pyspark.__file__).parent

#: A busy machine may take a while for anything. Nothing here takes longer unless it hangs.
PATIENCE = 900

#: What a driver on loopback needs, and as little as will do.
SETTINGS = {
    "spark.driver.host": LOOPBACK,
    "spark.driver.bindAddress": LOOPBACK,
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "4",
    # A busy machine takes a while to start Java.
    "spark.chomplex.patience": str(PATIENCE),
}


def wait_for(what, told: str, *, seconds: float = PATIENCE, alive=lambda: True):
    """Asks until the answer is something; gives up at once if whoever should bring it about is gone."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert alive(), f"{told}: it ended"
        assert time.monotonic() < end, f"{told} after {seconds} s"
        time.sleep(0.05)
    return found


class Cluster:
    """Starts the processes, knows their ids, and ends them."""

    def __init__(self, directory: Path, workers: int = 2, memory: str = "1g") -> None:
        self._directory = directory
        self._processes: list[subprocess.Popen[bytes]] = []
        directory.mkdir(parents=True, exist_ok=True)
        master = self._start("master", "org.apache.spark.deploy.master.Master", "--port", "0")
        address = re.compile(rb"Starting Spark master at (spark://[\d.:]+)")
        self.master = wait_for(lambda: address.search(master.read_bytes()), "no master", alive=self._alive)[1].decode()
        for i in range(workers):
            log = self._start(
                f"worker{i}", "org.apache.spark.deploy.worker.Worker", self.master, "--cores", "1", "--memory", memory,
                "--work-dir", str(directory / f"work{i}"),
            )  # fmt: skip
            wait_for(
                lambda log=log: b"Successfully registered with master" in log.read_bytes(),
                "no worker",
                alive=self._alive,
            )

    def _alive(self) -> bool:
        """Whether all processes run."""
        return all(process.poll() is None for process in self._processes)

    def _start(self, name: str, program: str, *arguments: str) -> Path:
        log = self._directory / f"{name}.log"
        command = [HOME / "bin" / "spark-class", program, "--host", LOOPBACK, "--webui-port", "0", *arguments]
        environment = os.environ | {"SPARK_LOCAL_IP": LOOPBACK, "SPARK_HOME": str(HOME)}
        with log.open("wb") as out:
            self._processes.append(
                subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env=environment)
            )
        return log

    def executors(self) -> list[int]:
        """The ids of the processes in which workers let programs run: their children."""
        workers = {process.pid for process in self._processes[1:]}
        return [pid for pid, parent in parents().items() if parent in workers]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(60)


def parents() -> dict[int, int]:
    """The parent of every process."""
    found = {}
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            try:
                status = (directory / "status").read_text()
            except OSError:
                continue
            found[int(directory.name)] = int(re.search(r"^PPid:\s+(\d+)", status, re.MULTILINE)[1])
    return found


class Driver:
    """`python -m chomplex.spark` in a process of its own."""

    def __init__(self, *words: str, master: str, checkpoint: Path, settings: dict[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "chomplex.spark", *words, "--master", master, "--checkpoints", str(checkpoint)]
        for key, value in (SETTINGS | (settings or {})).items():
            command += ["--conf", f"{key}={value}"]
        self._log = checkpoint.parent / f"{checkpoint.name}-{time.monotonic_ns()}.log"
        with self._log.open("wb") as out:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out, stdin=subprocess.DEVNULL)

    def told(self) -> str:
        """All that it has said so far."""
        return self._log.read_text()

    def wait_for_layer(self, size: int) -> None:
        """Waits until a layer is complete."""

        def done() -> bool:
            assert self._process.poll() is None, self.told()
            return f"layer {size} of " in self.told()

        wait_for(done, f"layer {size} is not complete")

    def kill(self) -> None:
        """Ends it as the machine would that loses its power, and waits until its Java is gone too."""
        children = [pid for pid, parent in parents().items() if parent == self._process.pid]
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(60)
        self._process.stdout.close()
        wait_for(lambda: not set(children) & set(parents()), "Java goes on")

    def result(self) -> tuple[int, str, str]:
        """The exit code, the answer, and what was said. It is waited for as long as it goes on saying something."""
        said, end = self.told(), time.monotonic() + PATIENCE
        while True:
            try:
                answer, _ = self._process.communicate(timeout=10)
                return self._process.returncode, answer.decode().strip(), self.told()
            except subprocess.TimeoutExpired:
                if self.told() != said:
                    said, end = self.told(), time.monotonic() + PATIENCE
                if time.monotonic() > end:
                    self.kill()
                    raise AssertionError(said) from None
