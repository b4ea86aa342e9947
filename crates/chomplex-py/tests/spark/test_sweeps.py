"""The same answers as the single machine."""

import shutil

import pytest

import chomplex as cx
from chomplex import spark
from chomplex._native import TableSweep
from chomplex.spark import ClusterError, Sweep
from chomplex.spark._cluster import explain
from chomplex.spark._kernel import Task

# Java takes its time on a busy machine.
pytestmark = pytest.mark.timeout(3600)


def test_linear_extensions(session, tmp_path):
    seen = []
    sweep = Sweep(
        session,
        "boolean(5)",
        "linear-extensions",
        checkpoints=str(tmp_path / "b5"),
        watch=lambda _, layer: seen.append(layer),
    )
    result = sweep.run()
    # OEIS A046873.
    assert result.answer == 14807804035657359360 == cx.count_linear_extensions("boolean(5)")
    assert list(result.layers) == seen
    assert [layer.rows for layer in seen[-3:]] == [13, 13, 16]
    # A second time nothing is left to be done.
    assert spark.count_linear_extensions(session, "boolean(5)", checkpoints=str(tmp_path / "b5")) == result.answer
    assert not list((tmp_path / "b5").glob("*.parquet"))


def test_classes(session, tmp_path):
    # OEIS A003182.
    assert (
        spark.count_classes(session, "boolean(6)", checkpoints=str(tmp_path / "b6"))
        == 16353
        == cx.count_classes("boolean(6)")
    )


@pytest.mark.parametrize("position", ["simplex(4)", "chomp(3,4)", "star(9)", "path(3) + nim(2)"])
def test_any_position(session, tmp_path, position):
    position = cx.position(position)
    assert spark.grundy(session, position, checkpoints=str(tmp_path / "value")) == position.solve().grundy


def test_position_of_a_game(session, tmp_path):
    position = cx.position("chomp(3,3)").play("3,3")
    assert spark.count_linear_extensions(
        session, position, checkpoints=str(tmp_path / "e")
    ) == cx.count_linear_extensions(position)
    empty = cx.position("subsets(3,0)")
    assert spark.count_classes(session, empty, checkpoints=str(tmp_path / "empty")) == 1


def test_pieces_of_any_size(session, tmp_path):
    """Tasks with hardly any memory hand over what they have merged again and again."""
    sweep = Sweep(session, "subsets(6,2)", "grundy", checkpoints=str(tmp_path / "little"), memory=1 << 20)
    assert sweep.run().answer == cx.position("subsets(6,2)").solve().grundy


def test_another_version_on_a_worker(session, tmp_path):
    sweep = Sweep(session, "chomp(2,3)", "classes", checkpoints=str(tmp_path / "old"))
    sweep.task = Task(sweep.task.position, sweep.task.quantity, "classes-of-long-ago")
    with pytest.raises(ClusterError, match=r"a worker has another version of chomplex: .* What was complete is kept"):
        sweep.run()
    assert [layer.size for layer in sweep.layers] == [0]
    assert spark.count_classes(session, "chomp(2,3)", checkpoints=str(tmp_path / "old")) == cx.count_classes(
        "chomp(2,3)"
    )


def test_rows_that_cannot_be(session, tmp_path):
    """A number that is too large is not carried on."""
    checkpoint = str(tmp_path / "large")
    sweep = Sweep(session, "chomp(3,4)", "linear-extensions", checkpoints=checkpoint)
    while len(sweep.layers) < 4:
        sweep._add_layer()
    rows = [row.asDict() | {"state0": 1 << 50} for row in sweep._read(3).collect()]
    session.createDataFrame(rows, sweep._schema(3)).write.mode("overwrite").parquet(sweep.checkpoint.rows(3))
    with pytest.raises(ClusterError, match="a worker could not go on: a number does not fit"):
        sweep.run()


def test_a_directory_that_is_not_shared(session, tmp_path, monkeypatch):
    """What the driver does not find is not taken to be nothing."""
    read = Sweep._read
    monkeypatch.setattr(Sweep, "_read", lambda self, size: read(self, size).limit(0 if size == 2 else 10))
    sweep = Sweep(session, "chomp(3,4)", "classes", checkpoints=str(tmp_path / "elsewhere"))
    with pytest.raises(
        ClusterError, match=r"of the 3 rows of layer 2 the driver finds 0: is .* a directory that all machines share"
    ):
        sweep.run()


def test_checkpoint_of_another_sweep(session, tmp_path):
    checkpoint = str(tmp_path / "kept")
    assert spark.count_classes(session, "chomp(2,2)", checkpoints=checkpoint) == 4
    with pytest.raises(ClusterError, match=r"holds another sweep: classes of `chomp\(2,2\)`; choose another directory"):
        Sweep(session, "chomp(2,2)", "grundy", checkpoints=checkpoint)
    # The same poset may be written in another way.
    assert spark.count_classes(session, "young(2,2)", checkpoints=checkpoint) == 4
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("precious")
    with pytest.raises(ClusterError, match="is not empty, and no sweep was there before"):
        Sweep(session, "chomp(2,2)", "classes", checkpoints=str(tmp_path / "other"))
    assert (tmp_path / "other" / "thesis.tex").read_text() == "precious"
    with pytest.raises(ClusterError, match="is not a directory"):
        Sweep(session, "chomp(2,2)", "classes", checkpoints=str(tmp_path / "other" / "thesis.tex"))
    (tmp_path / "kept" / "sweep.json").write_text("{")
    (tmp_path / "kept" / ".sweep.json.crc").unlink(missing_ok=True)
    with pytest.raises(ClusterError, match="is damaged"):
        Sweep(session, "chomp(2,2)", "classes", checkpoints=checkpoint)


def test_the_empty_face_counts_where_it_is(session, tmp_path):
    """The tables of both are the same."""
    assert spark.count_classes(session, "boolean(3)", checkpoints=str(tmp_path / "with")) == 10
    with pytest.raises(ClusterError, match="holds another sweep"):
        spark.count_classes(session, "simplex(3)", checkpoints=str(tmp_path / "with"))
    assert spark.count_classes(session, "simplex(3)", checkpoints=str(tmp_path / "without")) == 9


def test_a_layer_that_is_damaged(session, tmp_path):
    checkpoint = tmp_path / "torn"
    sweep = Sweep(session, "subsets(4,2)", "classes", checkpoints=str(checkpoint))
    while len(sweep.layers) < 6:
        sweep._add_layer()
    parts = sorted((checkpoint / "layer-0005.parquet").glob("part-*.parquet"))
    parts[-1].unlink()
    with pytest.raises(ClusterError, match=r"has \d+ rows instead of 2: remove the directory to begin anew"):
        Sweep(session, "subsets(4,2)", "classes", checkpoints=str(checkpoint)).run()
    shutil.rmtree(checkpoint / "layer-0005.parquet")
    with pytest.raises(ClusterError, match=r"layer-0005.parquet` is gone"):
        Sweep(session, "subsets(4,2)", "classes", checkpoints=str(checkpoint)).run()
    (checkpoint / "layer-0005.json").write_text('{"size": 5}')
    (checkpoint / ".layer-0005.json.crc").unlink(missing_ok=True)
    with pytest.raises(ClusterError, match=r"layer-0005.json` is damaged"):
        Sweep(session, "subsets(4,2)", "classes", checkpoints=str(checkpoint))


def test_two_drivers(session, tmp_path):
    """The first one leaves when another comes."""
    first = Sweep(session, "subsets(4,2)", "classes", checkpoints=str(tmp_path / "busy"))
    first._add_layer()
    second = Sweep(session, "subsets(4,2)", "classes", checkpoints=str(tmp_path / "busy"))
    with pytest.raises(ClusterError, match=r"another driver, on .*, has begun to work"):
        first.run()
    assert second.run().answer == cx.count_classes("subsets(4,2)")


def test_one_session_at_a_time(session, cluster):
    with pytest.raises(ClusterError, match="there is a session already"):
        spark.connect(cluster.master)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("An error occurred while calling o1.x.\n: java.io.IOException: Permission denied\n\tat a.b(C.java:1)", "Spark gave up: Permission denied"),
        ("An error occurred while trying to connect to the Java server (127.0.0.1:1)", "Spark gave up: An error occurred while trying"),
        ("Traceback (most recent call last):\n  File x\nImportError: cannot import name 'Push'", "on a worker: cannot import name 'Push'; install"),
        ("Traceback (most recent call last):\n  File x\npyarrow.lib.ArrowInvalid: nulls", "a worker could not go on: nulls"),
        ("Traceback (most recent call last):\n  File x\nValueError: stopped by a budget: memory", "give it more (--memory SIZE)"),
        ("", "Spark gave up: it does not say why"),
    ],
)  # fmt: skip
def test_what_spark_says(said, told):
    assert told in explain(said)


def test_questions_that_cannot_be_asked(session, tmp_path):
    for position, quantity, told in [
        ("boundry(6)", "classes", "boundary"),
        ("chain(600)", "classes", "600 elements are too many: a sweep takes at most 512"),
        ("chain(300)", "grundy", "at most 254"),
        ("chain(3)", "wins", "not linear-extensions, classes or grundy"),
    ]:
        with pytest.raises(ValueError, match=told):
            Sweep(session, position, quantity, checkpoints=str(tmp_path / "none"))
    assert not (tmp_path / "none").exists()
    with pytest.raises(ValueError, match="there is no layer 4: the last is 3"):
        TableSweep("chain(3)", "classes").push(3, 1 << 20)
