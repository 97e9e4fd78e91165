"""Replies the model writes for questions that wait: wanted by a person, written under a lease, put into their form.

At least once per wish: a writing whose engine died is claimed again and begins anew. Nothing leaves here but the
request to the model; what it wrote is sent only when a person sends it. The run of the question stays interrupted.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from interrupts import dispatch, wire
from interrupts.answers import AlreadyClosed, NotAllowed
from interrupts.authority import may
from interrupts.database import in_database
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import update_rows
from interrupts.kinds import prompt_of
from interrupts.leases import LEASE, lock_run
from interrupts.ledger import Change, change
from interrupts.models import Draft, Interrupt, Run, Writing
from interrupts.ports import Finished, Model, ModelFailed, ModelRequest
from interrupts.said import Said, listen
from interrupts.usage import used_with

logger = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a writing is begun anew when engines die over it."""


class LostWriting(Exception):
    """The writing was stopped, its question is closed, or another engine has it. The writer stops."""


@dataclass(frozen=True, slots=True)
class WritingLease:
    """The right to write one reply, as of one claim."""

    writing_id: int
    owner: str
    attempt: int


def want_reply(question: Interrupt, *, person: Any, typed: str, at: datetime) -> None:
    """Have the model write a reply to a question that waits; ``typed`` comes back when nothing comes of it.

    Raises: AlreadyClosed, NotAllowed.
    """
    with _open_question(question, person, at) as c:
        kept = {"values": wire.dump({"f0": [typed]}), "saved_at": at}
        Draft.objects.update_or_create(person=person, interrupt=question, defaults=kept)
        row = {"interrupt": question}
        again = {"wanted_at": at, "text": "", "problem": "", "truncated": False, "tries": 0}
        if not Writing.objects.filter(**row).exists():
            Writing.objects.create(interrupt=question, wanted_at=at)
        elif not any(Writing.objects.move(row, status, "wanted", **again) for status in ("done", "failed", "stopped")):
            return
        c.record("reply.wanted", f"question {question.pk}", actor=person)
    dispatch.wake()


def stop_writing(question: Interrupt, *, person: Any, at: datetime) -> None:
    """Have the model write no more: the person does.

    Raises: AlreadyClosed, NotAllowed.
    """
    with _open_question(question, person, at) as c:
        row = {"interrupt": question}
        if any(Writing.objects.move(row, status, "stopped") for status in ("wanted", "writing")):
            c.record("reply.stopped", f"question {question.pk}", actor=person)


@contextmanager
def _open_question(question: Interrupt, person: Any, at: datetime) -> Iterator[Change]:
    """Lock a question that waits for a reply, and renew it on every page."""
    if question.kind != "sampling" or not may(person, "answer", question):
        raise NotAllowed(_("No reply to this question can be written for you."))
    assert question.thread_id is not None, "a server's question stands in a thread"
    with transaction.atomic():
        locked = _locked(question)
        if locked.status != "pending":
            raise AlreadyClosed(locked)
        with change(question.thread_id, at=at) as c:
            yield c
            update_rows(Interrupt, {"pk": question.pk}, seq=c.seq())


def _locked(question: Interrupt) -> Interrupt:
    """Return a question as it is now, locked after its run as everywhere."""
    assert question.run_id is not None, "a server's question belongs to a run"
    lock_run(question.run_id)
    return Interrupt.objects.select_for_update().get(pk=question.pk)


_DUE = FixedQuery(
    lambda now: (
        Writing.objects.filter(
            Q(status="wanted") | Q(status="writing", lease_until__lt=now), interrupt__status="pending"
        )
        .order_by("wanted_at")
        .values_list("pk", "status", "attempt", "tries", "lease_until")[:20]
    )
)


def claim(owner: str, *, now: datetime, limit: int) -> list[WritingLease]:
    """Take up to ``limit`` writings that are wanted or whose engine died; of two who claim one, one gets it."""
    taken = []
    for pk, status, attempt, tries, lease_until in _DUE.all(now)[:limit]:
        with transaction.atomic():
            row = {"pk": pk, "attempt": attempt}
            if status == "writing" and not Writing.objects.move(
                {**row, "lease_until": lease_until}, "writing", "wanted"
            ):
                continue
            again = {"attempt": attempt + 1, "tries": tries + 1, "text": ""}
            lease = {"lease_owner": owner, "lease_until": now + LEASE}
            if Writing.objects.move(row, "wanted", "writing", **lease, **again):
                taken.append(WritingLease(pk, owner, attempt + 1))
    return taken


def keep(leases: Collection[WritingLease], *, now: datetime) -> None:
    """Prolong the leases of what is being written; see ``leases.keep`` for those that only bear an engine's name."""
    for lease in leases:
        update_rows(Writing, {**_row_of(lease), "status": "writing"}, lease_until=now + LEASE)


def give_back(leases: Collection[WritingLease]) -> None:
    """Let another engine take up what this one was writing."""
    for lease in leases:
        Writing.objects.move(_row_of(lease), "writing", "wanted", lease_owner="", lease_until=None)


def _row_of(lease: WritingLease) -> dict[str, Any]:
    return {"pk": lease.writing_id, "lease_owner": lease.owner, "attempt": lease.attempt}


def _begin(lease: WritingLease, model_name: str, *, now: datetime) -> tuple[ModelRequest, int]:
    """Say who writes and return what is asked, and the how many-eth try this is. Raises: LostWriting."""
    question = _update(lease, now=now, model=model_name[:200])
    return prompt_of(question).request(), Writing.objects.get(pk=lease.writing_id).tries


def _save(lease: WritingLease, text: str, *, now: datetime) -> None:
    _update(lease, now=now, text=text)


def _finish(lease: WritingLease, said: Said, *, now: datetime) -> None:
    """Put what was written into the form of whoever was asked."""
    if not said.text.strip():
        _update(lease, "failed", now=now, end=said.end, problem=_("The model sent an empty reply."))
        return
    _update(lease, "done", now=now, end=said.end, text=said.text, truncated=said.end.truncated, problem="")


def _fail(lease: WritingLease, sentence: str, *, now: datetime) -> None:
    _update(lease, "failed", now=now, problem=wire.storable(sentence))


def _update(
    lease: WritingLease, target: str = "", /, *, now: datetime, end: Finished | None = None, **values: Any
) -> Interrupt:
    """Write to a writing that is still ours and wanted, and have the pages look. Raises: LostWriting."""
    with transaction.atomic():
        found = Interrupt.objects.filter(writing=lease.writing_id).first()
        if found is None:
            raise LostWriting(lease.writing_id)
        question = _locked(found)
        row = _row_of(lease)
        is_ours = question.status == "pending" and (
            Writing.objects.move(row, "writing", target, **values)
            if target
            else update_rows(Writing, {**row, "status": "writing"}, **values)
        )
        if not is_ours:
            raise LostWriting(lease.writing_id)
        if target == "done":
            typed = wire.dump({"f0": [values["text"]]})
            Draft.objects.update_or_create(
                person_id=question.asked_of_id, interrupt=question, defaults={"values": typed, "saved_at": now}
            )
        if end is not None:
            run = Run.objects.get(interrupts=question)
            update_rows(Run, {"pk": run.pk}, **used_with(run, end))
        assert question.thread_id is not None, "a server's question stands in a thread"
        with change(question.thread_id, at=now, at_once=bool(target)) as c:
            update_rows(Interrupt, {"pk": question.pk}, seq=c.seq())
            if target:
                c.record(f"reply.{target}", f"question {question.pk}", why=values.get("problem", ""))
    return question


async def write(lease: WritingLease, model: Model, clock: Callable[[], datetime]) -> None:
    """Have the model write one reply, shown while it grows. Returns when it is done, failed, or not wanted any more."""
    try:
        request, tries = await in_database(_begin, lease, model.name, now=clock())
        if tries > ATTEMPTS:
            raise ModelFailed(_("It was begun several times and never finished."))
        if not getattr(model, "writes", True):
            raise ModelFailed(
                _("{name} cannot write this. Write it yourself, or connect a language model.").format(name=model.name)
            )
        said = Said()
        await listen(model, request, said, lambda: in_database(_save, lease, said.text, now=clock()))
        await in_database(_finish, lease, said, now=clock())
    except LostWriting:
        return
    except ModelFailed as failure:
        await _told(lease, str(failure), clock)
    except Exception as error:
        logger.exception("a reply could not be written because of an error of our own")
        await _told(
            lease,
            _("Something is wrong on this site's side ({error}).").format(error=type(error).__name__),
            clock,
        )


async def _told(lease: WritingLease, sentence: str, clock: Callable[[], datetime]) -> None:
    try:
        await in_database(_fail, lease, sentence, now=clock())
    except LostWriting:
        return


class Writers:
    """What one engine writes at the moment. Belongs to its event loop."""

    def __init__(self, model: Model, clock: Callable[[], datetime]) -> None:
        self._model, self._clock = model, clock
        self._tasks: dict[WritingLease, asyncio.Task[None]] = {}

    @property
    def tasks(self) -> Collection[asyncio.Task[None]]:
        return self._tasks.values()

    def begin(self, lease: WritingLease) -> None:
        """Write what was claimed."""
        task = self._tasks[lease] = asyncio.create_task(write(lease, self._model, self._clock))
        task.add_done_callback(partial(self._forget, lease))

    def _forget(self, lease: WritingLease, _task: asyncio.Task[None]) -> None:
        self._tasks.pop(lease, None)

    async def keep(self) -> None:
        """Say that what is being written still is."""
        if self._tasks:
            await in_database(keep, list(self._tasks), now=self._clock())

    async def stop(self) -> None:
        """Stop writing and let another engine begin anew."""
        leases, tasks = list(self._tasks), list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=5)
            await in_database(give_back, leases)
