"""Sign-ins to servers as rows: whose counts for a call, and new tokens for old, fetched by one process at a time.

A token is used for the person it was given to, for nobody else, and only at the server it was given for.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from interrupts import secrets, wire
from interrupts.database import in_database
from interrupts.models import Connection, Server
from interrupts.reaching import places_of
from mcpbridge.client import ServerUnreachable
from mcpbridge.client.oauth import Grant, SignInFailed, SignInRefused, Tokens, refresh
from mcpbridge.client.oauth.discovery import covers
from mcpbridge.client.reach import AddressRefused

EARLY = timedelta(seconds=60)
"""A token is renewed so long before it ends."""
RENEWING = timedelta(seconds=45)
"""How long the others wait for whoever renews; then they take it for dead."""
LOOK_EVERY = 0.25


@dataclass(frozen=True, slots=True)
class Access:
    """A token that may be used now. ``granted`` names its scopes."""

    connection_id: int
    generation: int
    granted: str
    token: str = field(repr=False)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


def sealed(value: Any) -> str:
    """Return JSON that only this site can open."""
    return secrets.seal({"json": wire.dump(value)})


def opened(text: str) -> Any:
    """Return what ``sealed`` was given. Raises: UnreadableSecret."""
    return wire.load(secrets.unseal(text)["json"])


def signs_in(server: Server) -> bool:
    """Say whether people may have to sign in to this server."""
    if server.command or server.is_inside:
        return False
    if server.auth == "":
        # A key that an admin entered is what this server is asked with.
        return not any(name.lower() == "authorization" for name in secrets.unseal(server.headers_sealed))
    return server.auth == "oauth"


def holder_of(server: Server, person_id: int) -> int | None:
    """Return whose connection counts when this person acts; None for the one of everybody."""
    return None if server.is_shared else person_id


def connection_of(server: Server, person_id: int) -> Connection | None:
    """Return the connection that counts when this person acts, lapsed or not."""
    holder = holder_of(server, person_id)
    mine = Q(person__isnull=True) if holder is None else Q(person_id=holder)
    return Connection.objects.filter(mine, server=server).first()


def keep(server: Server, person: Any, *, shared: bool, tokens: Tokens, grant: Grant, at: datetime) -> Connection:
    """Store what a sign-in brought, in place of what was there."""
    values = {
        **_of_tokens(tokens, at),
        "grant_sealed": sealed(grant.as_json()),
        "issuer": wire.storable(grant.issuer)[:500],
        "lapsed_at": None,
        "renewing_until": None,
        "connected_at": at,
        "connected_by": person,
    }
    row, created = Connection.objects.get_or_create(server=server, person=None if shared else person, defaults=values)
    if not created:
        Connection.objects.filter(pk=row.pk).update(**values, generation=F("generation") + 1)
    return row


def _of_tokens(tokens: Tokens, at: datetime) -> dict[str, Any]:
    ends = None if tokens.expires_in is None else at + timedelta(seconds=tokens.expires_in)
    secret = {"access": tokens.access_token, "refresh": tokens.refresh_token}
    return {"tokens_sealed": sealed(secret), "expires_at": ends, "scopes": wire.storable(tokens.scope or "")}


def tokens_of(row: Connection) -> Tokens:
    """Return a connection's tokens. Raises: UnreadableSecret."""
    secret = opened(row.tokens_sealed)
    return Tokens(secret["access"], secret["refresh"], scope=row.scopes or None)


def grant_of(row: Connection) -> Grant:
    """Return where and as whom a connection is renewed. Raises: UnreadableSecret."""
    return Grant.from_json(opened(row.grant_sealed))


async def access_for(server: Server, person_id: int, *, instead_of: Access | None = None) -> Access | None:
    """Return a token with which this person may act on a server, renewed where that is due; None without one.

    ``instead_of`` is one that the server just refused: a newer one is wanted.

    A sign-in whose tokens cannot be opened with the keys of this site is none.

    Raises: ServerUnreachable when it has to be renewed and that is not possible just now.
    """
    try:
        return await _access_for(server, person_id, instead_of)
    except secrets.UnreadableSecret:
        return None


async def _access_for(server: Server, person_id: int, instead_of: Access | None) -> Access | None:
    waited_from = timezone.now()
    while True:
        row = await in_database(connection_of, server, person_id)
        if row is None or row.lapsed_at is not None or not covers(grant_of(row).resource, server.url):
            return None
        now = timezone.now()
        refused = instead_of is not None and row.generation == instead_of.generation
        if not refused and (row.expires_at is None or row.expires_at - EARLY > now):
            return _access(row)
        if not tokens_of(row).refresh_token:
            return None if refused or (row.expires_at is not None and row.expires_at <= now) else _access(row)
        if await in_database(_claim, row, now=now):
            return await _renew(server, row, must=refused)
        if now - waited_from > RENEWING:
            raise ServerUnreachable(server.name, "its sign-in is just being renewed")
        await asyncio.sleep(LOOK_EVERY)


def _access(row: Connection) -> Access:
    return Access(row.pk, row.generation, row.scopes, tokens_of(row).access_token)


def _claim(row: Connection, *, now: datetime) -> bool:
    """Become the one that renews: of several processes one wins, since many servers take a refresh token only once."""
    free = Q(renewing_until__isnull=True) | Q(renewing_until__lte=now)
    mine = Connection.objects.filter(free, pk=row.pk, generation=row.generation, lapsed_at__isnull=True)
    return bool(mine.update(renewing_until=now + RENEWING))


async def _renew(server: Server, row: Connection, *, must: bool) -> Access | None:
    try:
        tokens = await refresh(grant_of(row), tokens_of(row), places_of(server))
    except SignInRefused:
        await in_database(_write, row, lapsed_at=timezone.now())
        return None
    except (SignInFailed, AddressRefused) as error:
        await in_database(_write, row)
        if not must and row.expires_at is not None and row.expires_at > timezone.now():
            return _access(row)
        raise ServerUnreachable(server.name, f"its sign-in could not be renewed: {error}".rstrip(".")) from error
    values = _of_tokens(tokens, timezone.now())
    await in_database(_write, row, **values, generation=row.generation + 1)
    return Access(row.pk, row.generation + 1, values["scopes"], tokens.access_token)


def _write(row: Connection, **values: Any) -> None:
    """Record how renewing went, unless the person connected anew meanwhile."""
    Connection.objects.filter(pk=row.pk, generation=row.generation).update(renewing_until=None, **values)


def note_refused(access: Access, *, at: datetime) -> None:
    """Remember that a server refused a token for good: its person has to sign in anew."""
    Connection.objects.filter(pk=access.connection_id, generation=access.generation, lapsed_at__isnull=True).update(
        lapsed_at=at
    )
