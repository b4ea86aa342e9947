"""``python -m chomplex.spark``: sweeps on a cluster, from a shell."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from chomplex._native import TableSweep, __version__, _bytes
from chomplex.spark._cluster import ClusterError, connect, disconnect
from chomplex.spark._progress import Progress
from chomplex.spark._sweep import MEMORY, Result, Sweep

QUANTITIES = {
    "linear-extensions": "the ways to put all elements in a row, each after everything below it",
    "classes": "the positions that can be reached, up to automorphisms",
}

EXAMPLES = """\
examples:
  python -m chomplex.spark count linear-extensions 'boolean(6)' --master 'local[2]' --checkpoints sweeps/b6
  python -m chomplex.spark count classes 'subsets(7,3)' --master spark://host:7077 --checkpoints hdfs:///sweeps/p73
  python -m chomplex.spark grundy 'subsets(6,6)' --master spark://host:7077 --checkpoints hdfs:///sweeps/p66

Every machine needs this package, and sees the directory of the checkpoints under the same name. After a
failure of any kind the same command goes on from the last layer that was complete.
"""


def parser() -> argparse.ArgumentParser:
    """The options."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("position", metavar="POSITION", help="an expression such as 'boolean(6)'")
    common.add_argument("--master", required=True, metavar="URL", help="the cluster: spark://host:port, yarn, local[2]")
    common.add_argument(
        # argparse also takes `--checkpoint`, its former name, as an abbreviation.
        "--checkpoints",
        required=True,
        metavar="DIR",
        help="where the layers are kept, on a file system that all machines share",
    )
    common.add_argument(
        "--python",
        metavar="PATH",
        help="the Python of the workers, with this package in it [default: $PYSPARK_PYTHON, or this one]",
    )
    common.add_argument(
        "--memory",
        type=_size,
        default=MEMORY,
        metavar="SIZE",
        help="how much a task may use to merge rows, such as 1GiB [default: 256MiB]",
    )
    common.add_argument(
        "--partitions", type=_number, metavar="N", help="in how many pieces a layer is merged, at most [default: 200]"
    )
    common.add_argument(
        "--conf",
        action="append",
        default=[],
        type=_setting,
        metavar="KEY=VALUE",
        help="a setting of Spark (several times)",
    )
    common.add_argument("--json", action="store_true", help="print the answer as JSON, with what each layer took")
    style = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        prog="python -m chomplex.spark",
        description="Sweep over all down-sets of a position on a Spark cluster.",
        epilog=EXAMPLES,
        formatter_class=style,
    )
    top.add_argument("--version", action="version", version=f"chomplex {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    count = commands.add_parser(
        "count", help="count linear extensions, or classes of positions", epilog=EXAMPLES, formatter_class=style
    )
    what = count.add_subparsers(dest="quantity", required=True, metavar="WHAT")
    for quantity, meaning in QUANTITIES.items():
        what.add_parser(
            quantity,
            help=meaning,
            description=f"Count {meaning}.",
            parents=[common],
            epilog=EXAMPLES,
            formatter_class=style,
        )
    meaning = "find the Grundy value from the values of all positions that can be reached"
    commands.add_parser(
        "grundy",
        help=meaning,
        description=f"{meaning.capitalize()}.",
        parents=[common],
        epilog=EXAMPLES,
        formatter_class=style,
    )
    return top


def _number(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 to 1000000")
    return int(text)


def _size(text: str) -> int:
    try:
        return _bytes(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.startswith("spark."):
        raise argparse.ArgumentTypeError(f"`{text}` is not a setting such as spark.executor.memory=4g")
    return key, value


def run(arguments: argparse.Namespace) -> Result:
    """Connects, sweeps, and ends the session whatever happens."""
    quantity = getattr(arguments, "quantity", arguments.command)
    # What is wrong with the position is said before anything is started.
    TableSweep(arguments.position, quantity)
    settings = dict(arguments.conf)
    if arguments.partitions:
        settings["spark.sql.shuffle.partitions"] = str(arguments.partitions)
    name = f"chomplex {quantity} {arguments.position}"
    session = connect(arguments.master, name, python=arguments.python, settings=settings)
    try:
        with Progress(session) as progress:
            sweep = Sweep(
                session,
                arguments.position,
                quantity,
                checkpoints=arguments.checkpoints,
                memory=arguments.memory,
                watch=progress.layer,
            )
            progress.begin(sweep)
            return sweep.run()
    finally:
        disconnect(session)


def main(words: Sequence[str] | None = None) -> int:
    """Does what the command line says. 0: answered; 2: it could not be; 130: interrupted."""
    arguments = parser().parse_args(words)
    try:
        result = run(arguments)
    except KeyboardInterrupt:
        print("chomplex: interrupted; the same command goes on from the last complete layer", file=sys.stderr)
        return 130
    except (ClusterError, ImportError, ValueError) as error:
        print(f"chomplex: {error}", file=sys.stderr)
        return 2
    if arguments.json:
        name = "grundy" if result.quantity == "grundy" else "count"
        answer = result.answer if name == "grundy" else str(result.answer)
        layers = [{"size": layer.size, "rows": layer.rows, "seconds": layer.seconds} for layer in result.layers]
        print(
            json.dumps(
                {
                    "position": result.position,
                    name: answer,
                    "stats": {"rows": result.rows, "seconds": round(result.seconds, 3), "layers": layers},
                }
            )
        )
    else:
        print(result.answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
