"""One turn of the model: ask, stream what it says into its message, record which tools it wants."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.calls import move_call
from interrupts.conversation import history
from interrupts.crashpoints import reached, reached_once_committed
from interrupts.database import in_database
from interrupts.failures import record_failure, what_is_wrong_with
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import insert_row, update_rows
from interrupts.handing import fetched, unread
from interrupts.leases import Lease, hold
from interrupts.ledger import Change, change
from interrupts.marking import RULE
from interrupts.models import Message, Run, Tool, ToolCall
from interrupts.ports import Model, ModelFailed, ModelRequest, Tools, ToolSpec, ToolUse
from interrupts.said import CALLS_PER_TURN, Said, listen
from interrupts.saying import add_note, end_with, record_reply, turn_of, write_turn
from interrupts.shortening import MEASURES, refuse_if_too_long, shorten
from interrupts.thread_tools import switched_off
from interrupts.usage import used_with


async def take_turn(lease: Lease, model: Model, tools: Tools, system: str, clock: Callable[[], datetime]) -> None:
    """Let the model say what comes next and record it. What it said before a failure is kept and marked.

    Safe to do again after a crash: the turn's message is one row, overwritten by whoever takes the turn anew.

    Raises: LostLease.
    """
    offered = await tools.offered()

    async def save() -> None:
        await in_database(_save, lease, said, said.writing(offered), now=clock())
        reached("text_saved")

    for measures in range(MEASURES + 1):
        said = Said()
        try:
            request = await in_database(_begin, lease, model, system, offered, now=clock())
            if not measures:
                reached("turn_begun")
            request = await fetched(request)
            refuse_if_too_long(request)
            await listen(model, request, said, save)
            break
        except ModelFailed as failure:
            if not await _made_shorter(lease, model, clock, said, failure, measures):
                return
    reached("turn_said")
    await in_database(_finish, lease, model.name, said, now=clock())
    reached("turn_recorded")


async def _made_shorter(
    lease: Lease, model: Model, clock: Callable[[], datetime], said: Said, failure: ModelFailed, measures: int
) -> bool:
    """Say whether the turn can be taken again at once with less; any other failure is recorded."""
    try:
        too_long = failure.kind == "context" and not said.text and measures < MEASURES
        if too_long and await shorten(lease, model, clock, first=not measures):
            return True
    except ModelFailed as other:
        failure = other
    await in_database(record_failure, lease, said, failure, now=clock())
    return False


def _begin(lease: Lease, model: Model, system: str, offered: Sequence[ToolSpec], *, now: datetime) -> ModelRequest:
    reads = tuple(getattr(model, "reads", ()))
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now) as c:
            doing = _("asking {model_name}").format(model_name=model.name)[:200]
            update_rows(Run, {"pk": run.pk}, doing=doing, seq=c.seq())
            if run.step == 0:
                _note_unread(c, run, model.name, unread(run.message_id, reads))
        off = switched_off(c.thread)
        tools = tuple(spec for spec in offered if spec.name not in off)
        # The half-said message of a dead worker is not history; it is about to be said anew.
        update_rows(Message, turn_of(run), text="", reasoning="", writing="", status="streaming")
        return ModelRequest(f"{system}\n\n{RULE}".strip(), history(run.thread_id, reads), tools)


def _note_unread(c: Change, run: Run, model: str, names: list[str]) -> None:
    """Say of what was attached that the model only hears its name; once, however often the turn is begun."""
    if not names:
        return
    facts = {"model": model, "names": ", ".join(names)}
    note = wire.storable(_("%(model)s cannot read %(names)s. It is told that the file is there.") % facts)
    if not run.messages.filter(role="note", text=note).exists():
        add_note(c, run, note)


def _save(lease: Lease, said: Said, writing: str, *, now: datetime) -> None:
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now, at_once=said.is_unheard) as c:
            words = {"text": said.text, "reasoning": said.reasoning, "writing": writing}
            write_turn(c, run, **words, status="streaming")


def _finish(lease: Lease, model_name: str, said: Said, *, now: datetime) -> None:
    with transaction.atomic():
        run = hold(lease)
        blob = said.end.blob
        with change(run.thread_id, at=now) as c:
            write_turn(
                c,
                run,
                text=said.text,
                reasoning=said.reasoning,
                writing="",
                status="partial" if said.end.truncated else "whole",
                blob_format=blob.format if blob else "",
                blob_version=blob.version if blob else 0,
                blob=blob.data if blob else "",
            )
            used = used_with(run, said.end)
            update_rows(Run, {"pk": run.pk}, step=run.step + 1, failures=0, doing="", seq=c.seq(), **used)
            record_reply(c, run, model_name, said, step=run.step + 1)
            if said.uses and not said.end.refused:
                _propose(c, run, said.uses)
                return
            end_with(c, run, what_is_wrong_with(said))
            reached_once_committed("ended")


_TOOL_NAMED = FixedQuery(lambda alias: Tool.objects.filter(alias=alias).select_related("server"))


def _propose(c: Change, run: Run, uses: list[ToolUse]) -> None:
    off = switched_off(c.thread)
    # One more than are called stands for all that are not, so that model and person are told.
    for index, use in enumerate(uses[: CALLS_PER_TURN + 1]):
        # Whatever a model makes up, what is switched off is not there.
        name = wire.storable(use.name)[:200]
        tool = None if name in off else _TOOL_NAMED.first(name)
        call = insert_row(
            ToolCall(
                run=run,
                thread=c.thread,
                step=run.step + 1,
                index=index,
                provider_id=wire.storable(use.id)[:200],
                name=name,
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
        if index == CALLS_PER_TURN:
            sentence = (
                f"{len(uses)} calls at once are too many. The first {CALLS_PER_TURN} are made, this one and those "
                "after it are not. Ask for them again."
            )
            move_call(c, call, "failed", outcome=sentence)
