"""The product's rows seen from outside, in plain SQL: what is claimed here does not lean on the product's code."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

type Row = dict[str, Any]

OBSERVER = "chaos-observer"
"""What our own connections are called, so that they are not cut with those of the product."""


class Rows:
    """The database of one installation, by the address the product was given."""

    def __init__(self, database: str) -> None:
        self._database = database

    @property
    def is_postgresql(self) -> bool:
        return self._database.startswith("postgres")

    def all(self, sql: str, *values: Any) -> list[Row]:
        """Rows of one SELECT; placeholders are question marks."""
        with self._cursor() as cursor:
            return self._run(cursor, sql, values)

    def change(self, sql: str, *values: Any) -> None:
        """One statement that changes rows, for what only time or an admin would bring about."""
        with self._cursor() as cursor:
            cursor.execute(self._own(sql), values)

    def _run(self, cursor: Any, sql: str, values: Sequence[Any]) -> list[Row]:
        cursor.execute(self._own(sql), values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _own(self, sql: str) -> str:
        return sql.replace("?", "%s") if self.is_postgresql else sql

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        if self.is_postgresql:
            # Imported here, since psycopg is an extra that SQLite does not need.
            import psycopg

            with (
                psycopg.connect(self._database, application_name=OBSERVER) as connection,
                connection.cursor() as cursor,
            ):
                yield cursor
            return
        with closing(sqlite3.connect(self._database.removeprefix("sqlite:///"), timeout=20)) as connection, connection:
            yield connection.cursor()

    # --- What everybody asks for

    def open_runs(self) -> list[Row]:
        return self.all("SELECT * FROM interrupts_run WHERE status IN ('queued', 'running', 'interrupted')")

    def pending(self) -> list[Row]:
        """Open questions: where a form is posted to, and which."""
        found = self.all("SELECT id, kind FROM interrupts_interrupt WHERE status = 'pending' ORDER BY created_at")
        return [{"id": dashed(row["id"]), "kind": row["kind"]} for row in found]

    def calls(self) -> list[Row]:
        return self.all("SELECT * FROM interrupts_toolcall ORDER BY id")

    def questions(self) -> list[Row]:
        """All questions, oldest first, with the number and the state of the reply that asked."""
        found = self.all(
            "SELECT i.*, r.number, r.next_state FROM interrupts_interrupt i "
            "LEFT JOIN interrupts_round r ON r.id = i.round_id ORDER BY i.position"
        )
        return [row | {"id": dashed(row["id"]), "content": load(row["content"])} for row in found]


def load(text: str | None) -> Any:
    return json.loads(text) if text else None


def dashed(key: Any) -> str:
    """A UUID as addresses have it: SQLite keeps it without dashes."""
    text = str(key).replace("-", "")
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
