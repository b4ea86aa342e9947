"""Sweeps over all down-sets of a position on an Apache Spark cluster.

A sweep goes from the empty down-set to the whole position, layer by layer. Each layer is a table on disk, with a row for every class of
down-sets; the native part of the package, on the workers, pushes the rows on to the next layer, and Spark brings together what belongs together. So a
sweep is as large as the disks of the cluster, and goes on from its last layer whatever happens.

From a shell::

    python -m chomplex.spark count linear-extensions "boolean(6)" --master spark://… --checkpoints DIR

From a program that has a session::

    from chomplex import spark
    spark.count_linear_extensions(session, "boolean(6)", checkpoints="hdfs:///sweeps/b6")

Every machine needs this package, in the same version, and sees the directory of the checkpoints under the same name. ``docs/cluster.md`` tells what it costs
and when one machine is better.
"""

from __future__ import annotations

from chomplex._extras import load

load("pyarrow", "spark")
load("pyspark", "spark")

from chomplex.spark._cluster import ClusterError, connect  # noqa: E402
from chomplex.spark._sweep import (  # noqa: E402
    Layer,
    Result,
    Sweep,
    count_classes,
    count_linear_extensions,
    grundy,
)

__all__ = [
    "ClusterError",
    "Layer",
    "Result",
    "Sweep",
    "connect",
    "count_classes",
    "count_linear_extensions",
    "grundy",
]
