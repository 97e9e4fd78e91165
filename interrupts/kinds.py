"""The kinds of question that servers may ask: what is declared to them, and what each is answered with."""

from collections.abc import Mapping
from typing import Any

from interrupts import wire
from interrupts.addresses import Address, read_address
from interrupts.fixed_query import FixedQuery
from interrupts.forms import Form, parse_text
from interrupts.models import Interrupt

KINDS_SHOWN = frozenset({"form", "url"})
"""Kinds of input request the page can show; any other ends the call with an error that names it."""
CAPABILITIES: Mapping[str, Any] = {"elicitation": {"form": {}, "url": {}}}
"""The same, in the words of the protocol."""


def form_of(question: Interrupt) -> Form | None:
    """Return the fields to fill; None where there is nothing but the decision."""
    match question.kind:
        case "approval":
            return None
        case "url":
            return Form(unanswerable=address_of(question).refusal or None)
    return parse_text(question.schema)


def address_of(question: Interrupt) -> Address:
    """Return where a question of kind url leads."""
    return read_address(_url(question.request))


def _url(request: str) -> Any:
    return (wire.load(request) or {}).get("params", {}).get("url")


_ASKED = FixedQuery(
    lambda call, number: (
        Interrupt.objects.filter(tool_call=call, kind__in=("form", "url"), round__number__lte=number)
        .order_by("-round__number")
        .values_list("round__number", "kind", "request")
    )
)


def times_in_a_row(question: Interrupt) -> int:
    """Say how often in a row, this time included, the call has sent the person to this very address."""
    if question.kind != "url" or question.round is None:
        return 0
    here, rounds = _url(question.request), dict[int, bool]()
    for number, kind, request in _ASKED.all(question.tool_call_id, question.round.number):
        rounds[number] = rounds.get(number, False) or (kind == "url" and _url(request) == here)
    in_a_row = 0
    for leads_here in rounds.values():
        if not leads_here:
            break
        in_a_row += 1
    return in_a_row
