"""The bench itself: that it still fits the product and says what it found. How fast is never asserted here."""

import subprocess
import sys

from tests.bench.peers import ROOT


def test_the_bench_prints_its_table_with_the_marks() -> None:
    command = [sys.executable, "-m", "tests.bench", "--rounds", "2", "--waiting", "4", "--questions", "20"]
    command += ["--streaming", "2"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split("|")[1].split(":")[0].strip() for line in lines[2:5]] == [
        "ask",
        "resume",
        "whole round, with a reply of 200 tokens",
    ]
    assert all("x | ≤" in line for line in lines[2:5])
    assert len(lines) == 26
