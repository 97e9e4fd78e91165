"""``manage.py serve`` as people start it: a process of its own with a data folder and a free port of its own."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.migrated import put_migrated_database

ROOT = Path(__file__).resolve().parents[2]
_OURS = ("SAYSO_", "OPENAI_", "DATABASE_URL", "REDIS_URL", "DJANGO_")


def environment(data: Path, **variables: str) -> dict[str, str]:
    """This process's variables without any that Sayso reads, plus those given."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return inherited | {"SAYSO_DATA": str(data), "PYTHONFAULTHANDLER": "1"} | variables


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data, **variables),
        capture_output=True,
        text=True,
        timeout=120,
    )


class Started:
    """A running ``serve``; what it prints is read along, so it never waits for us."""

    def __init__(self, command: list[str], variables: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=dict(variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.errors: list[str] = []
        self._reader = threading.Thread(target=self._read_errors)
        self._reader.start()
        self.output = ""

    def wait_until_up(self) -> None:
        """Read the block to its last line, or all there is if the process ends before."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line
            if line.strip().startswith("Stop"):
                return

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        found = re.search(r"Address\s+(\S+)", self.output)
        assert found, self.output + "".join(self.errors)
        return urlsplit(found[1]).port or 0

    @property
    def link(self) -> str:
        found = re.search(r"Sign in\s+(\S+/accounts/link/\S+)", self.output)
        assert found, self.output
        return found[1]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Signal the process and return its exit code; what it still printed is in ``output`` and ``errors``."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(timeout=60)
        self._close()
        return code

    def tell_where_it_is(self) -> None:
        """End it, with the stack of each of its threads in pytest's report: for the test that waited in vain."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGABRT)
            self.wait()
        sys.stderr.write(self.output + "".join(self.errors))

    def _close(self) -> None:
        self._reader.join()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.output += self.process.stdout.read()
        self.process.stdout.close()
        self.process.stderr.close()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.wait()

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)


@contextmanager
def serving(data: Path, *arguments: str, migrated: bool = False, **variables: str) -> Iterator[Started]:
    """Sayso, up and running on a free port; whatever a test leaves of it is killed.

    ``migrated`` gives it tables to begin with (SQLite): for all that is not about the first start.
    """
    if migrated:
        put_migrated_database(data)
    port = () if "--port" in arguments else ("--port", "0")
    command = [sys.executable, "-W", "error", "manage.py", "serve", *port, *arguments]
    started = Started(command, environment(data, **variables))
    try:
        started.wait_until_up()
        yield started
    except BaseException:
        started.tell_where_it_is()
        raise
    finally:
        started.kill()
