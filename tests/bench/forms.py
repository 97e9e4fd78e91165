"""What showing a form costs: one card with ten fields, from its stored schema to HTML."""

import statistics
import time
from datetime import UTC

from django.contrib.auth import get_user_model
from django.utils import timezone

from interrupts import wire
from interrupts.cards import QuestionView
from interrupts.models import Interrupt
from interrupts.page import question_item
from interrupts.rendering import render_for

_SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name", "maxLength": 80},
        "notes": {"type": "string", "description": "What should be known about it.", "x-ui": {"widget": "textarea"}},
        "mail": {"type": "string", "format": "email"},
        "due": {"type": "string", "format": "date"},
        "starts": {"type": "string", "format": "date-time"},
        "count": {"type": "integer", "minimum": 1, "maximum": 500, "default": 3},
        "ratio": {"type": "number"},
        "sure": {"type": "boolean"},
        "environment": {"type": "string", "enum": ["test", "staging", "production"]},
        "colour": {"type": "string", "oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]},
    },
    "required": ["name", "count", "environment"],
}


def card_seconds(times: int) -> float:
    """The median of processor seconds of one rendering."""
    person = get_user_model().objects.first()
    question = Interrupt(
        kind="form", asked_of=person, message="Fill this in.", schema=wire.dump(_SCHEMA), created_at=timezone.now()
    )
    return statistics.median(_render_once(person, question) for _ in range(times))


def _render_once(person: object, question: Interrupt) -> float:
    start = time.process_time()
    item = question_item(QuestionView(question, person, UTC))
    html = render_for(UTC, "en", "interrupts/live.html", {"items": [item], "person": person})
    took = time.process_time() - start
    assert html.count("<label") >= 10
    return took
