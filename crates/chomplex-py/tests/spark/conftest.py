"""One cluster for all tests, and one session on it for those that need no process of their own."""

import os
import shutil
import sys

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed") if os.environ.get("CI") != "true" else __import__("pyspark")

if shutil.which("java") is None:
    assert os.environ.get("CI") != "true", "Java is not installed"
    pytest.skip("Java is not installed", allow_module_level=True)

sys.path.insert(0, os.path.dirname(__file__))
from cluster import SETTINGS, Cluster  # noqa: E402


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def session(cluster):
    from chomplex import spark

    session = spark.connect(cluster.master, "tests", settings=SETTINGS)
    yield session
    session.stop()
