"""The processes of the product and of its peer: started, killed, started again on the same port and the same rows."""

import json
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.chatsite.started import ROOT, environment, manage
from tests.databases import fresh_database
from tests.migrated import put_migrated_database

LEASE = 2
"""Seconds after which the runs of a killed engine go on elsewhere."""

_PREPARE = """
import json
from importlib import import_module
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, BACKEND_SESSION_KEY, get_user_model
from django.core.management import call_command
from interrupts.models import Server
call_command("migrate", verbosity=0, interactive=False)
call_command("addserver", "peer", PEER, "--trusted", verbosity=0)
Server.objects.update(call_timeout=CALL_TIMEOUT, max_parallel=50)
Server.objects.get().tools.update(asks_by_itself=True)
person = get_user_model().objects.create_superuser("admin")
keys = []
for _ in range(2):
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    keys.append(session.session_key)
print(json.dumps({"sessions": keys}))
"""


class Life:
    """One process that can be killed and started anew; ``up`` once it has printed what says so."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        ready: str,
        variables: Mapping[str, str],
        log: Path,
        code: Path = ROOT,
    ) -> None:
        self.name = name
        self.up = threading.Event()
        self.starts = 0
        self._command = [sys.executable, *arguments]
        self._ready = ready
        self._variables = dict(variables)
        self._log = log
        self._code = code
        self.process: subprocess.Popen[str] | None = None
        self.first_words = ""

    def start(self) -> None:
        """Start without waiting; ``up`` is set when it is."""
        self.starts += 1
        self.first_words = ""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                self._command, cwd=self._code, env=self._variables, stdout=subprocess.PIPE, stderr=log, text=True
            )
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.first_words += line
                if re.search(self._ready, line):
                    self.up.set()

    def wait_until_up(self, seconds: float = 60) -> None:
        """Wait for it; one that gave up since its database was cut off meanwhile is started again, as systemd would."""
        until = time.monotonic() + seconds
        while not self.up.wait(1):
            if time.monotonic() > until:
                raise RuntimeError(f"{self.name} did not start:\n{self.first_words}\n{self._log.read_text()[-4000:]}")
            if self.process is not None and self.process.poll() == 1:
                self.start()

    def kill(self) -> None:
        """As a failing machine would, and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(30)
        self.up.clear()

    def is_dead(self) -> bool:
        assert self.process is not None
        return self.process.poll() is not None

    def died(self, seconds: float = 60) -> int:
        """Wait until it has ended by itself; returns its exit code."""
        assert self.process is not None
        code = self.process.wait(seconds)
        self.up.clear()
        return code


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Place:
    """Where one installation lives: a data folder, a database, two sessions of its one person."""

    data: Path
    variables: dict[str, str]
    sessions: tuple[str, str]
    effects: Path

    @property
    def database(self) -> str:
        return self.variables.get("DATABASE_URL") or f"sqlite:///{self.data / 'sayso.sqlite3'}"

    def process(self, name: str, arguments: Sequence[str], ready: str, *, code: Path = ROOT, **variables: str) -> Life:
        """A process of the product here, not started yet; ``code`` is where its ``manage.py`` lies."""
        given = environment(self.data, **{"SAYSO_LEASE_SECONDS": str(LEASE)} | self.variables | variables)
        return Life(name, ["manage.py", *arguments], ready, given, self.data / f"{name}.log", code)

    def web(self, name: str, port: int, *, engine: bool, **variables: str) -> Life:
        arguments = ["serve", "--port", str(port), "--no-samples", *([] if engine else ["--no-engine"])]
        return self.process(name, arguments, r"^\s*Stop", **variables)

    def worker(self, name: str, *, code: Path = ROOT, **variables: str) -> Life:
        return self.process(name, ["worker", "--grace", "2"], r"is working", code=code, **variables)


def peer(effects: Path, log: Path, *, port: int, slow: float) -> Life:
    """The tool server, not started yet."""
    arguments = ["-m", "tests.chaos.peer", "--port", str(port), "--effects", str(effects), "--slow", str(slow)]
    return Life("peer", arguments, r"^READY", environment(log.parent), log)


def prepare(folder: Path, peer_url: str, effects: Path, variables: Mapping[str, str], *, call_timeout: int) -> Place:
    """Make tables, a person who is signed in twice, and the row of the peer, which must be up."""
    script = f"PEER, CALL_TIMEOUT = {peer_url!r}, {call_timeout}\n{_PREPARE}"
    made = manage(folder, "shell", "--no-imports", "-v", "0", "-c", script, **variables)
    if made.returncode:
        raise RuntimeError(made.stdout + made.stderr)
    first, second = json.loads(made.stdout.splitlines()[-1])["sessions"]
    return Place(folder, dict(variables), (first, second), effects)


@contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own, so that its connections can be cut without harm to anybody else."""
    program = shutil.which("redis-server")
    if program is None:
        raise RuntimeError("several processes need redis-server on this machine")
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            next(line for line in process.stdout if "Ready to accept connections" in line)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()


@contextmanager
def installation(
    folder: Path, *, call_timeout: int, slow: float, own_redis: bool = False
) -> Iterator[tuple[Place, Life, int]]:
    """A place with its own database and a running peer; gives both and the peer's port."""
    with ExitStack() as stack:
        variables = dict(stack.enter_context(fresh_database(migrated=True)))
        variables.pop("REDIS_URL", None)
        if own_redis:
            variables["REDIS_URL"] = stack.enter_context(redis())
        port, effects = free_port(), folder / "effects.jsonl"
        effects.touch()
        server = peer(effects, folder / "peer.log", port=port, slow=slow)
        stack.callback(server.kill)
        server.start()
        server.wait_until_up()
        data = folder / "data"
        data.mkdir()
        if "DATABASE_URL" not in variables:
            put_migrated_database(data)
        url = f"http://127.0.0.1:{port}/mcp"
        yield prepare(data, url, effects, variables, call_timeout=call_timeout), server, port
