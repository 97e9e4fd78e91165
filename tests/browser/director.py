"""The test's side of a stage: starts its process, gives orders, stops it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.migrated import put_migrated_database

ROOT = Path(__file__).resolve().parents[2]


class Stage:
    """A site on a port and a data folder of its own, which stay the same over ``stop`` and ``start``."""

    def __init__(self, data: Path) -> None:
        put_migrated_database(data)
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("SAYSO_", "DJANGO_"))},
            "SAYSO_DATA": str(data),
            "PYTHONPATH": str(ROOT),
        }
        self._process: subprocess.Popen[str] | None = None
        self._port = "0"
        self.address = ""

    def start(self) -> None:
        """Return when the site can be visited."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.stage", self._port],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=self._environment,
        )  # fmt: skip
        self.address = self._reply()["address"]
        self._port = self.address.rpartition(":")[2]

    def stop(self) -> None:
        """End the site at once, as a crash would: its connections just break."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def do(self, order: str, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Have one of the orders in ``stage.ORDERS`` done."""
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": order, "args": args, "kwargs": kwargs}) + "\n")
        self._process.stdin.flush()
        return self._reply()

    def _reply(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the stage ended; its traceback is above"
        return json.loads(line)
