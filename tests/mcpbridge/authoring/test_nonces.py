"""A nonce is spent once, by whoever comes first."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from mcpbridge.authoring import MemoryNonces, SqliteNonces

DAY = 86_400.0
Store = MemoryNonces | SqliteNonces


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    makers: dict[str, Callable[[], Store]] = {
        "memory": MemoryNonces,
        "sqlite": lambda: SqliteNonces(tmp_path / "nonces.sqlite3"),
    }
    return makers[request.param]()


def test_the_first_to_spend_a_nonce_gets_it_and_the_second_does_not(store: Store) -> None:
    assert not store.is_spent("a")

    assert store.spend("a", until=100.0, now=0.0)

    assert store.is_spent("a")
    assert not store.spend("a", until=100.0, now=1.0)
    assert store.spend("b", until=100.0, now=1.0)


def test_of_many_at_the_same_moment_exactly_one_spends_it(store: Store) -> None:
    barrier = Barrier(8)

    def spend(_: int) -> bool:
        barrier.wait()
        return store.spend("a", until=100.0, now=0.0)

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(spend, range(8))) == [False] * 7 + [True]


def test_a_nonce_is_forgotten_a_day_after_its_state_has_expired(store: Store) -> None:
    store.spend("old", until=100.0, now=0.0)

    store.spend("new", until=10 * DAY, now=100.0 + DAY)

    assert not store.is_spent("old")
    assert len(store) == 1


def test_a_nonce_is_remembered_when_the_clock_is_set_back_an_hour(store: Store) -> None:
    store.spend("a", until=100.0, now=0.0)
    store.spend("b", until=100.0 + DAY, now=100.0 + 3600)

    assert not store.spend("a", until=100.0, now=50.0)


def test_what_one_process_spent_is_spent_for_another_one(tmp_path: Path) -> None:
    SqliteNonces(tmp_path / "nonces.sqlite3").spend("a", until=100.0, now=0.0)

    assert not SqliteNonces(tmp_path / "nonces.sqlite3").spend("a", until=100.0, now=0.0)


def test_spending_waits_for_another_writer(tmp_path: Path) -> None:
    store = SqliteNonces(tmp_path / "nonces.sqlite3")
    with (
        closing(sqlite3.connect(tmp_path / "nonces.sqlite3", isolation_level=None)) as writer,
        ThreadPoolExecutor() as pool,
    ):
        writer.execute("BEGIN IMMEDIATE")
        spending = pool.submit(store.spend, "a", until=100.0, now=0.0)
        writer.execute("INSERT INTO spent VALUES ('a', 100.0)")
        writer.execute("COMMIT")

        assert spending.result(timeout=10) is False
