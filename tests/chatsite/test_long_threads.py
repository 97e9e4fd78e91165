"""A long thread opens with its newest turns; what stands before them is asked for."""

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from interrupts.ledger import change
from interrupts.models import Interrupt, Message, Thread
from interrupts.window import SHOWN

pytestmark = pytest.mark.django_db
TURN = 3
"""Messages of one turn: what was asked, a note, and the reply."""


@pytest.fixture
def signed_in(ana: Any, client: Client) -> Client:
    client.force_login(ana)
    return client


def thread_of(person: Any, *, turns: int) -> Thread:
    now = timezone.now()
    thread = Thread.objects.create(owner=person, title="long", created_at=now, updated_at=now)
    with transaction.atomic(), change(thread.pk, at=now) as c:
        roles = ("user", "note", "assistant")
        Message.objects.bulk_create(
            Message(thread=thread, role=role, text=f"{role} {turn}", created_at=now, **c.place())
            for turn in range(turns)
            for role in roles
        )
    return thread


def ask(thread: Thread, person: Any, position: int) -> Interrupt:
    """Put a question at a place of the thread, as if it had been asked there."""
    return Interrupt.objects.create(
        thread=thread, asked_of=person, kind="ask", message="Still?", schema="{}", position=position, seq=position,
        created_at=timezone.now(),
    )  # fmt: skip


def shown(page: str) -> list[str]:
    return re.findall(r"\b(?:user|assistant) \d+(?=<)", page)


def earlier(page: str) -> str:
    """Where the link to what stands before leads, empty when there is none."""
    found = re.search(r'href="(/threads/[^"]+\?before=\d+)"', page)
    return found[1] if found else ""


def get(client: Client, path: str, **headers: str) -> str:
    return client.get(path, headers=headers).content.decode()


def test_a_short_thread_is_shown_whole(signed_in: Client, ana: Any) -> None:
    page = get(signed_in, f"/threads/{thread_of(ana, turns=SHOWN // TURN).pk}/")

    assert shown(page)[0] == "user 0" and not earlier(page)


def test_a_long_thread_opens_with_whole_turns_and_leads_to_those_before(signed_in: Client, ana: Any) -> None:
    thread = thread_of(ana, turns=50)
    path, parts = f"/threads/{thread.pk}/", []

    while path:
        page = get(signed_in, path)
        parts.append(shown(page))
        path = earlier(page)

    assert len(parts) == 3
    assert all(part[0].startswith("user") and part[-1].startswith("assistant") for part in parts)
    assert [line for part in reversed(parts) for line in part] == [
        f"{role} {turn}" for turn in range(50) for role in ("user", "assistant")
    ]


def test_an_earlier_part_comes_alone_for_a_page_that_asks_for_it(signed_in: Client, ana: Any) -> None:
    page = get(signed_in, f"/threads/{thread_of(ana, turns=50).pk}/")

    part = get(signed_in, earlier(page), **{"HX-Request": "true"})

    assert "<html" not in part and shown(part)[-1] == f"assistant {49 - len(shown(page)) // 2}"


def test_an_earlier_part_on_a_page_of_its_own_leads_to_the_newest(signed_in: Client, ana: Any) -> None:
    thread = thread_of(ana, turns=50)
    page = get(signed_in, earlier(get(signed_in, f"/threads/{thread.pk}/")))

    assert "Go to the newest" in page and 'id="composer"' not in page


def test_a_place_that_was_found_is_shown_with_its_whole_turn(signed_in: Client, ana: Any) -> None:
    thread = thread_of(ana, turns=50)
    first, last = (thread.messages.get(text=f"user {turn}").position for turn in (0, 49))

    assert shown(get(signed_in, f"/threads/{thread.pk}/?at={first}"))[-1] == "assistant 0"
    assert 'id="composer"' in get(signed_in, f"/threads/{thread.pk}/?at={last}")


def test_an_old_question_that_waits_is_on_every_part(signed_in: Client, ana: Any) -> None:
    thread = thread_of(ana, turns=50)
    question = ask(thread, ana, 2)
    page = get(signed_in, f"/threads/{thread.pk}/")

    assert f'data-interrupt="{question.pk}"' in page
    assert shown(page)[0] != "user 0"

    Interrupt.objects.filter(pk=question.pk).update(status="withdrawn", answered_at=timezone.now())
    assert f'data-interrupt="{question.pk}"' not in get(signed_in, f"/threads/{thread.pk}/")


@pytest.mark.parametrize("before", ["", "-1", "x", "9" * 40, "²"])
def test_a_place_that_is_none_means_the_newest(signed_in: Client, ana: Any, before: str) -> None:
    page = get(signed_in, f"/threads/{thread_of(ana, turns=50).pk}/?before={before}")

    assert shown(page)[-1] == "assistant 49"


def test_a_part_of_a_strangers_thread_is_not_there(client: Client, ana: Any, ben: Any) -> None:
    client.force_login(ben)

    assert client.get(f"/threads/{thread_of(ana, turns=50).pk}/?before=90").status_code == 404


def test_a_longer_thread_takes_no_more_queries_and_no_more_rows(signed_in: Client, ana: Any) -> None:
    looks = []
    for turns in (30, 300):
        thread = thread_of(ana, turns=turns)
        get(signed_in, f"/threads/{thread.pk}/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = get(signed_in, f"/threads/{thread.pk}/")
        looks.append((len(queries), len(shown(page))))

    assert looks[0] == looks[1]
