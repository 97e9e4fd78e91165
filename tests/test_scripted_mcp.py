"""The scripted server keeps its own promises: what it plays, what it remembers, what it records."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.scripted_mcp import ROOT, Scripted, scripted_mcp

ASK = {"ask": {"sure": {"message": "Drop {{arguments.table}}?"}}, "explanation": "It cannot be undone."}


@pytest.fixture(scope="module")
def one() -> Iterator[Scripted]:
    with scripted_mcp({}) as server:
        yield server


def post(url: str, message: Mapping[str, Any]) -> tuple[HTTPResponse, bytes]:
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("POST", parts.path, json.dumps(message), {"X-Who": "me"})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def call(server: Scripted, tool: str = "drop", **params: Any) -> Any:
    message = {"jsonrpc": "2.0", "id": "1", "method": "tools/call", "params": {"name": tool, **params}}
    reply = json.loads(post(server.url, message)[1])
    return reply.get("result", reply.get("error"))


def text(result: Any) -> str:
    return str(result["content"][0]["text"])


def test_steps_are_played_in_order_and_the_last_one_stays(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": [{"text": "a"}, {"text": "b"}]}})

    assert [text(call(one)) for _ in range(3)] == ["a", "b", "b"]


def test_a_question_has_forms_an_explanation_and_a_fresh_state(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": [ASK]}})

    first, second = (call(one, arguments={"table": "orders"}) for _ in range(2))

    assert first["resultType"] == "input_required"
    assert first["inputRequests"]["sure"]["params"] == {"mode": "form", "message": "Drop orders?"}
    assert first["_meta"] == {"sayso/explanation": "It cannot be undone."}
    assert first["requestState"] != second["requestState"]


def test_by_state_each_call_has_its_own_sequence_even_after_a_restart() -> None:
    with scripted_mcp({"calls": {"drop": {"by": "state", "steps": [ASK, ASK, {"text": "gone"}]}}}) as server:
        states = [call(server)["requestState"] for _ in range(2)]
        states = [call(server, requestState=state)["requestState"] for state in states]

        server.stop()
        server.start()

        assert [text(call(server, requestState=state)) for state in states] == ["gone", "gone"]
        assert len(server.calls()) == 6


def test_by_state_a_foreign_state_is_refused(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": {"by": "state", "steps": [ASK, {}]}}})

    assert call(one, requestState="foreign")["data"] == {"reason": "invalid_request_state"}


def test_a_state_for_a_single_use_is_refused_the_second_time(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": {"by": "state", "single_use": True, "steps": [ASK, {"text": "gone"}]}}})
    state = call(one)["requestState"]

    assert text(call(one, requestState=state)) == "gone"
    assert call(one, requestState=state)["data"] == {"reason": "state_used"}


def test_by_an_argument_each_value_has_its_own_sequence(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": {"by": "arguments.table", "steps": [{"text": "1"}, {"text": "2"}]}}})

    assert [text(call(one, arguments={"table": table})) for table in "abab"] == ["1", "1", "2", "2"]


def test_a_step_may_depend_on_the_answer(one: Scripted) -> None:
    cases = {"accept": {"text": "gone"}, "decline": {"text": "kept", "effect": False}}
    choice = {"choose": "input_responses.sure.action", "cases": cases, "otherwise": {"text": "unclear"}}
    one.begin_anew({"calls": {"drop": [choice]}})

    said = [text(call(one, inputResponses={"sure": {"action": action}})) for action in ("accept", "decline", "cancel")]

    assert said == ["gone", "kept", "unclear"]
    assert len(one.effects("drop")) == 2


def test_templates_give_values_whole_or_in_words(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": [{"result": {"whole": "{{arguments}}", "words": "{{number}}: {{arguments}}"}}]}})

    assert call(one, arguments={"a": [1]}) == {"whole": {"a": [1]}, "words": '1: {"a": [1]}'}


def test_every_request_is_recorded_as_it_came(one: Scripted) -> None:
    one.begin_anew({"calls": {"drop": [{"error": {"code": -1, "message": "no"}}]}})

    call(one, arguments={"ü": "✓"})

    [entry] = one.requests()
    assert (entry["method"], entry["id"], entry["effect"]) == ("tools/call", "1", False)
    assert entry["params"] == {"name": "drop", "arguments": {"ü": "✓"}}
    assert json.loads(entry["raw"]) == entry["body"]
    assert entry["headers"]["x-who"] == "me"
    assert ["X-Who", "me"] in entry["header_lines"]


@pytest.mark.parametrize(
    ("behaviour", "ran"), [("drop_before_effect", 0), ("drop_connection_before_reply", 1), ("drop_mid_reply", 1)]
)
def test_a_broken_connection_says_in_the_record_whether_the_tool_ran(one: Scripted, behaviour: str, ran: int) -> None:
    one.begin_anew({"calls": {"drop": [{"behaviour": behaviour}]}})

    with pytest.raises((HTTPException, ConnectionError)):
        call(one)

    assert len(one.effects()) == ran


def test_a_listed_tool_works_without_a_plan_and_an_unknown_one_does_not(one: Scripted) -> None:
    one.begin_anew({"tools": [{"name": "drop"}]})

    assert text(call(one)) == "ok"
    assert call(one, tool="other")["code"] == -32602


def test_it_can_be_run_by_hand(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"calls": {"drop": [{"text": "by hand"}]}}))
    command = [sys.executable, "-m", "tests.scripted_mcp", "--port", "0", "--script", str(script)]

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("READY ").strip()
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "drop"}}
        reply = post(url, message)[1]
        process.kill()

    assert b"by hand" in reply
