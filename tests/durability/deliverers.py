"""One engine of a race for deliveries: says that it is ready, starts when told, works until nothing is due.

``python -m tests.durability.deliverers SECONDS_LATER LOG`` prints ``ready`` and waits for a line. The handlers write a
row for each answer they get and, as effects elsewhere do, a line to the log that outlives a transaction.
"""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

import django

django.setup()

from django.utils import timezone  # noqa: E402

import interrupts  # noqa: E402
from interrupts.engine import Engine  # noqa: E402
from interrupts.models import Thread  # noqa: E402
from tests.support import ScriptedModel  # noqa: E402


def act(answer: interrupts.Answer) -> None:
    """Have the effects that are counted: one inside this database, one outside."""
    Thread.objects.create(owner=answer.person, title=str(answer.key), created_at=answer.at, updated_at=answer.at)
    if len(sys.argv) > 2:
        with Path(sys.argv[2]).open("a") as log:
            log.write(f"{answer.key}\n")


@interrupts.handler("race.acts")
def acts(answer: interrupts.Answer) -> None:
    act(answer)


@interrupts.handler("race.dies_once")
def dies_once(answer: interrupts.Answer) -> None:
    act(answer)
    if Path(sys.argv[2]).read_text().count(str(answer.key)) == 1:
        os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    later = timedelta(seconds=float(sys.argv[1]))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    asyncio.run(_work(later))


async def _work(later: timedelta) -> None:
    engine = Engine(model=ScriptedModel(), clock=lambda: timezone.now() + later)
    await engine.until_idle()
    await engine.stop()


if __name__ == "__main__":
    main()
