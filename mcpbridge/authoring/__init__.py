"""For people who write tools that ask: one way of writing for every era, sealed state, single-use tagged answers."""

from mcpbridge.authoring.answers import Accepted, Answer, Cancelled, Declined, Missing
from mcpbridge.authoring.asks import (
    accepted_content,
    confirm,
    elicit,
    input_required,
    request_input,
    sample,
    stored_state,
    visit,
)
from mcpbridge.authoring.errors import InputRequiredError, NotAnswered, Superseded, UnsupportedRenderableError
from mcpbridge.authoring.nonces import MemoryNonces, NonceStore, SqliteNonces
from mcpbridge.authoring.once import once
from mcpbridge.authoring.render import render
from mcpbridge.authoring.requests import Form, Question, form, sampling, url
from mcpbridge.authoring.seal import THIRTY_DAYS, Round, Seal
from mcpbridge.authoring.server import AskingServer
from mcpbridge.meta import EXPLANATION_KEY

__all__ = [
    "EXPLANATION_KEY",
    "THIRTY_DAYS",
    "Accepted",
    "Answer",
    "AskingServer",
    "Cancelled",
    "Declined",
    "Form",
    "InputRequiredError",
    "MemoryNonces",
    "Missing",
    "NonceStore",
    "NotAnswered",
    "Question",
    "Round",
    "Seal",
    "SqliteNonces",
    "Superseded",
    "UnsupportedRenderableError",
    "accepted_content",
    "confirm",
    "elicit",
    "form",
    "input_required",
    "once",
    "render",
    "request_input",
    "sample",
    "sampling",
    "stored_state",
    "url",
    "visit",
]
