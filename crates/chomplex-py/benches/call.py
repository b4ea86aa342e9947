"""What it costs to solve small positions from Python, against the same calls from Rust (`crates/chomplex/benches/call.rs`).

The argument is the file of the times in Rust: an expression, its Grundy value and microseconds in each line.
"""

import sys
import timeit
from pathlib import Path

import chomplex as cx


def microseconds(position: cx.Position) -> float:
    """The least time of a call in several rounds."""
    timer = timeit.Timer(position.solve)
    calls, _ = timer.autorange()
    return min(timer.repeat(5, calls)) / calls * 1e6


def main() -> None:
    """Prints a line for each position."""
    print(f"{'position':<16}{'Rust':>10}{'Python':>10}{'more':>10}{'ratio':>8}")
    for line in Path(sys.argv[1]).read_text().splitlines():
        expression, grundy, rust = line.split("\t")
        position = cx.position(expression)
        assert position.solve().grundy == int(grundy), expression
        python = microseconds(position)
        more = python - float(rust)
        print(f"{expression:<16}{float(rust):>7.1f} µs{python:>7.1f} µs{more:>7.1f} µs{python / float(rust):>8.2f}")


if __name__ == "__main__":
    main()
