"""What a model thinks, and the calls it is writing, are seen while they grow."""

from typing import Any

import pytest
from django.test import Client

from interrupts import said
from interrupts.models import Message
from interrupts.ports import ArgumentsDelta, ReasoningDelta, TextDelta, ToolUse
from tests.scripted_mcp import scripted_mcp
from tests.support import EventModel, calls, connect, drive, say

pytestmark = pytest.mark.django_db(transaction=True)

TOOLS = {"tools": [{"name": "pay", "inputSchema": {"type": "object"}}], "calls": {"pay": [{"text": "paid"}]}}


@pytest.fixture(autouse=True)
def _every_piece_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(said, "SAVE_SHARE", 0)


def page_of(client: Client, run: Any) -> str:
    return client.get(f"/threads/{run.thread_id}/").content.decode()


def test_thoughts_are_shown_folded_above_the_reply_while_they_grow_and_are_never_given_back(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    run = say(ana, "hello")
    seen: list[str] = []

    def look() -> None:
        seen.append(page_of(client, run))

    drive(EventModel([ReasoningDelta("She greets "), look, ReasoningDelta("<b>me."), TextDelta("Hello."), look]))
    after = page_of(client, run)
    say(ana, "and now?", thread=run.thread)
    model = drive(EventModel())

    assert "She greets" in seen[0] and "Thinking</summary>" in seen[0]
    assert "She greets &lt;b&gt;me." in after and "Thoughts</summary>" in after
    assert after.index("She greets") < after.index("Hello.")
    assert "She greets" not in repr(model.requests[0])


def test_a_call_is_seen_while_its_arguments_are_written_and_gone_once_it_is_recorded(ana: Any, client: Client) -> None:
    client.force_login(ana)
    seen: list[str] = []
    with scripted_mcp(TOOLS) as server:
        connect(server)
        run = say(ana)

        def look() -> None:
            seen.append(page_of(client, run))

        pieces = [ArgumentsDelta(0, "bank_pay", '{"to":'), look, ArgumentsDelta(0, "bank_pay", '"x"}'), look]
        drive(EventModel([*pieces, ToolUse("c0", "bank_pay", '{"to":"x"}')]))

    assert "Writing the call of <b>pay</b>: 6 characters" in seen[0]
    assert "Writing the call of <b>pay</b>: 10 characters" in seen[1]
    assert "Writing the call" not in page_of(client, run)
    assert calls(run)[0].status == "completed"


def test_thoughts_are_kept_up_to_a_bound(ana: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "REASONING_LIMIT", 10)
    run = say(ana)

    drive(EventModel([ReasoningDelta("12345678"), ReasoningDelta("90abc"), ReasoningDelta("d"), TextDelta("Hello.")]))

    assert Message.objects.get(run=run, role="assistant").reasoning == "1234567890"
