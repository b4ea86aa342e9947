"""The stubs say what there is."""

import subprocess
import sys


def test_stubs() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "chomplex._native", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
