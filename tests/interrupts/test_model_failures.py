"""A model that fails: asked again where nothing was said yet, told in words else; the thread always goes on."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts.failures import PAUSES
from interrupts.leases import claim
from interrupts.models import Message, Run
from interrupts.ports import Finished, ModelFailed, ReasoningDelta, TextDelta, ToolUse
from interrupts.runs import stop_run
from interrupts.said import TEXT_LIMIT
from interrupts.sweeping import give_up
from tests.interrupts.test_runs import ASK, WISH, script
from tests.scripted_mcp import scripted_mcp
from tests.support import EventModel, ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2030, 5, 1, 12, 0, 0, tzinfo=timezone.get_default_timezone())


def overloaded(retry_after: float | None = None) -> ModelFailed:
    return ModelFailed("The model is overloaded.", kind="overload", retryable=True, retry_after=retry_after)


def at(seconds: float) -> Any:
    return lambda: NOON + timedelta(seconds=seconds)


def row(run: Run) -> Run:
    return Run.objects.get(pk=run.pk)


def lines(run: Run) -> list[tuple[str, str, str]]:
    rows = Message.objects.filter(run=run).order_by("position")
    return [(each.role, each.status, each.text) for each in rows if each.text]


def page_of(client: Client, run: Run) -> str:
    return client.get(f"/threads/{run.thread_id}/").content.decode()


def test_an_overloaded_model_is_asked_again_later_and_the_page_says_when(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana)
    model = EventModel([ReasoningDelta("Hm."), overloaded()], [TextDelta("Here I am.")])

    drive(model, clock=at(0))
    waiting, page = row(run), page_of(client, run)
    drive(model, clock=at(0.9))
    too_early = len(model.requests)
    drive(model, clock=at(1))

    assert (waiting.status, waiting.lease_owner, waiting.wake_at) == ("queued", "", NOON + timedelta(seconds=PAUSES[0]))
    assert "The model is overloaded. Next try at 12:00:01." in page and 'id="stop"' in page
    assert too_early == 1
    assert lines(run) == [("assistant", "whole", "Here I am.")]
    assert (status(run), row(run).failures, Message.objects.get(run=run).reasoning) == ("completed", 0, "")


def test_it_is_asked_with_growing_pauses_and_then_the_thread_goes_on_without_it(ana: Any) -> None:
    run = say(ana)
    model = EventModel(*([overloaded()] for _ in range(6)))
    tries = []

    moment = 0.0
    while status(run) == "queued":
        drive(model, clock=at(moment))
        tries.append(moment)
        moment += (row(run).wake_at - NOON).total_seconds() - moment if row(run).wake_at else 0

    assert tries == [0, 1, 3, 8, 23, 53]
    assert lines(run) == [("note", "whole", "The model is overloaded. It was asked 6 times.")]
    assert status(run) == "failed"
    after = say(ana, "again", thread=run.thread)
    drive(ScriptedModel("Hello."))
    assert status(after) == "completed"


@pytest.mark.parametrize(("said", "waits"), [(0.1, 1), (20, 20), (9999, 120)])
def test_a_provider_says_when_to_come_again_within_bounds(ana: Any, said: float, waits: float) -> None:
    run = say(ana)

    drive(EventModel([overloaded(retry_after=said)]), clock=at(0))

    assert row(run).wake_at == NOON + timedelta(seconds=waits)


def test_a_stop_while_it_waits_for_the_next_try_ends_it(ana: Any) -> None:
    run = say(ana)
    model = EventModel([overloaded()])
    drive(model, clock=at(0))

    assert stop_run(person=ana, thread=run.thread, at=NOON)
    drive(model, clock=at(60))

    assert (status(run), len(model.requests)) == ("cancelled", 1)


def test_what_was_said_before_the_line_broke_is_kept_and_never_said_a_second_time(ana: Any) -> None:
    run = say(ana)
    broken = ModelFailed("The connection to the model was lost.", kind="connection", retryable=True)
    model = EventModel([TextDelta("Once upon "), broken])

    drive(model, clock=at(0))
    drive(model, clock=at(60))

    note = "The connection to the model was lost. What it said before is kept above."
    assert lines(run) == [("assistant", "partial", "Once upon "), ("note", "whole", note)]
    assert (status(run), len(model.requests)) == ("failed", 1)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([ModelFailed("The key was refused. Check it.", kind="key")], "The key was refused. Check it."),
        ([Finished(refused=True)], "The model refused to reply to this. Say it in other words"),
        ([ToolUse("c0", "x", "{}"), Finished(refused=True)], "The model refused to reply to this."),
        ([TextDelta("  ")], "The model sent an empty reply. Try again"),
        ([ReasoningDelta("Hm."), Finished(truncated=True)], "The model reached its limit before it said anything."),
    ],
)
def test_what_cannot_succeed_is_told_at_once_and_offered_to_be_tried_again(
    ana: Any, client: Client, events: list[Any], told: str
) -> None:
    client.force_login(ana)
    run = say(ana)

    model = drive(EventModel(events))

    assert [text.startswith(told) for role, _, text in lines(run) if role == "note"] == [True]
    assert (status(run), len(model.requests)) == ("failed", 1)
    assert "Try again</button>" in page_of(client, run)


def test_a_try_that_comes_to_nothing_leaves_no_words_that_never_end(ana: Any) -> None:
    run = say(ana)
    model = EventModel([ReasoningDelta("Hm."), overloaded()], [ModelFailed("The key was refused.", kind="key")])

    drive(model, clock=at(0))
    seen = Message.objects.get(run=run, role="assistant").seq
    drive(model, clock=at(1))

    left = Message.objects.get(run=run, role="assistant")
    assert (left.status, left.text, left.reasoning) == ("partial", "", "")
    assert left.seq > seen
    assert (status(run), lines(run)) == ("failed", [("note", "whole", "The key was refused.")])


def test_what_a_dead_worker_left_half_said_is_gone_once_the_turn_is_taken_anew(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana)
    half = {
        "text": "Half a",
        "reasoning": "Let me think.",
        "writing": '[{"tool": "pay", "characters": 2, "end": "{}"}]',
    }
    place = {"position": 50, "seq": 50, "created_at": NOON}
    Message.objects.create(thread=run.thread, run=run, step=1, role="assistant", status="streaming", **half, **place)
    died = {"status": "running", "lease_owner": "dead", "lease_until": NOON, "attempt": 1}
    Run.objects.filter(pk=run.pk).update(**died)
    seen: list[str] = []

    model = drive(EventModel([lambda: seen.append(page_of(client, run)), TextDelta("Whole.")]), clock=at(1))

    assert "Half a" not in repr(model.requests[0].messages)
    assert not [word for word in ("Half a", "Let me think.", "Writing the call") if word in seen[0]]
    assert lines(run) == [("assistant", "whole", "Whole.")]


def test_a_run_that_is_given_up_leaves_nothing_open(ana: Any) -> None:
    with scripted_mcp(script(ASK)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
    Run.objects.filter(pk=run.pk).update(wake_at=NOON)
    (lease,) = claim("w", now=NOON, limit=1)

    give_up(lease, "OSError", now=NOON)

    assert status(run) == "failed"
    assert [question.status for question in questions(run)] == ["withdrawn"]
    assert [(call.status, call.outcome) for call in calls(run)] == [
        ("cancelled", "This site stopped this. The tool did not go on."),
    ]  # fmt: skip


def test_a_model_that_never_comes_to_an_end_is_not_listened_to_for_ever(ana: Any) -> None:
    run = say(ana)

    drive(EventModel([*[TextDelta("word " * 20_000)] * 20, ModelFailed("It went on.")]))

    message = Message.objects.get(run=run, role="assistant")
    assert (status(run), message.status, len(message.text)) == ("completed", "partial", TEXT_LIMIT)
