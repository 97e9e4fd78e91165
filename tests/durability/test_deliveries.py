"""Answers on their way to handlers: several engines at once, and one that dies in the middle."""

import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

import interrupts
from interrupts.answers import answer_interrupt
from interrupts.models import Delivery, Thread
from tests.durability import deliverers
from tests.durability.together import together

pytestmark = pytest.mark.django_db(transaction=True)

ENGINES = 3
ANSWERS = 40


def answered(person: Any, handler: str) -> str:
    question = interrupts.ask("Go on?", asked_of=person, handler=handler)
    answer_interrupt(question, person=person, action="accept", content=None, at=timezone.now())
    return str(question.pk)


def engines(how_many: int, log: Path, *, later: float = 0.0) -> list[int]:
    """Let engines of their own processes start at the same moment; returns how each ended."""
    ended = together(deliverers.__name__, str(later), str(log), tell=[""] * how_many)
    return [code for code, _ in ended]


def rows_of(keys: list[str]) -> Counter[str]:
    return Counter(Thread.objects.filter(title__in=keys).values_list("title", flat=True))


def test_engines_that_race_deliver_each_answer_exactly_once(ana: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    keys = [answered(ana, "race.acts") for _ in range(ANSWERS)]

    ended = engines(ENGINES, log)

    once = dict.fromkeys(keys, 1)
    assert ended == [0] * ENGINES
    assert rows_of(keys) == once
    assert Counter(log.read_text().split()) == once
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {1}


def test_an_engine_that_dies_in_a_handler_leaves_nothing_of_it_and_the_next_one_delivers(
    ana: Any, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    key = answered(ana, "race.dies_once")

    (died,) = engines(1, log)
    after_death = rows_of([key]), Delivery.objects.get().state
    engines(1, log)
    (lived,) = engines(1, log, later=11)

    assert (died, lived) == (-signal.SIGKILL, 0)
    assert after_death == ({}, "waiting to be delivered")
    assert (rows_of([key]), Delivery.objects.get().state) == ({key: 1}, "delivered")
    # Outside of the database it happened twice; the key is how the other side tells.
    assert log.read_text().split() == [key, key]
