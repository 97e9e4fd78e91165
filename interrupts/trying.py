"""Trying a server from a page or a command: who it is, what it offers, and what is wrong with it."""

import asyncio
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from interrupts import servers, wire
from interrupts.alone import run_alone
from interrupts.forms import visible
from interrupts.mcp import Found, look_at
from interrupts.models import Server
from interrupts.secrets import UnreadableSecret
from interrupts.signed_calls import note_signs_in, wants_sign_in
from mcpbridge.client import Command, OutcomeUnknown, Place
from mcpbridge.errors import BridgeError

PATIENCE = 8.0
"""Seconds a person waits for a server that is being tried."""
STARTING_PATIENCE = 60.0
"""The same for a program: some are downloaded first."""


SIGN_IN = gettext_lazy(
    "It wants to know who is asking. People sign in to it on the page “Connections”; its tools are known once one has."
)


class NotFound(Exception):
    """A server could not be used; the text is a sentence that says why."""


def look(place: Place, *, patience: float | None = None) -> Found:
    """Contact a server and return what it says of itself. Blocks; never call it inside a transaction.

    Raises: NotFound.
    """
    patience = patience or (STARTING_PATIENCE if isinstance(place, Command) else PATIENCE)
    try:
        return run_alone(_look(place, patience))
    except TimeoutError:
        raise NotFound(
            _("It did not answer within {patience} seconds.").format(patience=format(patience, ".0f"))
        ) from None
    except BridgeError as error:
        raise NotFound(in_words(error)) from error


def in_words(error: BridgeError) -> str:
    """Say why a look at a server failed. Nothing was to take effect, so whether it did is not worth a word."""
    if isinstance(error, OutcomeUnknown):
        return visible(f"{error.server} gave no usable answer: {error.cause}.")
    return visible(error)


async def _look(place: Place, patience: float) -> Found:
    async with asyncio.timeout(patience):
        return await look_at(place)


def try_server(server: Server, *, at: datetime, patience: float | None = None) -> Found:
    """Contact a stored server and remember what was found, or what is wrong.

    Raises: NotFound.
    """
    try:
        found = look(servers.place_of(server), patience=patience)
    except (NotFound, UnreadableSecret, BridgeError) as problem:
        sentence = str(problem)
        if wants_sign_in(problem.__cause__) and server.auth != "headers":
            note_signs_in(server)
            sentence = str(SIGN_IN)
        servers.note_problem(server.pk, sentence)
        raise NotFound(sentence) from problem
    remember(server, found, at=at)
    return found


def remember(server: Server, found: Found, *, at: datetime) -> None:
    """Store what a server said of itself and which tools it offers."""
    Server.objects.filter(pk=server.pk).update(instructions=wire.storable(found.discovery.instructions), era=found.era)
    servers.store_tools(server.pk, found.tools, at=at)


def who_it_is(found: Found) -> str:
    """Return a server's own name and version, on one line."""
    words = " ".join(visible(f"{found.discovery.name} {found.discovery.version}").split())
    return words[:100] or _("a server without a name")


def what_it_offers(found: Found) -> str:
    """Return how many tools a server has, in words."""
    usable, changing = len(found.tools.tools), sum(not tool.read_only for tool in found.tools.tools)
    tools = ngettext("{n} tool", "{n} tools", usable).format(n=usable)
    if not usable:
        return _("no tools that can be used")
    return _("{tools}, {n} of them read-only by its own word").format(tools=tools, n=usable - changing)


def broken_tools(found: Found) -> list[str]:
    """Return a line for each tool that cannot be used."""
    return [
        f"{visible(broken.name)[:100] or _('a tool without a name')}: {visible(broken.why)}"
        for broken in found.tools.broken
    ]
