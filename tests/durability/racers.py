"""One process of a race: waits at the barrier with its threads, then answers every question it was given.

``python -m tests.durability.racers THREADS PERSON`` reads question ids from standard input up to an empty line, says
``ready``, starts at the next line, and prints a JSON list with one object for each answer: the question, whether it
won, and who and when the loser was told. One thread answers in the order given, several each in an order of their own.
"""

import json
import random
import sys
import threading
import uuid
from datetime import timedelta
from typing import Any

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from interrupts.answers import AlreadyClosed, answer_interrupt  # noqa: E402
from interrupts.models import Interrupt  # noqa: E402


def main() -> None:
    threads, person = int(sys.argv[1]), get_user_model().objects.get(pk=sys.argv[2])
    keys = [line.strip() for line in iter(sys.stdin.readline, "\n")]
    found = Interrupt.objects.in_bulk(keys)
    rows = {key: found[uuid.UUID(key)] for key in keys}
    barrier = threading.Barrier(threads + 1)
    told: list[dict[str, Any]] = []
    racers = [threading.Thread(target=_race, args=(rows, person, barrier, told)) for _ in range(threads)]
    for racer in racers:
        racer.start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    barrier.wait(60)
    for racer in racers:
        racer.join()
    json.dump(told, sys.stdout)


def _race(rows: dict[str, Interrupt], person: Any, barrier: threading.Barrier, told: list[dict[str, Any]]) -> None:
    order = list(rows) if barrier.parties == 2 else random.sample(sorted(rows), len(rows))
    at = timezone.now() + timedelta(seconds=random.random())
    barrier.wait(60)
    try:
        for key in order:
            told.append({"question": key, **_answer(rows[key], person, at)})
    finally:
        connection.close()


def _answer(row: Interrupt, person: Any, at: Any) -> dict[str, Any]:
    try:
        answer_interrupt(row, person=person, action="decline", content=None, at=at)
    except AlreadyClosed as closed:
        stands = closed.question
        return {"won": False, "who": str(stands.answered_by), "when": str(stands.answered_at), "at": str(at)}
    return {"won": True, "at": str(at)}


if __name__ == "__main__":
    main()
