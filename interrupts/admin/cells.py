"""Pieces of admin pages, each from a template of its own: no markup is built in Python."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from interrupts.admin import showing
from interrupts.forms.text import visible
from interrupts.models import INSIDE, Event
from interrupts.usage import Usage
from mcpbridge.client.server import without_secrets

NOTHING = "-"
"""What stands where there is nothing to show, as everywhere in the admin."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: a text, maybe a link, maybe with more to say on hover."""

    text: str
    url: str = ""
    hover: str = ""


def to(row: Model, text: str = "") -> Cell:
    """Return a link to the page of a row."""
    return Cell(visible(text or row), reverse(f"admin:interrupts_{row._meta.model_name}_change", args=[row.pk]))


def to_list(model: type[Model], text: str, **lookups: Any) -> Cell:
    """Return a link to the filtered list of a model."""
    address = reverse(f"admin:interrupts_{model._meta.model_name}_changelist")
    return Cell(text, f"{address}?{urlencode(lookups)}")


def moment(at: datetime | None) -> Cell:
    """Return how long ago something was; the exact time on hover."""
    return Cell("") if at is None else Cell(_("{at} ago").format(at=timesince(at, depth=1)), hover=exact(at))


def tokens(used: Usage | None) -> str:
    """Return how many tokens were used."""
    return NOTHING if used is None else f"{used.tokens:,}"


def exact(at: datetime) -> str:
    return localtime(at).strftime("%Y-%m-%d %H:%M:%S %Z")


def age(at: datetime | None) -> str:
    """Return a time as an element: relative, exact on hover."""
    if at is None:
        return NOTHING
    shown = {"machine": at.isoformat(), "exact": exact(at), "relative": timesince(at, depth=1)}
    return render_to_string("admin/interrupts/cells/age.html", shown)


def link(cell: Cell) -> str:
    return render_to_string("admin/interrupts/cells/cell.html", {"cell": cell})


def folded(label: str, text: str) -> str:
    """Return a text that opens on demand; a dash for no text."""
    return render_to_string("admin/interrupts/cells/folded.html", {"label": label, "text": text}) if text else NOTHING


def quoted(text: str) -> str:
    """Return words of somebody else in a box of their own; a dash for no words."""
    shown = showing.shortened(visible(text))
    return render_to_string("admin/interrupts/cells/quoted.html", {"text": shown}) if text.strip() else NOTHING


def pairs(lines: Sequence[tuple[str, str]]) -> str:
    """Return names and values, one under the other; a dash for none."""
    return render_to_string("admin/interrupts/cells/pairs.html", {"lines": lines}) if lines else NOTHING


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell | str]]) -> str:
    """Return a table; a dash for no rows."""
    cells = [[each if isinstance(each, Cell) else Cell(each) for each in row] for row in rows]
    return render_to_string("admin/interrupts/cells/table.html", {"heads": heads, "rows": cells}) if cells else NOTHING


def moves(events: QuerySet[Event]) -> str:
    """Return audit lines as a table, oldest first."""
    return table(
        ("When", "What", "Who", "About", "More"),
        (
            (
                Cell(exact(each.at)),
                Cell(each.kind),
                Cell(visible(each.actor)),
                to(each, each.subject),
                showing.compact(each.data),
            )
            for each in events.order_by("pk")
        ),
    )


def address(url: str) -> str:
    """Return a server's address without user, password, query and fragment; in words where it is this site's own."""
    if url == INSIDE:
        return _("this site itself")
    return visible(without_secrets(url)) if url else ""
