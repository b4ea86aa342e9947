"""Every call keeps its budget on any input, and stops when asked to.

The calls are those of the package, so a new one fails here until it has a case. Each case runs in a process of its own with a limit of a second and
64 MiB, and again with SIGINT after half a second. Usually each case gets some of the inputs, and each input some of the cases; `make slow` runs all.
"""

import inspect
import json
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import chomplex as cx

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured as on Linux")

# What makes an object of each class, and a call with arguments of each method and function.
# Attributes and methods without arguments are tried on the objects by themselves. `p` is the
# position of the input, `text` its text, and `limits` are time and memory, or nothing.
OBJECTS = {
    "Position": "p",
    "Answer": "p.solve(**limits, threads=2)",
    "WinningMoves": "p.solve(**limits, threads=2).winning_moves",
    "Reason": "p.solve(**limits, threads=2).reason",
    "Stats": "p.solve(**limits, threads=2).stats",
    "Options": "p.options(**limits, threads=2)",
    "Option": "p.options(**limits, threads=2)[0]",
    "Automorphisms": "p.automorphisms(**limits)",
    "Reduction": "p.reduce(**limits)",
    "Certificate": "p.solve(outcome=True, **limits, threads=2).certificate(**limits, threads=2)",
    "Verdict": "cx.check(CERTIFICATE, p, **limits)",
    "Probabilities": "cx.precedence_probabilities(p, **limits, threads=2)",
}
CALLS = {
    "position": "cx.position(text)",
    "read": "cx.read(path)",
    "from_edges": "cx.from_edges([(i, j) for j in range(250) for i in range(j)])",
    "from_facets": "cx.from_facets([range(i, i + 9) for i in range(60)])",
    "from_relations": "cx.from_relations([(i, j) for j in range(1, 2000) for i in (j // 2, j // 3)])",
    "from_matrix": "cx.from_matrix([[int(i < j) for j in range(1000)] for i in range(1000)])",
    "from_networkx": "cx.from_networkx(__import__('networkx').gnp_random_graph(300, 0.3, seed=1))",
    "check": "cx.check(CERTIFICATE, p, **limits)",
    "count_classes": "cx.count_classes(p, **limits, threads=2)",
    "count_linear_extensions": "cx.count_linear_extensions(p, **limits, threads=2)",
    "count_positions": "cx.count_positions(p, **limits, threads=2)",
    "precedence_probabilities": "cx.precedence_probabilities(p, **limits, threads=2)",
    "sample_linear_extension": "cx.sample_linear_extension(p, seed=1, **limits, threads=2)",
    "sample_linear_extensions": "cx.sample_linear_extensions(p, 100_000, seed=1, **limits, threads=2)",
    "survey": "cx.survey([p, p, p], into='rows', **limits, threads=2)",
    "Position.solve": "p.solve(**limits, threads=2)",
    "Position.options": "p.options(**limits, threads=2)",
    "Position.explain": "p.explain(lemmas='all', **limits, threads=2)",
    "Position.reduce": "p.reduce(**limits)",
    "Position.canonical": "p.canonical(**limits)",
    "Position.automorphisms": "p.automorphisms(**limits)",
    "Position.isomorphism": "p.isomorphism(p, **limits)",
    "Position.is_isomorphic": "p.is_isomorphic(p, **limits)",
    "Position.less": "p.less(p.moves[0], p.moves[-1])",
    "Position.below": "p.below(p.moves[-1])",
    "Position.play": "p.play(p.moves[-1]).play(p.moves[0])",
    "Position.to": "p.to('json'), p.to('dot'), p.to('expression')",
    "Position.svg": "p.svg(values=True, **limits, threads=2)",
    "Position.tikz": "p.tikz(values=True, **limits, threads=2)",
    "Answer.certificate": "p.solve(outcome=True, **limits, threads=2).certificate(**limits, threads=2)",
    "Certificate.save": "cx.position('petersen').solve().certificate().save('/dev/null')",
    "Certificate.check": "cx.position('petersen').solve().certificate().check(p, **limits)",
    "Probabilities.before": "(q := cx.precedence_probabilities(p, **limits)).before(*q.names[:2])",
    "Probabilities.mean": "(q := cx.precedence_probabilities(p, **limits)).mean(q.names[0])",
    "Probabilities.distribution": "(q := cx.precedence_probabilities(p, **limits)).distribution(q.names[0])",
}

# Something for the work, as much to stop, and some for reading and an unoptimised build; on each
# of two threads.
MOST_WORK = 2 * 2.5
MOST_WORK_TO_STOP = 3.0
# What may be spent, and as much again for the position and its text.
MOST_MEMORY = 128 << 20
# A busy machine may take a while for anything. Nothing here takes longer unless it hangs.
PATIENCE = 300


class Input(NamedTuple):
    name: str
    text: str


def inputs() -> list[Input]:
    """Those of the tests of the command line."""
    expressions = Path(__file__).parents[2] / "chomplex-cli/tests/nasty/expressions.txt"
    numbers = random.Random(1)
    found = [Input(*line.split(": ", 1)) for line in expressions.read_text().splitlines()]
    order = "".join(f"{numbers.randrange(x)} < {x}\n" for x in range(1, 3000) for _ in range(3))
    rows = [" ".join("1" if y > x and numbers.random() < 0.01 else "0" for y in range(1000)) for x in range(1000)]
    return [
        *found,
        Input("ordinal sums", "ordinal(antichain(3)," * 150 + "zigzag-n(9)" + ")" * 150),
        Input("petersens", " + ".join(["petersen"] * 60)),
        Input("a megabyte", " + ".join(["antichain(0)"] * 70_000)),
        Input("random order", order),
        Input("matrix", "\n".join(rows)),
    ]


INPUTS = inputs()


def members(name: str) -> list[str]:
    """The public members of a class."""
    return [member for member in vars(getattr(cx, name)) if not member.startswith("_")]


def public() -> tuple[set[str], set[str]]:
    """The classes, and the functions and methods, as the package has them."""
    classes = {name for name in cx.__all__ if inspect.isclass(getattr(cx, name))}
    classes -= {name for name in classes if issubclass(getattr(cx, name), BaseException)}
    functions = {name for name in cx.__all__ if callable(getattr(cx, name)) and not inspect.isclass(getattr(cx, name))}
    methods = {
        f"{name}.{member}" for name in classes for member in members(name) if callable(vars(getattr(cx, name))[member])
    }
    return classes, functions | methods


def test_every_call_has_a_case() -> None:
    classes, calls = public()
    assert classes == set(OBJECTS)
    by_themselves = {
        f"{name}.{member}" for name in classes for member in ("to_dict", "to_pandas", "svg") if name != "Position"
    }
    # What needs an argument cannot be tried by itself.
    assert calls - by_themselves == set(CALLS)


SCRIPT = """
import json, os, resource, signal, sys, tempfile, threading, time
os.environ["XDG_DATA_HOME"] = tempfile.gettempdir() + "/no-tablebase"
import chomplex as cx
if "inspect" in sys.argv:
    import pandas
given = json.loads(sys.stdin.read())
limits, text, path, CERTIFICATE = given["limits"], given["text"], given["path"], given["certificate"].encode()
def spent():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime, used.ru_maxrss << 10
told = {"stopped_by": None}
def interrupt(*_):
    told["before"] = spent()[0]
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, interrupt)
# `eval` of a text would take an interruption for one that nobody catches.
call = compile(given["call"], "call", "eval")
print("begun", flush=True)
before = spent()
try:
    p = cx.position(text)
    result = eval(call, globals())
    for name in given["members"]:
        member = getattr(result, name)
        if callable(member):
            member()
    told["end"] = "returned"
except KeyboardInterrupt:
    told["end"] = "interrupted"
except cx.BudgetError as error:
    told["end"] = "BudgetError"
    told["stopped_by"] = error.stopped_by
    assert "stopped by" in str(error) or "too large" in str(error), str(error)
except (cx.ParseError, cx.CertificateError, ValueError, IndexError) as error:
    told["end"] = type(error).__name__
    assert str(error)
after = spent()
told["worked"], told["held"] = after[0] - told.get("before", before[0]), after[1] - before[1]
print(json.dumps(told), flush=True)
"""


def attempt(name: str, given: Input, sent: signal.Signals | None, directory: Path) -> None:
    """Runs a case on an input and checks how it ends."""
    what = f"{name} with {given.name} until {sent}"
    is_class = name in OBJECTS
    tried = [member for member in members(name) if is_class and f"{name}.{member}" not in CALLS] if is_class else []
    former = {"candidates", "at_least", "value", "symmetry_class", "orbits", "elements", "order"}
    path = directory / f"{threading.get_ident()}.txt"
    path.write_text(given.text)
    task = {
        "call": OBJECTS[name] if is_class else CALLS[name],
        "members": [member for member in tried if member not in former],
        "limits": {} if sent else {"time": 1, "memory": "64MiB"},
        "text": given.text,
        "path": str(path),
        "certificate": CERTIFICATE,
    }
    command = [sys.executable, "-c", SCRIPT, *(["inspect"] if "to_pandas" in tried else [])]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        end = threading.Timer(PATIENCE, process.kill)
        end.start()
        try:
            assert process.stdin and process.stdout and process.stderr
            process.stdin.write(json.dumps(task))
            process.stdin.close()
            assert process.stdout.readline() == "begun\n", what
            if sent:
                time.sleep(0.5)
                process.send_signal(sent)
            line, errors = process.stdout.readline(), process.stderr.read()
            code = process.wait(PATIENCE)
        finally:
            process.kill()
            end.cancel()
    if sent == signal.SIGTERM:
        # It ends at once, as every Python program does.
        assert code in (0, -signal.SIGTERM), what
        return
    assert code == 0 and errors == "", f"{what}: exit code {code}, {errors[-2000:]}"
    told: dict[str, Any] = json.loads(line)
    assert told["worked"] < (MOST_WORK_TO_STOP if sent else MOST_WORK), f"{what}: {told}"
    assert told["held"] < MOST_MEMORY or sent, f"{what}: {told}"


CERTIFICATE = cx.position("petersen").solve().certificate().text


def run_all(trials: list[tuple[str, Input, signal.Signals | None]], directory: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(attempt, *trial, directory) for trial in trials]:
            done.result()


def spread(shift: int) -> list[tuple[str, Input]]:
    """Each case with an input, and another for each case."""
    return [(name, INPUTS[(i + shift) % len(INPUTS)]) for i, name in enumerate([*OBJECTS, *CALLS])]


def test_time_and_memory_are_kept(tmp_path: Path) -> None:
    run_all([(name, given, None) for name, given in spread(0)], tmp_path)


def test_signals_end_calls(tmp_path: Path) -> None:
    sent = [signal.SIGINT, signal.SIGINT, signal.SIGTERM]
    run_all([(name, given, sent[i % 3]) for i, (name, given) in enumerate(spread(7))], tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
def test_every_call_on_every_input(tmp_path: Path) -> None:
    ends = [None, signal.SIGINT, signal.SIGTERM]
    run_all([(name, given, end) for name in [*OBJECTS, *CALLS] for given in INPUTS for end in ends], tmp_path)
