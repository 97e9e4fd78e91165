"""Rows written by SQL that is put together once are the rows Django would have written."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model

from interrupts.fixed_write import insert_row, update_rows
from interrupts.models import Event, Interrupt, Message, Run, Server, Thread
from tests.support import say

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def values_of(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_new_row_has_the_number_the_database_gave_it_and_every_value(ana: Any) -> None:
    run = say(ana, "one")

    made = insert_row(Message(thread=run.thread, role="note", text="é'\"%s", created_at=NOON, position=70, seq=71))

    stored = Message.objects.get(position=70)
    assert made.pk == stored.pk
    assert values_of(made) == values_of(stored)


def test_a_row_whose_key_is_made_here_keeps_it(ana: Any) -> None:
    thread = Thread(owner=ana, title="mine", created_at=NOON, updated_at=NOON)

    insert_row(thread)

    assert values_of(Thread.objects.get(pk=thread.pk)) == values_of(thread)


def test_json_comes_back_as_it_went_in(ana: Any) -> None:
    data = {"text": "ü", "list": [1, 2.5, None, True], "none": None}

    insert_row(Event(number=1, at=NOON, kind="x", data=data, previous="", digest=""))

    assert Event.objects.get(kind="x").data == data


def test_a_row_that_was_written_can_be_saved_again_by_django(ana: Any) -> None:
    thread = insert_row(Thread(owner=ana, title="mine", created_at=NOON, updated_at=NOON))

    thread.title = "ours"
    thread.save()

    assert Thread.objects.get(title="ours") == thread


def test_only_rows_that_meet_every_condition_are_written(ana: Any) -> None:
    first, second = say(ana, "one"), say(ana, "two")

    written = update_rows(Run, {"pk": first.pk, "status": "queued"}, wake_at=NOON, doing="x", stopped_by=ana)
    missed = update_rows(Run, {"pk": second.pk, "status": "running"}, doing="x")

    first.refresh_from_db()
    second.refresh_from_db()
    assert (written, missed) == (1, 0)
    assert (first.wake_at, first.doing, first.stopped_by) == (NOON, "x", ana)
    assert (second.wake_at, second.doing, second.stopped_by) == (None, "starting", None)


def test_a_row_is_a_condition_and_none_a_value(ana: Any) -> None:
    run = say(ana, "one")
    update_rows(Run, {"thread": run.thread}, wake_at=NOON)

    assert update_rows(Run, {"thread": run.thread}, wake_at=None) == 1
    assert Run.objects.get(pk=run.pk).wake_at is None


def test_what_the_database_forbids_is_refused_as_ever(ana: Any) -> None:
    run = say(ana, "one")

    with pytest.raises(IntegrityError), transaction.atomic():
        update_rows(Run, {"pk": run.pk}, status="lost")
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_row(Interrupt(kind="form", thread=run.thread, status="lost", created_at=NOON, position=80, seq=80))


def test_a_name_that_is_no_field_is_refused_before_anything_is_written(ana: Any) -> None:
    with pytest.raises(Exception, match="lunch"):
        update_rows(Server, {"pk": 1}, lunch="now")
