"""The token endpoint: tokens for a code, new tokens for old, tokens taken back (RFC 6749, RFC 7009, RFC 8707)."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import quote, urlencode

from mcpbridge.client.oauth.errors import SignInFailed, SignInRefused
from mcpbridge.client.oauth.fetching import Answered, Places, is_sendable, post_form
from mcpbridge.client.oauth.registering import Registration
from mcpbridge.client.wording import clipped

_USABLE = re.compile(r"[\x21-\x7e]{1,20000}")


@dataclass(frozen=True, slots=True, repr=False)
class Tokens:
    """What lets us act. ``expires_in`` seconds from now, None when the server did not say. All secret: no repr."""

    access_token: str
    refresh_token: str = ""
    expires_in: float | None = None
    scope: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Grant:
    """What is needed to renew or take back tokens, storable as JSON. Holds a secret, so it has no repr."""

    issuer: str
    token_endpoint: str
    revocation_endpoint: str
    resource: str
    client: Registration

    def as_json(self) -> dict[str, Any]:
        plain = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "client"}
        return {**plain, "client": self.client.as_json()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Grant":
        return cls(**{**values, "client": Registration.from_json(values["client"])})


async def refresh(grant: Grant, tokens: Tokens, places: Places) -> Tokens:
    """New tokens for a refresh token. Send it once: many servers take each only once and drop all on a second use.

    Raises: SignInRefused when the person must sign in anew, SignInFailed, AddressRefused.
    """
    form = {"grant_type": "refresh_token", "refresh_token": tokens.refresh_token}
    new = await ask_for_tokens(grant, form, places)
    return Tokens(
        new.access_token,
        new.refresh_token or tokens.refresh_token,
        new.expires_in,
        tokens.scope if new.scope is None else new.scope,
    )


async def revoke(grant: Grant, tokens: Tokens, places: Places) -> bool:
    """Have the tokens forgotten where they came from; False when the server offers no way. Raises: as ``refresh``."""
    if not grant.revocation_endpoint:
        return False
    token = tokens.refresh_token or tokens.access_token
    hint = "refresh_token" if tokens.refresh_token else "access_token"
    answered = await _post(grant.revocation_endpoint, {"token": token, "token_type_hint": hint}, grant.client, places)
    return answered.status == 200


async def ask_for_tokens(grant: Grant, form: Mapping[str, str], places: Places) -> Tokens:
    """Send one request to the token endpoint. Raises: as ``refresh``."""
    answered = await _post(grant.token_endpoint, {**form, "resource": grant.resource}, grant.client, places)
    if answered.status != 200:
        error = answered.document.get("error")
        word = error if isinstance(error, str) else ""
        said = f": {clipped(word)[:60]}" if word else ""
        sentence = f"The authorization server gave no access (HTTP {answered.status}{said})."
        if 400 <= answered.status < 500 and answered.status not in (408, 429):
            raise SignInRefused(sentence, word)
        raise SignInFailed(sentence)
    return _read(answered.document)


async def _post(url: str, form: Mapping[str, str], client: Registration, places: Places) -> Answered:
    headers: dict[str, str] = {}
    fields_ = dict(form)
    match client.method:
        case "client_secret_basic":
            pair = f"{quote(client.client_id, safe='')}:{quote(client.client_secret, safe='')}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        case "client_secret_post":
            fields_ |= {"client_id": client.client_id, "client_secret": client.client_secret}
        case _:
            fields_["client_id"] = client.client_id
    return await post_form(url, urlencode(fields_).encode("ascii"), headers, places)


def _read(document: Mapping[str, Any]) -> Tokens:
    access, kind = document.get("access_token"), document.get("token_type", "Bearer")
    if not isinstance(access, str) or not _USABLE.fullmatch(access):
        raise SignInFailed("The authorization server's reply holds no token that can be used.")
    if not isinstance(kind, str) or kind.lower() != "bearer":
        raise SignInFailed("The authorization server gave a kind of token that this site does not know.")
    renewing, scope = document.get("refresh_token"), document.get("scope")
    return Tokens(
        access,
        renewing if isinstance(renewing, str) and is_sendable(renewing) else "",
        _seconds(document.get("expires_in")),
        scope if isinstance(scope, str) else None,
    )


def _seconds(value: Any) -> float | None:
    """Some servers write the number as text."""
    text = str(value)
    return float(text) if not isinstance(value, bool) and re.fullmatch(r"[0-9]{1,10}", text) else None
