"""Used answers of a site's own tools: spent once, whoever tries, and remembered while they could matter."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections, transaction

from interrupts.models import Nonce
from interrupts.tools.nonces import RowNonces
from interrupts.tools.work import Workroom

DAY = 86_400.0
pytestmark = pytest.mark.django_db(transaction=True)


def in_a_room(use: Any) -> Any:
    """What ``use`` gives, called on a thread with a store, as the server's helpers call it."""

    async def go() -> Any:
        room = Workroom()
        try:
            return await asyncio.to_thread(use, RowNonces(room))
        finally:
            await room.close(5)

    return asyncio.run(go())


def test_of_many_who_spend_a_nonce_at_once_one_succeeds() -> None:
    barrier = Barrier(6)

    def spend(nonces: RowNonces) -> bool:
        barrier.wait()
        return nonces.spend("n", until=100.0, now=50.0)

    def all_at_once(nonces: RowNonces) -> list[bool]:
        with ThreadPoolExecutor(6) as threads:
            return list(threads.map(spend, [nonces] * 6))

    assert sorted(in_a_room(all_at_once)) == [False] * 5 + [True]


def test_a_spent_nonce_is_known_as_such() -> None:
    def use(nonces: RowNonces) -> list[bool]:
        return [nonces.is_spent("n"), nonces.spend("n", until=1, now=0), nonces.is_spent("n")]

    assert in_a_room(use) == [False, True, True]


def test_a_nonce_is_remembered_a_day_longer_than_its_state_lives() -> None:
    def use(nonces: RowNonces) -> list[bool]:
        nonces.spend("old", until=100.0, now=50.0)
        nonces.spend("b", until=1e9, now=100.0 + DAY - 1)
        kept = nonces.is_spent("old")
        nonces.spend("c", until=1e9, now=100.0 + DAY)
        return [kept, nonces.is_spent("old")]

    assert in_a_room(use) == [True, False]


def test_spent_in_a_transaction_of_a_tool_it_falls_with_it() -> None:
    async def go() -> None:
        room = Workroom()
        nonces = RowNonces(room)

        def tool() -> None:
            with transaction.atomic():
                nonces.spend("n", until=100.0, now=50.0)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await room.prepared(tool)()
        await room.close(5)

    asyncio.run(go())

    assert not Nonce.objects.exists()
    connections.close_all()
