"""JSON as it crosses our border: text in, text out, nothing lost.

What came over the wire is stored as ASCII-escaped JSON text. PostgreSQL's jsonb would reorder keys (forms lose their
order) and neither text column takes NUL or lone surrogates; escaped, they are ordinary characters.
"""

import json
import re
from typing import Any


def dump(value: Any) -> str:
    """Return ``value`` as ASCII JSON text with its key order kept. Raises ValueError for NaN and infinities."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def load(text: str | None) -> Any:
    """Return what ``dump`` was given; ``None`` for an empty text."""
    return json.loads(text) if text else None


def canonical(value: Any) -> str:
    """Return one text per JSON value, whatever order its keys came in: for comparing, never for showing."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"), sort_keys=True)


_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Return ``text`` as any database takes it: NUL and lone surrogates become the replacement character."""
    return _UNSTORABLE.sub("\ufffd", text)
