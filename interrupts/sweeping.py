"""What the engine tidies now and then: workers that are gone, calls nobody waits for, runs that only fail, threads that
were deleted."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import holds, threads
from interrupts.calls import lost_after_stop
from interrupts.leases import LEASE, Lease, LostLease, hold
from interrupts.ledger import change
from interrupts.models import Round, Run, ToolCall, Worker
from interrupts.runs import drop_what_is_open
from interrupts.saying import add_note, close_run
from interrupts.states import OPEN_RUN

FORGET_AFTER = timedelta(minutes=5)


def sign_on(name: str, *, now: datetime) -> None:
    """Say that an engine is alive."""
    Worker.objects.update_or_create(
        name=name,
        defaults={"seen_at": now},
        create_defaults={"seen_at": now, "started_at": now, "version": settings.INTERRUPTS.get("VERSION", "")},
    )


def sign_off(name: str, *, now: datetime) -> None:
    """Say that an engine stopped of its own will, and with it the connections it held."""
    holds.release(name, now=now)
    Worker.objects.filter(name=name).delete()


def sweep(*, now: datetime) -> None:
    """Forget dead engines, close calls that were in the air when their run was stopped and their worker died, and take
    deleted threads away."""
    Worker.objects.filter(seen_at__lt=now - FORGET_AFTER).delete()
    holds.strand_abandoned(now=now)
    orphans = ToolCall.objects.filter(status="sent").exclude(run__status__in=OPEN_RUN)
    for call in orphans.select_related("run", "server"):
        sent = call.rounds.order_by("-number").first()
        patience = timedelta(seconds=call.server.call_timeout if call.server else 0) + 2 * LEASE
        if sent is None or sent.sent_at + patience < now:
            _close_orphan(call.pk, call.run_id, now)
    threads.take_away_deleted(now=now)


def _close_orphan(call_id: int, run_id: int, now: datetime) -> None:
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run_id)
        call = ToolCall.objects.get(pk=call_id)
        if call.status != "sent":
            return
        Round.objects.filter(call=call, ended="").update(ended=Round.Ended.LOST, ended_at=now)
        with change(run.thread_id, at=now) as c:
            lost_after_stop(c, call, "the worker that waited for the reply died")


def give_up(lease: Lease, error: str, *, now: datetime) -> None:
    """End a run that fails with errors of our own again and again; its thread stays usable."""
    try:
        with transaction.atomic():
            run = hold(lease)
            with change(run.thread_id, at=now) as c:
                sentence = _(
                    "Something is wrong on this site's side ({error}). Nothing more was sent; the log has the details."
                ).format(error=error)
                drop_what_is_open(c, run, why="the run was given up", by="This site", actor=None, note=sentence)
                add_note(c, run, sentence, is_error=True)
                close_run(c, run, "failed", why=error)
    except LostLease:
        return
