"""One cluster for all tests, and one session on it for those that need no process of their own."""

import pytest
from cluster import SETTINGS, Cluster

from chomplex import spark


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def session(cluster):
    session = spark.connect(cluster.master, "tests", settings=SETTINGS)
    yield session
    session.stop()
