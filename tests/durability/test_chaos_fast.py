"""A short chaos on the database these tests run on; the long one is ``uv run python -m tests.chaos``."""

import os
from pathlib import Path

from tests.chaos.story import Wish, run


def test_while_processes_are_killed_nothing_is_done_twice_nothing_is_lost_and_every_run_ends(tmp_path: Path) -> None:
    workers = 1 if os.environ.get("DATABASE_URL", "").startswith("postgres") else 0

    verdict = run(tmp_path, Wish(runs=12, workers=workers, seed=7, breaking=15))

    assert verdict.faults == []
    assert verdict.figures["runs"]["completed"] >= 1
    assert sum(verdict.figures["broken"].values()) >= 3
