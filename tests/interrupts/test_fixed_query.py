"""Queries that are put into SQL once give what the same QuerySet would, for whatever values they are run with."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Count, Q

from interrupts.fixed_query import FixedQuery
from interrupts.models import Message, Run, Thread
from tests.support import say

pytestmark = pytest.mark.django_db

BY_ID = FixedQuery(lambda pk: Thread.objects.filter(pk=pk))
SAID_SINCE = FixedQuery(
    lambda thread, at: Message.objects.filter(thread=thread, created_at__gte=at).select_related("thread__owner")
)


def test_the_same_query_finds_a_different_row_for_each_value(ana: Any) -> None:
    first, second = say(ana, "one").thread, say(ana, "two").thread

    assert [BY_ID.get(first.pk).title, BY_ID.get(second.pk).title] == ["one", "two"]


def test_rows_are_as_the_queryset_gives_them(ana: Any) -> None:
    run = say(ana, "one")

    found = FixedQuery(lambda pk: Run.objects.filter(pk=pk)).get(run.pk)

    ordinary = Run.objects.get(pk=run.pk)
    assert {field.attname: getattr(found, field.attname) for field in Run._meta.concrete_fields} == {
        field.attname: getattr(ordinary, field.attname) for field in Run._meta.concrete_fields
    }


def test_times_and_ids_are_compared_as_values_not_as_text(ana: Any) -> None:
    run = say(ana, "one")

    now = datetime.now(UTC)

    assert len(SAID_SINCE.all(run.thread_id, now - timedelta(hours=1))) == 1
    assert SAID_SINCE.all(run.thread_id, now + timedelta(hours=1)) == []


def test_what_is_selected_with_it_needs_no_further_query(ana: Any, django_assert_num_queries: Any) -> None:
    run = say(ana, "one")

    with django_assert_num_queries(1):
        (message,) = SAID_SINCE.all(run.thread_id, datetime(2020, 1, 1, tzinfo=UTC))
        assert message.thread.owner == ana


def test_annotations_and_plain_values_come_too(ana: Any) -> None:
    run = say(ana, "one")
    annotated = FixedQuery(lambda owner: Thread.objects.filter(owner=owner).annotate(said=Count("messages")))
    values = FixedQuery(lambda owner: Thread.objects.filter(Q(owner=owner)).values_list("pk", "title"))

    assert annotated.get(ana.pk).said == 1
    assert values.all(ana.pk) == [(run.thread_id, "one")]


def test_nothing_found_is_none_or_an_error_as_asked_for(ana: Any) -> None:
    nobodys = uuid.uuid4()

    assert BY_ID.first(nobodys) is None
    with pytest.raises(ObjectDoesNotExist):
        BY_ID.get(nobodys)
