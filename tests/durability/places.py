"""Installations that are made once and copied: tables, a signed-in person and a server's row cost three seconds."""

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.chaos.product import Place


@contextmanager
def copy_of(place: Place, folder: Path) -> Iterator[Place]:
    """The same installation, with a data folder and a database of its own."""
    data = folder / "data"
    shutil.copytree(place.data, data)
    address = place.variables.get("DATABASE_URL")
    if address is None:
        yield replace(place, data=data)
        return
    # Imported here, since psycopg is an extra that the default, SQLite, does not need.
    import psycopg

    name = f"sayso_{uuid.uuid4().hex[:12]}"
    template = urlsplit(address).path.removeprefix("/")
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        try:
            variables = {"DATABASE_URL": urlunsplit(urlsplit(address)._replace(path=f"/{name}"))}
            yield replace(place, data=data, variables=place.variables | variables)
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
