"""What the engine writes into a thread: the message of a model's turn, notes to the person, the end of a run."""

from datetime import datetime
from typing import Any

from interrupts import wire
from interrupts.fixed_write import insert_row, update_rows
from interrupts.ledger import Change
from interrupts.models import Message, Run
from interrupts.said import Said
from interrupts.usage import believed


def turn_of(run: Run) -> dict[str, Any]:
    """Return the fields that name the message of the turn that is being taken."""
    return {"run": run, "step": run.step + 1, "role": "assistant"}


def write_turn(c: Change, run: Run, **values: object) -> None:
    """Write the message of the turn that is being taken, creating it where this is its first word."""
    if not update_rows(Message, turn_of(run), seq=c.seq(), **values):
        insert_row(Message(thread=c.thread, **turn_of(run), created_at=c.at, **c.place(), **values))


def take_back(c: Change, run: Run) -> None:
    """Have nothing stand of the turn that is being taken: it came to nothing. Most often nothing stood yet."""
    update_rows(Message, turn_of(run), text="", reasoning="", writing="", status="partial", seq=c.seq())


def add_note(c: Change, run: Run, text: str, *, is_error: bool = False) -> None:
    """Say something to the person that is not part of what the model reads."""
    note = {"role": "note", "text": wire.storable(text), "is_error": is_error}
    insert_row(Message(thread=c.thread, run=run, created_at=c.at, **note, **c.place()))


def record_reply(c: Change, run: Run, model_name: str, said: Said, **more: object) -> None:
    """Note in the audit that a model replied, with what that used; /metrics counts by these lines."""
    used = {"tokens_in": believed(said.end.tokens_in), "tokens_out": believed(said.end.tokens_out)}
    named = wire.storable(model_name)[:200]
    c.record("model.replied", f"run {run.pk}", model=named, calls=len(said.uses), **used, **more)


def end_with(c: Change, run: Run, problem: str) -> None:
    """Close a run as completed, or, where there was a problem, tell it and close it as failed."""
    if problem:
        add_note(c, run, problem, is_error=True)
        close_run(c, run, "failed", why=problem)
    else:
        close_run(c, run, "completed")


def let_go(c: Change, run: Run, target: str, *, doing: str, wake_at: datetime | None = None, **values: Any) -> None:
    """Move a locked run out of its worker's hands: it waits, for a person or for a time, and holds nothing."""
    free = {"lease_owner": "", "lease_until": None, "queued_at": c.at}
    Run.objects.move(
        {"pk": run.pk}, "running", target, seq=c.seq(), doing=doing[:200], wake_at=wake_at, **free, **values
    )


def close_run(c: Change, run: Run, target: str, *, why: str = "", actor: object | None = None) -> None:
    """Move a locked run to its end and tell audit and pages."""
    free = {"lease_owner": "", "lease_until": None, "wake_at": None}
    Run.objects.move({"pk": run.pk}, run.status, target, seq=c.seq(), doing="", finished_at=c.at, **free)
    c.record(f"run.{target}", f"run {run.pk}", actor=actor, why=why)
    run.status = target
