"""Why a server asks, as the person reads it."""

from mcpbridge.reasons import DEFAULT_REASON

_WORDS = {"auth_required": "The server says that you have to sign in first."}


def reason_in_words(reason: str) -> str:
    """Say a reason that a server gave in a sentence; the ordinary one needs none."""
    if reason in ("", DEFAULT_REASON):
        return ""
    return _WORDS.get(reason, f"The server gives a reason: {reason.replace('_', ' ')}.")
