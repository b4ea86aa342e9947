"""Whatever ends, the answer stays."""

import json
import os
import signal
import stat
import sys

import pytest
from cluster import Driver, wait_for

B5 = "14807804035657359360"

# Java takes its time on a busy machine.
pytestmark = pytest.mark.timeout(3600)


def python_that(directory, *lines):
    """A Python for the workers that does something first."""
    script = directory / "python"
    script.write_text("\n".join(["#!/bin/sh", *lines, f'exec "{sys.executable}" "$@"', ""]))
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


def test_an_executor_is_killed_within_a_layer(cluster, tmp_path):
    """The Python of a task does not begin while it is held, so that the executor dies with the task."""
    hold, waiting = tmp_path / "hold", tmp_path / "waiting"
    waiting.mkdir()
    # It does not wait for ever if this test is gone.
    python = python_that(
        tmp_path,
        f'if [ -e "{hold}" ]; then touch "{waiting}/$$"; fi',
        "turns=0",
        f'while [ -e "{hold}" ] && [ $turns -lt 9000 ]; do sleep 0.1; turns=$((turns + 1)); done',
    )
    events = tmp_path / "events"
    events.mkdir()
    settings = {
        "spark.python.use.daemon": "false",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": events.as_uri(),
    }
    words = ("count", "linear-extensions", "boolean(5)", "--python", python)
    driver = Driver(*words, master=cluster.master, checkpoint=tmp_path / "b5", settings=settings)
    for layer in 4, 9:
        driver.wait_for_layer(layer)
        hold.touch()
        wait_for(lambda: any(waiting.iterdir()), "no task waits for its Python")
        for pid in wait_for(cluster.executors, "no executor"):
            os.kill(pid, signal.SIGKILL)
        for path in waiting.iterdir():
            path.unlink()
        hold.unlink()
    code, answer, told = driver.result()
    assert (code, answer) == (0, B5), told
    log = [json.loads(line) for path in events.rglob("events_*") for line in path.read_text().splitlines()]
    removed = [event for event in log if event["Event"] == "SparkListenerExecutorRemoved"]
    lost = [
        event
        for event in log
        if event["Event"] == "SparkListenerTaskEnd" and event["Task End Reason"]["Reason"] == "ExecutorLostFailure"
    ]
    assert len(removed) >= 2 and lost, "an executor was lost, and a task with it"


def test_the_driver_is_killed_and_started_again(cluster, tmp_path):
    words, where = (
        ("count", "linear-extensions", "boolean(5)"),
        {"master": cluster.master, "checkpoint": tmp_path / "b5"},
    )
    first = Driver(*words, **where)
    first.wait_for_layer(7)
    first.kill()
    # It may have been able to complete one more.
    kept = sorted(path.name for path in (tmp_path / "b5").glob("layer-*.json"))[-1]
    size = int(kept[6:10])
    assert 7 <= size < 16
    # A layer that was begun and not completed is no more than rubbish.
    rubbish = tmp_path / "b5" / f"layer-{size + 1:04}.parquet"
    rubbish.mkdir(exist_ok=True)
    (rubbish / "part-00000.zstd.parquet").write_bytes(b"half")
    code, answer, told = Driver(*words, **where).result()
    assert (code, answer) == (0, B5), told
    assert f"going on from layer {size} of 16" in told
    assert f"layer {size} of 16:" not in told and f"layer {size + 1} of 16:" in told


def test_a_worker_without_the_package(cluster, tmp_path):
    hiding = tmp_path / "hiding"
    hiding.mkdir()
    (hiding / "sitecustomize.py").write_text(
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'chomplex':\n"
        "            raise ModuleNotFoundError(f\"No module named 'chomplex'\", name='chomplex')\n"
        "sys.meta_path.insert(0, Hidden())\n"
    )
    python = python_that(tmp_path, f'export PYTHONPATH="{hiding}:$PYTHONPATH"')
    words, where = ("count", "classes", "chomp(2,3)"), {"master": cluster.master, "checkpoint": tmp_path / "c"}
    code, answer, told = Driver(*words, "--python", python, **where).result()
    assert (code, answer) == (2, "")
    assert (
        "chomplex: on a worker: No module named 'chomplex'; install the same version of this package on every machine"
        in told
    )
    assert "Traceback" not in told
    code, answer, told = Driver(*words, "--python", "/no/python", **where).result()
    assert (code, answer) == (2, "")
    assert "chomplex: a worker cannot run `/no/python`: name a Python that all machines have (--python PATH)" in told
    # Nothing is lost.
    code, answer, told = Driver(*words, **where).result()
    assert (code, answer) == (0, "9"), told
    assert "going on from layer 0" in told


def test_a_master_that_is_not_there(tmp_path):
    code, answer, told = Driver("grundy", "chain(2)", master="spark://127.0.0.1:1", checkpoint=tmp_path / "c").result()
    assert (code, answer) == (2, "")
    assert told == "chomplex: no Spark master answers at `spark://127.0.0.1:1`: connection refused\n"
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["count", "linear-extensions", "boundry(6)"], "boundary"),
        (["count", "positions", "chain(2)"], "invalid choice: 'positions'"),
        (["grundy", "chain(2)", "--memory", "1"], "the unit is missing"),
        (["grundy", "chain(2)", "--memory", "1kB"], "the minimum is 16MiB"),
        (["grundy", "chain(2)", "--conf", "executor.memory"], "is not a setting such as spark.executor.memory=4g"),
    ],
)
def test_bad_words(tmp_path, words, told):
    code, answer, said = Driver(*words, master="spark://127.0.0.1:1", checkpoint=tmp_path / "c").result()
    assert (code, answer) == (2, "") and told in said and "Traceback" not in said


def test_an_address_that_is_none(tmp_path):
    code, _, told = Driver("grundy", "chain(2)", master="spark://nowhere", checkpoint=tmp_path / "c").result()
    assert code == 2 and "`spark://nowhere` is not the address of a master: write `spark://HOST:7077`" in told


def test_json(tmp_path):
    code, answer, told = Driver("grundy", "nim(3)", "--json", master="local[1]", checkpoint=tmp_path / "c").result()
    assert code == 0, told
    found = json.loads(answer)
    assert (found["position"], found["grundy"], len(found["stats"]["layers"]), found["stats"]["rows"]) == (
        "nim(3)",
        3,
        5,
        5,
    )
