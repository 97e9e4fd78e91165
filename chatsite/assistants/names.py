"""Tool names as providers allow them, and back."""

import hashlib
import re
from collections.abc import Iterable

_ALLOWED = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}\Z")
_NOT_ALLOWED = re.compile(r"[^a-zA-Z0-9_-]")


class ToolNames:
    """A two-way map between our tool names and names of at most 64 letters, digits, ``_`` and ``-``.

    A name that is allowed stays as it is, unless it differs from another in case alone, which some providers take for
    the same; any other gets a readable stem and a hash of itself. So a tool is called the same in every request,
    whatever other tools are listed, unless somebody builds a collision on purpose.
    """

    def __init__(self, names: Iterable[str]) -> None:
        listed = tuple(dict.fromkeys(names))
        self._to_wire: dict[str, str] = {}
        taken: set[str] = set()
        # Sorted, so that of two names that clash it is always the same one that stays.
        for name in sorted(filter(_ALLOWED.match, listed)):
            if name.lower() not in taken:
                self._to_wire[name] = name
                taken.add(name.lower())
        for name in listed:
            if name not in self._to_wire:
                self._to_wire[name] = _spell(name, taken)
                taken.add(self._to_wire[name].lower())
        self._from_wire = {wire: name for name, wire in self._to_wire.items()}

    def to_wire(self, name: str) -> str:
        """Give the name to send; a tool that is listed no more (old history) is spelled by the same rule."""
        return self._to_wire.get(name) or (name if _ALLOWED.match(name) else _spell(name, set()))

    def from_wire(self, wire: str) -> str:
        """Give our name of what the model called; a name the model made up comes back as it is."""
        return self._from_wire.get(wire, wire)

    def knows(self, wire: str) -> bool:
        """Say whether a listed tool is called so on the wire."""
        return wire in self._from_wire


def _spell(name: str, taken: set[str]) -> str:
    stem = _NOT_ALLOWED.sub("_", name)[:50]
    # Some providers want a letter or an underscore first.
    stem = stem if _ALLOWED.match(stem) else f"_{stem[:49]}"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    for length in range(8, 14):
        wire = f"{stem}_{digest[:length]}"
        if wire.lower() not in taken:
            return wire
    return f"_{digest[:63]}"
