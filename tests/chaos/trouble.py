"""Breaking things at random: processes are killed and started again, connections are cut."""

import random
import subprocess
import threading
from collections import Counter
from collections.abc import Sequence
from types import TracebackType

from tests.chaos.product import Life
from tests.chaos.rows import OBSERVER, Rows


class Trouble:
    """While the block lasts, something breaks every ``pause`` seconds or so; afterwards everything is up again."""

    def __init__(
        self, lives: Sequence[Life], rows: Rows, redis: str | None, chance: random.Random, *, pause: float = 1.0
    ) -> None:
        self._lives = lives
        # The peer is up again in a tenth of the time, so it would otherwise be hit ten times as often.
        self._weights = [1 if life.name == "peer" else 4 for life in lives]
        self._rows = rows
        self._redis = redis
        self._chance = chance
        self._pause = pause
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on)
        self.done: Counter[str] = Counter()

    def __enter__(self) -> "Trouble":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._start_what_ended()
        for life in self._lives:
            life.wait_until_up()

    def _go_on(self) -> None:
        while not self._over.wait(self._chance.uniform(0.5, 1.5) * self._pause):
            self._break_something()
            self._start_what_ended()

    def _start_what_ended(self) -> None:
        """As a supervisor does: a process whose connections are cut while it starts says so and ends."""
        for life in self._lives:
            if life.is_dead():
                life.up.clear()
                life.start()
                self.done[f"{life.name} ended by itself"] += 1

    def _break_something(self) -> None:
        """Kills most of the time. A process that is still starting is left alone, or nothing would ever run."""
        what = self._chance.random()
        if what < 0.15 and self._rows.is_postgresql:
            self._rows.all(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND application_name <> ? ORDER BY random() LIMIT 4",
                OBSERVER,
            )
            self.done["PostgreSQL connections cut"] += 1
        elif what < 0.3 and self._redis is not None:
            kind = self._chance.choice(("normal", "pubsub"))
            command = ["redis-cli", "-u", self._redis, "CLIENT", "KILL", "TYPE", kind]
            subprocess.run(command, check=True, capture_output=True)
            self.done[f"Redis {kind} connections cut"] += 1
        elif (life := self._chance.choices(self._lives, self._weights)[0]).up.is_set():
            life.kill()
            life.start()
            self.done[f"{life.name} killed"] += 1
