"""Putting questions to people, and taking them back. Each function runs inside a transaction with its change open."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from interrupts import differences, wire
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import insert_row
from interrupts.ledger import Change
from interrupts.models import Draft, Interrupt, Round, ToolCall
from interrupts.sampling import wire_reply
from mcpbridge.client import InputRequest, InputRequired
from mcpbridge.reasons import MAX_REASON

CARRY_FOR = timedelta(minutes=5)
"""An answer this young may be given once more when a server forgot that it had asked."""


def outcome_schema() -> dict[str, Any]:
    """Return what is asked about a call of which nobody can know whether it ran."""
    return {
        "type": "object",
        "properties": {
            "what": {
                "type": "string",
                "title": _("What happened?"),
                "oneOf": [{"const": "ran", "title": _("It ran")}, {"const": "again", "title": _("Send it again")}],
            },
            "result": {
                "type": "string",
                "title": _("What came back"),
                "description": _("If it ran: what the assistant should know about it."),
                "x-ui": {"widget": "textarea"},
            },
        },
        "required": ["what"],
    }


def ask_round(c: Change, call: ToolCall, asked: Round, reply: InputRequired) -> list[Interrupt]:
    """Create one question per input request of a reply, in the server's order."""
    forgotten = _answers_of_lost_connection(call, asked) or _forgotten_questions(call, asked)
    made = []
    for place, request in enumerate(reply.requests):
        question = _mcp_question(c, call, asked, reply, place, request)
        before = forgotten.get(_what_it_asks(question))
        if before is not None and (before.held_by or _is_fresh(before, c.at)):
            question.status, question.action, question.content = "resolved", before.action, before.content
            question.answered_by, question.answered_at, question.door = before.answered_by, c.at, "carried over"
        else:
            _show_what_differs(question, _asked_before(call, asked))
        insert_row(question)
        c.record("question.asked", f"question {question.pk}", call=call.pk, round=asked.number, kind=question.kind)
        made.append(question)
    return made


def _is_fresh(answered: Interrupt, now: datetime) -> bool:
    return answered.answered_at is not None and now - answered.answered_at <= CARRY_FOR


def _mcp_question(
    c: Change, call: ToolCall, asked: Round, reply: InputRequired, place: int, request: InputRequest
) -> Interrupt:
    params = request.params
    schema = params.get("requestedSchema")
    return Interrupt(
        kind=request.kind,
        thread_id=call.thread_id,
        run_id=call.run_id,
        tool_call=call,
        round=asked,
        key=wire.dump(request.key),
        place=place,
        asked_of_id=c.thread.owner_id,
        message=_as_text(params.get("message")),
        explanation=_as_text(reply.explanation),
        reason=wire.storable(reply.reason)[:MAX_REASON],
        intent=request.intent if request.kind == "form" else "",
        allowed_actions=",".join(request.allowed_actions),
        request=wire.dump({"method": request.method, "params": params}),
        schema=wire.dump(schema) if request.kind == "form" and "requestedSchema" in params else "",
        held_by=asked.holder,
        fingerprint=call.fingerprint,
        server_url=call.server.url if call.server else "",
        created_at=c.at,
        **c.place(),
    )


def _as_text(value: Any) -> str:
    """A server's words as stored text, whatever JSON it sent in their place."""
    if value is None:
        return ""
    return wire.storable(value if isinstance(value, str) else wire.dump(value))


def _asked_before(call: ToolCall, asked: Round) -> list[Interrupt]:
    """What the call had asked before it had to start afresh; empty when ``asked`` is no fresh start."""
    if asked.number == 1 or asked.answers or asked.state is not None:
        return []
    older = call.rounds.filter(ended=Round.Ended.ASKED, number__lt=asked.number).order_by("-number").first()
    return list(older.interrupts.filter(status="resolved")) if older else []


def _show_what_differs(question: Interrupt, before: list[Interrupt]) -> None:
    """Offer the old answer as a start and say what is asked differently now."""
    old = next((row for row in before if row.key == question.key), None)
    if old is None:
        return
    if old.action == "accept":
        question.prefill = old.content
    question.differs = wire.dump(differences.of_questions(old, question))


def ask_changed(c: Change, call: ToolCall, lines: list[str]) -> Interrupt:
    """Ask whether a call may go on though its tool or server is not what it was."""
    question = insert_row(
        Interrupt(
            kind="changed",
            reason="tool_changed",
            round=call.rounds.order_by("-number").first(),
            differs=wire.dump(lines),
            **about_call(c, call),
        )
    )
    c.record("question.asked", f"question {question.pk}", call=call.pk, kind="changed", differs=lines)
    return question


def repeats_what_was_cancelled(call: ToolCall, asked: Round, reply: InputRequired) -> bool:
    """Say whether the reply to answers that were all cancel puts nothing but those very questions again."""
    answers = wire.load(asked.answers) or {}
    if {answer["action"] for answer in answers.values()} != {"cancel"}:
        return False
    older = call.rounds.filter(asks_person=True, number__lt=asked.number).order_by("-number").first()
    before = {_what_it_asks(question) for question in older.interrupts.all()} if older else set()
    return all(
        (wire.dump(request.key), wire.canonical({"method": request.method, "params": request.params})) in before
        for request in reply.requests
    )


def _what_it_asks(question: Interrupt) -> tuple[str, str]:
    return question.key, wire.canonical(wire.load(question.request))


def _forgotten_questions(call: ToolCall, asked: Round) -> dict[tuple[str, str], Interrupt]:
    """The answered questions whose answers the server refused with their state, in the call's last try but this.

    Only a fresh call right after a refusal looks back, so an answer is carried over at most once.
    """
    rounds = list(call.rounds.order_by("-number")[:3]) if asked.number >= 3 else []
    if len(rounds) < 3 or rounds[1].ended != Round.Ended.STATE_REFUSED:
        return {}
    answered = rounds[2].interrupts.filter(status="resolved").exclude(door="carried over")
    return {_what_it_asks(question): question for question in answered}


def _answers_of_lost_connection(call: ToolCall, asked: Round) -> dict[tuple[str, str], Interrupt]:
    """The questions answered in the connection before this one, which was lost: whoever had the tool called again
    wants those answers given. None of them if the tool has changed since, or is another server's."""
    if not asked.holder:
        return {}
    rounds = list(call.rounds.order_by("-number").only("number", "answers", "ended"))
    _newer, earlier = _split_at_start(rounds)
    while earlier and earlier[0].ended != Round.Ended.ASKED:
        earlier = earlier[1:]
    lost, _older = _split_at_start(earlier)
    same = {"fingerprint": call.fingerprint}
    if call.server is not None and not call.server.sample:  # where a sample lies may change with every start
        same["server_url"] = call.server_url
    answered = Interrupt.objects.filter(round__in=lost, status="resolved", **same)
    questions = list(answered.order_by("round__number", "place"))  # of two answers to the same, the newer counts
    was_lost = any(question.stranded_at for question in questions)
    return {_what_it_asks(question): question for question in questions} if was_lost else {}


def _split_at_start(rounds: list[Round]) -> tuple[list[Round], list[Round]]:
    """Part rounds, newest first, into those since the newest that began a call afresh, and those before it."""
    start = next((place for place, each in enumerate(rounds) if not each.answers), len(rounds))
    return rounds[: start + 1], rounds[start + 1 :]


def ask_approval(c: Change, call: ToolCall, reason: str) -> Interrupt:
    """Ask whether a call may run, with these arguments or with others that the person gives it."""
    question = insert_row(
        Interrupt(
            kind="approval",
            reason="approval",
            explanation=wire.storable(reason),
            intent="tool_permission",
            schema=call.tool.input_schema if call.tool else "",
            prefill=call.arguments,
            **about_call(c, call),
        )
    )
    c.record("question.asked", f"question {question.pk}", call=call.pk, kind="approval")
    return question


def ask_outcome(c: Change, call: ToolCall, lost: Round, why: str, reason: str = "outcome_unknown") -> Interrupt:
    """Ask what became of a request whose reply nobody has, or, with reason "stranded", whether to call again."""
    question = insert_row(
        Interrupt(
            kind="outcome",
            reason=reason,
            round=lost,
            explanation=wire.storable(why),
            schema=wire.dump(outcome_schema()) if reason == "outcome_unknown" else "",
            allowed_actions="accept,decline",
            **about_call(c, call),
        )
    )
    c.record("question.asked", f"question {question.pk}", call=call.pk, kind="outcome", round=lost.number)
    return question


def about_call(c: Change, call: ToolCall) -> dict[str, Any]:
    """Return the fields that every question of ours about a call has."""
    return {
        "thread_id": call.thread_id,
        "run_id": call.run_id,
        "tool_call": call,
        "asked_of_id": c.thread.owner_id,
        "fingerprint": call.fingerprint,
        "server_url": call.server.url if call.server else "",
        "created_at": c.at,
        **c.place(),
    }


def withdraw(c: Change, questions: QuerySet[Interrupt], *, actor: object | None = None, note: str = "") -> int:
    """Take pending questions back: nothing is sent for them. Returns how many were still pending."""
    taken = 0
    for pk in list(questions.filter(status="pending").values_list("pk", flat=True)):
        values = {"answered_at": c.at, "answered_by": actor, "note": wire.storable(note)[:500], "seq": c.seq()}
        won = Interrupt.objects.move({"pk": pk}, "pending", "withdrawn", **values)
        if won:
            taken += 1
            Draft.objects.filter(interrupt=pk).delete()
            c.record("question.withdrawn", f"question {pk}", actor=actor, note=note)
    return taken


_ASKED = FixedQuery(lambda asked: Interrupt.objects.filter(round=asked).order_by("place"))


def input_responses(asked: Round) -> dict[str, Any]:
    """Return the answers to all questions of a round, as they go over the wire."""
    answered = [question for question in _ASKED.all(asked.pk) if question.status == "resolved"]
    return {wire.load(question.key): response(question) for question in answered}


def response(question: Interrupt) -> dict[str, Any]:
    """Return one answer as MCP has it: a reply as it is, else content only with accept, never for an address."""
    if question.kind == "sampling":
        return wire_reply(wire.load(question.content))
    if question.action == "accept" and question.kind != "url":
        return {"action": "accept", "content": wire.load(question.content) or {}}
    return {"action": question.action}
