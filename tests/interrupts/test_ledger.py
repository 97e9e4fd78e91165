"""One change of a thread: numbers and audit in one transaction, and an audit in which every tampering shows."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from interrupts.ledger import broken_links, change
from interrupts.models import Event, Thread
from interrupts.models.event import FIRST

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
POSTGRESQL = connection.vendor == "postgresql"


@pytest.fixture
def thread(ana: Any) -> Thread:
    return Thread.objects.create(owner=ana, created_at=NOON, updated_at=NOON)


def record(thread: Thread, *kinds: str, actor: Any = None, **data: Any) -> None:
    with transaction.atomic(), change(thread.pk, at=NOON) as c:
        for kind in kinds:
            c.record(kind, "run 1", actor=actor, **data)


def chain(thread: Thread) -> list[tuple[int, str]]:
    return list(Event.objects.filter(thread_id=thread.pk).order_by("number").values_list("number", "kind"))


def test_lines_are_numbered_and_each_names_the_one_before_it(thread: Thread) -> None:
    record(thread, "a", "b")
    record(thread, "c")

    events = list(Event.objects.filter(thread_id=thread.pk).order_by("number"))
    assert chain(thread) == [(1, "a"), (2, "b"), (3, "c")]
    assert [event.previous for event in events] == [FIRST, events[0].digest, events[1].digest]


def test_an_untouched_audit_is_whole_whatever_was_written(thread: Thread, ana: Any) -> None:
    record(
        thread,
        "a",
        actor=ana,
        text="é\u2028\U0001f600",
        deep={"b": [1, None, True], "a": 2},
    )
    record(thread, "b", number=10**18, part=0.5, money="1e3")

    assert broken_links(thread.pk) == []


def test_the_names_are_copied_so_the_audit_outlives_people_and_threads(thread: Thread, ana: Any) -> None:
    record(thread, "a", actor=ana)
    thread_id = thread.pk

    ana.delete()

    assert Event.objects.get(thread_id=thread_id).actor == "ana"
    assert broken_links(thread_id) == []


def test_each_thread_has_a_chain_of_its_own(thread: Thread, ben: Any) -> None:
    other = Thread.objects.create(owner=ben, created_at=NOON, updated_at=NOON)
    record(thread, "a")
    record(other, "x")
    record(thread, "b")

    assert chain(other) == [(1, "x")]
    assert broken_links(thread.pk) == broken_links(other.pk) == []


def test_a_change_that_fails_leaves_no_line_and_no_number(thread: Thread) -> None:
    def fail() -> None:
        with transaction.atomic(), change(thread.pk, at=NOON) as c:
            c.seq()
            c.record("a")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()

    thread.refresh_from_db()
    assert (thread.seq, chain(thread)) == (0, [])


def test_numbers_rise_and_the_thread_remembers_the_last(thread: Thread) -> None:
    later = NOON + timedelta(hours=1)
    with transaction.atomic(), change(thread.pk, at=later) as c:
        assert (c.seq(), c.place(), c.seq()) == (1, {"position": 2, "seq": 2}, 3)

    thread.refresh_from_db()
    assert (thread.seq, thread.updated_at) == (3, later)


def _changed(**values: Any) -> Callable[[Any], Any]:
    return lambda line: line.update(**values)


@pytest.mark.skipif(POSTGRESQL, reason="PostgreSQL refuses to change the audit at all")
@pytest.mark.parametrize(
    "tampering",
    [
        _changed(actor="ben"),
        _changed(kind="x"),
        _changed(subject="run 2"),
        _changed(data={"why": "other"}),
        _changed(data={}),
        _changed(at=NOON + timedelta(microseconds=1)),
        _changed(digest="f" * 64),
        lambda line: line.delete(),
    ],
    ids=["actor", "kind", "subject", "data", "no data", "time", "digest", "deleted"],
)
def test_tampering_with_a_line_shows(thread: Thread, tampering: Callable[[Any], Any]) -> None:
    record(thread, "a", "b", "c", why="because")

    tampering(Event.objects.filter(thread_id=thread.pk, number=2))

    assert broken_links(thread.pk)


@pytest.mark.skipif(POSTGRESQL, reason="PostgreSQL refuses to change the audit at all")
def test_lines_that_changed_places_show(thread: Thread) -> None:
    record(thread, "a", "b", "c")
    lines = Event.objects.filter(thread_id=thread.pk)
    for old, new in ((2, 9), (3, 2), (9, 3)):
        lines.filter(number=old).update(number=new)

    assert broken_links(thread.pk)


@pytest.mark.skipif(POSTGRESQL, reason="PostgreSQL refuses to change the audit at all")
def test_lines_moved_to_another_thread_show(thread: Thread, ben: Any) -> None:
    record(thread, "a")
    other = Thread.objects.create(owner=ben, created_at=NOON, updated_at=NOON)
    Event.objects.filter(thread_id=thread.pk).update(thread_id=other.pk)

    assert broken_links(other.pk) == [1]


@pytest.mark.skipif(not POSTGRESQL, reason="only PostgreSQL keeps the audit by itself")
@pytest.mark.parametrize(
    "tampering", [lambda line: line.update(actor="ben"), lambda line: line.delete()], ids=["update", "delete"]
)
def test_the_database_refuses_to_change_the_audit(thread: Thread, tampering: Callable[[Any], Any]) -> None:
    record(thread, "a")

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        tampering(Event.objects.filter(thread_id=thread.pk))

    assert chain(thread) == [(1, "a")]


@pytest.mark.skipif(not POSTGRESQL, reason="only PostgreSQL keeps the audit by itself")
def test_retention_may_drop_lines_and_still_not_change_them(thread: Thread) -> None:
    record(thread, "a")
    lines = Event.objects.filter(thread_id=thread.pk)

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL interrupts.retention = 'on'")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            lines.update(actor="ben")
        lines.delete()

    assert chain(thread) == []


@pytest.mark.django_db(transaction=True)
def test_changes_at_the_same_moment_share_no_number_and_leave_the_chain_whole(thread: Thread) -> None:
    barrier, numbers = threading.Barrier(4, timeout=30), []

    def work(name: str) -> None:
        try:
            barrier.wait()
            for _ in range(5):
                with transaction.atomic(), change(thread.pk, at=NOON) as c:
                    numbers.append(c.seq())
                    c.record(name)
        finally:
            connection.close()

    workers = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(numbers) == list(range(1, 21))
    assert [number for number, _ in chain(thread)] == list(range(1, 21))
    assert broken_links(thread.pk) == []
