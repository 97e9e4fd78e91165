"""Data a tool gave back, as people read it: a table where it is one, names and values, or indented JSON."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from interrupts import wire
from interrupts.results import head_and_tail

ROWS = 50
COLUMNS = 12
CELL = 200
TEXT = 6_000
"""Characters of all that is shown of one value."""


@dataclass(frozen=True, slots=True)
class Data:
    """Either ``rows`` under ``columns``, ``pairs`` of name and value, or ``text``; ``more`` rows are not shown."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    more: int = 0
    pairs: tuple[tuple[str, str], ...] = ()
    text: str = ""


def as_data(value: Any) -> Data:
    """Return how a page shows a JSON value of a stranger, whatever its shape and size."""
    records = _records(value)
    if records:
        columns = tuple(dict.fromkeys(str(name) for record in records for name in record))
        rows = _within(tuple(_cell(record.get(name, "")) for name in columns) for record in records)
        if rows and len(columns) <= COLUMNS:
            return Data(tuple(_cell(name) for name in columns), rows, len(records) - len(rows))
    if isinstance(value, dict) and value and all(map(_is_plain, value.values())):
        pairs = _within((_cell(name), _cell(each)) for name, each in value.items())
        if len(pairs) == len(value):
            return Data(pairs=tuple((name, each) for name, each in pairs))
    return Data(text=head_and_tail(_indented(value), TEXT))


def says_the_same(text: str, value: Any) -> bool:
    """Whether a text is nothing but this very data: servers send both, for readers that know only one of them."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        return wire.canonical(json.loads(text)) == wire.canonical(value)
    except (ValueError, RecursionError):
        return False


def _records(value: Any) -> list[Mapping[str, Any]]:
    """The rows of a table: a list of flat objects, also where it is all that an object holds."""
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    if not isinstance(value, list) or not value:
        return []
    flat = all(isinstance(each, dict) and each and all(map(_is_plain, each.values())) for each in value)
    return value if flat else []


def _within(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """As many rows as a page and a push message bear."""
    left = TEXT
    found: list[tuple[str, ...]] = []
    for row in rows:
        left -= sum(map(len, row))
        if left < 0 or len(found) == ROWS:
            break
        found.append(row)
    return tuple(found)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _cell(value: Any) -> str:
    match value:
        case str():
            text = value
        case None:
            text = ""
        case bool():
            text = "yes" if value else "no"
        case _:
            text = wire.dump(value)
    return wire.storable(text if len(text) <= CELL else f"{text[:CELL]}…")


def _indented(value: Any) -> str:
    try:
        return wire.storable(json.dumps(value, indent=2, ensure_ascii=False))
    except RecursionError:
        return wire.dump(value)
