"""Ten thousand questions wait: pages ask the database as often as with ten, and every lookup goes by its index."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from interrupts import deliveries, leases
from interrupts.models import Interrupt
from interrupts.page import waiting_for
from tests.durability.many import ask_many

pytestmark = pytest.mark.django_db

FEW, MANY = 10, 10_000
TABLES = "interrupts_(?:interrupt|run|toolcall|round|thread|message)"


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
    """The lines of a plan that read a table of ours from end to end, or all that is open anywhere."""
    scan = rf"Seq Scan on {TABLES}\b"
    if connection.vendor == "sqlite":
        scan = rf"SCAN {TABLES}(?!.* USING )|USING INDEX interrupt_by_age \(status=\?\)$"
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
