"""Calls of servers that want to know who acts: with the acting person's token, or with the question to sign in."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.calls import move_call
from interrupts.connections import Access, access_for, connection_of, note_refused, signs_in
from interrupts.database import in_database
from interrupts.fixed_write import insert_row
from interrupts.ledger import Change
from interrupts.models import Interrupt, Round, Server, ToolCall
from interrupts.questions import about_call
from interrupts.reaching import places_of
from mcpbridge.client import Address, CallRejected, Place
from mcpbridge.client.oauth import Challenge, NoSignIn, SignInFailed, discover_offer, read_challenge
from mcpbridge.errors import BridgeError


class SignInNeeded(BridgeError):
    """The server refused before anything was done, and would not if the person signed in.

    ``issuer`` is where one signs in, empty when that could not be found out just now; ``scope`` what it asks for.
    """

    def __init__(self, server: str, *, challenge: str, more: bool, issuer: str = "", scope: str = "") -> None:
        super().__init__(f"{server} wants the person to sign in.")
        self.issuer = issuer
        self.scope = scope
        self.challenge = challenge
        self.more = more


def with_token(place: Place, access: Access | None) -> Place:
    """Return the address with a person's token in place of any other credentials; a program knows no tokens."""
    if access is None or not isinstance(place, Address):
        return place
    kept = {name: value for name, value in place.headers.items() if name.lower() != "authorization"}
    return replace(place, headers={**kept, **access.headers})


async def listing_place(server: Server, place: Place, person_id: int | None) -> Place | None:
    """Return whom to ask as for a server's tools; None when only the sign-in of somebody who acts would open the list.

    Raises: ServerUnreachable.
    """
    if server.auth != "oauth":
        return place
    if server.lists_by_person and person_id is None:
        return None
    access = await access_for(server, person_id or 0)
    return None if access is None else with_token(place, access)


async def call_signed_in[T](server: Server, person_id: int, place: Place, send: Callable[[Place], Awaitable[T]]) -> T:
    """Send one request as this person, once more if the server refused a token that could be renewed.

    A refusal with 401 or 403 comes before anything is done, so sending again does nothing twice.

    Raises: SignInNeeded, and whatever ``send`` raises.
    """
    if not signs_in(server):
        return await send(place)
    access = await access_for(server, person_id)
    try:
        return await send(with_token(place, access))
    except CallRejected as refusal:
        if not _asks_who(refusal):
            raise
        first = refusal
    if access is not None and first.status == 401:
        newer = await access_for(server, person_id, instead_of=access)
        if newer is not None:
            access = newer
            try:
                return await send(with_token(place, newer))
            except CallRejected as refusal:
                if not _asks_who(refusal):
                    raise
                first = refusal
        if first.status == 401:
            await in_database(note_refused, access, at=timezone.now())
    raise await _sign_in_needed(server, access, first) from first


def _asks_who(refusal: CallRejected) -> bool:
    challenge = read_challenge(refusal.challenge)
    return refusal.status == 401 or (refusal.status == 403 and challenge is not None and challenge.wants_more)


async def _sign_in_needed(server: Server, access: Access | None, refusal: CallRejected) -> BridgeError:
    """Find out where one signs in; the refusal itself when the server offers no way."""
    challenge = read_challenge(refusal.challenge) or Challenge()
    granted = access.granted if access is not None and challenge.wants_more else None
    said, more = refusal.challenge or "", challenge.wants_more
    try:
        offer = await discover_offer(places_of(server), challenge, granted=granted)
    except NoSignIn as error:
        message = f"{refusal.message}. {error}"
        return CallRejected(refusal.server, message.rstrip("."), status=refusal.status, code=refusal.code)
    except SignInFailed:
        return SignInNeeded(server.name, challenge=said, more=more) if server.auth == "oauth" else refusal
    return SignInNeeded(server.name, challenge=said, more=more, issuer=offer.issuer, scope=offer.scope or "")


def ask_connect(c: Change, call: ToolCall, refused: Round, needed: SignInNeeded) -> None:
    """Let a call wait for its person to sign in; it goes out again when they did, perhaps meanwhile already."""
    server = call.server
    row = connection_of(server, c.thread.owner_id) if server is not None else None
    if row is not None and row.lapsed_at is None and row.connected_at > refused.sent_at:
        move_call(c, call, "ready", why="signed in meanwhile")
        return
    move_call(c, call, "waiting", why="the person has to sign in", pauses=0, waiting_since=None)
    # Found out once, and remembered: the page of connections lists it from now on.
    if server is not None:
        note_signs_in(server)
    question = insert_row(
        Interrupt(
            kind="connect",
            reason="auth_required",
            round=refused,
            explanation=_why(call.server_name, row is not None, needed.more),
            request=wire.dump({"issuer": needed.issuer, "scope": needed.scope, "challenge": needed.challenge}),
            allowed_actions="accept,decline",
            **about_call(c, call),
        )
    )
    c.record("question.asked", f"question {question.pk}", call=call.pk, kind="connect")


def _why(server: str, was_connected: bool, more: bool) -> str:
    if more:
        return _("{server} wants a further permission for this. Nothing was done yet.").format(server=server)
    if was_connected:
        return _("Your sign-in at {server} is no longer accepted. Nothing was done yet.").format(server=server)
    return _("{server} wants to know who is asking. Nothing was done yet.").format(server=server)


def note_signs_in(server: Server) -> None:
    """Remember that people sign in to a server that was found to ask for it."""
    Server.objects.filter(pk=server.pk, auth="").update(auth="oauth")


def wants_sign_in(error: BaseException | None) -> bool:
    """Say whether a server refused because it does not know who is asking, and speaks of tokens."""
    return isinstance(error, CallRejected) and error.status == 401 and read_challenge(error.challenge) is not None
