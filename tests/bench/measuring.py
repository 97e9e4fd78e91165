"""The measurements: rounds beside the floor, rounds in flight at once, and runs that only wait."""

import asyncio
import statistics
import time
from dataclasses import dataclass

from tests.bench import rows
from tests.bench.floor import Floor
from tests.bench.page import Page, Person, Poster, start_thread
from tests.bench.timing import Process, Timed

WARM_UP = 5
ROUNDS_PER_THREAD = 10
"""A fresh thread now and then, so that what is measured is not a long conversation."""
SETTLE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Rounds:
    """Medians of many rounds, and of the floor in between."""

    product: Timed
    floor: Timed
    cpu: float


async def rounds_beside_floor(address: str, person: Person, floor: Floor, product: Process, rounds: int) -> Rounds:
    """Take turns, one round of each, so that both meet the same machine."""
    timed, bare, cpu = [], [], []
    for number in range(rounds + WARM_UP):
        if number % ROUNDS_PER_THREAD == 0:
            page = await Page(address, person).open()
            await page.round()
        before = product.cpu()
        timed.append(await page.round())
        bare.append(await floor.round())
        # Taken after the floor's round: by then what the product does behind the last push is done too.
        cpu.append(product.cpu() - before)
        if number % ROUNDS_PER_THREAD == ROUNDS_PER_THREAD - 1:
            page.close()
    return Rounds(_medians(timed[WARM_UP:]), _medians(bare[WARM_UP:]), statistics.median(cpu[WARM_UP:]))


def _medians(timed: list[Timed]) -> Timed:
    return Timed(
        ask=statistics.median(each.ask for each in timed),
        resume=statistics.median(each.resume for each in timed),
        whole=statistics.median(each.whole for each in timed),
    )


async def rounds_per_second(address: str, persons: list[Person], rounds: int) -> float:
    """How many rounds are done in a second with one in flight for each person."""
    pages = [await Page(address, person).open() for person in persons]
    for page in pages:
        await page.round()
    left = iter(range(rounds))

    async def go_on(page: Page) -> None:
        for _ in left:
            await page.round()

    start = time.perf_counter()
    await asyncio.gather(*(go_on(page) for page in pages))
    took = time.perf_counter() - start
    for page in pages:
        page.close()
    return rounds / took


async def memory_per_waiting_run(address: str, persons: list[Person], product: Process, waiting: int) -> float:
    """KiB by which the product grew with so many more runs that wait for a person, no page open."""
    already = await asyncio.to_thread(rows.waiting_runs)
    await asyncio.sleep(SETTLE_SECONDS)
    before = product.memory()
    left = iter(range(waiting))

    async def ask(person: Person) -> None:
        poster = Poster(address, person)
        for _ in left:
            await start_thread(poster, "drop table orders")
        poster.close()

    await asyncio.gather(*(ask(person) for person in persons))
    # Only rows tell: no page is open, which would cost the product memory of its own.
    while await asyncio.to_thread(rows.waiting_runs) < already + waiting:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE_SECONDS)
    return (product.memory() - before) / waiting
