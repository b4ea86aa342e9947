"""Long calls: Ctrl-C, threads, progress."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import chomplex as cx

# None of them ends within a minute.
LONG = [
    'cx.position("subsets(8,4)").solve()',
    'cx.position("subsets(8,4)").options()',
    'cx.position("subsets(8,4)").solve().certificate()',
    'cx.position("subsets(8,4)").explain()',
    'cx.count_linear_extensions("boolean(7)")',
    'cx.count_classes("boolean(7)")',
    'cx.sample_linear_extension("boolean(7)")',
    'cx.precedence_probabilities("boolean(6)")',
    'cx.survey("subsets(8,k)", k=[4, 5])',
    "cx.survey(graphs=11)",
]


@pytest.mark.parametrize("call", LONG)
def test_ctrl_c_ends_it(call: str) -> None:
    script = f"""
import time, chomplex as cx
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(cx.position("path(3)").solve().grundy, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - sent < 1.0
        assert process.stdout.readline() == "1\n"
        assert process.wait(10) == 0


def test_python_runs_meanwhile() -> None:
    """A thread that counts goes on while another solves."""
    solved = threading.Event()

    def solve() -> None:
        cx.position("subsets(8,4)").solve(time=0.5)
        solved.set()

    thread = threading.Thread(target=solve)
    thread.start()
    turns = 0
    while not solved.is_set():
        turns += 1
        time.sleep(0.01)
    thread.join()
    assert turns > 20


def test_two_threads_solve_at_once() -> None:
    """Two budgets of a second each are spent within much less than two."""
    begun = time.monotonic()
    with ThreadPoolExecutor() as pool:
        answers = list(
            pool.map(lambda _: cx.position("subsets(8,4)").solve(time=1, threads=1, memory="64MiB"), range(2))
        )
    assert all(answer.stopped_by == "time" for answer in answers)
    assert time.monotonic() - begun < 1.8


def test_many_threads_get_their_own_answers() -> None:
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda n: cx.position(f"chain({n})").solve().grundy, range(200)))
    assert values == list(range(200))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_a_forked_process_has_its_own_workers() -> None:
    cx.position("wheel(5)").solve()
    script = """
import os, chomplex as cx
cx.position("wheel(5)").solve()
child = os.fork()
if child == 0:
    os._exit(cx.position("chain(7)").solve().grundy)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout == "7\n"


def progress(option: str, seconds: float = 1.6) -> str:
    script = f'import chomplex as cx; cx.position("subsets(8,4)").solve(time={seconds}, progress={option})'
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stderr


def test_progress_is_shown_when_asked() -> None:
    assert "positions" in progress("True")


def test_nothing_is_printed_otherwise() -> None:
    assert progress("None") == "" and progress("False") == "" and progress("True", 0.3) == ""


def test_progress_needs_tqdm() -> None:
    script = """
import sys; sys.modules["tqdm"] = sys.modules["tqdm.auto"] = None
import chomplex as cx
cx.position("subsets(8,4)").solve(time=5, progress=True)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install chomplex[progress]" in done.stderr
