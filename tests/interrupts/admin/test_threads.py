"""A thread's page: what was said, what belongs to it, and whether its audit is whole."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from interrupts.models import Event, Thread
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db


def page_of(client: Client, thread: Thread) -> str:
    return client.get(f"/admin/interrupts/thread/{thread.pk}/change/").content.decode()


def test_messages_and_what_belongs_to_the_thread_are_there(office: Client, ana: Any) -> None:
    thread = rows.question(ana).thread
    rows.question(ana)

    page = page_of(office, thread)

    assert "drop orders" in page
    for name, field in (
        ("interrupt", "thread__id__exact"),
        ("run", "thread__id__exact"),
        ("event", "thread_id__exact"),
    ):
        address = f"/admin/interrupts/{name}/?{field}={thread.pk}"
        assert address in page
        listed = office.get(address).context["cl"].queryset
        assert listed.exists() and {row.thread_id for row in listed} == {thread.pk}


def test_messages_are_not_shown_without_the_right_to_see_them(client: Client, ana: Any, ben: Any) -> None:
    thread = rows.question(ana).thread
    client.force_login(rows.may(ben, "view_thread"))

    assert "drop orders" not in page_of(client, thread)


def test_a_whole_audit_is_called_whole(office: Client, ana: Any) -> None:
    thread = rows.question(ana).thread

    assert "Whole: 2 lines" in page_of(office, thread)


@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL refuses to change the audit")
def test_a_changed_audit_is_called_broken_and_says_where(office: Client, ana: Any) -> None:
    thread = rows.question(ana).thread
    Event.objects.filter(thread_id=thread.pk, number=2).update(actor="nobody")

    assert "Broken at line 2" in page_of(office, thread)


def test_the_list_says_what_waits_in_a_thread(office: Client, ana: Any) -> None:
    rows.question(ana)

    page = office.get("/admin/interrupts/thread/").content.decode()

    assert "waiting for a person" in page
    assert '<td class="field-waiting">1</td>' in page


def test_a_person_with_threads_is_not_deleted_by_way_of_the_admin(office: Client, ana: Any) -> None:
    rows.question(ana)

    office.post(f"/admin/auth/user/{ana.pk}/delete/", {"post": "yes"})

    assert Thread.objects.filter(owner=ana).exists()
