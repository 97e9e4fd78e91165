"""Stores that let a nonce be spent once.

A spent nonce is remembered until the state that carries it has expired anyway, and a day longer: a clock that is set
back must not bring a spent state to life again.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Protocol

_SLACK_SECONDS = 86_400.0
_LOCK_WAIT_SECONDS = 10.0


class NonceStore(Protocol):
    """Remembers which nonces were spent. All times are seconds since the epoch."""

    def spend(self, nonce: str, *, until: float, now: float) -> bool:
        """Spend ``nonce``; True for exactly one caller, however many try at once. ``until`` ends its life."""
        ...

    def is_spent(self, nonce: str) -> bool:
        """Say whether somebody spent ``nonce``."""
        ...


class MemoryNonces:
    """Nonces of one process; they are forgotten when it ends, so use it with keys that end with it too."""

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}
        self._lock = Lock()

    def spend(self, nonce: str, *, until: float, now: float) -> bool:
        """Spend ``nonce``; True for exactly one caller of this process."""
        with self._lock:
            self._spent = {old: end for old, end in self._spent.items() if end > now - _SLACK_SECONDS}
            if nonce in self._spent:
                return False
            self._spent[nonce] = until
            return True

    def is_spent(self, nonce: str) -> bool:
        """Say whether somebody spent ``nonce``."""
        with self._lock:
            return nonce in self._spent

    def __len__(self) -> int:
        return len(self._spent)


class SqliteNonces:
    """Nonces in a SQLite file that any number of processes of one machine share; a spent nonce is on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._connection() as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS spent (nonce TEXT PRIMARY KEY, until REAL NOT NULL)")
            connection.execute("CREATE INDEX IF NOT EXISTS spent_until ON spent (until)")

    def spend(self, nonce: str, *, until: float, now: float) -> bool:
        """Spend ``nonce``; True for exactly one caller of all processes, and durable before this returns."""
        with self._connection() as connection:
            connection.execute("DELETE FROM spent WHERE until <= ?", (now - _SLACK_SECONDS,))
            inserted = connection.execute("INSERT OR IGNORE INTO spent VALUES (?, ?)", (nonce, until))
            return inserted.rowcount == 1

    def is_spent(self, nonce: str) -> bool:
        """Say whether somebody spent ``nonce``."""
        with self._connection() as connection:
            return connection.execute("SELECT 1 FROM spent WHERE nonce = ?", (nonce,)).fetchone() is not None

    def __len__(self) -> int:
        with self._connection() as connection:
            count: int = connection.execute("SELECT count(*) FROM spent").fetchone()[0]
            return count

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        # One connection per use: tools run in many threads, and a connection belongs to one.
        connection = sqlite3.connect(self._path, timeout=_LOCK_WAIT_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        finally:
            connection.close()
