"""Who we are to an authorization server: given by hand, by our own metadata document, or registered there."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from mcpbridge.client.jsontext import dump
from mcpbridge.client.oauth.discovery import Offer, same_issuer
from mcpbridge.client.oauth.errors import NoSignIn, SignInFailed
from mcpbridge.client.oauth.fetching import Places, is_sendable, post_json
from mcpbridge.client.wording import clipped

_FAR_FUTURE = 1e12
METHODS = ("client_secret_basic", "client_secret_post", "none")
"""Ways to show a token endpoint who is asking, the best first."""


@dataclass(frozen=True, slots=True)
class Us:
    """This site as a client: ``metadata_url`` is where its metadata document is, empty where there can be none."""

    name: str
    redirect_uri: str
    metadata_url: str = ""

    def document(self) -> dict[str, Any]:
        """The client metadata (RFC 7591, section 2), without an id."""
        return {
            "client_name": self.name,
            "redirect_uris": [self.redirect_uri],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "application_type": "web" if self.redirect_uri.startswith("https:") else "native",
        }

    def metadata_document(self) -> dict[str, Any]:
        """What is served at ``metadata_url`` (Client ID Metadata Documents)."""
        return {"client_id": self.metadata_url, **self.document(), "token_endpoint_auth_method": "none"}


@dataclass(frozen=True, slots=True, repr=False)
class Registration:
    """A client as one authorization server knows it: never used at another. Holds a secret, so it has no repr."""

    issuer: str
    client_id: str
    client_secret: str = ""
    method: str = "none"
    redirect_uri: str = ""
    expires_at: float | None = None

    def as_json(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Registration":
        return cls(**values)


async def identify(
    offer: Offer,
    us: Us,
    places: Places,
    *,
    now: float,
    known: Registration | None = None,
    given: Registration | None = None,
) -> Registration:
    """Return who we are at the offer's authorization server.

    What an operator gave by hand goes first, if it is for this issuer or bound to none yet; then our metadata document
    where the server reads such; then what was registered before; then a new registration. ``now`` in seconds.

    Raises: NoSignIn when the server takes none of these, SignInFailed, AddressRefused.
    """
    if given is not None:
        if given.issuer and not same_issuer(given.issuer, offer.issuer):
            raise NoSignIn(
                "The server now names another authorization server than the one its client id was given for. "
                "Enter the client id again if that is right."
            )
        method = _method(offer.metadata, has_secret=bool(given.client_secret))
        return Registration(offer.issuer, given.client_id, given.client_secret, method, us.redirect_uri)
    if us.metadata_url and offer.metadata.get("client_id_metadata_document_supported") is True:
        return Registration(offer.issuer, us.metadata_url, redirect_uri=us.redirect_uri)
    if known is not None and _still_good(known, offer, us, now):
        return known
    return await _register(offer, us, places)


def _still_good(known: Registration, offer: Offer, us: Us, now: float) -> bool:
    is_young = known.expires_at is None or known.expires_at > now
    return is_young and same_issuer(known.issuer, offer.issuer) and known.redirect_uri == us.redirect_uri


async def _register(offer: Offer, us: Us, places: Places) -> Registration:
    endpoint = offer.metadata.get("registration_endpoint")
    if not isinstance(endpoint, str):
        raise NoSignIn(
            "Its authorization server does not take new clients by itself. "
            "Whoever runs this site has to register there and enter the client id with the server."
        )
    wanted = {**us.document(), "token_endpoint_auth_method": _method(offer.metadata, has_secret=True)}
    if offer.scope:
        wanted["scope"] = offer.scope
    answered = await post_json(endpoint, dump(wanted).encode("ascii"), places)
    made, client_id = answered.document, answered.document.get("client_id")
    # What cannot be written into a request can identify nobody.
    if answered.status not in (200, 201) or not isinstance(client_id, str) or not is_sendable(client_id):
        reason = made.get("error_description") or made.get("error")
        said = f" It said: {clipped(reason)}." if isinstance(reason, str) else ""
        raise SignInFailed(f"Its authorization server did not register this site (HTTP {answered.status}).{said}")
    secret = made.get("client_secret")
    secret = secret if isinstance(secret, str) and is_sendable(secret) else ""
    method = made.get("token_endpoint_auth_method") or (wanted["token_endpoint_auth_method"] if secret else "none")
    if method not in METHODS or (method != "none" and not secret):
        raise NoSignIn("Its authorization server wants clients to show who they are in a way this site does not know.")
    until = made.get("client_secret_expires_at")
    expires_at = float(until) if isinstance(until, int | float) and 0 < until < _FAR_FUTURE else None
    return Registration(offer.issuer, client_id, secret, str(method), us.redirect_uri, expires_at)


def _method(metadata: Mapping[str, Any], *, has_secret: bool) -> str:
    if not has_secret:
        return "none"
    listed = metadata.get("token_endpoint_auth_methods_supported")
    offered = listed if isinstance(listed, list) else ["client_secret_basic"]
    return next((method for method in METHODS if method in offered), "client_secret_basic")
