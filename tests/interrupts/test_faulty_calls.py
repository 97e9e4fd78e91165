"""Calls that cannot be sent as a model wrote them: told to it once, never guessed at, ended when it happens again."""

from typing import Any

import pytest
from django.test import Client

from interrupts.models import Message
from interrupts.said import ARGUMENTS_LIMIT, CALLS_PER_TURN
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

PATH = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
DISK = {
    "tools": [
        {"name": "now", "inputSchema": {"type": "object", "properties": {}}},
        {"name": "wipe", "inputSchema": PATH},
    ],
    "calls": {"now": [{"text": "noon"}], "wipe": [{"text": "wiped"}]},
}
UNREADABLE = ['{"path": "/tm', "[1,2]", '"{\\"path\\":\\"/tmp\\"}"', '{"path":"/tmp",}', '{"path":NaN}', "{}{}"]


def notes(run: Any) -> list[str]:
    return list(Message.objects.filter(run=run, role="note").values_list("text", flat=True))


def test_a_name_that_no_database_takes_is_an_unknown_tool(ana: Any) -> None:
    run = say(ana)
    model = drive(ScriptedModel([("wi\x00p\ud800e", {})], "There is no such tool."))

    assert (status(run), [call.name for call in calls(run)]) == ("completed", ["wi\ufffdp\ufffde"])
    assert model.requests[1].messages[-1].parts[0].is_error


def test_arguments_without_end_are_cut_told_and_never_sent(ana: Any) -> None:
    with scripted_mcp(DISK) as server:
        connect(server)
        run = say(ana)
        model = drive(ScriptedModel([("bank_wipe", {"path": "x" * 2 * ARGUMENTS_LIMIT})], "That was too much."))

        assert server.calls() == []
    assert len(calls(run)[0].arguments_proposed) == ARGUMENTS_LIMIT
    assert model.requests[1].messages[-1].parts[0].is_error


@pytest.mark.parametrize("written", ["", "null", " "])
def test_no_arguments_are_enough_for_a_tool_that_needs_none(ana: Any, written: str) -> None:
    with scripted_mcp(DISK) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_now", written)]))

        assert [call["params"]["arguments"] for call in server.calls()] == [{}]
    assert status(run) == "completed"


@pytest.mark.parametrize("written", ["", "null", "{}", '{"paths": "/tmp"}'])
def test_what_a_tool_requires_is_never_guessed_and_nobody_is_asked_to_approve_without_it(
    ana: Any, written: str
) -> None:
    with scripted_mcp(DISK) as server:
        connect(server, trusted=False)
        run = say(ana)
        model = drive(ScriptedModel([("bank_wipe", written)], "What should be wiped?"))

        assert server.calls() == []
    result = model.requests[1].messages[-1].parts[0]
    assert 'requires "path"' in result.text and result.is_error
    assert (status(run), questions(run), notes(run)) == ("completed", [], [])


@pytest.mark.parametrize("written", UNREADABLE)
def test_a_model_may_mend_what_it_was_told_of(ana: Any, written: str) -> None:
    with scripted_mcp(DISK) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_wipe", written)], [("bank_wipe", {"path": "/tmp"})], "Wiped."))

        assert [call["params"]["arguments"] for call in server.calls()] == [{"path": "/tmp"}]
    assert (status(run), [call.status for call in calls(run)]) == ("completed", ["failed", "completed"])


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("bank_wipe", "{"), ("bank_wipe", "{"), "sent arguments that are no JSON for “wipe”"),
        (("bank_wipe", "{"), ("bank_wipe", "{}"), "left out what “wipe” requires"),
        (("bank_burn", "{}"), ("bank_drown", "{}"), "asked for a tool that it does not have, now “bank_drown”"),
    ],
)
def test_the_same_fault_a_second_time_ends_the_run_with_a_sentence(
    ana: Any, first: Any, second: Any, told: str
) -> None:
    with scripted_mcp(DISK) as server:
        connect(server)
        run = say(ana)
        model = drive(ScriptedModel([first], [second, ("bank_now", "{}")]))

        assert len(server.calls()) == 1
    assert notes(run) == [f"The model twice {told}. Try another model or other words."]
    assert (status(run), len(model.requests)) == ("failed", 2)


def test_other_faults_one_after_the_other_and_a_fault_after_a_good_call_are_only_told(ana: Any) -> None:
    with scripted_mcp(DISK) as server:
        connect(server)
        run = say(ana)
        replies = [[("bank_wipe", "{")], [("bank_burn", "{}")], [("bank_now", "{}")], [("bank_wipe", "{")], "Sorry."]
        drive(ScriptedModel(*replies))

    assert (status(run), notes(run)) == ("completed", [])


def test_of_two_values_of_one_name_what_is_shown_for_approval_is_what_is_sent(ana: Any, client: Any) -> None:
    client.force_login(ana)
    with scripted_mcp(DISK) as server:
        connect(server, trusted=False)
        run = say(ana)
        drive(ScriptedModel([("bank_wipe", '{"path":"/a","path":"/b"}')]))
        shown = questions(run)[0].prefill
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        drive()

        assert [call["params"]["arguments"] for call in server.calls()] == [{"path": "/b"}]
    assert shown == '{"path":"/b"}'


def test_of_too_many_calls_at_once_the_first_are_made_and_model_and_page_are_told_of_the_rest(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    with scripted_mcp({**DISK, "calls": {"now": [{"text": "noon"}] * 40}}) as server:
        connect(server)
        run = say(ana)
        model = drive(ScriptedModel([("bank_now", {})] * (CALLS_PER_TURN + 8)))

        assert len(server.calls()) == CALLS_PER_TURN
    uses, results = (turn.parts for turn in model.requests[1].messages[-2:])
    told = (
        "40 calls at once are too many. The first 32 are made, this one and those after it are not. Ask for them again."
    )
    assert len(uses) == len(results) == CALLS_PER_TURN + 1
    assert (results[-1].text, results[-1].is_error) == (told, True)
    assert told in client.get(f"/threads/{run.thread_id}/").text
    assert status(run) == "completed"


def test_a_name_that_no_database_takes_is_told_to_be_none(ana: Any) -> None:
    run = say(ana)

    model = drive(ScriptedModel([("bank_\ud800\x00", {})]))

    assert "There is no tool named" in model.requests[1].messages[-1].parts[0].text
    assert status(run) == "completed"
