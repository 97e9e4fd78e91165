"""Who works on a run: claimed by one, kept while it lives, taken over when it dies, fenced against the dead."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from interrupts.leases import LEASE, Lease, LostLease, claim, give_back, held, hold, keep
from interrupts.models import Message, Run, Thread

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOON + LEASE + timedelta(seconds=1)


def make_run(owner: Any, status: str = "queued", *, queued_at: datetime = NOON, **values: Any) -> Run:
    thread = Thread.objects.create(owner=owner, created_at=NOON, updated_at=NOON)
    message = Message.objects.create(thread=thread, role="user", text="go", position=1, seq=1, created_at=NOON)
    return Run.objects.create(
        thread=thread, message=message, status=status, position=2, seq=2, created_at=NOON, queued_at=queued_at, **values
    )


def claimed(owner: str = "w1", *, now: datetime = NOON, limit: int = 10) -> list[int]:
    return [lease.run_id for lease in claim(owner, now=now, limit=limit)]


def test_a_queued_run_is_claimed_and_belongs_to_the_worker(ana: Any) -> None:
    run = make_run(ana)

    assert claim("w1", now=NOON, limit=1) == [Lease(run.pk, "w1", 1)]

    run.refresh_from_db()
    assert (run.status, run.lease_owner, run.lease_until, run.attempt) == ("running", "w1", NOON + LEASE, 1)


def test_a_claimed_run_is_not_claimed_again_while_its_lease_runs(ana: Any) -> None:
    make_run(ana)
    claim("w1", now=NOON, limit=1)

    assert claimed("w2", now=NOON + LEASE) == []


def test_the_oldest_run_comes_first_and_no_more_than_asked_for(ana: Any) -> None:
    young = make_run(ana)
    old = make_run(ana, queued_at=NOON - timedelta(hours=1))

    assert claimed(limit=1) == [old.pk]
    assert claimed(limit=1) == [young.pk]


@pytest.mark.parametrize("status", ["queued", "interrupted"])
def test_a_run_with_a_time_is_claimed_from_that_time_on(ana: Any, status: str) -> None:
    run = make_run(ana, status, wake_at=NOON + timedelta(minutes=5))

    assert claimed() == []
    assert claimed(now=NOON + timedelta(minutes=5)) == [run.pk]
    run.refresh_from_db()
    assert run.wake_at is None


@pytest.mark.parametrize("status", ["interrupted", "completed", "failed", "cancelled"])
def test_a_run_that_waits_for_a_person_or_is_over_is_left_alone(ana: Any, status: str) -> None:
    make_run(ana, status)

    assert claimed(now=LATER) == []


def test_the_run_of_a_dead_worker_is_taken_over(ana: Any) -> None:
    run = make_run(ana)
    claim("w1", now=NOON, limit=1)

    assert claim("w2", now=LATER, limit=1) == [Lease(run.pk, "w2", 2)]


def test_a_worker_that_shows_signs_of_life_keeps_its_runs(ana: Any) -> None:
    run = make_run(ana)
    leases = claim("w1", now=NOON, limit=1)

    assert keep(leases, now=NOON + LEASE) == {(run.pk, 1)}
    assert claimed("w2", now=LATER) == []


def test_a_run_that_bears_a_living_workers_name_and_is_not_its_work_is_taken_over(ana: Any) -> None:
    worked_on, forgotten = make_run(ana), make_run(ana)
    leases = [lease for lease in claim("w1", now=NOON, limit=2) if lease.run_id == worked_on.pk]

    assert keep(leases, now=NOON + LEASE) == {(worked_on.pk, 1)}

    assert claimed("w2", now=LATER) == [forgotten.pk]


def test_a_worker_that_lost_a_run_is_told_by_what_it_still_holds(ana: Any) -> None:
    run = make_run(ana)
    lost = claim("w1", now=NOON, limit=1)
    claim("w2", now=LATER, limit=1)

    assert keep(lost, now=LATER) == set()
    assert held("w1") == set()
    assert held("w2") == {(run.pk, 2)}


def test_a_run_given_back_is_claimed_by_another_at_once(ana: Any) -> None:
    run = make_run(ana)
    leases = claim("w1", now=NOON, limit=1)

    give_back(leases, now=NOON)

    assert claim("w2", now=NOON, limit=1) == [Lease(run.pk, "w2", 2)]


def test_a_run_can_be_given_back_for_later(ana: Any) -> None:
    make_run(ana)
    give_back(claim("w1", now=NOON, limit=1), now=NOON, wake_at=NOON + timedelta(minutes=1))

    assert claimed("w2") == []
    assert len(claimed("w2", now=NOON + timedelta(minutes=1))) == 1


def test_giving_back_what_is_lost_takes_it_from_nobody(ana: Any) -> None:
    run = make_run(ana)
    lost = claim("w1", now=NOON, limit=1)
    claim("w2", now=LATER, limit=1)

    give_back(lost, now=LATER)

    run.refresh_from_db()
    assert (run.status, run.lease_owner) == ("running", "w2")


def test_a_held_lease_opens_its_run(ana: Any) -> None:
    run = make_run(ana)
    (lease,) = claim("w1", now=NOON, limit=1)

    with transaction.atomic():
        assert hold(lease).pk == run.pk


def test_a_worker_is_fenced_off_by_a_later_claim_also_by_one_of_its_own(ana: Any) -> None:
    make_run(ana)
    (old,) = claim("w1", now=NOON, limit=1)
    claim("w1", now=LATER, limit=1)

    with pytest.raises(LostLease), transaction.atomic():
        hold(old)


@pytest.mark.parametrize("status", ["queued", "interrupted", "completed", "failed", "cancelled"])
def test_a_run_that_moved_on_is_lost_to_its_worker(ana: Any, status: str) -> None:
    run = make_run(ana)
    (lease,) = claim("w1", now=NOON, limit=1)
    Run.objects.filter(pk=run.pk).update(status=status)

    with pytest.raises(LostLease), transaction.atomic():
        hold(lease)


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_at_the_same_moment_share_no_run(ana: Any) -> None:
    runs = {make_run(ana).pk for _ in range(12)}
    barrier, taken = threading.Barrier(4, timeout=30), []

    def work(name: str) -> None:
        try:
            barrier.wait()
            for _ in range(4):
                taken.extend(claimed(name, limit=2))
        finally:
            connection.close()

    workers = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(taken) == sorted(runs)
    assert set(Run.objects.values_list("attempt", flat=True)) == {1}
