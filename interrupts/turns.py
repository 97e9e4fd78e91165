"""One turn of the model: ask, stream what it says into its message, record which tools it wants."""

import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.conversation import history
from interrupts.crashpoints import reached, reached_once_committed
from interrupts.database import in_database
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import insert_row, update_rows
from interrupts.handing import fetched, unread
from interrupts.leases import Lease, hold
from interrupts.ledger import Change, change
from interrupts.models import Message, Run, Tool, ToolCall
from interrupts.ports import Finished, Model, ModelFailed, ModelRequest, ReplyEvent, TextDelta, Tools, ToolUse

SAVE_EVERY = 0.25
"""Seconds between two writes of a text that is still streaming; the first piece is written at once."""
SAVE_SHARE = 4
"""A write is followed by at least so many times its own length without one: many streams at once slow down together,
instead of each waiting for a write after every word."""
CALLS_PER_TURN = 32


async def take_turn(lease: Lease, model: Model, tools: Tools, system: str, clock: Callable[[], datetime]) -> None:
    """Let the model say what comes next and record it. What it said before a failure is kept and marked.

    Safe to do again after a crash: the turn's message is one row, overwritten by whoever takes the turn anew.

    Raises: LostLease.
    """
    offered = await tools.offered()
    request = await in_database(_begin, lease, model, system, now=clock())
    request = await fetched(ModelRequest(request.system, request.messages, offered))
    reached("turn_begun")
    said = Said()

    async def save(text: str) -> None:
        await in_database(_save_text, lease, text, now=clock())
        reached("text_saved")

    try:
        await listen(model, request, said, save)
    except ModelFailed as failure:
        await in_database(_fail, lease, said, str(failure), now=clock())
        return
    reached("turn_said")
    await in_database(_finish, lease, said, now=clock())
    reached("turn_recorded")


class Said:
    """What came of a reply so far."""

    def __init__(self) -> None:
        self.text = ""
        self.uses: list[ToolUse] = []
        self.end = Finished()
        self._save_at = 0.0

    def take(self, event: ReplyEvent) -> bool:
        """Add one event; says whether the text is due to be written."""
        match event:
            case TextDelta(text=text):
                self.text += wire.storable(text)
                return bool(self.text) and time.monotonic() >= self._save_at
            case ToolUse():
                self.uses.append(event)
            case Finished():
                self.end = event
        return False

    def saved(self, *, took: float) -> None:
        """Note that the text was written just now, and how long that took."""
        self._save_at = time.monotonic() + max(SAVE_EVERY, SAVE_SHARE * took)


async def listen(model: Model, request: ModelRequest, said: Said, save: Callable[[str], Awaitable[None]]) -> None:
    """Take down what a model replies, and have its text saved now and then while it grows.

    Raises: ModelFailed; ``said`` then holds what came before.
    """
    async with aclosing(model.reply(request)) as events:
        async for event in events:
            if said.take(event):
                began = time.monotonic()
                await save(said.text)
                said.saved(took=time.monotonic() - began)


def _begin(lease: Lease, model: Model, system: str, *, now: datetime) -> ModelRequest:
    reads = tuple(getattr(model, "reads", ()))
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now) as c:
            update_rows(
                Run, {"pk": run.pk}, doing=_("asking {model_name}").format(model_name=model.name)[:200], seq=c.seq()
            )
            if run.step == 0:
                _note_unread(c, run, model.name, unread(run.message_id, reads))
        # The half-said message of a dead worker is not history; it is about to be said anew.
        update_rows(Message, _turn_of(run), text="", status="streaming")
        return ModelRequest(system, history(run.thread_id, reads), ())


def _note_unread(c: Change, run: Run, model: str, names: list[str]) -> None:
    """Say of what was attached that the model only hears its name; once, however often the turn is begun."""
    if names and not run.messages.filter(role="note").exists():
        facts = {"model": model, "names": ", ".join(names)}
        add_note(c, run, _("%(model)s cannot read %(names)s. It is told that the file is there.") % facts)


def _save_text(lease: Lease, text: str, *, now: datetime) -> None:
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now) as c:
            _write_message(c, run, text=text, status="streaming")


def _write_message(c: Change, run: Run, **values: object) -> None:
    """Write the message of the turn that is being taken, creating it where this is its first word."""
    if not update_rows(Message, _turn_of(run), seq=c.seq(), **values):
        insert_row(Message(thread=c.thread, **_turn_of(run), created_at=c.at, **c.place(), **values))


def _turn_of(run: Run) -> dict[str, Any]:
    return {"run": run, "step": run.step + 1, "role": "assistant"}


def _finish(lease: Lease, said: Said, *, now: datetime) -> None:
    with transaction.atomic():
        run = hold(lease)
        blob = said.end.blob
        with change(run.thread_id, at=now) as c:
            _write_message(
                c,
                run,
                text=said.text,
                status="partial" if said.end.truncated else "whole",
                blob_format=blob.format if blob else "",
                blob_version=blob.version if blob else 0,
                blob=blob.data if blob else "",
            )
            update_rows(Run, {"pk": run.pk}, step=run.step + 1, doing="", seq=c.seq())
            c.record("model.replied", f"run {run.pk}", step=run.step + 1, calls=len(said.uses))
            if said.uses:
                _propose(c, run, said.uses[:CALLS_PER_TURN])
                return
            if not said.text.strip():
                add_note(c, run, _("The model sent an empty reply."), is_error=True)
            close_run(c, run, "completed")
            reached_once_committed("ended")


_TOOL_NAMED = FixedQuery(lambda alias: Tool.objects.filter(alias=alias).select_related("server"))


def _propose(c: Change, run: Run, uses: list[ToolUse]) -> None:
    for index, use in enumerate(uses):
        tool = _TOOL_NAMED.first(use.name)
        call = insert_row(
            ToolCall(
                run=run,
                thread=c.thread,
                step=run.step + 1,
                index=index,
                provider_id=wire.storable(use.id)[:200],
                name=wire.storable(use.name)[:200],
                tool=tool,
                server=tool.server if tool else None,
                server_name=tool.server.name if tool else "",
                tool_name=tool.name if tool else "",
                fingerprint=tool.fingerprint if tool else "",
                contract=tool.contract if tool else "",
                server_url=tool.server.url if tool else "",
                arguments_proposed=wire.storable(use.arguments),
                created_at=c.at,
                **c.place(),
            )
        )
        c.record("call.proposed", f"call {call.pk}", tool=call.tool_name or call.name, server=call.server_name)


def _fail(lease: Lease, said: Said, sentence: str, *, now: datetime) -> None:
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now) as c:
            if said.text:
                _write_message(c, run, text=said.text, status="partial")
            add_note(c, run, sentence, is_error=True)
            close_run(c, run, "failed", why=sentence)


def add_note(c: Change, run: Run, text: str, *, is_error: bool = False) -> None:
    """Say something to the person that is not part of what the model reads."""
    note = {"role": "note", "text": wire.storable(text), "is_error": is_error}
    insert_row(Message(thread=c.thread, run=run, created_at=c.at, **note, **c.place()))


def close_run(c: Change, run: Run, target: str, *, why: str = "", actor: object | None = None) -> None:
    """Move a locked run to its end and tell audit and pages."""
    let_go = {"lease_owner": "", "lease_until": None, "wake_at": None}
    Run.objects.move({"pk": run.pk}, run.status, target, seq=c.seq(), doing="", finished_at=c.at, **let_go)
    c.record(f"run.{target}", f"run {run.pk}", actor=actor, why=why)
    run.status = target
