"""For people who write tools that ask: sealed state, single-use answers, tagged values."""

from mcpbridge.authoring.answers import (
    Accepted,
    Answer,
    Cancelled,
    Declined,
    Missing,
    accepted_content,
)
from mcpbridge.authoring.nonces import MemoryNonces, NonceStore, SqliteNonces
from mcpbridge.authoring.requests import EXPLANATION_KEY, Form, input_required
from mcpbridge.authoring.seal import THIRTY_DAYS, Round, Seal

__all__ = [
    "EXPLANATION_KEY",
    "THIRTY_DAYS",
    "Accepted",
    "Answer",
    "Cancelled",
    "Declined",
    "Form",
    "MemoryNonces",
    "Missing",
    "NonceStore",
    "Round",
    "Seal",
    "SqliteNonces",
    "accepted_content",
    "input_required",
]
