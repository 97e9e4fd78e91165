"""The word of a host about who acts, as it is signed. ``mcpbridge.authoring.who`` reads it."""

import jwt

WHO_KEY = "sayso/who"
"""Where it travels in ``_meta``."""
ALGORITHM = "HS256"
LIFE_SECONDS = 300
KEY_BYTES = 32


def sign_who(key: bytes, *, person: str, name: str, audience: str, tool: str, request: str, now: float) -> str:
    """Return the token that says who acts; ``request`` names call and round, ``now`` is seconds since the epoch."""
    claims = {
        "sub": person,
        "name": name,
        "aud": audience,
        "tool": tool,
        "jti": request,
        "iat": int(now),
        "exp": int(now) + LIFE_SECONDS,
    }
    return jwt.encode(claims, key, algorithm=ALGORITHM)
