"""What every sample stands on: its data folder, the seal of its questions, the log of its deeds, and the time."""

import json
import os
import secrets
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp.server.request_state import RequestStateSecurity

from mcpbridge.authoring import Seal, SqliteNonces

_KEY_BYTES = 32


class WorkplaceError(Exception):
    """The data folder cannot be used; the text is a sentence for the person who started the server."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """One server at work in one data folder. ``turn`` lets one deed at a time look, decide and act."""

    server: str
    data: Path
    seal: Seal
    keys: tuple[bytes, ...]
    clock: Callable[[], float]
    turn: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def prepare(cls, server: str, data: Path, *, clock: Callable[[], float] = time.time) -> "Workplace":
        """Make the data folder, its key and its nonce store where they are missing.

        Raises:
            WorkplaceError: the folder cannot be used.
        """
        try:
            data.mkdir(parents=True, exist_ok=True)
            keys = _keys(data / "state.key")
            seal = Seal(nonces=SqliteNonces(data / "nonces.sqlite3"), clock=clock)
        except OSError as error:
            raise WorkplaceError(f"The data folder {data} cannot be used: {error.strerror or error}.") from error
        except sqlite3.Error as error:
            raise WorkplaceError(f"{data / 'nonces.sqlite3'} cannot be used: {error}.") from error
        return cls(server, data, seal, keys, clock)

    def security(self) -> RequestStateSecurity:
        """The policy for the state of this server's questions."""
        return self.seal.security(self.keys)

    def now(self) -> datetime:
        """The time, in UTC and whole seconds."""
        return datetime.fromtimestamp(int(self.clock()), UTC)

    def log(self, deed: str, **facts: Any) -> None:
        """Write down a deed, on the disk before this returns: call it before acting, not after."""
        line = json.dumps({"at": self.now().isoformat(), "server": self.server, "deed": deed, **facts})
        # One write in append mode: the three samples share the file.
        descriptor = os.open(self.data / "log.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line.encode() + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_whole(path: Path, content: bytes, *, replace: bool) -> None:
    """Write a file that is never seen half done, for its owner only; without ``replace`` the first one stays."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            os.replace(draft, path)
        else:
            with suppress(FileExistsError):
                os.link(draft, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)


def _keys(path: Path) -> tuple[bytes, ...]:
    """Read the keys, one a line in hex, the first one seals; make one when there is none yet."""
    if not path.exists():
        write_whole(path, secrets.token_hex(_KEY_BYTES).encode() + b"\n", replace=False)
    try:
        keys = tuple(bytes.fromhex(line) for line in path.read_text("ascii").split())
    except ValueError:
        keys = ()
    if not keys or any(len(key) < _KEY_BYTES for key in keys):
        raise WorkplaceError(f"{path} does not hold a key: one line of {2 * _KEY_BYTES} hex digits is expected.")
    return keys
