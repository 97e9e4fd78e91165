"""Servers that ask more than once, that are not ready, and calls that look alike: what a person sees and is sent."""

import re
import threading
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from interrupts.marking import unmarked
from interrupts.models import Interrupt, Run
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

OK = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
DROP = {"name": "drop_table", "inputSchema": {"type": "object", "properties": {"t": {"type": "string"}}}}
SURE = {"ask": {"confirm": {"message": "Drop users?", "requestedSchema": OK}}, "state": "s1"}
WISH = [("bank_drop_table", {"t": "users"})]


def post(client: Client, question: Interrupt, **fields: str) -> Any:
    return client.post(f"/interrupts/{question.pk}/answer/", fields)


def newest(run: Run) -> Interrupt:
    return questions(run)[-1]


@pytest.fixture
def signed_in(ana: Any, client: Client) -> Client:
    client.force_login(ana)
    return client


# --- A server that takes no for a question


def asks_until_yes() -> dict[str, Any]:
    """As helpers do that cannot tell "not asked yet" from "said no"."""
    answered = {"choose": "input_responses.confirm.content.ok", "cases": {"true": {"text": "dropped"}}}
    return {"tools": [DROP], "calls": {"drop_table": [{**answered, "otherwise": SURE}]}}


def test_a_server_that_asks_after_every_no_asks_once_for_each_decision_until_the_person_cancels(
    ana: Any, signed_in: Client
) -> None:
    with scripted_mcp(asks_until_yes()) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        for action in ("decline", "decline", "cancel"):
            post(signed_in, newest(run), action=action)
            model = drive()

        assert len(server.calls()) == 3 + 1
        assert server.effects() == []
    assert [question.action for question in questions(run)] == ["decline", "decline", "cancel"]
    assert (calls(run)[0].status, status(run)) == ("failed", "completed")
    result = model.requests[0].messages[-1].parts[0]
    assert (result.is_error, "asked the same again" in result.text) == (True, True)
    assert say(ana, "and now?", thread=run.thread).pk != run.pk


def test_the_card_counts_how_often_it_was_asked(ana: Any, signed_in: Client) -> None:
    with scripted_mcp(asks_until_yes()) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        post(signed_in, newest(run), action="decline")
        drive()

    assert "asked again, 2nd time" in signed_in.get(f"/interrupts/{newest(run).pk}/").text


def test_after_a_cancel_a_server_may_ask_something_else(ana: Any, signed_in: Client) -> None:
    other = {"ask": {"confirm": {"message": "Keep a copy at least?", "requestedSchema": OK}}}
    with scripted_mcp({"tools": [DROP], "calls": {"drop_table": [SURE, other, {"text": "kept"}]}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        post(signed_in, newest(run), action="cancel")
        drive()

    assert (newest(run).message, newest(run).status) == ("Keep a copy at least?", "pending")


# --- A server that is not ready


EXPORT = {"name": "export", "inputSchema": {"type": "object"}}
BUSY = [{"state": f"p{number}"} for number in range(6)]


class Clock:
    """The time of an engine; ``to_the_next_try`` goes on to when the call is due, and says how long that is."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def to_the_next_try(self, run: Run) -> float:
        wake_at = Run.objects.get(pk=run.pk).wake_at
        assert wake_at is not None
        pause, self.now = (wake_at - self.now).total_seconds(), wake_at
        return pause


def test_a_server_that_is_not_ready_is_asked_with_growing_pauses_its_newest_state_and_no_question(ana: Any) -> None:
    clock, pauses = Clock(), []
    with scripted_mcp({"tools": [EXPORT], "calls": {"export": [*BUSY, {"text": "ready"}]}}) as server:
        connect(server)
        run = say(ana)
        clock.now = timezone.now()
        drive(ScriptedModel([("bank_export", {})]), clock=clock)
        for _ in BUSY:
            pauses.append(clock.to_the_next_try(run))
            drive(clock=clock)

        states = [call["params"].get("requestState") for call in server.calls()]
    assert states == [None, "p0", "p1", "p2", "p3", "p4", "p5"]
    assert pauses == sorted(pauses)
    assert 0.2 <= pauses[0] < pauses[-1]
    assert (questions(run), status(run)) == ([], "completed")


def test_while_a_server_is_not_ready_the_page_says_so_and_a_stop_ends_it(ana: Any, signed_in: Client) -> None:
    clock = Clock()
    with scripted_mcp({"tools": [EXPORT], "calls": {"export": BUSY}}) as server:
        connect(server)
        run = say(ana)
        clock.now = timezone.now()
        drive(ScriptedModel([("bank_export", {})]), clock=clock)
        page = signed_in.get(f"/threads/{run.thread_id}/").text

        signed_in.post(f"/threads/{run.thread_id}/stop/")
        clock.now += timedelta(hours=1)
        drive(clock=clock)

        assert len(server.calls()) == 1
    assert "server not ready yet" in page
    assert 'data-status="pending"' not in page
    assert status(run) == "cancelled"


# --- Calls that look alike


def test_two_questions_of_calls_with_the_same_arguments_are_told_apart(ana: Any, signed_in: Client) -> None:
    with scripted_mcp({"tools": [DROP], "calls": {"drop_table": {"by": "state", "steps": [SURE]}}}) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_drop_table", {"t": name}) for name in ("a", "b", "a")]))
    first, other, second = sorted(questions(run), key=lambda question: question.tool_call.index)

    def says(question: Interrupt) -> list[str]:
        return re.findall(r"call \d of \d with these arguments", signed_in.get(f"/interrupts/{question.pk}/").text)

    assert says(first) == ["call 1 of 2 with these arguments"]
    assert says(second) == ["call 2 of 2 with these arguments"]
    assert says(other) == []


# --- A call that is done beside one that asks


MAIL = {"name": "send_mail", "inputSchema": {"type": "object"}}
SENT = {"text": "sent #{{number}}"}


def wait_for_question(run: Run) -> Interrupt:
    """Look at the rows until the engine, at work on another thread, has asked."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if found := questions(run):
            return found[-1]
        time.sleep(0.05)
    raise AssertionError("no question came")


@pytest.mark.parametrize("mail_first", [True, False])
def test_an_answer_while_a_slower_sibling_is_under_way_runs_neither_twice(
    ana: Any, signed_in: Client, mail_first: bool
) -> None:
    script = {
        "tools": [DROP, MAIL],
        "calls": {"drop_table": [SURE, {"text": "went"}], "send_mail": [SENT | {"hold": "gate"}]},
    }
    wishes = [("bank_send_mail", {"to": "x"}), *WISH]
    model = ScriptedModel(wishes if mail_first else wishes[::-1])
    with scripted_mcp(script) as server:
        connect(server)
        run = say(ana)

        def work() -> None:
            drive(model)
            connection.close()

        engine = threading.Thread(target=work)
        engine.start()
        post(signed_in, wait_for_question(run), action="accept", f0="true")
        server.wait_for_calls(3)
        server.release("gate")
        engine.join(60)

        assert len(server.effects("send_mail")) == 1
        assert len(server.calls("drop_table")) == 2
    results = [unmarked(part.text) for part in model.requests[-1].messages[-1].parts]
    assert results == (["sent #1", "went"] if mail_first else ["went", "sent #1"])
    assert status(run) == "completed"
