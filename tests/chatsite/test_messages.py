"""Messages on the page: how they read, their text as it was written, and what people say of replies."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from interrupts.models import Event, Feedback, Message, Run, Thread
from tests.support import ScriptedModel, drive, say

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def signed_in(ana: Any, client: Client) -> Client:
    client.force_login(ana)
    return client


@pytest.fixture
def run(ana: Any) -> Run:
    run = say(ana, "make **this** bold")
    drive(ScriptedModel("It is **bold** now."))
    return run


def reply_of(run: Run) -> Message:
    return Message.objects.get(run=run, role="assistant")


def page_of(client: Client, thread: Thread) -> str:
    return client.get(f"/threads/{thread.pk}/").content.decode()


def pressed(page: str) -> dict[str, str]:
    """Whether each of the two buttons is pressed."""
    return {name: state for state, name in re.findall(r'aria-pressed="(\w+)" aria-label="(\w+) reply"', page)}


def test_a_reply_is_set_as_markdown_and_what_people_write_is_not(signed_in: Client, run: Run) -> None:
    page = page_of(signed_in, run.thread)

    assert "It is <strong>bold</strong> now." in page
    assert "make **this** bold" in page


def test_the_text_of_a_message_is_had_as_it_was_written(signed_in: Client, run: Run) -> None:
    answer = signed_in.get(f"/threads/{run.thread_id}/messages/{reply_of(run).pk}/")

    assert answer.content.decode().strip() == "It is **bold** now."
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_a_reply_is_rated_changed_and_taken_back_without_javascript(signed_in: Client, run: Run) -> None:
    address = f"/threads/{run.thread_id}/messages/{reply_of(run).pk}/rating/"
    seen = []
    for value in ("up", "down", "none"):
        answer = signed_in.post(address, {"value": value})
        assert answer.status_code == 302 and answer["Location"].endswith(f"#message-{reply_of(run).pk}")
        seen.append(pressed(page_of(signed_in, run.thread)))

    assert seen == [
        {"Good": "true", "Bad": "false"},
        {"Good": "false", "Bad": "true"},
        {"Good": "false", "Bad": "false"},
    ]
    assert [line.data["value"] for line in Event.objects.filter(kind="reply.rated")] == ["up", "down", "none"]


def test_with_htmx_a_rating_comes_back_as_the_message_that_changed(signed_in: Client, run: Run) -> None:
    reply = reply_of(run)
    seen = Thread.objects.get().seq

    answer = signed_in.post(
        f"/threads/{run.thread_id}/messages/{reply.pk}/rating/",
        {"value": "up", "seen": seen},
        headers={"HX-Request": "true"},
    )

    html = answer.content.decode()
    assert re.findall(r'data-message="(\d+)"', html) == [str(reply.pk)]
    assert pressed(html)["Good"] == "true"


def test_only_whose_thread_it_is_reads_and_rates(client: Client, ben: Any, run: Run) -> None:
    client.force_login(ben)
    address = f"/threads/{run.thread_id}/messages/{reply_of(run).pk}/"

    assert client.get(address).status_code == 404
    assert client.post(f"{address}rating/", {"value": "up"}).status_code == 404
    assert not Feedback.objects.exists()


def test_what_is_no_reply_is_not_rated(signed_in: Client, run: Run) -> None:
    question = Message.objects.get(role="user")
    Message.objects.filter(pk=reply_of(run).pk).update(status="streaming")

    for pk in (question.pk, reply_of(run).pk, 0):
        answer = signed_in.post(f"/threads/{run.thread_id}/messages/{pk}/rating/", {"value": "up"})
        assert answer.status_code == 404


def test_a_rating_does_not_change_by_looking(signed_in: Client, run: Run) -> None:
    assert signed_in.get(f"/threads/{run.thread_id}/messages/{reply_of(run).pk}/rating/").status_code == 405


def test_staff_see_which_replies_were_found_bad(signed_in: Client, run: Run) -> None:
    signed_in.post(f"/threads/{run.thread_id}/messages/{reply_of(run).pk}/rating/", {"value": "down"})
    client = Client()
    client.force_login(get_user_model().objects.create_user("root", is_staff=True, is_superuser=True))

    listed = client.get("/admin/interrupts/feedback/?value=down").content.decode()
    one = client.get(f"/admin/interrupts/feedback/{Feedback.objects.get().pk}/change/").content.decode()

    assert "It is **bold** now." in listed and "It is **bold** now." in one
    assert "It is **bold** now." not in client.get("/admin/interrupts/feedback/?value=up").content.decode()
