"""Peers for the client's tests: the scripted server and the official SDK's own, each in a process of its own."""

import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.client import Address, Command, close_pool
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.scripted_sessions import ScriptedSessions, scripted_sessions

ROOT = Path(__file__).parents[3]

type Play = Callable[[Mapping[str, Any]], Scripted]
type PlaySession = Callable[[Mapping[str, Any]], ScriptedSessions]


@pytest.fixture(scope="session")
def _one_scripted() -> Iterator[Scripted]:
    with scripted_mcp({}) as server:
        yield server


@pytest.fixture
def play(_one_scripted: Scripted) -> Play:
    """The shared scripted server, with a script of the test's own and an empty record."""

    def begin(script: Mapping[str, Any]) -> Scripted:
        _one_scripted.begin_anew(script)
        return _one_scripted

    return begin


@pytest.fixture(scope="session")
def _one_with_sessions() -> Iterator[ScriptedSessions]:
    with scripted_sessions({}) as server:
        yield server


@pytest.fixture
def play_session(_one_with_sessions: ScriptedSessions) -> PlaySession:
    """The shared scripted server of the 2025 era, with a script of the test's own and an empty record."""

    def begin(script: Mapping[str, Any]) -> ScriptedSessions:
        _one_with_sessions.begin_anew(script)
        return _one_with_sessions

    return begin


@pytest.fixture(scope="session")
def sdk() -> Iterator[Address]:
    """The official SDK's MCPServer over Streamable HTTP, as in ``sdk_server.py``."""
    command = [sys.executable, "-m", "tests.mcpbridge.client.sdk_server"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        word, _, url = process.stdout.readline().strip().partition(" ")
        assert word == "READY"
        yield Address(url)
        process.kill()


@pytest.fixture(scope="session")
def sdk_program() -> Command:
    """The same server as a program."""
    return Command((sys.executable, "-m", "tests.mcpbridge.client.sdk_server", "stdio"), cwd=str(ROOT))


@pytest.fixture
def unused_address() -> Address:
    """Nobody listens here."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return Address(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp")


@pytest.fixture(autouse=True)
async def _no_connection_outlives_its_loop() -> AsyncIterator[None]:
    yield
    await close_pool()
