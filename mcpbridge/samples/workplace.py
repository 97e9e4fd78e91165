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
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from mcpbridge.authoring import Seal, SqliteNonces
from mcpbridge.authoring.seal import Principal
from mcpbridge.authoring.who import Who, person_principal, who_acts

_KEY_BYTES = 32
_acting: ContextVar[Who | None] = ContextVar("acting", default=None)


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
    address: str = ""
    """Where the server is, as its host knows it."""
    who_keys: tuple[bytes, ...] = field(default=(), repr=False)
    """What its host signs with who acts."""
    turn: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def prepare(
        cls,
        server: str,
        data: Path,
        *,
        clock: Callable[[], float] = time.time,
        address: str = "",
        who_keys: tuple[bytes, ...] = (),
    ) -> "Workplace":
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
        return cls(server, data, seal, keys, clock, address, who_keys)

    @property
    def principal(self) -> Principal:
        """What the state of this server's questions is bound to: the person who acts, where one is known."""
        return person_principal(self.who_keys, audience=self.address, clock=self.clock)

    async def know_who(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Middleware: find out for the log who acts, before anything is done; refuse a word that is not in order."""
        if ctx.method == "tools/call" and self.who_keys:
            _acting.set(who_acts(ctx, self.who_keys, audience=self.address, now=self.clock()))
        return await call_next(ctx)

    def now(self) -> datetime:
        """The time, in UTC and whole seconds."""
        return datetime.fromtimestamp(int(self.clock()), UTC)

    def log(self, deed: str, **facts: Any) -> None:
        """Write down a deed and who did it, on the disk before this returns: call it before acting, not after."""
        who = _acting.get()
        person = {} if who is None else {"person": who.person, "name": who.name}
        line = json.dumps({"at": self.now().isoformat(), "server": self.server, "deed": deed, **facts, **person})
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
