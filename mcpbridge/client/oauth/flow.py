"""The two legs of a sign-in: out to the authorization server with the browser, and back with a code."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from mcpbridge.client.oauth.discovery import Offer
from mcpbridge.client.oauth.errors import SignInFailed, SignInRefused
from mcpbridge.client.oauth.fetching import Places
from mcpbridge.client.oauth.registering import Registration
from mcpbridge.client.oauth.tokens import Grant, Tokens, ask_for_tokens
from mcpbridge.client.wording import clipped


@dataclass(frozen=True, slots=True, repr=False)
class Pending:
    """A sign-in that waits for the browser to come back, storable as JSON. Secret, so it has no repr."""

    state: str
    verifier: str
    redirect_uri: str
    scope: str | None
    must_name_issuer: bool
    grant: Grant

    def as_json(self) -> dict[str, Any]:
        plain = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "grant"}
        return {**plain, "grant": self.grant.as_json()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Pending":
        return cls(**{**values, "grant": Grant.from_json(values["grant"])})


def begin(offer: Offer, client: Registration) -> tuple[str, Pending]:
    """Leg one: the address to send the person's browser to, and the record to keep until it comes back."""
    verifier, state = secrets.token_urlsafe(64), secrets.token_urlsafe(32)
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    asked = {
        "response_type": "code",
        "client_id": client.client_id,
        "redirect_uri": client.redirect_uri,
        "state": state,
        "code_challenge": digest,
        "code_challenge_method": "S256",
        "resource": offer.resource,
    }
    if offer.scope:
        asked["scope"] = offer.scope
        if "offline_access" in offer.scope.split():
            # OpenID Connect grants it only to a person who was asked (Core, section 11).
            asked["prompt"] = "consent"
    parts = urlsplit(offer.authorization_endpoint)
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in asked]
    address = urlunsplit(parts._replace(query=urlencode([*kept, *asked.items()]), fragment=""))
    revocation = offer.metadata.get("revocation_endpoint")
    grant = Grant(
        issuer=offer.issuer,
        token_endpoint=offer.token_endpoint,
        revocation_endpoint=revocation if isinstance(revocation, str) else "",
        resource=offer.resource,
        client=client,
    )
    names_issuer = offer.metadata.get("authorization_response_iss_parameter_supported") is True
    return address, Pending(state, verifier, client.redirect_uri, offer.scope, names_issuer, grant)


async def finish(pending: Pending, query: Mapping[str, str], places: Places) -> Tokens:
    """Leg two: tokens for what the browser brought back. A record is good for one try, whatever comes of it.

    Raises: SignInRefused when the person or the server said no, SignInFailed, AddressRefused.
    """
    if not hmac.compare_digest(query.get("state", "").encode(), pending.state.encode()):
        raise SignInFailed("What came back belongs to another sign-in.")
    _check_issuer(pending, query.get("iss"))
    if "error" in query:
        said = query.get("error_description") or query["error"]
        raise SignInRefused(f"The sign-in was not completed. The other side said: {clipped(said)}.", query["error"])
    if not query.get("code"):
        raise SignInFailed("What came back holds no code.")
    form = {
        "grant_type": "authorization_code",
        "code": query["code"],
        "redirect_uri": pending.redirect_uri,
        "code_verifier": pending.verifier,
    }
    tokens = await ask_for_tokens(pending.grant, form, places)
    if tokens.scope is None:
        return Tokens(tokens.access_token, tokens.refresh_token, tokens.expires_in, pending.scope)
    return tokens


def _check_issuer(pending: Pending, named: str | None) -> None:
    """RFC 9207, section 2.4: letter by letter, before anything else of the answer is believed."""
    if named is None and not pending.must_name_issuer:
        return
    if named != pending.grant.issuer:
        raise SignInFailed("What came back is not from the authorization server the person was sent to.")
