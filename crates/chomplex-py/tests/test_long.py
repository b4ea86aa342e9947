"""Long calls: Ctrl-C, threads, progress."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

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


# A busy machine may take a while for anything. Nothing here takes longer unless it hangs.
PATIENCE = 300


def python(script: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=check)


@contextmanager
def begun(call: str, before: str = "") -> Iterator[subprocess.Popen[str]]:
    """A process that has begun the call and tells how it ends. It is killed if it goes on for too long, and then has said less."""
    script = f"""
import signal, chomplex as cx
{before}
try:
    print("begun", flush=True)
    {call}
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(cx.position("path(3)").solve().grundy, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        end = threading.Timer(PATIENCE, process.kill)
        end.start()
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            yield process
        finally:
            process.kill()
            end.cancel()


@pytest.mark.parametrize("call", LONG)
def test_ctrl_c_ends_it(call: str) -> None:
    """Also if these tests run where SIGINT is ignored, as `nohup make &` has it: a process inherits that, so it is undone first."""
    with begun(call, "signal.signal(signal.SIGINT, signal.default_int_handler)") as process:
        assert process.stdout is not None
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        # It takes a twentieth of a second; the call itself would go on for more than a minute.
        assert time.monotonic() - sent < 20
        assert process.stdout.readline() == "1\n"
        assert process.wait(PATIENCE) == 0


def test_an_ignored_ctrl_c_changes_nothing() -> None:
    """As for a program in the background of a shell: it works, and is not to be interrupted."""
    call = 'cx.position("subsets(8,4)").solve(time=2)'
    with begun(call, "signal.signal(signal.SIGINT, signal.SIG_IGN)") as process:
        assert process.stdout is not None
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "done\n"
        assert process.stdout.readline() == "1\n"
        assert process.wait(PATIENCE) == 0


def test_python_runs_meanwhile() -> None:
    """A thread that counts goes on while another solves."""
    solved = threading.Event()

    def solve() -> None:
        cx.position("subsets(8,4)").solve(time=0.5)
        solved.set()

    thread = threading.Thread(target=solve)
    thread.start()
    turns = 0
    end = time.monotonic() + PATIENCE
    while not solved.is_set() and time.monotonic() < end:
        turns += 1
        time.sleep(0.01)
    thread.join(PATIENCE)
    # Some fifty, if the machine has nothing else to do; one if Python were held up.
    assert solved.is_set() and turns > 3


def test_two_threads_solve_at_once() -> None:
    """The time of a call begins with it. If one had to wait for the other, nothing would be left of its second."""
    with ThreadPoolExecutor() as pool:
        answers = list(
            pool.map(lambda _: cx.position("subsets(8,4)").solve(time=1, threads=1, memory="64MiB"), range(2))
        )
    assert all(answer.stopped_by == "time" and answer.stats.positions > 0 for answer in answers)


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
    assert python(script).stdout == "7\n"


def progress(option: str, seconds: float = 3) -> str:
    """What is said. A bar comes after a second."""
    return python(f'import chomplex as cx; cx.position("subsets(8,4)").solve(time={seconds}, progress={option})').stderr


def test_progress_is_shown_when_asked() -> None:
    assert "positions" in progress("True")


def test_nothing_is_printed_otherwise() -> None:
    assert progress("None") == "" and progress("False") == "" and progress("True", 0.01) == ""


def test_progress_needs_tqdm() -> None:
    script = """
import sys; sys.modules["tqdm"] = sys.modules["tqdm.auto"] = None
import chomplex as cx
cx.position("subsets(8,4)").solve(time=5, progress=True)
"""
    assert "pip install chomplex[progress]" in python(script, check=False).stderr
