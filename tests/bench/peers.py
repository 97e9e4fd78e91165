"""The other processes of the bench: the peers, and what the product must know before it starts."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def peer(module: str) -> Iterator[str]:
    """Run one of the bench's servers in a process of its own; gives its address."""
    command = [sys.executable, "-m", f"tests.bench.{module}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()
