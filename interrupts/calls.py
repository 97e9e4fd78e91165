"""What becomes of a tool call between requests: proposed, approved, answered, lost. All of it read from rows."""

from datetime import datetime, timedelta
from typing import Any

from interrupts import wire
from interrupts.approval import verdict
from interrupts.arguments import edited_arguments, what_was_edited, why_denied
from interrupts.faults import INCOMPLETE, UNKNOWN, UNREADABLE, left_out, read_arguments
from interrupts.fixed_query import FixedQuery
from interrupts.ledger import Change
from interrupts.models import Interrupt, Round, Tool, ToolCall
from interrupts.questions import ask_approval, ask_outcome
from interrupts.states import CLOSED_CALL, IllegalMove

RESENDS = 5
"""How often a request that may be repeated is sent again by itself when its replies get lost."""

_TOOL = FixedQuery(lambda pk: Tool.objects.filter(pk=pk).select_related("server"))


def tool_with_server(pk: int | None) -> Tool | None:
    """Return a tool and its server as they are now, None when it is gone."""
    tool: Tool | None = None if pk is None else _TOOL.first(pk)
    return tool


def move_call(c: Change, call: ToolCall, target: str, *, why: str = "", **values: Any) -> None:
    """Move a call whose run is locked, and tell audit and pages."""
    if target in CLOSED_CALL:
        values.setdefault("finished_at", c.at)
    if not ToolCall.objects.move({"pk": call.pk}, call.status, target, seq=c.seq(), **values):
        raise IllegalMove(f"call {call.pk} is no longer {call.status}: its run was not locked")
    c.record(f"call.{target}", f"call {call.pk}", tool=call.tool_name or call.name, server=call.server_name, why=why)
    call.status = target
    for name, value in values.items():
        setattr(call, name, value)


def settle(c: Change, call: ToolCall, questions: list[Interrupt], *, sender_lives: bool) -> None:
    """Take a call as far as its rows allow without the network.

    ``questions`` are all of the call, oldest first; ``sender_lives`` says that this worker is still waiting for the
    reply to its request.
    """
    match call.status:
        case "proposed":
            _decide(c, call)
        case "approval":
            _apply_approval(c, call, questions)
        case "waiting":
            _apply_answers(c, call, questions)
        case "sent" if not sender_lives:
            lost_in_crash(c, call)
        case "unknown":
            _apply_outcome(c, call, questions)


def needs_settling(call: ToolCall, questions: list[Interrupt], *, sender_lives: bool) -> bool:
    """Say whether ``settle`` would change anything: nothing is locked or numbered in vain."""
    match call.status:
        case "proposed":
            return True
        case "approval" | "waiting" | "unknown":
            return not any(question.status == "pending" for question in questions)
        case "sent":
            return not sender_lives
    return False


def _decide(c: Change, call: ToolCall) -> None:
    """Check a proposed call and find out whether a person must approve it first."""
    tool = call.tool
    if tool is None or not tool.may_be_used:
        move_call(c, call, "failed", outcome=_why_not_usable(call, tool), fault=UNKNOWN)
        return
    arguments = read_arguments(call.arguments_proposed)
    if arguments is None:
        sentence = (
            "The arguments are not a JSON object, so the tool was not called. Send them again as one JSON object."
        )
        move_call(c, call, "failed", outcome=sentence, fault=UNREADABLE)
        return
    missing = left_out(tool, arguments)
    if missing:
        sentence = (
            f"The tool was not called: it requires {', '.join(map(wire.dump, missing))}, and that was left out. "
            "Send all of it, or ask the person for what you do not know."
        )
        move_call(c, call, "failed", outcome=sentence, fault=INCOMPLETE)
        return
    decided = verdict(c.thread.owner_id, tool, arguments, now=c.at)
    values = {"arguments": wire.dump(arguments)}
    match decided.effect:
        case "allow":
            move_call(c, call, "ready", why=decided.reason, **values)
        case "ask":
            move_call(c, call, "approval", why=decided.reason, **values)
            ask_approval(c, call, decided.reason)
        case "deny":
            outcome = f"The tool was not called: {decided.reason} Do not try again."
            move_call(c, call, "failed", why=decided.reason, outcome=outcome, **values)


def _why_not_usable(call: ToolCall, tool: Tool | None) -> str:
    if tool is not None and tool.proposed:
        return (
            f"{tool.server.name} changed what {tool.name} is, and an admin has not approved that yet. "
            "The tool was not called. Do not try again."
        )
    return f"There is no tool named {call.name!r}. Use only the tools offered."


def _apply_approval(c: Change, call: ToolCall, questions: list[Interrupt]) -> None:
    answer = questions[-1]
    if answer.action == "accept":
        _run_as_approved(c, call, answer)
        return
    said = "declined" if answer.action == "decline" else "cancelled"
    reason = f" They said: {answer.note}" if answer.note else ""
    sentence = f"The person {said} this call. The tool was not run and nothing was changed.{reason} Do not try again."
    move_call(c, call, "refused", why=said, outcome=sentence)


def _run_as_approved(c: Change, call: ToolCall, answer: Interrupt) -> None:
    """Let a call run with the arguments the person gave it; a rule that denies those is obeyed all the same."""
    edited = edited_arguments(answer)
    if edited is None:
        move_call(c, call, "ready", why="approved")
        return
    edits = what_was_edited(answer, edited)
    c.record("call.edited", f"call {call.pk}", actor=answer.answered_by, edits=wire.dump(edits))
    values = {"arguments": wire.dump(edited), "edits": wire.dump(edits)}
    denied = why_denied(answer, edited, now=c.at)
    if denied:
        outcome = f"The tool was not called: {denied} Do not try again."
        move_call(c, call, "refused", why=denied, outcome=outcome, **values)
    else:
        move_call(c, call, "ready", why="approved with other arguments", **values)


def _apply_answers(c: Change, call: ToolCall, questions: list[Interrupt]) -> None:
    """All questions of the call's round are closed: go on with the answers, or end it when one was taken back."""
    if questions and questions[-1].kind == "changed":
        _apply_changed(c, call, questions[-1])
        return
    if questions and questions[-1].kind == "connect" and questions[-1].status == "resolved":
        _apply_connect(c, call, questions[-1])
        return
    newest = questions[-1].round_id if questions else None
    asked = [question for question in questions if question.round_id == newest]
    if any(_refuses_a_reply(question) for question in asked):
        sentence = (
            f"{call.server_name} wanted a model's reply for this, and the person refused, so the tool did not go on. "
            "Do not try again."
        )
        move_call(c, call, "failed", why="reply refused", outcome=sentence)
        return
    if any(question.status != "resolved" for question in asked):
        note = next((question.note for question in reversed(questions) if question.note), "")
        sentence = f"The question was withdrawn before it was answered, so the tool did not go on. {note}".strip()
        move_call(c, call, "cancelled", why="withdrawn", outcome=sentence)
        return
    if any(question.stranded_at for question in asked) and not any(question.action == "accept" for question in asked):
        move_call(c, call, "failed", why="declined, connection lost", outcome=declined_untold(call))
        return
    if any(_stays_away(question) for question in asked):
        sentence = f"{call.server_name} wanted a web page opened first, and the person would not. Nothing was done."
        move_call(c, call, "failed", why="page not opened", outcome=f"{sentence} Do not try again.")
        return
    move_call(c, call, "ready", why="answered", wake_at=None, pauses=0)


def _stays_away(question: Interrupt) -> bool:
    """The call was refused until a page is opened, so without that there is nobody to tell the no to."""
    asked = question.round if question.kind == "url" and question.action != "accept" else None
    return asked is not None and asked.ended == Round.Ended.OPEN_FIRST


def declined_untold(call: ToolCall) -> str:
    """What the model is told when a no could not be passed on: it ends the matter all the same."""
    return (
        f"The person said no. The connection to {call.server_name} was lost before that, so the server was not told; "
        "the tool did not go on. Do not try again."
    )


def _apply_connect(c: Change, call: ToolCall, answer: Interrupt) -> None:
    """Send a call again whose person signed in: it was refused before anything was done. End one whose would not."""
    if answer.action == "accept":
        move_call(c, call, "ready", why="signed in", wake_at=None, pauses=0)
        return
    sentence = f"{call.server_name} wants the person to sign in, and they did not. Nothing was done. Do not try again."
    move_call(c, call, "failed", why="not signed in", outcome=sentence)


def _refuses_a_reply(question: Interrupt) -> bool:
    """The protocol has no word to refuse a reply, so its call ends here."""
    return question.kind == "sampling" and question.action in ("decline", "cancel")


def _apply_changed(c: Change, call: ToolCall, answer: Interrupt) -> None:
    """Go on with the tool as it is now, from the start: what was answered before was about another tool."""
    tool = call.tool
    accepted = answer.status == "resolved" and answer.action == "accept"
    if accepted and tool is not None and tool.proposed:
        sentence = "The tool changed while it waited, and an admin has not approved that. It was not run."
        move_call(c, call, "failed", why="the change is not approved", outcome=f"{sentence} Do not try again.")
        return
    if accepted and tool is not None:
        known = {"fingerprint": tool.fingerprint, "contract": tool.contract, "server_url": tool.server.url}
        move_call(c, call, "ready", why="accepted as changed", wake_at=None, pauses=0, **known)
        return
    sentence = "The tool changed while it waited, and the person did not accept that. It was not run. Do not try again."
    move_call(c, call, "failed", why="not accepted as changed", outcome=sentence)


def lost_in_crash(c: Change, call: ToolCall) -> None:
    """The worker that sent the call's request died before it recorded a reply."""
    last = call.rounds.order_by("-number").first()
    assert last is not None, "a sent call has a round"
    Round.objects.filter(pk=last.pk, ended="").update(ended=Round.Ended.LOST, ended_at=c.at)
    became_unknown(c, call, last, "The worker stopped while it was waiting for the reply.")


def became_unknown(
    c: Change, call: ToolCall, lost: Round, why: str, *, may_repeat: bool = True, reason: str = "outcome_unknown"
) -> None:
    """Nobody can tell whether the request had its effect: repeat what may be repeated, ask about the rest."""
    move_call(c, call, "unknown", why=why)
    if may_repeat and _is_repeatable(call) and call.pauses < RESENDS:
        wake = c.at + timedelta(seconds=2**call.pauses)
        move_call(c, call, "ready", why="may be sent again", pauses=call.pauses + 1, wake_at=wake)
    else:
        ask_outcome(c, call, lost, why, reason)


def lost_after_stop(c: Change, call: ToolCall, why: str) -> None:
    """The run was stopped while its request was under way, and no reply is coming: nobody is asked any more."""
    move_call(c, call, "unknown", why=why)
    move_call(c, call, "cancelled", why="the run was stopped before", outcome=stopped_unknown("The person"))


def stopped_unknown(by: str) -> str:
    """Return what the model is told of a call that was stopped while nobody could know whether it ran."""
    return f"{by} stopped this, and the reply was lost. Nobody can tell whether the tool ran."


def _is_repeatable(call: ToolCall) -> bool:
    """Only a trusted server's word, or an admin's, makes a call repeatable."""
    tool = call.tool
    if tool is None:
        return False
    hints = wire.load(tool.annotations) or {}
    promised = hints.get("readOnlyHint") is True or hints.get("idempotentHint") is True
    return tool.read_only or (tool.server.trusted and promised)


def _surely_over(call: ToolCall) -> datetime:
    """When the lost request cannot be at work any more: the time a request may take has passed."""
    lost = call.rounds.order_by("-number").first()
    assert lost is not None and call.server is not None, "a call with an unknown outcome was sent to a server"
    return lost.sent_at + timedelta(seconds=call.server.call_timeout)


def _apply_outcome(c: Change, call: ToolCall, questions: list[Interrupt]) -> None:
    answer = questions[-1]
    content = wire.load(answer.content) or {}
    if answer.status == "resolved" and answer.action == "accept" and answer.reason == "stranded":
        move_call(c, call, "ready", why="a person had it called again", wake_at=None, pauses=0)
    elif answer.status == "resolved" and answer.action == "accept" and content.get("what") == "again":
        wake = _surely_over(call)
        move_call(c, call, "ready", why="a person had it sent again", wake_at=wake if wake > c.at else None, pauses=0)
    elif answer.status == "resolved" and answer.action == "accept":
        told = content.get("result") or "No more is known."
        sentence = f"The reply was lost. The person checked and says that it ran. {told}"
        move_call(c, call, "completed", why="a person says it ran", outcome=sentence)
    elif answer.reason == "stranded":
        sentence = (
            f"The person's answer did not reach {call.server_name}, since its connection was lost, and they gave up on "
            "it. The tool did not go on. Do not try again."
        )
        move_call(c, call, "failed", why="given up", outcome=sentence)
    else:
        sentence = (
            "The reply was lost, and nobody can tell whether the tool ran. The person gave up on it. Do not repeat it."
        )
        move_call(c, call, "failed", why="given up", outcome=sentence)
