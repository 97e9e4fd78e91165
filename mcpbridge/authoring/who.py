"""Who acts: a token that a host sends along with a call, so that a server learns which person it acts for.

A JSON Web Token (RFC 7519) signed with HMAC-SHA256, in ``_meta["sayso/who"]`` of the params of ``tools/call``; MCP
knows no place for it. Host and server share a key that nobody else has. The token counts for one server, one tool, one
request, and five minutes. It says who acts, not that they agreed to anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jwt
from jwt.types import Options
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from mcpbridge.who import ALGORITHM, WHO_KEY

_SLACK_SECONDS = 60.0
"""So far two clocks may be apart."""
# The times are held against the caller's clock instead.
_OPTIONS: Options = {
    "require": ["sub", "name", "aud", "iat", "exp", "jti", "tool"],
    "strict_aud": True,
    "verify_exp": False,
    "verify_iat": False,
    "verify_nbf": False,
}


@dataclass(frozen=True, slots=True)
class Who:
    """A person as the host knows them: ``person`` never changes, ``name`` may. ``request`` names call and round."""

    person: str
    name: str
    request: str


def acting_person(ctx: Context[Any, Any], keys: Sequence[bytes], *, audience: str, now: float) -> Who | None:
    """Return who acts, None when the host did not say.

    ``audience`` is the address of this server as the host knows it, ``now`` seconds since the epoch. Every key reads,
    so that a key can be changed.

    Raises:
        MCPError: -32602 with reason ``who_refused``: forged, expired, or meant for another server or tool.
    """
    return who_acts(ctx.request_context, keys, audience=audience, now=now)


def who_acts(ctx: ServerRequestContext[Any, Any], keys: Sequence[bytes], *, audience: str, now: float) -> Who | None:
    """The same as ``acting_person``, for middleware, which runs before any tool."""
    token = (ctx.meta or {}).get(WHO_KEY)
    if token is None:
        return None
    tool = (ctx.params or {}).get("name")
    for key in keys:
        claims = _verified(token, key, audience)
        if claims is not None and claims["tool"] == tool and _is_of_now(claims, now):
            return Who(claims["sub"], claims["name"], claims["jti"])
    raise MCPError(INVALID_PARAMS, "Who acts cannot be verified", {"reason": "who_refused"})


def person_principal(
    keys: Sequence[bytes], *, audience: str, clock: Callable[[], float]
) -> Callable[[ServerRequestContext[Any, Any]], str | None]:
    """Return the ``principal`` for a Seal that binds the state of a question to the person who acts.

    Where the host does not say who acts, or there are no keys, the state is bound to nobody; a token that is not in
    order is refused.
    """

    def principal(ctx: ServerRequestContext[Any, Any]) -> str | None:
        who = who_acts(ctx, keys, audience=audience, now=clock()) if keys else None
        return None if who is None else f"person:{who.person}"

    return principal


def _verified(token: object, key: bytes, audience: str) -> Mapping[str, Any] | None:
    if not isinstance(token, str):
        return None
    try:
        claims: Mapping[str, Any] = jwt.decode(token, key, algorithms=[ALGORITHM], audience=audience, options=_OPTIONS)
    except jwt.PyJWTError:
        return None
    return claims if all(isinstance(claims[name], str) for name in ("sub", "name", "jti", "tool")) else None


def _is_of_now(claims: Mapping[str, Any], now: float) -> bool:
    begins, ends = claims["iat"], claims["exp"]
    if not isinstance(begins, int | float) or not isinstance(ends, int | float):
        return False
    return begins - _SLACK_SECONDS <= now < ends
