"""Ten thousand questions wait: pages ask the database as often as with ten, and every lookup goes by its index."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from interrupts import deliveries, leases
from interrupts.models import Interrupt, Message, Round, Run, ToolCall
from interrupts.page import waiting_for
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db

FEW, MANY = 10, 10_000
TABLES = "interrupts_(?:interrupt|run|toolcall|round|thread|message)"


def ask_many(owner: Any, count: int, *, closed: bool = False) -> Interrupt:
    """Give a person so many questions, each in a thread of its own: copies of one, made by the database itself."""
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


@pytest.fixture
def many(ana: Any, ben: Any) -> Interrupt:
    """A question of Ana's; there are ten thousand, and many that were answered.

    PostgreSQL plans by figures: there the open ones must be few among all, as they are in life.
    """
    ask_many(ben, 4 * MANY if connection.vendor == "postgresql" else MANY // 2, closed=True)
    return ask_many(ana, MANY)


def queries_of(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return [query["sql"] for query in captured.captured_queries]


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            ("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + sql.replace("%", "%%")
        )
        return "\n".join(" ".join(str(part) for part in row) for row in cursor.fetchall())


def whole_table_reads(plan: str) -> list[str]:
    """The lines of a plan that read a table of ours from end to end."""
    scan = rf"^\S+ \S+ \S+ SCAN {TABLES}(?!.* USING )" if connection.vendor == "sqlite" else rf"Seq Scan on {TABLES}\b"
    return [line for line in plan.splitlines() if re.search(scan, line)]


def test_inbox_and_thread_ask_the_database_as_often_with_ten_thousand_questions_as_with_ten(
    ana: Any, ben: Any, client: Client
) -> None:
    few, many = ask_many(ben, FEW), ask_many(ana, MANY)

    client.force_login(ben)
    with_few = [len(queries_of(client, path)) for path in ("/inbox/", f"/threads/{few.thread_id}/")]
    client.force_login(ana)
    with_many = [len(queries_of(client, path)) for path in ("/inbox/", f"/threads/{many.thread_id}/")]

    assert with_many[1] == with_few[1]
    assert with_many[0] == with_few[0]


def test_no_query_of_inbox_thread_and_question_page_reads_a_whole_table(
    many: Interrupt, ana: Any, client: Client
) -> None:
    client.force_login(ana)

    read = [
        (path, sql, plan)
        for path in ("/inbox/", f"/threads/{many.thread_id}/", f"/interrupts/{many.pk}/")
        for sql in queries_of(client, path)
        if re.search(TABLES, sql) and whole_table_reads(plan := plan_of(sql))
    ]

    assert read == []


def test_the_open_questions_of_a_call_and_of_a_person_are_found_by_their_partial_indexes(
    many: Interrupt, ana: Any, ben: Any
) -> None:
    of_call = Interrupt.objects.filter(tool_call_id=many.tool_call_id, status="pending")
    plans = {
        "interrupt_open_of_call": of_call.explain(),
        "interrupt_inbox": waiting_for(ana)[:100].explain(),
    }

    assert {index for index, plan in plans.items() if index not in plan} == set()
    assert "interrupt_inbox" in waiting_for(ben)[:100].explain()


def test_a_claim_finds_what_is_due_by_the_index_of_open_runs(many: Interrupt) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert leases.claim("worker", now=timezone.now(), limit=10) == []

    select = next(query["sql"] for query in captured.captured_queries if query["sql"].startswith("SELECT"))
    plan = plan_of(select)
    assert "run_due" in plan
    assert whole_table_reads(plan) == []


def test_an_answer_to_deliver_is_found_by_the_index_of_those_not_delivered(db: None) -> None:
    with CaptureQueriesContext(connection) as captured, connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # The table is empty, and an empty one is read from end to end.
            cursor.execute("SET LOCAL enable_seqscan = off")
        assert deliveries.claim(now=timezone.now()) is None
        select = next(query["sql"] for query in captured.captured_queries if query["sql"].startswith("SELECT"))
        assert "delivery_due" in plan_of(select)
