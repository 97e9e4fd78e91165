"""A thread whose model is Anthropic's, from the message to the end: rows in between, a real server on either side."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from chatsite.assistants import choose
from interrupts.answers import answer_interrupt
from interrupts.models import Message, Run
from tests.scripted_anthropic import scripted_anthropic
from tests.scripted_mcp import scripted_mcp
from tests.scripted_openai import Scripted
from tests.support import calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

SURE = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
TABLE = {"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]}
ASKS = {
    "tools": [{"name": "drop_table", "inputSchema": TABLE}],
    "calls": {
        "drop_table": {
            "by": "state",
            "steps": [
                {"ask": {"q": {"message": "Drop {{arguments.table}}?", "requestedSchema": SURE}}, "state": "s"},
                {"text": "Dropped {{arguments.table}}."},
            ],
        }
    },
}
THINKING = {"type": "thinking", "thinking": "Two tables are meant."}


def drop(id_: str, arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": "drop_table", "input": arguments}


@pytest.fixture(scope="module")
def anthropic() -> Iterator[Scripted]:
    with scripted_anthropic([]) as running:
        yield running


@pytest.fixture(autouse=True)
def _key(anthropic: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-x")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", anthropic.url)


def work() -> None:
    """An engine of its own each time, as after a restart: only rows carry what was thought."""
    drive(choose("anthropic:claude-sonnet-4-5"))  # type: ignore[arg-type]


def answer(run: Run) -> None:
    for question in questions(run):
        answer_interrupt(question, person=run.thread.owner, action="accept", content={"sure": True}, at=timezone.now())


def test_two_calls_at_once_ask_and_their_signed_thinking_survives_the_pause(anthropic: Scripted, ana: Any) -> None:
    blocks = [THINKING, drop("a", {"table": "orders"}), drop("b", {"table": "users"})]
    anthropic.play([{"blocks": blocks}, "Both are gone."])
    with scripted_mcp(ASKS) as server:
        connect(server)
        run = say(ana, "drop both")
        work()
        assert {question.message for question in questions(run)} == {"Drop orders?", "Drop users?"}

        answer(run)
        work()

    _, assistant, results = anthropic.requests()[1]["body"]["messages"]
    assert [block["type"] for block in assistant["content"]] == ["thinking", "tool_use", "tool_use"]
    assert [block["tool_use_id"] for block in results["content"]] == ["a", "b"]
    assert status(run) == "completed"
    assert Message.objects.filter(run=run).last().text == "Both are gone."  # type: ignore[union-attr]


# BC71: each is a reading of "no usable arguments"; none may reach the tool.
def test_arguments_that_cannot_be_read_reach_no_tool_and_the_thread_goes_on(anthropic: Scripted, ana: Any) -> None:
    anthropic.play([{"blocks": [drop("a", '{"table": "/tm')]}, "I will ask first.", "Hello."])
    with scripted_mcp(ASKS) as server:
        connect(server)
        run = say(ana, "drop it")
        work()

        assert server.calls("drop_table") == []
    assert [call.status for call in calls(run)] == ["failed"]
    again = say(ana, "hello", run.thread)
    work()

    assert (status(run), status(again)) == ("completed", "completed")
    assert [request["refused"] for request in anthropic.requests()] == [None, None, None]


def test_an_overloaded_provider_is_told_in_the_thread_with_what_came_before(anthropic: Scripted, ana: Any) -> None:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    anthropic.play([{"blocks": [{"type": "text", "text": "I was about to"}], "error_event": error}])
    run = say(ana, "go")
    work()

    said = Message.objects.get(run=run, role="assistant")
    assert (said.text, said.status) == ("I was about to", "partial")
