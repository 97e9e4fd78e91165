"""What a reply means is decided by resultType alone, and crooked replies are taken as far as they are clear."""

import json
from typing import Any

import pytest

from mcpbridge.client import Completed, Failed, InputRequest, InputRequired, OutcomeUnknown
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import bytes_of, call, one_result, one_step, text_of

FORM = {"method": "elicitation/create", "params": {"message": "Sure?"}}


@pytest.mark.parametrize(
    "result",
    [
        {"resultType": "complete", "content": [{"type": "text", "text": "x"}]},
        {"content": []},
        {},
        {"resultType": "complete", "content": [{"type": "hologram", "data": {}}, "no block at all"], "new": [1]},
        {"resultType": "complete", "inputRequests": {"a": FORM}, "requestState": "s"},
        {"content": None, "structuredContent": [1, 2]},
    ],
)
async def test_a_complete_result_is_taken_as_it_is(play: Play, result: dict[str, Any]) -> None:
    done = await call(play(one_result(result)))

    assert isinstance(done, Completed)
    assert done.result == result
    assert not done.is_error


async def test_a_tool_that_failed_says_so_in_a_completed_call(play: Play) -> None:
    done = await call(play(one_step({"text": "no", "is_error": True})))

    assert isinstance(done, Completed)
    assert done.is_error


async def test_the_reply_is_kept_letter_by_letter(play: Play) -> None:
    raw = '{ "id" : "{{id}}",\n "jsonrpc":"2.0", "result":{"content":[], "content": [ ], "u":"\\u00fc ü \\ud800"} }\n'
    server = play(one_step({"raw": raw}))

    done = await call(server)

    assert isinstance(done, Completed)
    assert done.raw == raw.replace("{{id}}", server.calls()[0]["id"])


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON", "text/plain"])
async def test_a_byte_order_mark_and_a_crooked_content_type_do_no_harm(play: Play, content_type: str) -> None:
    raw = "\ufeff" + bytes_of({"result": {"content": [{"type": "text", "text": "ok"}]}})

    done = await call(play(one_step({"raw": raw, "content_type": content_type})))

    assert text_of(done) == "ok"
    assert isinstance(done, Completed)
    assert json.loads(done.raw)["result"] == done.result


async def test_input_required_with_content_is_a_question_not_a_finished_call(play: Play) -> None:
    result = {"resultType": "input_required", "content": [{"type": "text", "text": "done!"}], "requestState": "s"}

    asked = await call(play(one_result(result)))

    assert isinstance(asked, InputRequired)


async def test_requests_keep_the_order_and_the_words_of_the_server(play: Play) -> None:
    schema = {"type": "object", "properties": {"z": {"type": "string"}, "a": {"type": "boolean"}}}
    second = {"method": "elicitation/create", "params": {"mode": "form", "message": "B", "requestedSchema": schema}}
    result = {"resultType": "input_required", "inputRequests": {"z": FORM, "a": second}}

    asked = await call(play(one_result(result)))

    assert isinstance(asked, InputRequired)
    assert [request.key for request in asked.requests] == ["z", "a"]
    assert asked.request_state is None
    assert asked.requests[1].method == "elicitation/create"
    assert list(asked.requests[1].params["requestedSchema"]["properties"]) == ["z", "a"]


@pytest.mark.parametrize("schema", [None, True, {"type": "boolean"}, [], "text", {"$ref": "#/nowhere"}, 7, {}])
async def test_a_form_with_any_schema_at_all_is_passed_on(play: Play, schema: Any) -> None:
    server = play(one_step({"ask": {"sure": {"message": "?", "requestedSchema": schema}}}))

    asked = await call(server)

    assert isinstance(asked, InputRequired)
    assert asked.requests[0].params["requestedSchema"] == schema


@pytest.mark.parametrize(
    ("method", "params", "kind"),
    [
        ("elicitation/create", {}, "form"),
        ("elicitation/create", {"mode": None}, "form"),
        ("elicitation/create", {"mode": "form"}, "form"),
        ("elicitation/create", {"mode": "url", "url": "https://example.org"}, "url"),
        ("elicitation/create", {"mode": ["url"]}, "unknown"),
        ("elicitation/create", {"mode": "video"}, "unknown"),
        ("sampling/createMessage", {"mode": "url"}, "sampling"),
        ("roots/list", {}, "roots"),
        ("tools/call", {}, "unknown"),
    ],
)
def test_the_kind_of_a_request_follows_from_method_and_mode(method: str, params: dict[str, Any], kind: str) -> None:
    assert InputRequest("key", method, params).kind == kind


@pytest.mark.parametrize("request_", [None, "text", [], {}, {"method": 7}, {"params": {}}])
async def test_a_request_of_a_wrong_shape_is_of_unknown_kind(play: Play, request_: Any) -> None:
    asked = await call(play(one_result({"resultType": "input_required", "inputRequests": {"a": request_}})))

    assert isinstance(asked, InputRequired)
    assert [request.kind for request in asked.requests] == ["unknown"]


async def test_params_of_a_wrong_shape_leave_a_form_without_words(play: Play) -> None:
    crooked = {"method": "elicitation/create", "params": ["?"]}

    asked = await call(play(one_result({"resultType": "input_required", "inputRequests": {"a": crooked}})))

    assert isinstance(asked, InputRequired)
    assert asked.requests == (InputRequest("a", "elicitation/create", {}),)


async def test_a_state_alone_asks_nothing_and_wants_to_come_back(play: Play) -> None:
    asked = await call(play(one_result({"resultType": "input_required", "requestState": "", "inputRequests": None})))

    assert isinstance(asked, InputRequired)
    assert (asked.requests, asked.request_state) == ((), "")


@pytest.mark.parametrize(
    ("fields", "explanation"),
    [
        ({"_meta": {"sayso/explanation": "because"}, "message": "other"}, "because"),
        ({"message": "because"}, "because"),
        ({"_meta": {"sayso/explanation": " "}, "message": 7}, None),
        ({"_meta": "because"}, None),
        ({}, None),
    ],
)
async def test_an_explanation_is_read_from_either_place(
    play: Play, fields: dict[str, Any], explanation: str | None
) -> None:
    asked = await call(play(one_result({"resultType": "input_required", "requestState": "s", **fields})))

    assert isinstance(asked, InputRequired)
    assert asked.explanation == explanation


@pytest.mark.parametrize(
    ("meta", "reason"),
    [
        ({"sayso/reason": "auth_required"}, "auth_required"),
        ({"sayso/reason": "approval"}, "mcp_input"),
        ({"sayso/reason": "Stranded"}, "mcp_input"),
        ({"sayso/reason": ["auth_required"]}, "mcp_input"),
        ({}, "mcp_input"),
    ],
)
async def test_a_reason_is_one_line_and_never_one_of_the_hosts_own(play: Play, meta: Any, reason: str) -> None:
    asked = await call(play(one_result({"resultType": "input_required", "requestState": "s", "_meta": meta})))

    assert isinstance(asked, InputRequired)
    assert asked.reason == reason


async def test_what_a_server_says_besides_its_question_is_read_by_key_or_with_the_question(play: Play) -> None:
    question = {"method": "elicitation/create", "params": {"message": "?", "_meta": {"sayso/allowedActions": []}}}
    meta = {"sayso/questions": {"a": {"sayso/intent": "tool_permission"}, "b": "nonsense"}}
    result = {"resultType": "input_required", "inputRequests": {"a": question, "b": question}, "_meta": meta}

    asked = await call(play(one_result(result)))

    assert isinstance(asked, InputRequired)
    assert [request.intent for request in asked.requests] == ["tool_permission", ""]
    assert [request.allowed_actions for request in asked.requests] == [
        ("accept", "decline", "cancel"),
        ("accept", "cancel"),
    ]


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ({"resultType": "task", "task": {}}, "nobody asked for"),
        ({"resultType": "done", "content": []}, "nobody asked for"),
        ({"resultType": None, "content": []}, "nobody asked for"),
        ({"resultType": "input_required"}, "without a question"),
        ({"resultType": "input_required", "inputRequests": {}}, "without a question"),
        ({"resultType": "input_required", "inputRequests": [FORM]}, "cannot be read"),
        ({"resultType": "input_required", "requestState": {"a": 1}}, "not text"),
        ([], "not an object"),
        ("done", "not an object"),
        (None, "not an object"),
    ],
)
async def test_a_result_that_says_nothing_known_leaves_the_outcome_unknown(
    play: Play, result: Any, sentence: str
) -> None:
    with pytest.raises(OutcomeUnknown, match=sentence) as unknown:
        await call(play(one_result(result)))

    assert unknown.value.raw is not None
    assert json.loads(unknown.value.raw)["result"] == result


@pytest.mark.parametrize(
    ("code", "data", "state", "why"),
    [
        (-32602, {"reason": "invalid_request_state"}, "s", "state_refused"),
        (-32602, None, "", "state_refused"),
        (-32602, {"reason": "state_used"}, "s", "state_used"),
        (-32602, {"reason": "state_used"}, None, "call_refused"),
        (-32020, None, "s", "tools_changed"),
        (-32042, {"elicitations": []}, None, "input_required_by_url"),
        (-32603, None, "s", "call_refused"),
        (-32021, {"requiredCapabilities": {"sampling": {}}}, None, "call_refused"),
    ],
)
@pytest.mark.parametrize("status", [200, 400])
async def test_a_refusal_says_why(play: Play, code: int, data: Any, state: str | None, why: str, status: int) -> None:
    step = {"error": {"code": code, "message": "No.", "data": data}, "status": status}

    refused = await call(play(one_step(step)), state=state)

    assert isinstance(refused, Failed)
    assert (refused.why, refused.code, refused.message, refused.data) == (why, code, "No.", data)
    assert json.loads(refused.raw)["error"]["code"] == code


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ({"code": -32603, "message": "Broken.\n\x1b[31m"}, "The server refused the call: Broken. [31m (code -32603)."),
        ({"code": -32021, "message": "No", "data": {"requiredCapabilities": {"sampling": {}}}}, "it needs sampling"),
        ({"code": -32022, "message": "No", "data": {"supported": ["2027-01-01"]}}, "it speaks 2027-01-01"),
        ("just words", "The server refused the call: just words (code 0)."),
        ({"code": "x", "message": ["?"]}, "The server refused the call (code 0)."),
        ({"code": 1, "message": "long " * 1000}, "…"),
    ],
)
async def test_a_refusal_has_a_sentence_whatever_its_shape(play: Play, error: Any, sentence: str) -> None:
    refused = await call(play(one_step({"error": error})))

    assert isinstance(refused, Failed)
    assert sentence in refused.sentence
    assert len(refused.sentence) < 500
