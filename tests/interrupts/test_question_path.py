"""The path of one question, through rows and a real server, as a worker walks it."""

from typing import Any

import pytest
from django.test import Client

from interrupts.marking import unmarked
from interrupts.models import Event, Interrupt, Round
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

SURE = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
ASKS = {
    "tools": [{"name": "drop_table", "inputSchema": {"type": "object", "properties": {"table": {"type": "string"}}}}],
    "calls": {
        "drop_table": {
            "by": "state",
            "steps": [
                {"ask": {"q": {"message": "Drop {{arguments.table}}?", "requestedSchema": SURE}}, "state": "s\u00e9 1"},
                {"text": "{{input_responses.q}}"},
            ],
        }
    },
}


def post(client: Client, question: Interrupt, **values: Any) -> Any:
    return client.post(f"/interrupts/{question.pk}/answer/", values)


@pytest.fixture
def asked(ana: Any, client: Client) -> Any:
    """A run that waits for Ana's word about a table."""
    client.force_login(ana)
    with scripted_mcp(ASKS) as server:
        connect(server)
        run = say(ana, "drop orders")
        drive(ScriptedModel([("bank_drop_table", {"table": "orders"})]))
        yield server, run


def test_a_question_pauses_the_run_and_stands_in_the_database(asked: Any) -> None:
    _, run = asked

    assert status(run) == "interrupted"
    assert [(q.status, q.message) for q in questions(run)] == [("pending", "Drop orders?")]


def test_an_answer_resumes_the_same_call_with_a_new_id_and_the_untouched_state(asked: Any, client: Client) -> None:
    server, run = asked

    post(client, questions(run)[0], action="accept", f0="1" if False else "true")
    drive()

    first, second = server.calls("drop_table")
    assert second["params"]["arguments"] == first["params"]["arguments"] == {"table": "orders"}
    assert second["params"]["requestState"] == "s\u00e9 1"
    assert second["params"]["inputResponses"] == {"q": {"action": "accept", "content": {"sure": True}}}
    assert second["id"] != first["id"]
    assert status(run) == "completed"


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_decline_and_cancel_send_their_name_and_nothing_else(asked: Any, client: Client, action: str) -> None:
    server, run = asked

    post(client, questions(run)[0], action=action, f0="nonsense")
    drive()

    assert server.calls("drop_table")[1]["params"]["inputResponses"] == {"q": {"action": action}}


def test_an_invalid_answer_is_refused_and_the_question_stays(asked: Any, client: Client) -> None:
    _, run = asked

    reply = post(client, questions(run)[0], action="accept")

    assert reply.status_code == 422
    assert questions(run)[0].status == "pending"


def test_a_second_answer_is_refused_and_the_first_one_stays(asked: Any, client: Client) -> None:
    server, run = asked
    post(client, questions(run)[0], action="decline")

    reply = post(client, questions(run)[0], action="cancel")
    drive()

    assert reply.status_code == 409
    assert questions(run)[0].action == "decline"
    assert len(server.calls("drop_table")) == 2


def test_the_model_reads_the_result_of_the_resumed_call(asked: Any, client: Client) -> None:
    _, run = asked

    post(client, questions(run)[0], action="decline")
    model = drive()

    result = model.requests[0].messages[-1].parts[0]
    assert '"action": "decline"' in result.text


def test_every_step_is_in_the_audit(asked: Any, client: Client) -> None:
    _, run = asked

    post(client, questions(run)[0], action="decline")
    drive()

    kinds = list(Event.objects.filter(thread_id=run.thread_id).order_by("number").values_list("kind", flat=True))
    assert kinds == [
        "run.queued",
        "model.replied",
        "call.proposed",
        "call.ready",
        "call.sent",
        "call.waiting",
        "question.asked",
        "run.interrupted",
        "answer.decline",
        "run.queued",
        "call.ready",
        "call.sent",
        "call.completed",
        "model.replied",
        "run.completed",
    ]


def test_every_request_and_its_reply_are_kept(asked: Any, client: Client) -> None:
    _, run = asked

    post(client, questions(run)[0], action="decline")
    drive()

    rounds = Round.objects.filter(call__run=run).order_by("number")
    assert [(row.number, row.ended) for row in rounds] == [(1, "asked"), (2, "completed")]
    assert all("jsonrpc" in row.reply for row in rounds)


def test_three_calls_of_one_tool_keep_their_own_questions_and_states(ana: Any, client: Client) -> None:
    client.force_login(ana)
    steps = [
        {"ask": {"q": {"message": "Drop {{arguments.table}}?", "requestedSchema": SURE}}},
        {"text": "{{arguments.table}} {{input_responses.q.action}}"},
    ]
    with scripted_mcp(ASKS | {"calls": {"drop_table": {"by": "state", "steps": steps}}}) as server:
        connect(server)
        run = say(ana)
        wish = [("bank_drop_table", {"table": name}) for name in ("a", "b", "a")]
        drive(ScriptedModel(wish))
        first, second, third = sorted(questions(run), key=lambda question: question.tool_call.index)

        post(client, second, action="decline")
        drive()
        post(client, third, action="accept", f0="true")
        drive()
        still_open = status(run)
        post(client, first, action="cancel")
        model = drive()

        assert still_open == "interrupted"
        assert status(run) == "completed"
        told = [unmarked(part.text) for part in model.requests[0].messages[-1].parts]
        assert told == ["a cancel", "b decline", "a accept"]
        assert len(server.calls("drop_table")) == 6


def test_a_finished_sibling_is_not_run_again(ana: Any, client: Client) -> None:
    client.force_login(ana)
    script = {
        "tools": [*ASKS["tools"], {"name": "send_mail", "inputSchema": {"type": "object"}}],
        "calls": ASKS["calls"] | {"send_mail": [{"text": "sent #{{number}}"}]},
    }
    with scripted_mcp(script) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_send_mail", {}), ("bank_drop_table", {"table": "x"})]))

        post(client, questions(run)[0], action="decline")
        model = drive()

        assert len(server.calls("send_mail")) == 1
        assert unmarked(model.requests[0].messages[-1].parts[0].text) == "sent #1"


def test_a_tool_that_asks_again_asks_in_a_new_round(ana: Any, client: Client) -> None:
    client.force_login(ana)
    ask = {"ask": {"q": {"message": "Really?", "requestedSchema": SURE}}}
    with scripted_mcp(ASKS | {"calls": {"drop_table": [ask, ask, {"text": "fin"}]}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"table": "x"})]))

        post(client, questions(run)[0], action="decline")
        drive()
        post(client, questions(run)[1], action="cancel")
        drive()

        assert [q.action for q in questions(run)] == ["decline", "cancel"]
        assert len(server.calls()) == 3
        assert status(run) == "completed"


def test_several_questions_of_one_reply_are_sent_together_when_the_last_is_decided(ana: Any, client: Client) -> None:
    client.force_login(ana)
    name = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    reason = {"type": "object", "properties": {"r": {"type": "string"}}}
    schemas = {"who": name, "when": SURE, "why": reason}
    asks = {key: {"message": f"{key}?", "requestedSchema": schema} for key, schema in schemas.items()}
    with scripted_mcp(ASKS | {"calls": {"drop_table": [{"ask": asks, "state": "st"}, {"text": "ok"}]}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"table": "x"})]))
        who, when, why = questions(run)

        post(client, who, action="accept", f0="Ana")
        post(client, when, action="decline")
        drive()
        before = len(server.calls())
        post(client, why, action="accept", f0="")
        drive()

        assert [question.message for question in (who, when, why)] == ["who?", "when?", "why?"]
        assert (before, len(server.calls())) == (1, 2)
        assert server.calls()[1]["params"]["requestState"] == "st"
        assert server.calls()[1]["params"]["inputResponses"] == {
            "who": {"action": "accept", "content": {"name": "Ana"}},
            "when": {"action": "decline"},
            "why": {"action": "accept", "content": {}},
        }


def test_questions_of_different_kinds_in_one_reply_are_counted_together(ana: Any, client: Client) -> None:
    client.force_login(ana)
    form = {"method": "elicitation/create", "params": {"message": "Sure?", "requestedSchema": SURE}}
    address = {
        "method": "elicitation/create",
        "params": {"mode": "url", "message": "Sign in.", "url": "https://a.example.test/", "elicitationId": "1"},
    }
    wants = {"resultType": "input_required", "inputRequests": {"a": form, "b": address}, "requestState": "s"}
    with scripted_mcp(ASKS | {"calls": {"drop_table": [{"result": wants}, {"text": "ok"}]}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"table": "x"})]))

    post(client, questions(run)[0], action="accept", f0="true")

    assert "1 of 2 answered" in client.get(f"/interrupts/{questions(run)[1].pk}/").content.decode()


def test_a_kind_of_question_that_cannot_be_shown_ends_the_call_with_its_name(ana: Any) -> None:
    wants = {"result": {"resultType": "input_required", "inputRequests": {"r": {"method": "roots/list", "params": {}}}}}
    with scripted_mcp(ASKS | {"calls": {"drop_table": [wants]}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"table": "x"})]))

    call = calls(run)[0]
    assert call.status == "failed"
    assert "roots" in call.outcome
    assert status(run) == "completed"


def test_an_untrusted_servers_call_waits_for_approval_and_then_runs(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(ASKS | {"calls": {"drop_table": [{"text": "gone"}]}}) as server:
        connect(server, trusted=False)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"table": "x"})]))
        before = len(server.calls())

        post(client, questions(run)[0], action="accept")
        drive()

        assert (questions(run)[0].kind, before) == ("approval", 0)
        assert len(server.calls()) == 1
        assert status(run) == "completed"


def test_a_declined_approval_is_never_sent(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(ASKS) as server:
        connect(server, trusted=False)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"table": "x"})]))

        post(client, questions(run)[0], action="decline")
        drive()

        assert server.calls() == []
        assert calls(run)[0].status == "refused"
        assert status(run) == "completed"
