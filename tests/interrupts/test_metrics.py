"""``/metrics``: who may read it, and that its numbers are those of the rows."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import CollectorRegistry

from interrupts.answers import AlreadyClosed, answer_interrupt
from interrupts.calls import became_unknown
from interrupts.database import in_database
from interrupts.leases import LEASE, claim
from interrupts.ledger import change
from interrupts.metrics import OPEN_SOCKETS, REGISTRY, SETTLED, RowsCollector
from interrupts.models import Run
from interrupts.runs import stop_run
from interrupts.sweeping import sign_on
from tests.interrupts.admin import rows
from tests.interrupts.test_sockets import closing_code, socket
from tests.support import say

TOKEN = "a-token-of-the-operator"
OWN_MACHINE = {"HTTP_HOST": "localhost:8000"}


@pytest.fixture
def with_token(settings: Any) -> None:
    settings.INTERRUPTS = {**settings.INTERRUPTS, "METRICS_TOKEN": TOKEN}


def numbers(text: str) -> dict[tuple[str, ...], float]:
    """Every sample: (name, label values in order of their names …) to value."""
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scrape(collector: RowsCollector | None = None) -> dict[tuple[str, ...], float]:
    """What a collector of its own, or the process, says now."""
    registry = REGISTRY
    if collector is not None:
        registry = CollectorRegistry()
        registry.register(collector)
    return numbers(generate_latest(registry).decode())


class Clock:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> Any:
        return self.now


# --- Who may read it


@pytest.mark.django_db
def test_a_browser_on_the_same_machine_needs_no_token(client: Client) -> None:
    reply = client.get("/metrics", **OWN_MACHINE)

    assert reply.status_code == 200
    assert reply["Content-Type"].startswith("text/plain; version=0.0.4")
    assert numbers(reply.text)[("sayso_database_up",)] == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "request_headers",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_HOST": "testserver"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
    ],
)
def test_from_elsewhere_or_through_a_proxy_it_is_not_there(client: Client, request_headers: dict[str, str]) -> None:
    assert client.get("/metrics", **(OWN_MACHINE | request_headers)).status_code == 404


@pytest.mark.django_db
def test_a_public_site_wants_the_token_on_its_own_machine_too(client: Client, settings: Any, with_token: None) -> None:
    settings.SAYSO_PUBLIC_URL = "https://sayso.example"

    assert client.get("/metrics", **OWN_MACHINE).status_code == 404
    assert client.get("/metrics", **OWN_MACHINE, HTTP_AUTHORIZATION=f"Bearer {TOKEN}").status_code == 200


@pytest.mark.django_db
def test_the_token_opens_it_from_anywhere(client: Client, with_token: None) -> None:
    reply = client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION=f"bearer {TOKEN}")

    assert reply.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "Bearer ü"]
)
def test_anything_but_the_token_opens_nothing(client: Client, with_token: None, header: str) -> None:
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION=header).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer None"])
def test_where_no_token_is_set_none_fits(client: Client, header: str) -> None:
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION=header).status_code == 404


@pytest.mark.django_db
def test_a_project_that_says_nothing_lets_nobody_in(client: Client, settings: Any) -> None:
    settings.INTERRUPTS = {key: value for key, value in settings.INTERRUPTS.items() if "METRICS" not in key}

    assert client.get("/metrics", **OWN_MACHINE).status_code == 404


# --- Questions


@pytest.mark.django_db
def test_pending_questions_stand_in_exactly_one_age_each(ana: Any) -> None:
    for minutes in (0, 2, 3, 90, 60 * 24 * 3, 60 * 24 * 30):
        rows.question(ana, age=minutes)
    rows.question(ana, age=5, status="withdrawn")

    found = scrape(RowsCollector())

    ages = ("under_1m", "under_1h", "under_1d", "under_1w", "older")
    assert [found[("sayso_pending_questions", age, "form")] for age in ages] == [1, 2, 1, 1, 1]
    assert found[("sayso_oldest_pending_question_seconds",)] == pytest.approx(30 * 24 * 3600, abs=60)


@pytest.mark.django_db(transaction=True)
def test_the_time_to_decide_is_counted_when_an_answer_is_taken(ana: Any) -> None:
    question = rows.question(ana, age=10)
    before = scrape()
    answer_interrupt(question, person=ana, action="decline", content=None, at=question.created_at + timedelta(hours=2))

    after = scrape()

    def grew(*sample: str) -> float:
        return after.get(sample, 0) - before.get(sample, 0)

    assert grew("sayso_decision_seconds_sum", "decline", "form") == 2 * 3600
    assert grew("sayso_decision_seconds_bucket", "decline", "form", "3600.0") == 0
    assert grew("sayso_decision_seconds_bucket", "decline", "form", "14400.0") == 1


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_came_second_is_counted_as_such_and_not_as_a_decision(ana: Any) -> None:
    question = rows.question(ana)
    answer_interrupt(question, person=ana, action="decline", content=None, at=timezone.now())
    before = scrape()

    with pytest.raises(AlreadyClosed):
        answer_interrupt(question, person=ana, action="decline", content=None, at=timezone.now())

    after = scrape()
    refused, decided = ("sayso_answers_refused_as_second_total",), ("sayso_decision_seconds_count", "decline", "form")
    assert after[refused] - before[refused] == 1
    assert after[decided] == before[decided]


# --- Runs and the engine


@pytest.mark.django_db
def test_open_runs_are_counted_by_status(ana: Any) -> None:
    rows.question(ana)
    say(ana)
    stop_run(person=ana, thread=say(ana).thread, at=timezone.now())

    found = scrape(RowsCollector())

    assert [found[("sayso_open_runs", status)] for status in ("queued", "running", "interrupted")] == [1, 0, 1]


@pytest.mark.django_db(transaction=True)
def test_runs_that_ended_are_a_counter_that_starts_with_the_process_and_counts_each_once(ana: Any) -> None:
    stop_run(person=ana, thread=say(ana).thread, at=timezone.now() - timedelta(hours=1))
    clock = Clock()
    collector = RowsCollector(clock)
    stop_run(person=ana, thread=say(ana).thread, at=clock.now + timedelta(seconds=1))

    clock.now += timedelta(seconds=1) + SETTLED
    counts = [scrape(collector)[("sayso_runs_closed_total", "cancelled")] for _ in range(2)]

    assert counts == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_what_was_recorded_just_now_is_left_for_the_next_scrape(ana: Any) -> None:
    clock = Clock()
    collector = RowsCollector(clock)
    clock.now += timedelta(seconds=1)
    stop_run(person=ana, thread=say(ana).thread, at=clock.now)

    at_once = scrape(collector)
    clock.now += SETTLED

    assert at_once[("sayso_runs_closed_total", "cancelled")] == 0
    assert scrape(collector)[("sayso_runs_closed_total", "cancelled")] == 1


@pytest.mark.django_db(transaction=True)
def test_an_unknown_outcome_is_counted_and_its_question_waits(ana: Any) -> None:
    clock = Clock()
    collector = RowsCollector(clock)
    call = rows.question(ana, status="withdrawn").tool_call
    assert call is not None
    call.status = "sent"
    call.save(update_fields=["status"])
    at = clock.now + timedelta(seconds=1)
    with transaction.atomic(), change(call.thread_id, at=at) as c:
        became_unknown(c, call, call.rounds.get(), "The reply was lost.")

    clock.now = at + SETTLED
    found = scrape(collector)

    assert found[("sayso_unknown_outcomes_total",)] == 1
    assert sum(value for sample, value in found.items() if sample[0::2] == ("sayso_pending_questions", "outcome")) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "lag"),
    [
        ({"status": "queued", "queued_at": -40}, 40),
        ({"status": "queued", "queued_at": -40, "wake_at": 5}, 0),
        ({"status": "queued", "queued_at": -40, "wake_at": -7}, 7),
        ({"status": "interrupted", "queued_at": -40}, 0),
        ({"status": "interrupted", "queued_at": -40, "wake_at": -3}, 3),
        ({"status": "running", "queued_at": -40, "lease_until": 5}, 0),
        ({"status": "running", "queued_at": -40, "lease_until": -9}, 9),
        ({"status": "completed", "queued_at": -40}, 0),
    ],
)
def test_the_lag_is_that_of_the_run_an_engine_could_have_claimed_longest_ago(
    ana: Any, row: dict[str, Any], lag: float
) -> None:
    clock = Clock()
    values = {
        name: clock.now + timedelta(seconds=value) if isinstance(value, int) else value for name, value in row.items()
    }
    Run.objects.filter(pk=say(ana).pk).update(**values)

    found = scrape(RowsCollector(clock))

    assert found[("sayso_engine_lag_seconds",)] == pytest.approx(lag)
    assert bool(lag) == bool(claim("somebody", now=clock.now, limit=9))


@pytest.mark.django_db
def test_engines_are_counted_while_they_give_signs_of_life() -> None:
    clock = Clock()
    sign_on("one", now=clock.now - timedelta(seconds=4))
    sign_on("two", now=clock.now - timedelta(seconds=9))
    sign_on("silent", now=clock.now - LEASE)

    found = scrape(RowsCollector(clock))

    assert [value for sample, value in found.items() if sample[0] == "sayso_engines"] == [2]
    assert found[("sayso_engine_seen_seconds",)] == pytest.approx(4)


# --- Sockets


@pytest.mark.django_db(transaction=True)
async def test_an_open_socket_is_counted_until_it_is_gone(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    before = OPEN_SOCKETS._value.get()
    page = socket(client)

    await page.connect()
    while_open = OPEN_SOCKETS._value.get()
    await page.disconnect()

    assert (while_open - before, OPEN_SOCKETS._value.get() - before) == (1, 0)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_was_refused_is_not_counted_for_ever(client: Client) -> None:
    before = OPEN_SOCKETS._value.get()
    page = socket(client)
    await page.connect()
    await closing_code(page)

    await page.disconnect()

    assert OPEN_SOCKETS._value.get() == before


# --- What it costs, and what it survives


@pytest.mark.django_db
def test_no_question_run_or_audit_line_is_looked_for_without_an_index(ana: Any) -> None:
    collector = RowsCollector()
    with CaptureQueriesContext(connection) as captured:
        scrape(collector)

    big = [query["sql"] for query in captured if '"interrupts_worker"' not in query["sql"]]
    assert len(big) >= 6
    assert [sql for sql in big if _reads_whole_table(sql)] == []


def _reads_whole_table(sql: str) -> bool:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}")
            return any("Seq Scan" in line for (line,) in cursor.fetchall())
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        # The last id is found by walking the table backwards from its end, which stops at once.
        return any(line[3].startswith("SCAN") and "INDEX" not in line[3] for line in cursor.fetchall()) and (
            "ORDER BY" not in sql
        )


@pytest.mark.django_db
def test_without_its_rows_a_process_still_tells_its_own_numbers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE interrupts_interrupt RENAME TO elsewhere")

    found = scrape()

    assert found[("sayso_database_up",)] == 0
    assert ("sayso_open_sockets",) in found
    assert ("sayso_pending_questions",) not in {sample[:1] for sample in found}
