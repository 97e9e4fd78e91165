"""``uv run python -m tests.chaos``: the long version. Exit code 1 if anything was doubled, lost, stuck or unwanted."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.story import Wish, run

LOCAL_POSTGRESQL = "postgres://root@127.0.0.1:5432/postgres"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres (on this machine), or an address")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="chooses what breaks and what is answered")
    parser.add_argument("--minutes", type=float, default=10, help="longest time for which things are broken")
    parser.add_argument("--keep", type=Path, help="an empty folder for data and logs, kept afterwards")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--embedded", action="store_true", help="one process does everything (always so on SQLite)")
    how.add_argument("--workers", type=int, help="two web processes and so many workers (default on PostgreSQL: 2)")
    options = parser.parse_args()
    address = {"sqlite": "", "postgres": LOCAL_POSTGRESQL}.get(options.database, options.database)
    if options.workers and not address:
        parser.error("several processes need PostgreSQL")
    os.environ["DATABASE_URL"] = address
    several = bool(address) and not options.embedded
    workers = (options.workers or 2) if several else 0
    wish = Wish(options.runs, workers, options.seed, breaking=60 * options.minutes)
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        verdict = run(options.keep or Path(folder), wish)
    _print(f"seed {options.seed}, {'PostgreSQL' if address else 'SQLite'}, {workers or 'embedded'} workers")
    for name, value in verdict.figures.items():
        _print(f"{name:>24}  {value}")
    for kind in ("doubled", "lost", "stuck", "declined_and_acted"):
        _print(f"{kind.replace('_', ' '):>24}  {len(getattr(verdict, kind))}")
    for fault in verdict.faults:
        _print(fault)
    return 1 if verdict.faults else 0


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
