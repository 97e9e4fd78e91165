"""Conversations whose questions stand in every state there is. Each thread's call is named by what it is there for."""

import asyncio
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone

from interrupts.answers import answer_interrupt
from interrupts.database import in_database
from interrupts.engine import Engine
from interrupts.leases import claim
from interrupts.mcp import McpTools
from interrupts.models import Draft, Interrupt, Run, Server, ToolCall
from interrupts.ports import CallOrder, Outcome
from interrupts.rounds import prepare
from interrupts.runs import next_work, post_message, stop_run
from interrupts.servers import store_tools
from mcpbridge.client import Address, OutcomeUnknown, list_tools, new_request_id

YES = {"sure": True}


class LosingReplies(McpTools):
    """Sends nothing and says that no reply came."""

    async def call(self, order: CallOrder) -> Outcome:
        raise OutcomeUnknown("peer", "the connection was lost")


async def fill(peer_url: str) -> None:
    """Make tables and rows. What is not to be worked on comes last, since an engine takes all that is due."""
    await in_database(call_command, "migrate", verbosity=0, interactive=False)
    offered = await list_tools(Address(peer_url))
    person = await in_database(_make_people_and_servers, peer_url, offered)
    await _leave_questions_open(person)
    await _end_some(person)
    await _leave_runs_due(person)


async def _leave_questions_open(person: Any) -> None:
    await _say(person, "/peer.act what=form")
    await _say(person, "/peer.act what=first-of-two\n/peer.act what=second-of-two")
    await _say(person, "/careful.act what=approval")
    await _say(person, "/peer.act what=second-round rounds=2")
    await in_database(_answer, person, "second-round")
    await _work()
    await _say(person, "/peer.act what=changed")
    await in_database(_forget_what_it_was, "changed")
    await in_database(_answer, person, "changed")
    await _work()
    await _say(person, "/peer.act what=lost", tools=LosingReplies())
    await in_database(_save_draft_and_ask, person)


async def _end_some(person: Any) -> None:
    for action in ("accept", "decline", "cancel"):
        await _say(person, f"/peer.act what=was-{action}")
        await in_database(_answer, person, f"was-{action}", action=action)
        await _work()
    run = await _say(person, "/peer.act what=withdrawn")
    await in_database(lambda: stop_run(person=person, thread=run.thread, at=timezone.now()))


async def _leave_runs_due(person: Any) -> None:
    """Sent by a worker that died, answered and not sent, and a message nobody has looked at."""
    await _say(person, "/peer.act what=answered")
    await _say(person, "/peer.act what=sent")
    await in_database(_answer, person, "sent")
    await in_database(_send_and_die)
    await in_database(_answer, person, "answered")
    await in_database(_post, person, "/peer.act what=posted")


async def _say(person: Any, text: str, tools: McpTools | None = None) -> Run:
    run = await in_database(_post, person, text)
    await _work(tools)
    return run


async def _work(tools: McpTools | None = None) -> None:
    engine = Engine(tools=tools)
    await asyncio.create_task(engine.until_idle())
    await engine.stop()


def _post(person: Any, text: str) -> Run:
    return post_message(person=person, thread=None, text=text, at=timezone.now())


def _answer(person: Any, what: str, *, action: str = "accept") -> None:
    question = Interrupt.objects.get(tool_call=_call(what), status="pending")
    content = YES if action == "accept" else None
    answer_interrupt(question, person=person, action=action, content=content, at=timezone.now())


def _call(what: str) -> ToolCall:
    return ToolCall.objects.get(arguments_proposed__contains=f'"{what}"')


def _send_and_die() -> None:
    """What is left when a worker dies between marking a request as sent and recording the reply."""
    (lease,) = claim("gone", now=timezone.now(), limit=1)
    ((call_id, _),) = next_work(lease, frozenset(), now=timezone.now()).send
    prepare(lease, call_id, new_request_id, now=timezone.now())


def _forget_what_it_was(what: str) -> None:
    ToolCall.objects.filter(pk=_call(what).pk).update(contract="v1:another", fingerprint="v1:another")


def _save_draft_and_ask(person: Any) -> None:
    at = timezone.now()
    question = Interrupt.objects.get(tool_call=_call("form"))
    Draft.objects.create(person=person, interrupt=question, values='{"f0":["true"]}', saved_at=at)
    Interrupt.objects.create(kind="ask", asked_of=person, message="May the site do this?", created_at=at)


def _make_people_and_servers(peer_url: str, offered: Any) -> Any:
    """Both servers are marked as samples: those may be found at another address later."""
    for name, trusted in (("peer", True), ("careful", False)):
        server = Server.objects.create(name=name, url=peer_url, trusted=trusted, sample=True, call_timeout=1)
        store_tools(server.pk, offered, at=timezone.now())
        server.tools.update(asks_by_itself=trusted)
    return get_user_model().objects.create_superuser("admin")
