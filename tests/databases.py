"""A database of its own for a process a test starts: on PostgreSQL a fresh one, else the file in its data folder."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

from tests.migrated import migrated_template


@contextmanager
def fresh_database(*, migrated: bool = False) -> Iterator[dict[str, str]]:
    """Give the variables that name it; empty on SQLite, where the data folder is enough.

    ``migrated`` gives one that has all its tables; for SQLite see ``put_migrated_database``.
    """
    address = os.environ.get("DATABASE_URL", "")
    if not address.startswith("postgres"):
        yield {}
        return
    # Imported here, since psycopg is an extra that the default, SQLite, does not need.
    import psycopg

    name = f"sayso_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as admin:
        template = migrated_template(admin, address) if migrated else "template1"
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    variables = {"DATABASE_URL": urlunsplit(urlsplit(address)._replace(path=f"/{name}"))}
    if redis := os.environ.get("REDIS_URL"):
        variables["REDIS_URL"] = redis
    try:
        yield variables
    finally:
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
