"""One change of a thread: sequence numbers, audit lines and the notice to open pages, all or nothing.

Every transaction that changes something a page shows ends with ``with change(thread_id, at=at) as c``. It locks the
Thread row, so it comes last (lock order: Run, Interrupt, Thread); after the commit every open page is told.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from interrupts import push
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import insert_row, update_rows
from interrupts.models import Event, Interrupt, Thread, Tool
from interrupts.models.event import FIRST, digest

_THREAD = FixedQuery(lambda pk: Thread.objects.select_for_update().filter(pk=pk))
_LAST_LINE = FixedQuery(
    lambda thread_id: Event.objects.filter(thread_id=thread_id).order_by("-number").values_list("number", "digest")[:1]
)

AWAITED = frozenset({"question.asked", "call.completed", "call.failed", "run.completed", "run.failed"})
"""What a person waits for: shown at once. Other lines only say how it goes and may share a push with what follows."""
FRAMED = ("run.", "question.", "answer.", "thread.")
"""How lines begin that change what a person's other pages show: where threads stand, and what waits."""

type _Entry = tuple[str, str, str, dict[str, Any]]


@dataclass(slots=True)
class Change:
    """What one transaction does to one thread."""

    thread: Thread
    at: datetime
    _entries: list[_Entry] = field(default_factory=list)

    def seq(self) -> int:
        """The next sequence number, for a row that changed."""
        self.thread.seq += 1
        return self.thread.seq

    def place(self) -> dict[str, int]:
        """``position`` and ``seq`` for a row about to be created."""
        number = self.seq()
        return {"position": number, "seq": number}

    def record(self, kind: str, subject: str = "", /, *, actor: object | None = None, **data: Any) -> None:
        """Add one line to the audit; ``actor`` is the person who did it, None when the site did."""
        self._entries.append((kind, subject, str(actor) if actor else "", data))

    def tell_pages(self, *, at_once: bool) -> None:
        """Have the pages that show this look at the rows after the commit."""
        kinds = [kind for kind, *_ in self._entries]
        push.announce(self.thread.pk, at_once=at_once or not AWAITED.isdisjoint(kinds))
        if any(kind.startswith(FRAMED) for kind in kinds):
            push.announce_person(self.thread.owner_id)


class ThreadGone(Exception):
    """The thread was deleted: nothing is said or done in it any more."""


@contextmanager
def change(thread_id: uuid.UUID, *, at: datetime, at_once: bool = False, in_place: bool = False) -> Iterator[Change]:
    """Open one change of a thread inside the current transaction; ``at_once`` for words a person is waiting to read.

    ``in_place`` leaves the thread where it stands among the others: nothing new happened in it.

    Raises: ThreadGone when its row is not there any more.
    """
    thread = _THREAD.first(thread_id)
    if thread is None:
        raise ThreadGone(thread_id)
    opened = Change(thread, at)
    yield opened
    update_rows(Thread, {"pk": thread_id}, seq=thread.seq, updated_at=thread.updated_at if in_place else at)
    _write_lines(thread_id, at, opened._entries)
    opened.tell_pages(at_once=at_once)


def record_alone(question: Interrupt, kind: str, *, at: datetime, actor: object | None = None, **data: Any) -> None:
    """Add a line about a question without a thread. Its row has to be locked, or be the caller's alone."""
    _write_lines(question.pk, at, [(kind, f"question {question.pk}", str(actor) if actor else "", data)])


def record_of_tool(tool: Tool, kind: str, *, at: datetime, actor: object | None = None, **data: Any) -> None:
    """Add a line about a tool, to a chain of its own. The row of its server has to be locked."""
    told = {"server": tool.server.name, "tool": tool.name, **data}
    _write_lines(chain_of_tool(tool), at, [(kind, f"tool {tool.pk}", str(actor) if actor else "", told)])


def chain_of_tool(tool: Tool) -> uuid.UUID:
    """Under which id the lines about a tool are chained: it has no thread."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"sayso:tool:{tool.pk}")


def _write_lines(thread_id: uuid.UUID, at: datetime, entries: list[_Entry]) -> None:
    if not entries:
        return
    number, previous = _LAST_LINE.first(thread_id) or (0, FIRST)
    for kind, subject, actor, data in entries:
        number += 1
        line: dict[str, Any] = {
            "previous": previous,
            "thread_id": thread_id,
            "number": number,
            "at": at,
            "kind": kind,
            "actor": actor,
            "subject": subject,
            "data": data,
        }
        previous = digest(**line)
        insert_row(Event(**line, digest=previous))


def broken_links(thread_id: uuid.UUID) -> list[int]:
    """Return the numbers of the audit lines of a thread that do not follow from the line before them."""
    previous, broken = FIRST, []
    for number, event in enumerate(Event.objects.filter(thread_id=thread_id).order_by("number"), start=1):
        expected = digest(
            previous=previous,
            thread_id=event.thread_id,
            number=number,
            at=event.at,
            kind=event.kind,
            actor=event.actor,
            subject=event.subject,
            data=event.data,
        )
        if event.digest != expected:
            broken.append(event.number)
        previous = event.digest
    return broken
