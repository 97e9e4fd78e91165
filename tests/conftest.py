"""What every test may use."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.contrib.auth import get_user_model
from django.db import connection, connections
from django.utils import translation

from interrupts import database, push
from tests.databases import fresh_database
from tests.migrated import put_migrated_database


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The test database cannot be dropped while threads hold connections to it: the engine's, and asgiref's own."""
    yield
    database.close()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_by_delete() -> None:
    """PostgreSQL truncates forty tables in half a second; to delete the few rows of a test takes milliseconds."""
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = _delete_everything  # type: ignore[method-assign]


def _delete_everything(style: Any, tables: list[str], **_: Any) -> list[str]:
    # As a replica neither the order of foreign keys nor the audit's refusal to be emptied counts.
    deletes = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]
    return ["SET session_replication_role = replica", *deletes, "SET session_replication_role = DEFAULT"]


@pytest.fixture(autouse=True)
def _no_loop_is_left_bound() -> Iterator[None]:
    yield
    push.bind(None)


@pytest.fixture(autouse=True)
def _no_language_is_left_spoken() -> Iterator[None]:
    """A request leaves its language to the thread; in the site each has a context of its own, here they share one."""
    yield
    translation.deactivate()


@pytest.fixture
def own_database() -> Iterator[dict[str, str]]:
    """Variables that give a started process a database of its own, of the kind these tests run on."""
    with fresh_database() as variables:
        yield variables


@pytest.fixture
def migrated_database(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The same with all its tables; on SQLite it lies in ``tmp_path``, for a process whose data folder that is."""
    with fresh_database(migrated=True) as variables:
        if not variables:
            put_migrated_database(tmp_path)
        yield variables


@pytest.fixture
def ana(db: None) -> Any:
    """A person with no password: hashing costs more than everything else."""
    return get_user_model().objects.create_user("ana", first_name="Ana")


@pytest.fixture
def ben(db: None) -> Any:
    """Somebody else."""
    return get_user_model().objects.create_user("ben", first_name="Ben")
