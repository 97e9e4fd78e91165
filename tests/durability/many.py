"""Very many questions at once: copies of one, made by the database itself."""

import uuid
from typing import Any

from django.db import connection

from interrupts.models import Interrupt, Message, Round, Run, ToolCall
from tests.interrupts.admin import rows


def ask_many(owner: Any, count: int, *, closed: bool = False) -> Interrupt:
    """Give a person so many questions, each in a thread of its own; returns one of them."""
    model = rows.question(owner, age=1)
    thread, message, run = f"{_key('thread')}", _next_id(Message), _next_id(Run)
    call, asked = _next_id(ToolCall), _next_id(Round)
    _multiply(count, model.thread, id=thread)
    _multiply(count, Message.objects.get(thread=model.thread_id), id=message, thread_id=thread)
    over = {"status": "'completed'"} if closed else {}
    _multiply(count, model.run, id=run, thread_id=thread, message_id=message, **over)
    _multiply(count, model.tool_call, id=call, thread_id=thread, run_id=run, **over)
    _multiply(count, model.round, id=asked, call_id=call, rpc_id=f"CAST({asked} AS varchar(64))")
    parents = {"thread_id": thread, "run_id": run, "tool_call_id": call, "round_id": asked}
    answered = {"status": "'resolved'", "action": "'decline'", "answered_at": "created_at"} if closed else {}
    _multiply(count, model, id=_key("question"), **parents, **answered)
    if connection.vendor == "postgresql":
        # As it does by itself after a while. SQLite is never asked to, so it plans without figures there.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return model


def _multiply(count: int, row: Any, **columns: str) -> None:
    """Insert copies of a row, ``columns`` filled by expressions of ``n``, the number of the copy."""
    table, names = row._meta.db_table, [f'"{field.column}"' for field in row._meta.local_fields]
    values = ", ".join(columns.get(name.strip('"'), name) for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < {count - 1}) "
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table}, copy WHERE id = %s",
            [row._meta.pk.get_db_prep_value(row.pk, connection)],
        )


def _next_id(model: Any) -> str:
    """Below zero, where no sequence will ever come."""
    return f"{min(0, model.objects.earliest('pk').pk)} - n"


def _key(kind: str) -> str:
    """A UUID for each n, another for each kind and each person."""
    salt = uuid.uuid4().hex[:16]
    if connection.vendor == "sqlite":
        return f"'{salt}' || printf('%%016x', n)"
    return f"CAST('{salt}' || lpad(to_hex(n), 16, '0') AS uuid)"
