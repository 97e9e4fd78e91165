"""Stand-ins and short ways that tests share: a scripted model, a driven engine, rows of a scripted server."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any

from django.utils import timezone

from interrupts import wire
from interrupts.database import in_database
from interrupts.engine import Engine
from interrupts.mcp import McpTools
from interrupts.models import Interrupt, Run, Server, Thread, ToolCall
from interrupts.ports import Finished, ModelRequest, ReplyEvent, TextDelta, ToolUse
from interrupts.runs import post_message
from interrupts.servers import store_tools
from mcpbridge.client import Address, list_tools
from tests.scripted_mcp import Scripted

type Reply = str | Sequence[tuple[str, dict[str, Any] | str]]


class ScriptedModel:
    """Says one reply after the other: a text, or wishes for tools as (name, arguments); then repeats "Done."."""

    name = "scripted"

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        self.requests.append(request)
        reply = self.replies.pop(0) if self.replies else "Done."
        if isinstance(reply, str):
            for piece in reply.split(" "):
                yield TextDelta(f"{piece} ")
        else:
            for number, (tool, arguments) in enumerate(reply):
                raw = arguments if isinstance(arguments, str) else wire.dump(arguments)
                yield ToolUse(f"c{number}", tool, raw)
        yield Finished()


class EventModel:
    """Sends one list of events after the other; an error among them is raised, a function is called on the way."""

    name = "scripted"

    def __init__(self, *replies: Sequence[ReplyEvent | Exception | Callable[[], Any]]) -> None:
        self.replies = list(replies)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        self.requests.append(request)
        events = self.replies.pop(0) if self.replies else [TextDelta("Done.")]
        for event in events:
            if isinstance(event, Exception):
                raise event
            if callable(event):
                await in_database(event)
            else:
                yield event
        if not (events and isinstance(events[-1], Finished)):
            yield Finished()


def connect(server: Scripted, *, name: str = "bank", trusted: bool = True, asks: bool = True) -> Server:
    """Add a scripted server with the tools it lists; ``asks``: an admin vouches that they ask by themselves."""
    row = Server.objects.create(name=name, url=server.url, trusted=trusted)
    store_tools(row.pk, asyncio.run(_list(server.url)), at=timezone.now())
    row.tools.update(asks_by_itself=asks)
    return row


async def _list(url: str) -> Any:
    tools = McpTools()
    try:
        return await list_tools(Address(url))
    finally:
        await tools.close()


def drive(model: Any = None, *, clock: Callable[[], Any] = timezone.now) -> Any:
    """Let an engine work until nothing is due, as a worker process would; returns the model it asked."""
    model = model or ScriptedModel()

    async def work() -> None:
        engine = Engine(model=model, clock=clock)
        await engine.until_idle()
        await engine.stop()

    asyncio.run(work())
    return model


def say(person: Any, text: str = "go", thread: Thread | None = None) -> Run:
    """Post a message as a person."""
    return post_message(person=person, thread=thread, text=text, at=timezone.now())


def questions(run: Run) -> list[Interrupt]:
    """The questions of a run, in the order of the page."""
    return list(run.interrupts.order_by("position"))


def calls(run: Run) -> list[ToolCall]:
    """The tool calls of a run, in the model's order."""
    return list(run.calls.order_by("step", "index"))


def status(run: Run) -> str:
    """Where a run stands now."""
    return Run.objects.values_list("status", flat=True).get(pk=run.pk)
