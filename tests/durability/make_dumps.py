"""Make a dump of a database of this version, with a question in every state: what a later version must go on with.

``uv run python -m tests.durability.make_dumps [--database ADDRESS]`` writes ``tests/data/VERSION-sqlite.sql``, or with
the address of a PostgreSQL server ``VERSION-postgresql.sql``. Dumps are made once for each version, never anew.
"""

import argparse
import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.chaos.product import free_port, peer
from tests.databases import fresh_database

DATA = Path(__file__).resolve().parents[1] / "data"
_FILL = "--fill"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="", help="a PostgreSQL server on which a database may be made")
    parser.add_argument(_FILL, metavar="PEER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        _fill(options.fill)
        return
    os.environ["DATABASE_URL"] = options.database
    # Imported here, since the version is read with the settings that the line above chooses a database for.
    from chatsite import VERSION

    with tempfile.TemporaryDirectory() as folder, fresh_database() as variables:
        data = Path(folder, "data")
        _fill_in_a_process_of_its_own(data, variables)
        if address := variables.get("DATABASE_URL"):
            _dump_postgresql(address, DATA / f"{VERSION}-postgresql.sql")
        else:
            _dump_sqlite(data / "sayso.sqlite3", DATA / f"{VERSION}-sqlite.sql")


def _fill_in_a_process_of_its_own(data: Path, variables: dict[str, str]) -> None:
    port, log = free_port(), data.parent / "peer.log"
    server = peer(data.parent / "effects.jsonl", log, port=port, slow=0)
    server.start()
    try:
        server.wait_until_up()
        environment = {**os.environ, "DATABASE_URL": "", **variables, "SAYSO_DATA": str(data)}
        environment |= {"DJANGO_SETTINGS_MODULE": "chatsite.settings", "REDIS_URL": ""}
        command = [sys.executable, "-m", "tests.durability.make_dumps", _FILL, f"http://127.0.0.1:{port}/mcp"]
        subprocess.run(command, env=environment, check=True)
    finally:
        server.kill()


def _fill(peer_url: str) -> None:
    # Imported here, since both need settings, which only this process has.
    import django

    django.setup()

    from tests.durability.every_state import fill

    asyncio.run(fill(peer_url))


def _dump_sqlite(database: Path, file: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        file.write_text("\n".join(connection.iterdump()) + "\n")


def _dump_postgresql(address: str, file: Path) -> None:
    command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", f"--dbname={address}"]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # Newer versions of pg_dump guard a dump with a random word that only newer versions of psql understand.
    lines = (line for line in dumped.splitlines() if not line.startswith(("\\restrict", "\\unrestrict")))
    file.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
