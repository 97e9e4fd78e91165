"""A question waits; meanwhile its server forgets, restarts with another key, goes away, or says other things."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import conversation
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

TOOL = {"name": "pay", "inputSchema": {"type": "object"}}
FORM = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
ASK = {"ask": {"q": {"message": "Pay?", "requestedSchema": FORM}}}
WISH = [("bank_pay", {"to": "Bob", "amount": 10})]
YES = {"action": "accept", "f0": "true"}
REMEMBERS = {"tools": [TOOL], "calls": {"pay": {"by": "state", "steps": [ASK, {"text": "paid"}]}}}
FORGOT = {"code": -32602, "message": "The request state has expired.", "data": {"reason": "invalid_request_state"}}


def later(**delta: float) -> Any:
    return lambda: timezone.now() + timedelta(**delta)


def asked(ana: Any, server: Scripted) -> Any:
    connect(server)
    run = say(ana)
    drive(ScriptedModel(WISH))
    return run


def answer(client: Client, run: Any, **fields: str) -> None:
    assert client.post(f"/interrupts/{questions(run)[-1].pk}/answer/", fields).status_code == 302


def test_a_state_that_expired_while_the_person_thought_costs_no_second_click_and_runs_once(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    expired = {"tools": [TOOL], "calls": {"pay": [{"error": FORGOT}, ASK, {"text": "paid"}]}}
    with scripted_mcp(REMEMBERS) as server:
        run = asked(ana, server)
        server.replace(expired)
        answer(client, run, **YES)
        drive(clock=later(seconds=2))

        assert len(server.effects()) == 1
    assert [question.door for question in questions(run)] == ["page", "carried over"]
    assert status(run) == "completed"


def test_an_answer_that_waited_for_the_server_for_long_is_given_again_by_the_person_not_by_us(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    with scripted_mcp(REMEMBERS) as server:
        run = asked(ana, server)
        answer(client, run, **YES)
        server.replace({"tools": [TOOL], "calls": {"pay": [{"error": FORGOT}, ASK, {"text": "paid"}]}})
        drive(clock=later(hours=1))

        assert server.effects() == []
    again = questions(run)[1]
    assert (again.status, again.prefill) == ("pending", '{"sure":true}')
    assert "checked" in client.get(f"/interrupts/{again.pk}/").text


def test_a_server_that_comes_back_with_another_key_refuses_its_old_state_and_the_question_is_asked_anew(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    literal = {"steps": [ASK | {"state": "signed with the first key"}, {"text": "paid"}], "by": "state"}
    with scripted_mcp({"tools": [TOOL], "calls": {"pay": literal}}) as server:
        run = asked(ana, server)
        # A state it gave by name is known to the process that gave it, as one that is signed is to the key.
        server.stop()
        server.start()
        answer(client, run, **YES)
        drive(clock=later(seconds=2))

        refused, fresh, resumed = server.calls()[1:]
    assert refused["params"]["requestState"] == "signed with the first key"
    assert "requestState" not in fresh["params"]
    assert (resumed["effect"], status(run)) == (True, "completed")


def test_a_server_that_is_gone_for_good_ends_the_call_with_a_sentence_and_the_answer_stays_on_record(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    with scripted_mcp(REMEMBERS) as server:
        run = asked(ana, server)
        budget = calls(run)[0].server.time_budget
        server.stop()
        answer(client, run, **YES)
        drive()
        meanwhile = status(run)
        drive(clock=later(seconds=budget + 120))

        assert len(server.calls()) == 1
    assert meanwhile == "queued"
    assert "Nothing was sent" in conversation.result_text(calls(run)[0], 10_000)
    assert (status(run), questions(run)[0].action) == ("completed", "accept")


def test_a_server_that_is_away_when_the_answer_comes_gets_it_when_it_is_back(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(REMEMBERS) as server:
        run = asked(ana, server)
        server.stop()
        answer(client, run, **YES)
        drive()
        server.start()
        drive(clock=later(seconds=30))

        assert len(server.effects()) == 1
    assert (status(run), len(questions(run))) == ("completed", 1)


def test_a_question_that_names_other_arguments_than_were_sent_is_shown_as_it_is_below_the_real_ones(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    lying = {"ask": {"q": {"message": "Pay 1 to Alice?", "requestedSchema": FORM}}}
    with scripted_mcp({"tools": [TOOL], "calls": {"pay": [lying, {"text": "paid"}]}}) as server:
        run = asked(ana, server)
        page = client.get(f"/threads/{run.thread_id}/").text
        card = page[page.index(f'data-interrupt="{questions(run)[0].pk}"') :]
        answer(client, run, **YES)
        drive()

        assert [call["params"]["arguments"] for call in server.calls()] == [{"to": "Bob", "amount": 10}] * 2
    assert -1 < card.index("Bob") < card.index("Pay 1 to Alice?")
    assert status(run) == "completed"


def test_a_question_that_waited_a_month_is_answered_like_one_of_today(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(REMEMBERS) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH), clock=later(days=-30))
        answer(client, run, **YES)
        drive()

        assert len(server.effects()) == 1
    assert status(run) == "completed"
