"""The tables of moves: every pair of every table, against rows."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from interrupts.models import Interrupt, Message, Run, Thread, ToolCall, Writing
from interrupts.states import (
    CALL_MOVES,
    CLOSED_CALL,
    INTERRUPT_MOVES,
    OPEN_RUN,
    RUN_MOVES,
    WRITING_MOVES,
    CallStatus,
    IllegalMove,
    InterruptStatus,
    RunStatus,
    WritingStatus,
)

pytestmark = pytest.mark.django_db

type Make = Callable[[Any, str], Any]


def make_run(owner: Any, status: str) -> Run:
    now = timezone.now()
    thread = Thread.objects.create(owner=owner, created_at=now, updated_at=now)
    message = Message.objects.create(thread=thread, role="user", text="go", position=1, seq=1, created_at=now)
    return Run.objects.create(
        thread=thread, message=message, status=status, position=2, seq=2, created_at=now, queued_at=now
    )


def make_call(owner: Any, status: str) -> ToolCall:
    run = make_run(owner, "running")
    return ToolCall.objects.create(
        run=run, thread=run.thread, step=1, index=0, provider_id="c", name="x", arguments_proposed="{}", status=status,
        position=3, seq=3, created_at=run.created_at,
    )  # fmt: skip


def make_question(owner: Any, status: str) -> Interrupt:
    closed = {"action": "decline", "answered_at": timezone.now()} if status == "resolved" else {}
    return Interrupt.objects.create(kind="ask", asked_of=owner, status=status, created_at=timezone.now(), **closed)


def make_writing(owner: Any, status: str) -> Writing:
    question = make_question(owner, "pending")
    return Writing.objects.create(interrupt=question, status=status, wanted_at=question.created_at)


TABLES: list[tuple[Make, dict[str, frozenset[str]], Any]] = [
    (make_run, RUN_MOVES, RunStatus),
    (make_call, CALL_MOVES, CallStatus),
    (make_question, INTERRUPT_MOVES, InterruptStatus),
    (make_writing, WRITING_MOVES, WritingStatus),
]
PAIRS = [
    pytest.param(make, table, source, target, id=f"{make.__name__[5:]}-{source}-{target}")
    for make, table, statuses in TABLES
    for source, target in product(statuses.values, repeat=2)
]
WITH = {"resolved": {"action": "decline", "answered_at": timezone.now()}}
"""What the database wants to be written together with a status."""


@pytest.mark.parametrize(("make", "table", "source", "target"), PAIRS)
def test_a_move_of_the_table_moves_one_row_and_any_other_is_refused(
    ana: Any, make: Make, table: dict[str, frozenset[str]], source: str, target: str
) -> None:
    row, bystander = make(ana, source), make(ana, source)
    rows = type(row).objects

    if target in table[source]:
        assert rows.move({"pk": row.pk}, source, target, **WITH.get(target, {})) == 1
        expected = target
    else:
        with pytest.raises(IllegalMove):
            rows.move({"pk": row.pk}, source, target)
        expected = source

    row.refresh_from_db()
    bystander.refresh_from_db()
    assert (row.status, bystander.status) == (expected, source)


@pytest.mark.parametrize(
    ("make", "source", "target", "actual"),
    [
        pytest.param(make, source, target, actual, id=f"{make.__name__[5:]}-{actual}-not-{source}")
        for make, table, statuses in TABLES
        for source in statuses.values
        for target in sorted(table[source])[:1]
        for actual in statuses.values
        if actual != source
    ],
)
def test_a_move_from_where_the_row_does_not_stand_changes_nothing(
    ana: Any, make: Make, source: str, target: str, actual: str
) -> None:
    row = make(ana, actual)

    moved = type(row).objects.move({"pk": row.pk}, source, target, **WITH.get(target, {}))

    row.refresh_from_db()
    assert (moved, row.status) == (0, actual)


@pytest.mark.parametrize(("make", "table", "statuses"), TABLES)
def test_a_table_knows_every_status_and_no_other(make: Make, table: dict[str, frozenset[str]], statuses: Any) -> None:
    assert set(table) == set(statuses.values)
    assert frozenset().union(*table.values()) <= set(statuses.values)


@pytest.mark.parametrize(("make", "table", "statuses"), TABLES)
def test_a_status_nobody_knows_is_refused_as_source_and_as_target(
    ana: Any, make: Make, table: dict[str, frozenset[str]], statuses: Any
) -> None:
    row = make(ana, statuses.values[0])

    for source, target in ((statuses.values[0], "lost"), ("lost", statuses.values[0])):
        with pytest.raises(IllegalMove):
            type(row).objects.move({"pk": row.pk}, source, target)


@pytest.mark.parametrize(("make", "table", "statuses"), TABLES)
def test_the_database_itself_takes_no_unknown_status(ana: Any, make: Make, table: Any, statuses: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make(ana, "lost")


def test_of_two_moves_from_the_same_status_the_second_finds_nothing(ana: Any) -> None:
    question = make_question(ana, "pending")
    row = {"pk": question.pk}

    first = Interrupt.objects.move(row, "pending", "withdrawn", answered_at=timezone.now())
    second = Interrupt.objects.move(row, "pending", "resolved", **WITH["resolved"])

    assert (first, second) == (1, 0)
    assert Interrupt.objects.get(**row).status == "withdrawn"


def test_values_are_written_with_the_move_and_only_then(ana: Any) -> None:
    run = make_run(ana, "queued")
    row = {"pk": run.pk}

    Run.objects.move(row, "running", "failed", doing="too late")
    Run.objects.move(row, "queued", "running", doing="working")

    assert Run.objects.get(**row).doing == "working"


def test_nothing_leads_out_of_an_end() -> None:
    assert [status for status, targets in RUN_MOVES.items() if not targets] == ["completed", "failed", "cancelled"]
    assert sorted(status for status, targets in CALL_MOVES.items() if not targets) == sorted(CLOSED_CALL)
    assert [status for status, targets in INTERRUPT_MOVES.items() if targets] == ["pending"]


def test_a_run_is_open_exactly_while_it_can_move() -> None:
    assert sorted(status for status, targets in RUN_MOVES.items() if targets) == sorted(OPEN_RUN)


def test_a_question_is_not_answered_without_an_action_and_a_time(ana: Any) -> None:
    question = make_question(ana, "pending")

    with pytest.raises(IntegrityError), transaction.atomic():
        Interrupt.objects.move({"pk": question.pk}, "pending", "resolved")
