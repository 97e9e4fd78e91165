"""The two legs of a person's sign-in to a server, with everything between them in rows: a restart loses nothing.

No network inside a transaction. What the browser brings back is good for one try, by the person who set out.
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.alone import run_alone
from interrupts.answers import AlreadyClosed, answer_interrupt
from interrupts.connections import (
    access_for,
    connection_of,
    grant_of,
    keep,
    opened,
    sealed,
    tokens_of,
)
from interrupts.database import in_database
from interrupts.kinds import CAPABILITIES, asked_to_connect
from interrupts.models import Connection, Interrupt, Server, SigningIn
from interrupts.reaching import places_of
from interrupts.secrets import UnreadableSecret
from interrupts.servers import note_problem, place_of, remember_era, store_tools
from interrupts.signed_calls import note_signs_in, with_token
from mcpbridge.client import ToolList, find_era, list_tools
from mcpbridge.client.oauth import (
    Challenge,
    Offer,
    Pending,
    Registration,
    SignInFailed,
    Us,
    begin,
    discover_offer,
    finish,
    identify,
    read_challenge,
    revoke,
)
from mcpbridge.client.oauth.discovery import covers
from mcpbridge.client.reach import AddressRefused
from mcpbridge.errors import BridgeError

logger = logging.getLogger(__name__)

LIFE = timedelta(hours=24)
"""How long a person may take at the authorization server."""
PATIENCE = 20.0
"""Seconds a person's request may take at the other side: it holds one of the few threads that make pages."""
LIST_PATIENCE = 8.0
"""Seconds a person waits, after they signed in, for the server's list of tools."""

NOT_THEIRS = gettext_lazy("Only somebody who looks after this site's servers can sign in here.")


class CannotConnect(Exception):
    """A sign-in cannot begin or was not completed; the text says why and holds no secret."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A completed sign-in: where to, and for which question it was begun, if for one."""

    server: Server
    question: Interrupt | None


def may_connect(person: Any, server: Server) -> bool:
    """Say whether this person may sign in where it counts: one that is shared is for those who look after servers."""
    return not server.is_shared or bool(person.has_perm("interrupts.change_server"))


def set_out(server: Server, *, person: Any, question: Interrupt | None, us: Us, at: datetime) -> str:
    """Begin a sign-in and return the address the person's browser is to go to. Blocks on the network.

    Raises: CannotConnect.
    """
    if not may_connect(person, server):
        raise CannotConnect(NOT_THEIRS)
    challenge = read_challenge(asked_to_connect(question).get("challenge")) if question else None
    before = connection_of(server, person.pk) if challenge is not None and challenge.wants_more else None
    try:
        offer, client = _run(_ask_around(server, us, challenge, before.scopes if before else None))
    except (BridgeError, UnreadableSecret) as error:
        raise CannotConnect(str(error)) from error
    _remember_client(server, client)
    address, pending = begin(offer, client)
    SigningIn.objects.filter(expires_at__lte=at).delete()
    SigningIn.objects.create(
        state_hash=_hash(pending.state),
        person=person,
        server=server,
        question=question,
        shared=server.is_shared,
        pending_sealed=sealed(pending.as_json()),
        expires_at=at + LIFE,
    )
    return address


async def _ask_around(
    server: Server, us: Us, challenge: Challenge | None, granted: str | None
) -> tuple[Offer, Registration]:
    places = places_of(server)
    offer = await discover_offer(places, challenge, granted=granted)
    known, given = _registered_before(server), _registration(server.client_sealed)
    return offer, await identify(offer, us, places, now=time.time(), known=known, given=given)


def _registered_before(server: Server) -> Registration | None:
    """Return who this site made itself there; with keys that are gone it is nobody, and is registered anew."""
    try:
        return _registration(server.registration_sealed)
    except UnreadableSecret:
        return None


def _registration(text: str) -> Registration | None:
    return Registration.from_json(opened(text)) if text else None


def _remember_client(server: Server, client: Registration) -> None:
    """Keep who we are there, so that the next person needs no new registration; it is used at its issuer only."""
    given = _registration(server.client_sealed)
    if given is None:
        Server.objects.filter(pk=server.pk).update(registration_sealed=sealed(client.as_json()))
    elif not given.issuer:
        bound = Registration(client.issuer, given.client_id, given.client_secret)
        Server.objects.filter(pk=server.pk, client_sealed=server.client_sealed).update(
            client_sealed=sealed(bound.as_json())
        )


def come_back(query: Mapping[str, str], *, person: Any, at: datetime) -> Returned:
    """Complete a sign-in with what the browser brought back, and let go on what waited for it. Blocks on the network.

    Raises: CannotConnect. Of two returns with one state at most one is used, and only its own person's.
    """
    mine = SigningIn.objects.filter(state_hash=_hash(query.get("state", "")), person=person, expires_at__gt=at)
    row = mine.select_related("server", "question").first()
    if row is None or not SigningIn.objects.filter(pk=row.pk).delete()[0]:
        raise CannotConnect(
            _("This sign-in is not known here: it was used already, is too old, or is somebody else's.")
        )
    server = row.server
    if not may_connect(person, server):
        raise CannotConnect(NOT_THEIRS)
    try:
        pending = Pending.from_json(opened(row.pending_sealed))
        tokens = _run(finish(pending, query, places_of(server)))
    except (BridgeError, UnreadableSecret) as error:
        raise CannotConnect(str(error)) from error
    if not covers(pending.grant.resource, server.url) or row.shared != server.is_shared:
        raise CannotConnect(_("The server was changed meanwhile. Begin anew."))
    note_signs_in(server)
    server.auth = "oauth"
    keep(server, person, shared=row.shared, tokens=tokens, grant=pending.grant, at=at)
    _learn_tools(server, person, at)
    resolve_waiting(server, person=person, shared=row.shared, at=at)
    return Returned(server, row.question)


def resolve_waiting(server: Server, *, person: Any, shared: bool, at: datetime) -> None:
    """Answer every question that waits for this sign-in, in whatever thread it stands."""
    waiting = Interrupt.objects.filter(kind="connect", status="pending", tool_call__server=server)
    for question in waiting if shared else waiting.filter(asked_of=person):
        with suppress(AlreadyClosed):
            answer_interrupt(question, person=person, action="accept", content=None, at=at, door="connected")


def _learn_tools(server: Server, person: Any, at: datetime) -> None:
    """Many servers list their tools only to those they know, so this may be the first time that it can be done."""
    try:
        store_tools(server.pk, _run(_list(server, person.pk)), at=at)
    except (BridgeError, UnreadableSecret) as error:
        note_problem(server.pk, str(error))


async def _list(server: Server, person_id: int) -> ToolList:
    access = await access_for(server, person_id)
    async with asyncio.timeout(LIST_PATIENCE):
        place = with_token(place_of(server), access)
        era = server.era or await find_era(place, capabilities=CAPABILITIES)
        await in_database(remember_era, server.pk, era)
        return await list_tools(place, era=era, capabilities=CAPABILITIES)


def disconnect(row: Connection) -> None:
    """Forget a sign-in here, and have the other side forget it too where it offers that. Blocks on the network."""
    Connection.objects.filter(pk=row.pk).delete()
    with suppress(SignInFailed, AddressRefused, UnreadableSecret):
        _run(revoke(grant_of(row), tokens_of(row), places_of(row.server)))


def _hash(state: str) -> str:
    return hashlib.sha256(state.encode()).hexdigest()


def _run[T](work: Coroutine[Any, Any, T]) -> T:
    async def in_time() -> T:
        async with asyncio.timeout(PATIENCE):
            return await work

    try:
        return run_alone(in_time())
    except TimeoutError:
        raise SignInFailed(_("It did not answer in time.")) from None
