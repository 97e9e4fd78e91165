"""A run between its first message and its end: busy threads, stops, bad replies, lost replies."""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import conversation
from interrupts.engine import Engine
from interrupts.leases import LEASE, claim
from interrupts.marking import unmarked
from interrupts.models import Interrupt, Message, Round, Run
from interrupts.posted import BadMessage, ThreadBusy
from interrupts.runs import post_message, stop_run
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

TOOL = {"name": "pay", "inputSchema": {"type": "object"}}
ASK = {"ask": {"q": {"message": "Pay?", "requestedSchema": {"type": "object", "properties": {}}}}}
WISH = [("bank_pay", {"to": "x"})]


def script(*steps: Any, **tool: Any) -> dict[str, Any]:
    return {"tools": [TOOL | tool], "calls": {"pay": list(steps)}}


def later(**delta: float) -> Any:
    return lambda: timezone.now() + timedelta(**delta)


def test_a_message_without_tools_is_answered_in_words(ana: Any) -> None:
    run = say(ana, "hello")

    drive(ScriptedModel("Hello to you."))

    reply = Message.objects.get(run=run, role="assistant")
    assert (reply.text.strip(), reply.status, status(run)) == ("Hello to you.", "whole", "completed")


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 200_001])
def test_a_message_that_is_empty_or_endless_is_refused(ana: Any, text: str) -> None:
    with pytest.raises(BadMessage):
        say(ana, text)

    assert not Run.objects.exists()


def test_a_message_while_a_question_is_open_is_refused_and_names_the_question(ana: Any) -> None:
    with scripted_mcp(script(ASK)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))

        with pytest.raises(ThreadBusy) as refused:
            say(ana, "never mind", thread=run.thread)

    assert refused.value.question == questions(run)[0]


def test_withdrawing_and_sending_closes_the_question_and_starts_a_new_run(ana: Any) -> None:
    with scripted_mcp(script(ASK)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))

        after = post_message(person=ana, thread=run.thread, text="2+2?", at=timezone.now(), replace=True)
        model = drive()

        assert [q.status for q in questions(run)] == ["withdrawn"]
        assert (status(run), status(after)) == ("cancelled", "completed")
        assert len(server.calls()) == 1
    uses = [part.id for message in model.requests[0].messages for part in message.parts if message.role == "assistant"]
    results = [part.id for message in model.requests[0].messages for part in message.parts if message.role == "tool"]
    assert uses == results == ["c0"]


def test_a_stop_while_a_request_is_in_the_air_lets_its_reply_be_recorded(ana: Any) -> None:
    with scripted_mcp(script({"text": "paid", "hold": "gate"})) as server:
        connect(server)
        run = say(ana)
        worker = threading.Thread(target=drive, args=(ScriptedModel(WISH),))
        worker.start()
        server.wait_for_calls(1)

        stop_run(person=ana, thread=run.thread, at=timezone.now())
        stopped = status(run)
        server.release("gate")
        worker.join(30)

        assert stopped == status(run) == "cancelled"
        assert calls(run)[0].status == "completed"


def test_a_stop_of_nothing_does_nothing(ana: Any) -> None:
    run = say(ana)
    drive()

    assert stop_run(person=ana, thread=run.thread, at=timezone.now()) is False
    assert status(run) == "completed"


@pytest.mark.parametrize("arguments", ['{"a":', "[1]", "7", '{"a": NaN}'])
def test_unreadable_arguments_are_told_to_the_model_and_never_sent(ana: Any, arguments: str) -> None:
    with scripted_mcp(script({"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        model = drive(ScriptedModel([("bank_pay", arguments)], "Sorry."))

        assert server.calls() == []
    assert "not a JSON object" in model.requests[1].messages[-1].parts[0].text
    assert status(run) == "completed"


def test_a_tool_that_does_not_exist_is_told_to_the_model(ana: Any) -> None:
    run = say(ana)

    model = drive(ScriptedModel([("no_such", {})], "Sorry."))

    assert "no tool named 'no_such'" in model.requests[1].messages[-1].parts[0].text
    assert status(run) == "completed"


def test_a_tools_own_error_is_a_result_and_never_a_pause(ana: Any) -> None:
    with scripted_mcp(script({"text": "no money", "is_error": True})) as server:
        connect(server)
        run = say(ana)
        model = drive(ScriptedModel(WISH))

    result = model.requests[1].messages[-1].parts[0]
    assert (unmarked(result.text), result.is_error, status(run)) == ("no money", True, "completed")


def test_a_refused_call_becomes_a_readable_result(ana: Any) -> None:
    with scripted_mcp(script({"error": {"code": -32603, "message": "out of order"}})) as server:
        connect(server)
        run = say(ana)
        model = drive(ScriptedModel(WISH))

    assert "out of order" in model.requests[1].messages[-1].parts[0].text
    assert status(run) == "completed"


def test_a_lost_reply_is_asked_about_and_nothing_is_sent_again_meanwhile(ana: Any) -> None:
    with scripted_mcp(script({"behaviour": "drop_connection_before_reply"}, {"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))

        assert [(q.kind, q.status) for q in questions(run)] == [("outcome", "pending")]
        assert len(server.calls()) == 1
    assert (calls(run)[0].status, status(run)) == ("unknown", "interrupted")


def test_a_stop_while_nobody_knows_whether_it_ran_says_just_that(ana: Any) -> None:
    with scripted_mcp(script({"behaviour": "drop_connection_before_reply"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))

        stop_run(person=ana, thread=run.thread, at=timezone.now())

    assert "Nobody can tell whether the tool ran" in calls(run)[0].outcome


@pytest.mark.parametrize(
    ("answer", "sent", "told"),
    [
        ({"action": "accept", "f0": "0", "f1": "Receipt 7"}, 1, "Receipt 7"),
        ({"action": "accept", "f0": "1"}, 2, "paid"),
        ({"action": "decline"}, 1, "gave up"),
    ],
)
def test_a_person_decides_what_became_of_a_lost_reply(
    ana: Any, client: Client, answer: dict[str, str], sent: int, told: str
) -> None:
    client.force_login(ana)
    with scripted_mcp(script({"behaviour": "drop_connection_before_reply"}, {"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))

        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", answer)
        # Sent again only once the first request is surely over.
        drive()
        at_once = len(server.calls())
        drive(clock=later(minutes=3))

        assert (at_once, len(server.calls())) == (1, sent)
    assert told in conversation.result_text(calls(run)[0], 10_000)
    assert status(run) == "completed"


def test_a_lost_reply_of_a_read_only_tool_is_fetched_again(ana: Any) -> None:
    steps = ({"behaviour": "drop_connection_before_reply"}, {"text": "42"})
    with scripted_mcp(script(*steps, annotations={"readOnlyHint": True})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        drive(clock=later(seconds=5))

        assert len(server.calls()) == 2
    assert (calls(run)[0].status, status(run), questions(run)) == ("completed", "completed", [])


def test_a_server_that_is_away_is_tried_again_and_nobody_is_asked(ana: Any) -> None:
    with scripted_mcp(script({"text": "paid"})) as server:
        connect(server)
        server.stop()
        run = say(ana)
        drive(ScriptedModel(WISH))
        waiting = status(run)
        server.start()
        drive(clock=later(seconds=30))

        assert len(server.calls()) == 1
    assert waiting == "queued"
    assert (status(run), questions(run)) == ("completed", [])


def test_a_server_that_stays_away_ends_the_call_when_its_time_is_over(ana: Any) -> None:
    with scripted_mcp(script({"text": "paid"})) as server:
        row = connect(server)
        server.stop()
        run = say(ana)
        drive(ScriptedModel(WISH))
        drive(clock=later(seconds=row.time_budget + 60))

    assert "Nothing was sent" in calls(run)[0].outcome
    assert status(run) == "completed"


def test_a_server_that_says_come_again_is_paced_without_a_question(ana: Any) -> None:
    steps = [{"state": True}, {"state": True}, {"text": "ready"}]
    with scripted_mcp({"tools": [TOOL], "calls": {"pay": {"by": "state", "steps": steps}}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        paced = status(run)
        drive(clock=later(minutes=1))
        drive(clock=later(minutes=2))

        assert len(server.calls()) == 3
    assert (paced, status(run), questions(run)) == ("queued", "completed", [])


def test_a_forgotten_state_starts_the_call_anew_and_the_fresh_answer_is_used(ana: Any, client: Client) -> None:
    client.force_login(ana)
    steps = [
        ASK,
        {"error": {"code": -32602, "message": "?", "data": {"reason": "invalid_request_state"}}},
        ASK,
        {"text": "paid"},
    ]
    with scripted_mcp(script(*steps)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        drive()

        assert [len(call["params"].get("inputResponses") or {}) for call in server.calls()] == [0, 1, 0, 1]
    assert [q.door for q in questions(run)] == ["page", "carried over"]
    assert status(run) == "completed"


def test_a_forgotten_state_with_another_question_asks_the_person_again(ana: Any, client: Client) -> None:
    client.force_login(ana)
    other = {"ask": {"q": {"message": "Pay twice as much?", "requestedSchema": {"type": "object", "properties": {}}}}}
    steps = [ASK, {"error": {"code": -32602, "message": "?", "data": {"reason": "invalid_request_state"}}}, other]
    with scripted_mcp(script(*steps)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        drive()

    assert [q.status for q in questions(run)] == ["resolved", "pending"]
    assert status(run) == "interrupted"


def test_a_state_that_was_used_already_is_an_unknown_outcome(ana: Any, client: Client) -> None:
    client.force_login(ana)
    used = {"error": {"code": -32602, "message": "?", "data": {"reason": "state_used"}}}
    with scripted_mcp(script(ASK, used)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        drive()

        assert len(server.calls()) == 2
    assert questions(run)[1].kind == "outcome"


def test_a_worker_that_died_after_sending_leaves_a_question_about_the_outcome(ana: Any) -> None:
    with scripted_mcp(script({"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        # What a kill between the reply and its record leaves behind.
        Round.objects.update(ended="", ended_at=None, reply="")
        run.calls.update(status="sent", result="", finished_at=None)
        Run.objects.filter(pk=run.pk).update(
            status="running", step=1, lease_owner="dead", lease_until=timezone.now() - timedelta(minutes=1)
        )

        drive()

        assert len(server.calls()) == 1
    assert [q.kind for q in Interrupt.objects.filter(run=run)] == ["outcome"]


def test_a_claim_that_came_through_though_its_engine_was_told_that_it_had_not_is_taken_up_again(ana: Any) -> None:
    run = say(ana)
    # The database was cut off right after the commit: the rows name an engine that lives and knows nothing of it.
    claim("w1", now=timezone.now(), limit=1)
    clock = later(seconds=LEASE.total_seconds() + 1)

    async def work() -> None:
        engine = Engine(model=ScriptedModel("Here."), clock=clock, name="w1")
        await engine.until_idle()
        await engine.stop()

    asyncio.run(work())

    assert status(run) == "completed"


def test_a_server_that_never_stops_asking_has_its_call_ended(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script(ASK)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        for _ in range(40):
            pending = Interrupt.objects.filter(run=run, status="pending").first()
            if pending is None:
                break
            client.post(f"/interrupts/{pending.pk}/answer/", {"action": "decline"})
            drive()

    assert "more than 32 times" in calls(run)[0].outcome
    assert status(run) == "completed"


def test_an_answer_is_not_used_for_a_tool_that_changed_meanwhile(ana: Any, client: Client) -> None:
    client.force_login(ana)
    changed = TOOL | {"inputSchema": {"type": "object", "properties": {"twice": {"type": "boolean"}}}}
    with scripted_mcp(script(ASK, {"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        server.replace({"tools": [changed], "calls": {"pay": [ASK, {"text": "paid"}]}})
        drive(clock=later(minutes=2))

        assert len(server.calls()) == 1
    question = questions(run)[1]
    assert (question.kind, question.status) == ("changed", "pending")
    assert "The argument twice is new." in question.differs


def test_a_changed_tool_is_asked_afresh_when_the_person_accepts_the_change(ana: Any, client: Client) -> None:
    client.force_login(ana)
    changed = TOOL | {"annotations": {"destructiveHint": True}}
    with scripted_mcp(script(ASK, {"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        server.replace({"tools": [changed], "calls": {"pay": [ASK, {"text": "paid"}]}})
        drive(clock=later(minutes=2))
        client.post(f"/interrupts/{questions(run)[1].pk}/answer/", {"action": "accept"})
        drive(clock=later(minutes=3))

        assert [bool(call["params"].get("inputResponses")) for call in server.calls()] == [False, False]
    assert [(q.kind, q.status) for q in questions(run)] == [
        ("form", "resolved"),
        ("changed", "resolved"),
        ("form", "pending"),
    ]


def test_a_new_description_of_a_trusted_servers_tool_is_no_reason_to_ask(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script(ASK, {"text": "paid"})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
        server.replace({"tools": [TOOL | {"description": "Pays, quickly."}], "calls": {"pay": [{"text": "paid"}]}})
        drive(clock=later(minutes=2))

        assert len(server.calls()) == 2
    assert status(run) == "completed"


def test_the_thread_says_that_a_server_is_away_and_when_it_is_tried_again(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script({"text": "paid"})) as server:
        row = connect(server)
        server.stop()
        run = say(ana)
        drive(ScriptedModel(WISH))
        waiting = client.get(f"/threads/{run.thread_id}/").content.decode()
        drive(clock=later(seconds=row.time_budget + 60))
        given_up = client.get(f"/threads/{run.thread_id}/").content.decode()

    assert "server not reached, next try" in waiting
    assert "Try again" in given_up
