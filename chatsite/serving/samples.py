"""The sample servers as child processes: started side by side, started again when they die, ended with us."""

import asyncio
import json
import logging
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

logger = logging.getLogger(__name__)

NAMES = ("database", "files", "deployer")
_LONGEST_PAUSE = 30.0
# A child that lived this long was well, and its next death starts with the shortest pause again.
_WELL_AFTER = 60.0
_KILL_AFTER = 3.0
_NOT_FOR_CHILDREN = ("SAYSO_", "OPENAI_", "DATABASE_URL", "REDIS_URL", "DJANGO_")

_ROOT = Path(__file__).resolve().parents[2]

type Register = Callable[[str, str, str], Awaitable[None]]


class RememberedPorts:
    """Ports in a file of the data folder, so that a sample is found at its old address after a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._place = folder / "ports.json"

    def get(self, name: str) -> int:
        """The port last used; 0 if there is none, which means any."""
        port = self._read().get(name, 0)
        return port if isinstance(port, int) and 0 < port < 65536 else 0

    def remember(self, name: str, port: int) -> None:
        with tempfile.NamedTemporaryFile("w", dir=self._folder, prefix=".ports.", delete=False) as file:
            json.dump({**self._read(), name: port}, file)
        os.replace(file.name, self._place)

    def _read(self) -> dict[str, object]:
        try:
            ports = json.loads(self._place.read_text("ascii"))
        except (OSError, ValueError):
            return {}
        return ports if isinstance(ports, dict) else {}


@dataclass(slots=True)
class _Child:
    """One sample and the task that keeps it alive."""

    name: str
    up: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    who_key: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    process: asyncio.subprocess.Process | None = None
    keeper: asyncio.Task[None] | None = None


class Samples:
    """All sample servers.

    ``register`` is called with name, address and the key for who acts each time one has come up.
    """

    def __init__(self, data: Path, register: Register) -> None:
        self._data = data
        self._register = register
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._ports = RememberedPorts(data)
        self._children = [_Child(name) for name in NAMES]

    def start(self) -> None:
        for child in self._children:
            child.keeper = asyncio.get_running_loop().create_task(self._keep(child), name=f"sample {child.name}")

    async def wait_until_settled(self, seconds: float) -> None:
        """Return when each is registered or has died once, or after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(child.settled.wait() for child in self._children))

    def running(self) -> list[str]:
        return [child.name for child in self._children if child.up.is_set()]

    async def stop(self) -> None:
        """End all children: asked first, killed when they have not gone after three seconds."""
        keepers = [child.keeper for child in self._children if child.keeper is not None]
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        await asyncio.gather(*(_end(child.process) for child in self._children if child.process is not None))

    async def _keep(self, child: _Child) -> None:
        pause, clock = 1.0, asyncio.get_running_loop().time
        port = self._ports.get(child.name)
        while True:
            started = clock()
            code = await self._run_once(child, port)
            if port and not child.up.is_set():
                logger.info("The sample server %s moves to another port, %s is not to be had.", child.name, port)
                port = 0
                continue
            child.up.clear()
            child.settled.set()
            pause = 1.0 if clock() - started > _WELL_AFTER else pause
            logger.warning(
                "The sample server %s ended (exit code %s); it is started again in %.0f s.", child.name, code, pause
            )
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
            port = self._ports.get(child.name)

    async def _run_once(self, child: _Child, port: int) -> int:
        """Start the child, register it when it says it is ready, and return its exit code when it has ended."""
        child.process = process = await _spawn(child.name, port, self._data, child.who_key)
        assert process.stdout is not None
        async for line in process.stdout:
            words = line.decode("utf-8", "replace").split()
            if len(words) == 3 and words[:2] == ["ready:", child.name]:
                await self._came_up(child, words[2])
        return await process.wait()

    async def _came_up(self, child: _Child, url: str) -> None:
        self._ports.remember(child.name, urlsplit(url).port or 0)
        await self._register(child.name, url, child.who_key)
        child.up.set()
        child.settled.set()


async def _spawn(name: str, port: int, data: Path, who_key: str) -> asyncio.subprocess.Process:
    """A child in a session of its own, or Ctrl-C in the terminal would reach it before the drain does.

    Its stdin is a pipe nobody writes to: when we end, however we end, the kernel closes it and the child stops.
    """
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(_NOT_FOR_CHILDREN)}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"mcpbridge.samples.{name}",
        *("--port", str(port), "--data", str(data), "--stop-with-stdin"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=inherited | {"MCP_WHO_KEY": who_key},
        start_new_session=True,
        cwd=_ROOT,
    )


async def _end(process: asyncio.subprocess.Process) -> None:
    _signal(process, signal.SIGTERM)
    try:
        async with asyncio.timeout(_KILL_AFTER):
            await process.wait()
    except TimeoutError:
        _signal(process, signal.SIGKILL)
        await process.wait()


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        process.send_signal(number)
