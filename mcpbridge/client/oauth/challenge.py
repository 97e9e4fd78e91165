"""What a 401 or 403 says about signing in (RFC 6750, section 3; RFC 9728, section 5.1)."""

import re
from dataclasses import dataclass

_TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_PIECE = re.compile(rf'({_TOKEN})(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,"]+))?')


@dataclass(frozen=True, slots=True)
class Challenge:
    """The parts of a Bearer challenge that matter; empty where the server left them out. ``scope`` None: not named."""

    resource_metadata: str = ""
    scope: str | None = None
    error: str = ""

    @property
    def wants_more(self) -> bool:
        """Whoever asked is known and may not do this with what they were granted."""
        return self.error == "insufficient_scope"


def read_challenge(header: str | None) -> Challenge | None:
    """The Bearer challenge among those of a WWW-Authenticate header, None when there is none. Never raises."""
    scheme, found = "", dict[str, str]()
    is_there = False
    for match in _PIECE.finditer((header or "")[:10_000]):
        name, value = match[1], match[2]
        if value is None:
            scheme = name.lower()
            is_there = is_there or scheme == "bearer"
        elif scheme == "bearer":
            found.setdefault(name.lower(), _unquoted(value))
    if not is_there:
        return None
    return Challenge(found.get("resource_metadata", ""), found.get("scope"), found.get("error", ""))


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
