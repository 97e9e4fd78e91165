"""Looking for words in one's own threads: in what was said, and in titles. No input is an error; signs are no words."""

import re
import unicodedata
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Q, QuerySet
from django.db.models.expressions import RawSQL

from interrupts.authority import visible_threads
from interrupts.models import Message, Thread
from interrupts.search_index import IS_INDEXED, VECTOR
from interrupts.versions import Tree, tree_of

MOST_TERMS = 10
QUERY_LIMIT = 200
MOST_TITLES = 500
SNIPPET = 240
"""Characters of a message that stand below its title."""
BEFORE = 60
"""How many of them come before the first word that was found."""


@dataclass(frozen=True, slots=True)
class Term:
    """Words that follow each other; ``whole``: the last one may not go on."""

    words: tuple[str, ...]
    whole: bool

    @property
    def pattern(self) -> str:
        """A regular expression that finds it in a text as a person reads it."""
        found = r"[\W_]+".join(map(re.escape, self.words))
        return rf"(?<![^\W_]){found}" + (r"(?![^\W_])" if self.whole else "")

    @property
    def for_sqlite(self) -> str:
        return f'"{" ".join(self.words)}"{"" if self.whole else " *"}'

    @property
    def for_postgresql(self) -> str:
        return " <-> ".join(f"'{word}'" for word in self.words) + ("" if self.whole else ":*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a snippet; ``found`` where it is what was looked for."""

    text: str
    found: bool


@dataclass(frozen=True, slots=True)
class Found:
    """One message that has the words."""

    thread_id: uuid.UUID
    title: str
    message_id: int
    position: int
    role: str
    created_at: datetime
    snippet: tuple[Piece, ...]
    is_shown: bool
    """Whether it stands in the version of its thread that is shown."""


def terms_of(query: str) -> tuple[Term, ...]:
    """Read what a person typed: words are found as beginnings, what stands in quotes as it stands there."""
    found = []
    for quoted, plain in re.findall(r'"([^"]*)(?:"|$)|([^\s"]+)', query[:QUERY_LIMIT]):
        words = tuple(_words(quoted or plain))
        if words:
            found.append(Term(words, whole=bool(quoted)))
    return tuple(found[:MOST_TERMS])


def _words(text: str) -> Iterator[str]:
    # Letters, digits and the marks that go with them; NUL, quotes and operators are none of these.
    kept = "".join(sign if unicodedata.category(sign)[0] in "LMN" else " " for sign in text)
    return (word for word in kept.split() if any(sign.isalnum() for sign in word))


def messages_with(person: Any, terms: tuple[Term, ...], *, start: int = 0, limit: int = 20) -> list[Found]:
    """Return the newest messages of a person's threads that have all the terms."""
    if not terms:
        return []
    rows = Message.objects.filter(_has(terms), thread__in=visible_threads(person)).select_related("thread")
    pattern, trees = _any_of(terms), dict[uuid.UUID, Tree]()
    return [_found(row, pattern, trees) for row in rows.defer("blob").order_by("-pk")[start : start + limit]]


def _found(row: Message, pattern: re.Pattern[str], trees: dict[uuid.UUID, Tree]) -> Found:
    thread = row.thread
    if thread.tip_id is not None and thread.pk not in trees:
        trees[thread.pk] = tree_of(thread.pk, thread.tip_id)
    is_shown = thread.tip_id is None or trees[thread.pk].shows(row)
    snippet = _snippet(row.text, pattern)
    return Found(thread.pk, thread.title, row.pk, row.position, row.role, row.created_at, snippet, is_shown)


def threads_titled(person: Any, terms: tuple[Term, ...]) -> list[uuid.UUID]:
    """Return the ids of a person's threads that have all the terms in their title, the newest first."""
    patterns = [re.compile(term.pattern, re.IGNORECASE) for term in terms]
    # Not in SQL: titles are short, one's own are few, and SQLite knows upper case of ASCII only.
    titles: QuerySet[Thread, Any] = visible_threads(person).order_by("-updated_at").values_list("pk", "title")
    found = (pk for pk, title in titles if patterns and all(pattern.search(title) for pattern in patterns))
    return [pk for pk, _ in zip(found, range(MOST_TITLES), strict=False)]


def _has(terms: tuple[Term, ...]) -> Any:
    match connection.vendor:
        case "postgresql":
            looked_for = " & ".join(f"({term.for_postgresql})" for term in terms)
            sql = f"{VECTOR.replace('%', '%%')} @@ to_tsquery('simple', %s) AND {IS_INDEXED}"
            return RawSQL(sql, [looked_for], output_field=BooleanField())
        case "sqlite":
            looked_for = " AND ".join(term.for_sqlite for term in terms)
            rows = "SELECT rowid FROM interrupts_search WHERE interrupts_search MATCH %s"
            return Q(pk__in=RawSQL(rows, [looked_for]))
    everywhere = Q()
    for term in terms:
        everywhere &= Q(text__icontains=" ".join(term.words))
    return everywhere


def _any_of(terms: tuple[Term, ...]) -> re.Pattern[str]:
    return re.compile("|".join(term.pattern for term in terms), re.IGNORECASE)


def _snippet(text: str, pattern: re.Pattern[str]) -> tuple[Piece, ...]:
    """Return what stands around the first word that was found, in one line."""
    first = pattern.search(text)
    start = max(0, first.start() - BEFORE) if first else 0
    start = text.find(" ", start, start + BEFORE) + 1 if start else 0
    shown = " ".join(text[start : start + SNIPPET].split())
    if start:
        shown = f"… {shown}"
    if start + SNIPPET < len(text):
        shown = f"{shown} …"
    return tuple(_pieces(shown, pattern))


def _pieces(text: str, pattern: re.Pattern[str]) -> Iterator[Piece]:
    at = 0
    for match in pattern.finditer(text):
        if match.start() > at:
            yield Piece(text[at : match.start()], found=False)
        yield Piece(match[0], found=True)
        at = match.end()
    if at < len(text):
        yield Piece(text[at:], found=False)
