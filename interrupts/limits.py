"""How many turns a model may take in one run before the person is asked whether it shall go on."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from interrupts import wire
from interrupts.fixed_write import insert_row
from interrupts.ledger import Change
from interrupts.models import Interrupt, Run
from interrupts.saying import add_note, close_run, let_go

STEP_LIMIT: int = getattr(settings, "INTERRUPTS", {}).get("STEP_LIMIT", 20)
"""Turns of the model in one run; a person who says "go on" grants as many more."""


def may_take_turn(c: Change, run: Run) -> bool:
    """Say whether a locked run that took its turns may take another.

    If not, it is let go: it waits for the person, or is over since they said no.
    """
    asked = list(Interrupt.objects.filter(run=run, kind="limit").order_by("position"))
    granted = STEP_LIMIT + sum(wire.load(each.request)["more"] for each in asked if each.action == "accept")
    if run.step < granted:
        return True
    newest = asked[-1] if asked else None
    if newest is not None and newest.status != "pending" and newest.action != "accept":
        stopped = ngettext("Stopped after %(steps)s step.", "Stopped after %(steps)s steps.", run.step)
        add_note(c, run, stopped % {"steps": run.step})
        close_run(c, run, "completed", why="not to go on")
        return False
    if newest is None or newest.status != "pending":
        _ask(c, run)
    let_go(c, run, "interrupted", doing=_("waiting for you"))
    c.record("run.interrupted", f"run {run.pk}")
    return False


def _ask(c: Change, run: Run) -> None:
    taken = ngettext(
        "The assistant has taken %(steps)s step and is not done.",
        "The assistant has taken %(steps)s steps and is not done.",
        run.step,
    )
    question = insert_row(
        Interrupt(
            kind="limit",
            reason="step_limit",
            thread_id=run.thread_id,
            run=run,
            asked_of_id=c.thread.owner_id,
            explanation=taken % {"steps": run.step},
            request=wire.dump({"steps": run.step, "more": STEP_LIMIT, "calls": _calls_of(run)}),
            allowed_actions="accept,decline",
            created_at=c.at,
            **c.place(),
        )
    )
    c.record("question.asked", f"question {question.pk}", kind="limit", steps=run.step)


def _calls_of(run: Run) -> list[dict[str, Any]]:
    """What the run called so far, each tool once, in the order of their first calls."""
    counts: dict[tuple[str, str], list[str]] = defaultdict(list)
    for server, tool, name, status in run.calls.order_by("step", "index").values_list(
        "server_name", "tool_name", "name", "status"
    ):
        counts[server, tool or name].append(status)
    return [
        {"server": server, "tool": tool, "times": len(ended), "completed": ended.count("completed")}
        for (server, tool), ended in counts.items()
    ]


@dataclass(frozen=True, slots=True)
class StepsTaken:
    """What the card of a limit question shows: how far it came, what was called, and what "go on" grants."""

    steps: int
    more: int
    calls: list[dict[str, Any]]


def steps_taken(question: Interrupt) -> StepsTaken | None:
    """Return what a limit question is about; None for any other."""
    if question.kind != "limit" or not question.request:
        return None
    return StepsTaken(**wire.load(question.request))
