"""The shop's SQLite file: read by anybody, changed only inside ``changing``."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from mcp.server.mcpserver.exceptions import ToolError

from mcpbridge.samples.shop_data import fill
from mcpbridge.samples.words import sendable
from mcpbridge.samples.workplace import WorkplaceError

MAX_ROWS = 200
_FILLED = 1
_LOCK_WAIT_SECONDS = 10.0
_QUERY_SECONDS = 2.0
_STEPS_BETWEEN_LOOKS = 10_000
# One value: without it randomblob(1e9) fills the memory long before the time is over.
_MAX_VALUE_BYTES = 1_000_000
_MAX_SQL_BYTES = 20_000

_MAY = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}

type Value = str | int | float | bytes | None


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of a query; ``cut`` says that there were more."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table; ``type`` is as declared."""

    name: str
    type: str
    required: bool
    key: bool


class Shop:
    """The tables in one SQLite file, made and filled the first time; a dropped table does not come back."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with self.changing() as connection:
                if connection.execute("PRAGMA user_version").fetchone()[0] < _FILLED:
                    fill(connection)
                    connection.execute(f"PRAGMA user_version = {_FILLED}")
        except sqlite3.Error as error:
            raise WorkplaceError(f"The database {path} cannot be used: {error}.") from error

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that nobody else writes in; it is committed at the end and undone by an error."""
        connection = sqlite3.connect(self._path, timeout=_LOCK_WAIT_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        finally:
            connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that cannot write."""
        address = f"file:{quote(str(self._path.absolute()))}?mode=ro"
        connection = sqlite3.connect(address, uri=True, timeout=_LOCK_WAIT_SECONDS, isolation_level=None)
        try:
            yield connection
        finally:
            connection.close()

    def query(self, sql: str) -> Found:
        """Run one SELECT; anything that writes, attaches or configures is refused, and so is what takes too long.

        Raises:
            ToolError: the statement is refused or wrong.
        """
        with self.reading() as connection:
            _bind_hands(connection)
            try:
                cursor = connection.execute(sql)
                if cursor.description is None:
                    raise ToolError("This is no query: write one SELECT statement.")
                rows = cursor.fetchmany(MAX_ROWS + 1)
            except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
                raise ToolError(f"{_readable(error)} Nothing was changed.") from error
        columns = tuple(column[0] for column in cursor.description)
        return Found(columns, tuple(rows[:MAX_ROWS]), cut=len(rows) > MAX_ROWS)


def table_names(connection: sqlite3.Connection) -> list[str]:
    """The names of all tables, in alphabetical order."""
    found = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    )
    return sorted(row[0] for row in found)


def known_table(connection: sqlite3.Connection, name: str) -> str:
    """Return the table's name as the database spells it.

    Raises:
        ToolError: there is none; the text names those there are.
    """
    wanted = sendable(name, "table").strip().lower()
    names = table_names(connection)
    for known in names:
        if known.lower() == wanted:
            return known
    raise ToolError(f'There is no table "{name}". Tables: {", ".join(names) or "none"}.')


def columns_of(connection: sqlite3.Connection, table: str) -> list[Column]:
    """The columns of a known table."""
    found = connection.execute(f"PRAGMA table_info({quoted(table)})")
    return [Column(name, kind, bool(required), bool(key)) for _, name, kind, required, _, key in found]


def known_column(connection: sqlite3.Connection, table: str, name: str) -> str:
    """Return the column's name as the table spells it.

    Raises:
        ToolError: there is none; the text names those there are.
    """
    wanted = sendable(name, "column").strip().lower()
    names = [column.name for column in columns_of(connection, table)]
    for known in names:
        if known.lower() == wanted:
            return known
    raise ToolError(f'Table "{table}" has no column "{name}". Columns: {", ".join(names)}.')


def count_rows(connection: sqlite3.Connection, table: str) -> int:
    """How many rows a known table has."""
    count: int = connection.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()[0]
    return count


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def _bind_hands(connection: sqlite3.Connection) -> None:
    """Let a connection run SELECT alone, for a short time, with values of a bounded size."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _MAX_SQL_BYTES)
    connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _MAY else sqlite3.SQLITE_DENY)
    end = time.monotonic() + _QUERY_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_BETWEEN_LOOKS)


def _readable(error: Exception) -> str:
    match getattr(error, "sqlite_errorcode", None):
        case sqlite3.SQLITE_AUTH:
            return "Only SELECT statements are allowed here."
        case sqlite3.SQLITE_INTERRUPT:
            return f"The query took longer than {_QUERY_SECONDS:.0f} seconds and was stopped."
    if "one statement at a time" in str(error):
        return "Only one statement at a time is allowed here."
    return f"SQLite says: {error}."
