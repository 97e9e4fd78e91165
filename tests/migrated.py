"""A database that is migrated already, made once and copied: migrating costs more than most of what is tested on it.

It is made anew whenever a migration changes. Tests of the first start, and of old databases, do not use it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
FILE = "sayso.sqlite3"
_TEMPLATES = "sayso_template_"


def put_migrated_database(data: Path) -> None:
    """Put a database of the kind that needs no server into a data folder that has none."""
    made = Path(tempfile.gettempdir()) / f"{_TEMPLATES}{_mark()}.sqlite3"
    if not made.exists():
        with tempfile.TemporaryDirectory() as folder:
            _migrate(SAYSO_DATA=folder)
            # Several processes may be at it: the last one wins, and all of them made the same.
            draft = Path(f"{made}.{os.getpid()}")
            shutil.copyfile(Path(folder) / FILE, draft)
            draft.replace(made)
    shutil.copyfile(made, data / FILE)


def migrated_template(admin: Any, address: str) -> str:
    """Return the name of a PostgreSQL database to copy; ``admin`` is connected to the server of ``address``."""
    name = f"{_TEMPLATES}{_mark()}"
    admin.execute("SELECT pg_advisory_lock(hashtext(%s))", [_TEMPLATES])
    try:
        known = {row[0] for row in admin.execute("SELECT datname FROM pg_database")}
        if name not in known:
            for old in known:
                if old.startswith(_TEMPLATES):
                    admin.execute(f'DROP DATABASE "{old}" WITH (FORCE)')
            draft = f"{name}_draft"
            admin.execute(f'CREATE DATABASE "{draft}"')
            with tempfile.TemporaryDirectory() as folder:
                url = urlunsplit(urlsplit(address)._replace(path=f"/{draft}"))
                _migrate(SAYSO_DATA=folder, DATABASE_URL=url)
            admin.execute(f'ALTER DATABASE "{draft}" RENAME TO "{name}"')
    finally:
        admin.execute("SELECT pg_advisory_unlock(hashtext(%s))", [_TEMPLATES])
    return name


def _migrate(**variables: str) -> None:
    ours = ("SAYSO_", "DATABASE_URL", "REDIS_URL", "DJANGO_")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=inherited | variables, check=True)


def _mark() -> str:
    """Changes with every migration there is, ours and those of the packages."""
    read = hashlib.sha256()
    for path in sorted((ROOT / "interrupts" / "migrations").glob("*.py")):
        read.update(path.read_bytes())
    for package in ("django", "procrastinate"):
        try:
            read.update(version(package).encode())
        except PackageNotFoundError:
            continue
    return read.hexdigest()[:12]
