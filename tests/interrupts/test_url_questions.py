"""A server sends a person to an address: shown whole, opened only by their click, answered without content."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from interrupts.models import Event, Interrupt
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "https://ok.example.test/connect?id=7"
TOOLS = [{"name": "connect_repo", "inputSchema": {"type": "object"}}]
HOSTILE = {
    "javascript:alert(document.cookie)": "",
    "JaVaScRiPt:alert(1)": "",
    "java\nscript:alert(1)": "",
    "data:text/html,<script>alert(1)</script>": "",
    "file:///etc/passwd": "",
    "//evil.example.test/x": "evil.example.test",
    "https://evil.example.test\\@github.com/": "evil.example.test",
    "not a url": "",
}
ODD = {
    "https://github.com@evil.example.test/login": "evil.example.test",
    "https://xn--pple-43d.com/": "xn--pple-43d.com",
    "https://раураl.example.test/": "xn--l-7sba6dbr.example.test",
    "http://pay.example.test/": "pay.example.test",
}


def asks(*urls: Any) -> dict[str, Any]:
    return {"ask": {f"q{place}": {"mode": "url", "message": "Sign in", "url": url} for place, url in enumerate(urls)}}


@pytest.fixture
def server() -> Iterator[Scripted]:
    with scripted_mcp({"tools": TOOLS}) as running:
        yield running


@pytest.fixture
def asked(ana: Any, client: Client, server: Scripted) -> Any:
    """A function that has the server play these steps; gives the run that waits for Ana."""

    def play(*steps: dict[str, Any]) -> Any:
        server.replace({"tools": TOOLS, "calls": {"connect_repo": list(steps)}})
        client.force_login(ana)
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_connect_repo", {})]))
        return run

    return play


def card(client: Client, question: Interrupt) -> str:
    return client.get(f"/interrupts/{question.pk}/").content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def link(html: str) -> str | None:
    found = re.search(r'<a class="open" href="([^"]*)"([^>]*)>', html)
    if found is None:
        return None
    assert 'target="_blank"' in found[2] and 'rel="noopener noreferrer"' in found[2]
    return unescape(found[1])


def post(client: Client, question: Interrupt, action: str) -> Any:
    return client.post(f"/interrupts/{question.pk}/answer/", {"action": action})


def test_servers_are_told_that_addresses_can_be_shown(asked: Any, server: Scripted) -> None:
    asked({"text": "ok"})

    told = [
        request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]
        for request in server.requests()
        if request["method"] in ("tools/list", "tools/call")
    ]
    assert told[-2:] == [{"elicitation": {"form": {}, "url": {}}, "sampling": {}}] * 2


def test_the_whole_address_and_its_host_stand_on_the_card_with_a_link_and_no_warning(
    asked: Any, client: Client
) -> None:
    html = card(client, questions(asked(asks(HERE)))[0])

    assert "It leads to ok.example.test" in words(html) and HERE in words(html)
    assert link(html) == HERE and 'class="warnings"' not in html


def test_finished_goes_over_the_wire_as_accept_without_content_and_the_call_goes_on(
    asked: Any, client: Client, server: Scripted
) -> None:
    run = asked(asks(HERE), {"text": "connected"})

    post(client, questions(run)[0], "accept")
    drive()

    assert server.calls()[1]["params"]["inputResponses"] == {"q0": {"action": "accept"}}
    assert (status(run), calls(run)[0].status) == ("completed", "completed")


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_decline_and_cancel_send_their_name(asked: Any, client: Client, server: Scripted, action: str) -> None:
    run = asked(asks(HERE), {"text": "then not"})

    post(client, questions(run)[0], action)
    drive()

    assert server.calls()[1]["params"]["inputResponses"] == {"q0": {"action": action}}


def test_nothing_but_the_servers_own_address_is_ever_requested(asked: Any, client: Client, server: Scripted) -> None:
    run = asked(asks(f"{server.url}/page"), {"text": "connected"})

    card(client, questions(run)[0])
    post(client, questions(run)[0], "accept")
    drive()

    assert {request["method"] for request in server.requests()} <= {"tools/list", "tools/call", "server/discover"}


def test_not_yet_asks_the_same_again_and_the_third_time_in_a_row_is_told(asked: Any, client: Client) -> None:
    run = asked(asks(HERE))
    told = []
    for _ in range(3):
        question = questions(run)[-1]
        told.append("3rd time in a row" in words(card(client, question)))
        post(client, question, "accept")
        drive()

    assert told == [False, False, True]
    assert "4th time in a row" in words(card(client, questions(run)[-1]))


def test_another_address_in_between_begins_the_count_anew(asked: Any, client: Client) -> None:
    run = asked(asks(HERE), asks(HERE), asks(f"{HERE}8"), asks(HERE))
    for _ in range(3):
        post(client, questions(run)[-1], "accept")
        drive()

    assert len(questions(run)) == 4
    assert "in a row" not in words(card(client, questions(run)[-1]))


def test_what_cannot_be_opened_is_shown_with_the_reason_and_cannot_be_accepted(
    asked: Any, client: Client, server: Scripted
) -> None:
    run = asked(asks(*HOSTILE), {"text": "then not"})

    for question, (url, host) in zip(questions(run), HOSTILE.items(), strict=True):
        html = card(client, question)
        assert link(html) is None and 'value="accept"' not in html
        assert " ".join(url.split()) in words(html) and "You can still decline" in words(html)
        assert (f"It leads to {host}" if host else "") in words(html)
        assert post(client, question, "accept").status_code == 422
        post(client, question, "decline")
    drive()

    assert [each["action"] for each in server.calls()[1]["params"]["inputResponses"].values()] == ["decline"] * 8


def test_an_address_that_may_mislead_can_be_opened_after_a_warning(asked: Any, client: Client) -> None:
    run = asked(asks(*ODD))

    for question, (url, host) in zip(questions(run), ODD.items(), strict=True):
        html = card(client, question)
        assert host in (link(html) or "") and 'class="warnings"' in html
        assert f"It leads to {host}" in words(html) and url in words(html)


def test_a_very_long_address_is_there_to_its_end(asked: Any, client: Client) -> None:
    url = f"https://ok.example.test/{'a' * 8000}z"

    html = card(client, questions(asked(asks(url)))[0])

    assert url in words(html) and link(html) == url


def test_a_question_without_an_address_says_so(asked: Any, client: Client) -> None:
    html = card(client, questions(asked(asks(None, ["x"])))[0])

    assert "The server named no address" in words(html)


def test_a_forgotten_question_that_now_leads_elsewhere_says_where_it_led(asked: Any, client: Client) -> None:
    refused = {"error": {"code": -32602, "message": "who?", "data": {"reason": "invalid_request_state"}}}
    run = asked(asks(HERE), refused, asks(f"{HERE}8"))

    post(client, questions(run)[0], "accept")
    drive()

    assert f"It led before to: {HERE}" in words(card(client, questions(run)[1]))


def test_a_closed_question_keeps_the_address_and_has_no_link(asked: Any, client: Client) -> None:
    run = asked(asks(HERE), {"text": "connected"})

    post(client, questions(run)[0], "accept")
    drive()

    html = card(client, questions(run)[0])
    assert HERE in words(html) and link(html) is None
    assert "You finished the page for connect_repo" in words(html)
    assert Event.objects.filter(thread_id=run.thread_id, kind="answer.accept").count() == 1
