"""What may be wrong with a call as the model wrote it. It is told to the model once; the same again ends the run."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.fixed_query import FixedQuery
from interrupts.models import Run, Tool, ToolCall

UNKNOWN, UNREADABLE, INCOMPLETE = "unknown", "unreadable", "incomplete"


def read_arguments(text: str) -> dict[str, Any] | None:
    """Return a model's arguments, or None when its text is no JSON object. Blank and null mean none were needed."""
    if not text.strip():
        return {}
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        wire.dump(value)
    except (ValueError, RecursionError):
        return None
    if value is None:
        return {}
    return value if isinstance(value, dict) else None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def left_out(tool: Tool, arguments: Mapping[str, Any]) -> list[str]:
    """Return the names of arguments that a tool requires and did not get: nobody guesses them."""
    schema = wire.load(tool.input_schema)
    required = schema.get("required") if isinstance(schema, dict) else None
    names = required if isinstance(required, list) else []
    return [name for name in names if isinstance(name, str) and name not in arguments]


_FAULTY = FixedQuery(lambda run, step: ToolCall.objects.filter(run=run, step=step).exclude(fault=""))


def repeated_fault(run: Run, calls: Sequence[ToolCall]) -> str:
    """Return what a person is told when the model did wrong again what it was just told of; empty when it did not.

    ``calls`` are those of the run's newest turn.
    """
    faulty = [call for call in calls if call.fault]
    if not faulty or run.step < 2:
        return ""
    before = {_what_went_wrong(call) for call in _FAULTY.all(run.pk, run.step - 1)}
    again = next((call for call in faulty if _what_went_wrong(call) in before), None)
    return _in_words(again) if again else ""


def _what_went_wrong(call: ToolCall) -> str:
    """Unreadable arguments after incomplete ones are no progress; nor is one invented tool after another."""
    return UNKNOWN if call.fault == UNKNOWN else f"arguments of {call.name}"


def _in_words(call: ToolCall) -> str:
    named = {"tool": call.tool_name or call.name}
    match call.fault:
        case "unreadable":
            sentence = _("The model twice sent arguments that are no JSON for “%(tool)s”.") % named
        case "incomplete":
            sentence = _("The model twice left out what “%(tool)s” requires.") % named
        case _:
            sentence = _("The model twice asked for a tool that it does not have, now “%(tool)s”.") % named
    return f"{sentence} {_('Try another model or other words.')}"
