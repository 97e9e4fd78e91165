"""One chaos: runs are started and answered while things break; then everything must come to an end."""

import random
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.person import Person
from tests.chaos.product import LEASE, Life, free_port, installation
from tests.chaos.rows import Rows
from tests.chaos.trouble import Trouble
from tests.chaos.verdict import Verdict, effects_in, judge

CALL_TIMEOUT = 4
"""Seconds after which a lost request is surely over, so that "send it again" may go out."""
SLOW = 0.15
IN_FLIGHT = 12, 75
"""Open runs at once, fewest and most."""


@dataclass(frozen=True, slots=True)
class Wish:
    """``workers`` 0: everything in one process. ``breaking``: most seconds for which things are broken."""

    runs: int
    workers: int = 0
    seed: int = 0
    breaking: float = 240.0
    settling: float = 120.0


def run(folder: Path, wish: Wish) -> Verdict:
    """Let it happen and say what came of it; faults hold every run that did not end as stuck."""
    chance = random.Random(wish.seed)
    began = time.monotonic()
    with ExitStack() as stack:
        place, server, _ = stack.enter_context(
            installation(folder, call_timeout=CALL_TIMEOUT, slow=SLOW, own_redis=wish.workers > 0)
        )
        rows = Rows(place.database)
        ports = [free_port() for _ in range(2 if wish.workers else 1)]
        webs = [place.web(f"web-{number}", port, engine=not wish.workers) for number, port in enumerate(ports)]
        workers = [place.worker(f"worker-{number}") for number in range(wish.workers)]
        product = [*webs, *workers]
        for life in product:
            stack.callback(life.kill)
            life.start()
        for life in product:
            life.wait_until_up()
        person = Person([f"http://127.0.0.1:{port}" for port in ports], place.sessions, chance)
        stack.callback(person.close)
        with Trouble([*product, server], rows, place.variables.get("REDIS_URL"), chance) as trouble:
            _keep_busy(person, rows, wish)
        broken = time.monotonic() - began
        _come_to_rest(person, rows, wish)
        verdict = judge(rows, effects_in(place.effects), person.said, lease=LEASE)
        verdict.figures |= {"broken": dict(trouble.done), "logs": _own_errors(product, place.data)}
        verdict.figures |= {"seconds while breaking": round(broken), "seconds": round(time.monotonic() - began)}
        for row in rows.open_runs():
            verdict.stuck.append(f"run {row['id']} is {row['status']} ({row['doing']}) and did not end")
        return verdict


def _in_flight(wish: Wish) -> int:
    least, most = IN_FLIGHT
    return min(most, max(least, wish.runs // 4))


def _keep_busy(person: Person, rows: Rows, wish: Wish) -> None:
    """Start runs, so many open at a time, and answer, until nearly all are over or the time is."""
    until = time.monotonic() + wish.breaking
    while time.monotonic() < until:
        there = rows.all("SELECT count(*) AS number FROM interrupts_run")[0]["number"]
        still_open = len(rows.open_runs())
        if there >= wish.runs and still_open <= wish.runs // 20:
            return
        for _ in range(min(_in_flight(wish) - still_open, wish.runs - there)):
            person.start_run()
        if not person.answer_everything(rows):
            time.sleep(0.1)


def _come_to_rest(person: Person, rows: Rows, wish: Wish) -> None:
    """Nothing breaks any more: answer what is asked until no run is open."""
    until = time.monotonic() + wish.settling
    while rows.open_runs() and time.monotonic() < until:
        if not person.answer_everything(rows):
            time.sleep(0.1)


def _own_errors(lives: list[Life], data: Path) -> dict[str, int]:
    """How often a fault of our own was logged: not a failure here, but worth a look."""
    texts = [(data / f"{life.name}.log").read_text() for life in lives]
    lines = ("a run failed with an error of our own", "the engine could not reach its rows", "Traceback")
    return {line: count for line in lines if (count := sum(text.count(line) for text in texts))}
