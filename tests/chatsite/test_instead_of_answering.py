"""A person writes something else while a question is open: the model, strict about its history, never refuses it."""

from typing import Any

import pytest
from django.test import Client

from chatsite.assistants import choose
from interrupts.marking import unmarked
from interrupts.models import Run, Thread
from interrupts.ports import Model
from tests.scripted_mcp import scripted_mcp
from tests.scripted_openai import Scripted, scripted_openai
from tests.support import calls, connect, drive, questions, status

pytestmark = pytest.mark.django_db(transaction=True)

SURE = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
TRAVEL = {
    "tools": [{"name": name, "inputSchema": {"type": "object"}} for name in ("book", "weather")],
    "calls": {
        "book": [{"ask": {"q": {"message": "Book it?", "requestedSchema": SURE}}}, {"text": "booked"}],
        "weather": [{"text": "sunny"}],
    },
}
BOTH = {"tool_calls": [{"id": "c1", "name": "book", "arguments": {}}, {"id": "c2", "name": "weather", "arguments": {}}]}


def strict(server: Scripted) -> Model:
    """It answers 400 to a history in which a call has no result, or more than one, or in the wrong place."""
    return choose("openai:small", base_url=server.url, api_key="none")


def newest_run() -> Run:
    return Run.objects.order_by("-pk")[0]


def results(request: dict[str, Any]) -> dict[str, str]:
    told = [each for each in request["body"]["messages"] if each["role"] == "tool"]
    return {each["tool_call_id"]: unmarked(each["content"]) for each in told}


def test_a_message_in_place_of_an_answer_leaves_a_history_that_a_strict_model_takes(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(TRAVEL) as travel, scripted_openai([BOTH, "4", "Still 4."]) as openai:
        connect(travel, name="travel")
        client.post("/threads/", {"text": "book a trip"})
        drive(strict(openai))
        asked, thread = newest_run(), Thread.objects.get()
        where = f"/threads/{thread.pk}/messages/"

        refused = client.post(where, {"text": "forget it, what is 2+2?"})
        offered = 'name="replace"' in refused.text
        client.post(where, {"text": "forget it, what is 2+2?", "replace": "1"})
        drive(strict(openai))
        late = client.post(f"/interrupts/{questions(asked)[0].pk}/answer/", {"action": "accept", "f0": "true"})
        client.post(where, {"text": "and again?"})
        drive(strict(openai))

        assert len(travel.calls("book")) == len(travel.calls("weather")) == 1
        requests = openai.requests()
    assert (refused.status_code, offered, late.status_code) == (409, True, 409)
    assert [request["refused"] for request in requests] == [None] * 3
    for request in requests[1:]:
        told = results(request)
        assert list(told) == ["c1", "c2"]
        assert "sunny" in told["c2"]
        assert "booked" not in told["c1"]
    assert [call.status for call in calls(asked)] == ["cancelled", "completed"]
    assert status(newest_run()) == "completed"
