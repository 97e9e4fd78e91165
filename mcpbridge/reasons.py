"""Why a call pauses, in one short text that travels as ``_meta["sayso/reason"]`` next to the explanation."""

from typing import Any

REASON_KEY = "sayso/reason"
DEFAULT_REASON = "mcp_input"
MAX_REASON = 60

# A host gives these to questions of its own; a server that used one could pass off its question as the host's.
RESERVED_REASONS = frozenset(
    {
        "approval", "ask", "cancelled", "changed", "connect", "limit", "outcome", "outcome_unknown", "stranded",
        "tool_changed",
    }
)  # fmt: skip


def known_reason(text: Any) -> str:
    """Return ``text`` as a reason of one line, at most 60 characters; empty, reserved or no text: the default."""
    reason = " ".join(text.split())[:MAX_REASON].strip() if isinstance(text, str) else ""
    return DEFAULT_REASON if not reason or reason.lower() in RESERVED_REASONS else reason
