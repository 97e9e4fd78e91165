"""How one signs in to a server: its own metadata (RFC 9728) and its authorization server's (RFC 8414)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from mcpbridge.client.oauth.challenge import Challenge
from mcpbridge.client.oauth.errors import NoSignIn
from mcpbridge.client.oauth.fetching import Places, get, is_sendable, origin


@dataclass(frozen=True, slots=True)
class Offer:
    """What a client needs to sign in. ``scope`` is what to ask for, None to ask for nothing in particular."""

    resource: str
    issuer: str
    metadata: Mapping[str, Any]
    scope: str | None

    @property
    def authorization_endpoint(self) -> str:
        return str(self.metadata["authorization_endpoint"])

    @property
    def token_endpoint(self) -> str:
        return str(self.metadata["token_endpoint"])


async def discover_offer(places: Places, challenge: Challenge | None, *, granted: str | None = None) -> Offer:
    """Find out how to sign in to ``places.server``.

    ``granted`` names the scopes one has already: a server that wants more gets asked for both.

    Raises: NoSignIn when it offers no safe way, SignInFailed, AddressRefused.
    """
    challenge = challenge or Challenge()
    described = await _protected_resource(places, challenge)
    if described is None:
        # Servers of 2025-03-26 are their own authorization server.
        issuer, resource = origin(places.server), _canonical(places.server)
        metadata = await _metadata(issuer, places)
    else:
        resource = str(described["resource"])
        issuer = _first_issuer(described, places)
        metadata = await _metadata(issuer, places)
    if metadata is None:
        raise NoSignIn("The server wants to know who is asking, and says nowhere how one signs in to it.")
    _check_endpoints(metadata, places)
    scope = _scope(challenge, described or {}, metadata)
    return Offer(resource, str(metadata["issuer"]), metadata, union(granted, scope))


def union(first: str | None, second: str | None) -> str | None:
    """Both lists of scopes in one, each scope once."""
    both = dict.fromkeys([*(first or "").split(), *(second or "").split()])
    return " ".join(both) if both else second if second is not None else first


def same_issuer(one: str, other: str) -> bool:
    """Equal letter by letter, but for a slash after a bare host."""
    return one == other or (one.rstrip("/") == other.rstrip("/") and urlsplit(one).path in ("", "/"))


def covers(resource: str, server: str) -> bool:
    """Whether a token for this resource is one for this server: the same origin, and a path above its own."""
    try:
        mine, named = urlsplit(server), urlsplit(resource)
        if not is_sendable(resource):
            return False
        inside = f"{mine.path.rstrip('/')}/".startswith(f"{named.path.rstrip('/')}/")
        return inside and origin(server) == origin(resource) and not named.fragment
    except ValueError:
        return False


async def _protected_resource(places: Places, challenge: Challenge) -> Mapping[str, Any] | None:
    parts = urlsplit(places.server)
    path, base = parts.path.rstrip("/"), origin(places.server)
    well_known = "/.well-known/oauth-protected-resource"
    urls = [challenge.resource_metadata, f"{base}{well_known}{path}" if path else "", f"{base}{well_known}"]
    for url in dict.fromkeys(filter(None, urls)):
        answered = await get(places.check(url, "description"), places)
        if answered.status == 200 and isinstance(answered.document.get("resource"), str):
            _check_resource(str(answered.document["resource"]), places.server)
            return answered.document
    return None


def _check_resource(resource: str, server: str) -> None:
    """A token must be for this server: a description that speaks of another one leads elsewhere."""
    if not covers(resource, server):
        raise NoSignIn("The server's description of how to sign in speaks of another server, so nobody was signed in.")


def _first_issuer(described: Mapping[str, Any], places: Places) -> str:
    listed = described.get("authorization_servers")
    if not isinstance(listed, list) or not listed:
        raise NoSignIn("The server names no authorization server.")
    return places.check(listed[0], "authorization server")


async def _metadata(issuer: str, places: Places) -> Mapping[str, Any] | None:
    base, path = origin(issuer), urlsplit(issuer).path.rstrip("/")
    urls = [f"{base}/.well-known/oauth-authorization-server{path}", f"{base}/.well-known/openid-configuration{path}"]
    urls += [f"{base}{path}/.well-known/openid-configuration"] if path else []
    for url in urls:
        answered = await get(url, places)
        if answered.status != 200 or not answered.document:
            continue
        named = answered.document.get("issuer")
        # RFC 8414, section 3.3: else one server could speak for another.
        if not (isinstance(named, str) and same_issuer(named, issuer)):
            raise NoSignIn("The authorization server says it is another one than the server named.")
        return answered.document
    return None


def _check_endpoints(metadata: Mapping[str, Any], places: Places) -> None:
    for name in ("authorization_endpoint", "token_endpoint"):
        places.check(metadata.get(name), name.replace("_", " "))
    for name in ("registration_endpoint", "revocation_endpoint"):
        if metadata.get(name) is not None:
            places.check(metadata[name], name.replace("_", " "))
    methods = metadata.get("code_challenge_methods_supported")
    if not isinstance(methods, list) or "S256" not in methods:
        raise NoSignIn("Its authorization server does not announce PKCE with S256, without which codes can be stolen.")


def _scope(challenge: Challenge, described: Mapping[str, Any], metadata: Mapping[str, Any]) -> str | None:
    scope = challenge.scope if challenge.scope is not None else _listed(described.get("scopes_supported"))
    if scope and "offline_access" in (_listed(metadata.get("scopes_supported")) or "").split():
        scope = union(scope, "offline_access")
    return scope


def _listed(value: Any) -> str | None:
    if not isinstance(value, list):
        return None
    return " ".join(each for each in value if isinstance(each, str) and each.isprintable()) or None


def _canonical(url: str) -> str:
    parts = urlsplit(url)
    return f"{origin(url)}{parts.path}" + (f"?{parts.query}" if parts.query else "")
