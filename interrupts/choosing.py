"""Which model a thread is talked with, where a site offers several: the thread's row keeps it, each turn looks."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.database import in_database
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import update_rows
from interrupts.leases import Lease, hold
from interrupts.ledger import Change, change
from interrupts.models import Run, Thread
from interrupts.ports import Model
from interrupts.saying import add_note

_CHOSEN = FixedQuery(lambda run: Run.objects.filter(pk=run).values_list("thread__model")[:1])


async def model_of(lease: Lease, model: Model, clock: Callable[[], datetime]) -> Model:
    """Return the model for the next turn of a run: what its thread chose, else ``model`` itself.

    A model that offers others has ``named``; see ``interrupts.ports.Models``. One that is gone is told in a note.

    Raises: LostLease.
    """
    named: Callable[[str], Model] | None = getattr(model, "named", None)
    if named is None:
        return model
    found = await in_database(_CHOSEN.first, lease.run_id)
    chosen: str = found[0] if found else ""
    if not chosen:
        return model
    try:
        return named(chosen)
    except LookupError:
        await in_database(_fall_back, lease, chosen, model.name, now=clock())
        return model


def choose_model(c: Change, chosen: str, *, person: Any) -> None:
    """Have a thread go on with another model from its next turn; empty: with the site's default."""
    if c.thread.model == chosen:
        return
    update_rows(Thread, {"pk": c.thread.pk}, model=chosen)
    c.record("thread.model", chosen or "default", actor=person, before=c.thread.model or "default")
    c.thread.model = chosen


def _fall_back(lease: Lease, chosen: str, name: str, *, now: datetime) -> None:
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now) as c:
            choose_model(c, "", person=None)
            gone = {"gone": wire.storable(chosen), "name": name}
            add_note(c, run, _("The model “%(gone)s” is not offered here any more. %(name)s goes on.") % gone)
