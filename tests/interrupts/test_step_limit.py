"""A model that takes many steps: the person is asked whether it shall go on."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import limits, runs
from interrupts.answers import answer_interrupt, withdraw_interrupt
from interrupts.models import Message, Run
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

TOOLS = {"tools": [{"name": "look", "inputSchema": {"type": "object"}}], "calls": {"look": [{"text": "nothing"}]}}
WISH = [("bank_look", {"at": "<b>x"})]
LIMIT = 3


@pytest.fixture(autouse=True)
def _three_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEP_LIMIT", LIMIT)
    monkeypatch.setattr(runs, "STEP_LIMIT", LIMIT)


def notes(run: Run) -> list[str]:
    return list(Message.objects.filter(run=run, role="note").values_list("text", flat=True))


def answer(client: Client, run: Run, action: str) -> Any:
    return client.post(f"/interrupts/{questions(run)[-1].pk}/answer/", {"action": action})


def test_the_person_says_how_often_it_may_go_on_and_when_it_stops(ana: Any, client: Client) -> None:
    client.force_login(ana)
    model = ScriptedModel(*[WISH] * 20)
    with scripted_mcp(TOOLS) as server:
        connect(server)
        run = say(ana)
        drive(model)
        asked, page, inbox = status(run), client.get(f"/threads/{run.thread_id}/"), client.get("/inbox/")
        answer(client, run, "accept")
        drive(model)
        after_yes = len(server.calls())
        answer(client, run, "decline")
        drive(model)

        assert (after_yes, len(server.calls())) == (2 * LIMIT, 2 * LIMIT)
    assert "Shall the assistant go on?" in inbox.text
    for shown in ("Shall the assistant go on?", "Stop here", "<b>look</b>: 3 times", "up to 3 more steps"):
        assert shown in page.text
    assert asked == "interrupted"
    assert [(q.kind, q.action) for q in questions(run)] == [("limit", "accept"), ("limit", "decline")]
    assert (status(run), notes(run)) == ("completed", ["Stopped after 6 steps."])
    closed = client.get(f"/threads/{run.thread_id}/").text
    assert "You let it go on after 3 steps" in closed and "You stopped it after 6 steps" in closed


def test_a_reply_in_the_last_step_is_asked_about_by_nobody(ana: Any) -> None:
    with scripted_mcp(TOOLS) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH, WISH, "There is nothing."))

    assert (status(run), questions(run), notes(run)) == ("completed", [], [])


def test_a_question_that_staff_declines_or_that_is_withdrawn_ends_the_run(
    ana: Any, admin_user: Any, client: Client
) -> None:
    with scripted_mcp(TOOLS) as server:
        connect(server)
        declined, withdrawn = say(ana), say(ana)
        drive(ScriptedModel(*[WISH] * 20))
        now = timezone.now()
        by_staff = {"person": admin_user, "note": "Too much.", "at": now}
        answer_interrupt(questions(declined)[0], action="decline", content=None, door="admin", **by_staff)
        withdraw_interrupt(questions(withdrawn)[0], **by_staff)
        drive(ScriptedModel(*[WISH] * 20))

        assert len(server.calls()) == 2 * LIMIT
    assert [status(run) for run in (declined, withdrawn)] == ["completed", "completed"]
    assert notes(declined) == notes(withdrawn) == ["Stopped after 3 steps."]
    client.force_login(ana)
    assert f"{admin_user} stopped it after 3 steps" in client.get(f"/threads/{declined.thread_id}/").text
