"""Naming, pinning and putting away threads, through the pages; what deleting does is in tests/interrupts."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts.models import Event, Thread
from tests.interrupts.admin import rows
from tests.support import say

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def client(client: Client, ana: Any) -> Client:
    """Signed in as Ana."""
    client.force_login(ana)
    return client


def rail(client: Client) -> list[str]:
    """The titles at the side, from top to bottom."""
    return titles(client.get("/").content.decode().split('<ol id="threads"', 1)[1].split("</ol>", 1)[0])


def titles(html: str) -> list[str]:
    names = re.findall(r'<span class="name" dir="auto">(.*?)</span>(?=\s|<span class="state|<time)', html, re.DOTALL)
    return [re.sub(r"<span.*?</span>|<.*?>", "", name).strip() for name in names]


def listed(client: Client, query: str = "") -> list[str]:
    """The titles on the page of all threads."""
    return titles(client.get(f"/threads/all/{query}").content.decode().split('<ol class="threads listed"', 1)[1])


def test_a_thread_gets_another_title_and_keeps_its_place(ana: Any, client: Client) -> None:
    first = say(ana, "one").thread
    say(ana, "two")

    reply = client.post(f"/threads/{first.pk}/rename/", {"title": "  A  better\nname "})

    assert reply["Location"] == f"/threads/{first.pk}/"
    assert rail(client) == ["two", "A better name"]
    assert ">A better name<" in client.get(f"/threads/{first.pk}/").content.decode()
    event = Event.objects.get(kind="thread.renamed")
    assert (event.thread_id, event.actor, event.data) == (first.pk, "ana", {})


def test_the_title_becomes_a_field_in_its_place_and_a_title_again(ana: Any, client: Client) -> None:
    address = f"/threads/{say(ana, 'one').thread_id}/rename/"

    field = client.get(address, headers=HTMX).content.decode()
    refused = client.post(address, {"title": " \n"}, headers=HTMX)
    kept = client.post(address, {"title": "<b>two"}, headers=HTMX).content.decode()

    assert 'id="title"' in field and 'value="one"' in field and "<html" not in field
    assert refused.status_code == 422
    assert b"Write a title first." in refused.content and b'name="title"' in refused.content
    assert "&lt;b&gt;two" in kept and "<form" not in kept


def test_without_scripts_a_refused_title_comes_back_on_a_page(ana: Any, client: Client) -> None:
    reply = client.post(f"/threads/{say(ana, 'one').thread_id}/rename/", {"title": ""})

    assert reply.status_code == 422
    assert b"<html" in reply.content and b"Write a title first." in reply.content


def test_pinned_threads_stand_first_and_archived_ones_only_among_all(ana: Any, client: Client) -> None:
    one, two, _ = (say(ana, text).thread for text in ("one", "two", "three"))

    client.post(f"/threads/{one.pk}/pin/", {"on": "1"})
    client.post(f"/threads/{two.pk}/archive/", {"on": "1"})

    assert rail(client) == ["one", "three"]
    assert listed(client) == ["one", "three", "two"]
    assert listed(client, "?show=archived") == ["two"]
    client.post(f"/threads/{two.pk}/archive/", {"on": "0"})
    client.post(f"/threads/{one.pk}/pin/", {"on": "0"})
    assert rail(client) == ["three", "two", "one"]
    kinds = Event.objects.filter(kind__startswith="thread.").order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["thread.pinned", "thread.archived", "thread.unarchived", "thread.unpinned"]


def test_what_is_pinned_is_not_put_away_and_the_other_way_round(ana: Any, client: Client) -> None:
    thread = say(ana).thread

    client.post(f"/threads/{thread.pk}/pin/", {"on": "1"})
    menu = client.post(f"/threads/{thread.pk}/archive/", {"on": "1"}, headers=HTMX).content.decode()

    thread.refresh_from_db()
    assert (thread.pinned, thread.archived) == (False, True)
    assert "Take out of the archive" in menu and ">Pin<" in menu


def test_the_same_again_changes_nothing(ana: Any, client: Client) -> None:
    thread = say(ana).thread

    for _ in range(2):
        client.post(f"/threads/{thread.pk}/pin/", {"on": "1"})

    assert Event.objects.filter(kind="thread.pinned").count() == 1


def test_all_threads_are_found_by_title_page_by_page(ana: Any, ben: Any, client: Client) -> None:
    now = timezone.now()
    Thread.objects.bulk_create(
        Thread(owner=owner, title=f"{title} {number}", created_at=now, updated_at=now)
        for owner, title, many in ((ana, "Order", 51), (ana, "Other", 3), (ben, "Order", 2))
        for number in range(many)
    )

    assert len(listed(client)) == 50
    assert len(listed(client, "?page=2")) == 4
    assert len(listed(client, "?q=order&page=2")) == 1
    assert listed(client, "?q=ORDER+50") == ["Order 50"]
    assert listed(client, "?q=%00%25&page=nonsense") == []


def test_before_a_thread_is_deleted_one_is_told_what_that_does(ana: Any, client: Client) -> None:
    question = rows.question(ana)
    address = f"/threads/{question.thread_id}/delete/"

    page = client.get(address).content.decode()
    before = Thread.objects.get(pk=question.thread_id).deleted_at
    reply = client.post(address)

    assert "Its open question is withdrawn" in page
    assert before is None
    assert reply["Location"] == "/"
    assert rail(client) == []
    assert client.get(address).status_code == 404
    assert client.post(f"/threads/{question.thread_id}/messages/", {"text": "hello"}).status_code == 404
