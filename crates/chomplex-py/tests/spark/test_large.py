"""A sweep that does not fit into the memory of its executors."""

import json
import time

import pytest
from cluster import SETTINGS

import chomplex as cx
from chomplex import spark
from chomplex.spark import Sweep

#: An executor has some 20 MB for what it merges: the rest goes to disk.
LITTLE_MEMORY = {"spark.memory.fraction": "0.1"}


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
def test_linear_extensions_of_all_triples(cluster, tmp_path, capsys):
    events = tmp_path / "events"
    events.mkdir()
    log = {"spark.eventLog.enabled": "true", "spark.eventLog.compress": "false", "spark.eventLog.dir": events.as_uri()}
    settings = SETTINGS | LITTLE_MEMORY | log
    session = spark.connect(cluster.master, "triples", settings=settings)
    try:
        result = Sweep(
            session, "subsets(7,3)", "linear-extensions", checkpoints=str(tmp_path / "p73"), memory=16 << 20
        ).run()
    finally:
        session.stop()
    begun = time.monotonic()
    assert result.answer == cx.count_linear_extensions("subsets(7,3)")
    native = time.monotonic() - begun
    # Brouwer and Christensen (2017), section 4.3; the void complex and the empty one are in it.
    assert result.rows == 15_466_912
    tasks = [
        json.loads(line)
        for path in events.rglob("events_*")
        for line in path.read_text().splitlines()
        if "TaskEnd" in line
    ]
    metrics = [task["Task Metrics"] for task in tasks]
    spilled = sum(metric["Disk Bytes Spilled"] for metric in metrics)
    shuffled = [metric["Shuffle Write Metrics"] for metric in metrics]
    rows, size = (
        sum(written[what] for written in shuffled) for what in ("Shuffle Records Written", "Shuffle Bytes Written")
    )
    assert spilled > 0, "nothing was spilled"
    with capsys.disabled():
        print(
            f"\n{result.rows:,} classes in {result.seconds:.0f} s, {result.rows / result.seconds:,.0f} a second;",
            end=" ",
        )
        print(f"{rows:,} rows of {size / rows:.0f} bytes shuffled, {spilled:,} bytes spilled;", end=" ")
        print(f"one machine {native:.1f} s, a ratio of {result.seconds / native:.0f}")
