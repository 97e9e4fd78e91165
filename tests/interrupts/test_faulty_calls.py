"""Calls that cannot be sent as a model wrote them: told to it once, never guessed at, ended when it happens again."""

from typing import Any

import pytest

from interrupts.models import Message
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
