"""docs/automation.md on whole conversations, line by line: what is done with one, and its export."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts.branches import write_anew
from interrupts.exporting import VERSION, exported
from interrupts.models import Interrupt, Thread
from tests.interrupts.admin import rows
from tests.support import say
from tests.test_automation import DOC, HTMX, section

pytestmark = pytest.mark.django_db

POSTED = {
    "rename/": {"title": "Better"},
    "pin/": {"on": "1"},
    "archive/": {"on": "1"},
    "delete/": {},
    "messages/<number>/edit/": {"text": "rather this"},
    "again/": {"run": "<run>"},
    "version/": {"message": "<before>"},
}


@pytest.fixture
def question(ana: Any, client: Client) -> Interrupt:
    """An open question of Ana's, who is signed in; her message has been written anew once."""
    client.force_login(ana)
    return rows.question(ana)


def post(question: Interrupt, client: Client, address: str, **how: Any) -> Any:
    run = question.run
    assert run is not None
    if address == "version/":
        write_anew(
            person=client_of(question), thread=run.thread, message_id=run.message_id, text=None, at=timezone.now()
        )
        client.post(f"/threads/{run.thread_id}/stop/")
    real = {"<run>": str(run.pk), "<before>": str(run.message_id)}
    fields = {name: real.get(value, value) for name, value in POSTED[address].items()}
    return client.post(f"/threads/{run.thread_id}/{address.replace('<number>', str(run.message_id))}", fields, **how)


def client_of(question: Interrupt) -> Any:
    return question.asked_of


def test_the_posts_tried_here_are_those_promised() -> None:
    promised = [line.split(" | ")[0] for line in section("Posts").splitlines() if line.startswith("| … ")]

    assert re.findall(r"… `(.*?)`", " ".join(promised)) == list(POSTED)


@pytest.mark.parametrize("address", POSTED)
def test_a_post_that_went_well_redirects(question: Interrupt, client: Client, address: str) -> None:
    reply = post(question, client, address)

    assert (reply.status_code, reply["Location"]) == (
        302,
        "/" if address == "delete/" else f"/threads/{question.thread_id}/",
    )


@pytest.mark.parametrize("address", [address for address in POSTED if address != "delete/"])
def test_htmx_gets_the_part_of_the_page_that_changed(question: Interrupt, client: Client, address: str) -> None:
    reply = post(question, client, address, headers=HTMX)

    assert reply.status_code == 200
    assert b"<html" not in reply.content and b"id=" in reply.content


@pytest.mark.parametrize("address", POSTED)
def test_a_post_to_what_is_not_yours_is_404(question: Interrupt, ben: Any, client: Client, address: str) -> None:
    stranger = Client()
    stranger.force_login(ben)

    assert post(question, stranger, address).status_code == 404
    assert Thread.objects.get(pk=question.thread_id).title != "Better"


def test_an_export_has_the_fields_that_are_promised_and_no_others(ana: Any, question: Interrupt) -> None:
    say(ana, "and then?")
    whole = exported(Thread.objects.get(pk=question.thread_id), at=timezone.now())
    lines = {line.split("|")[1].strip(): line.split("|")[2] for line in section("Export").splitlines() if "|" in line}

    def promised(name: str) -> set[str]:
        return set(re.findall(r"`([a-z_]+)`", re.sub(r"\((`number`.*?|pairs.*?)\)", "", lines[name])))

    assert set(whole) == set(re.findall(r"`([a-z_]+)`", " ".join(list(lines)[2:6])))
    assert set(whole["thread"]) == promised("`thread`")
    assert set(whole["runs"][0]) == promised("`runs`")
    for item in whole["items"]:
        assert set(item) - {"kind", "shown"} == promised(f"a `{item['kind']}`")
    assert {item["kind"] for item in whole["items"]} == {"message", "call", "question"}
    assert f"`version` is {VERSION}" in DOC
