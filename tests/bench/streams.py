"""Replies that stream: what Sayso adds to a bare stream, and pages that are loaded while very many stream at once."""

import asyncio
import json
import statistics
import time
from dataclasses import dataclass
from typing import Any

import httpx

from chatsite.assistants import choose
from chatsite.assistants.openai import close_pool
from interrupts.ports import Model, ModelMessage, ModelRequest, Text, TextDelta
from tests.bench import rows
from tests.bench.page import Page, Person
from tests.bench.timing import Process

SHORT, LONG = 60, 1_000
"""Messages of a thread that is shown whole, and of one that is not."""
TOKENS = 2_000
"""Tokens of the reply whose processor time is taken."""
SLOW_TOKENS = 450
WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Streams:
    """Seconds; the bare ones are of httpx, which sends and reads the same."""

    adapter_first: float
    adapter_long_first: float
    adapter_cpu: float
    first: float
    bare_first: float
    long_first: float
    bare_long_first: float
    cpu: float
    bare_cpu: float
    short_page: float
    long_page: float
    at_once: int
    page_alone: float
    page_beside: float
    slowest_page: float


async def measure(address: str, persons: list[Person], model: str, product: Process, looks: int) -> Streams:
    """Take all of it. The first person measures alone, the others stream at once."""
    alone, *many = persons
    page, long = await Page(address, alone).open(), await Page(address, alone).open()
    adapter_first, adapter_long_first, adapter_cpu = await _adapter(model, looks)
    async with httpx.AsyncClient(trust_env=False) as bare, _browser(address, alone) as browser:
        first, bare_first = await _first_words(page, bare, model, 2, looks)
        cpu, bare_cpu = await _cpu_per_token(page, bare, model, product, looks=max(looks // 5, 2))
        await asyncio.to_thread(rows.lengthen, long.path.split("/")[2], LONG)
        long_first, bare_long_first = await _first_words(long, bare, model, LONG, looks)
        page.close()
        long.close()
        short = await asyncio.to_thread(rows.new_thread, alone.name, SHORT)
        short_page = await _page_cpu(browser, short, product, looks)
        long_page = await _page_cpu(browser, long.path, product, looks)
        idle = await _loads(browser, short, asyncio.Event(), looks)
        beside = await _while_streaming(address, browser, short, many)
    return Streams(
        adapter_first, adapter_long_first, adapter_cpu,
        first, bare_first, long_first, bare_long_first, cpu, bare_cpu, short_page, long_page,
        len(many), statistics.median(idle), statistics.median(beside), max(beside),
    )  # fmt: skip


def _browser(address: str, person: Person) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=address, headers={"cookie": person.cookies}, trust_env=False, timeout=60)


async def _first_words(page: Page, bare: httpx.AsyncClient, model: str, length: int, looks: int) -> tuple[float, float]:
    """Medians of the seconds to the first words, in turns; ``length``: messages that the bare request carries."""
    ours, theirs = [], []
    for _ in range(looks + WARM_UP):
        ours.append(await page.told("recite 1"))
        theirs.append((await _bare(bare, model, length, 1))[0])
    return statistics.median(ours[WARM_UP:]), statistics.median(theirs[WARM_UP:])


async def _cpu_per_token(
    page: Page, bare: httpx.AsyncClient, model: str, product: Process, *, looks: int
) -> tuple[float, float]:
    """Of a reply of many tokens, what is beyond one of a single token: beginning and ending cost the same for both."""

    async def ours(tokens: int) -> float:
        before = product.cpu()
        await page.told(f"recite {tokens}")
        return product.cpu() - before

    async def theirs(tokens: int) -> float:
        before = time.process_time()
        await _bare(bare, model, 2, tokens)
        return time.process_time() - before

    found = []
    for take in (ours, theirs):
        beyond = [await take(TOKENS) - await take(1) for _ in range(looks)]
        found.append(statistics.median(beyond) / (TOKENS - 1))
    return found[0], found[1]


async def _adapter(model: str, looks: int) -> tuple[float, float, float]:
    """Seconds to the first words and CPU per token of our adapter alone, in this process as the bare stream is."""
    asked = choose("openai:bench", base_url=model)
    firsts = []
    for length in (2, LONG):
        took = [(await _first_of(asked, length, 1)) for _ in range(looks + WARM_UP)]
        firsts.append(statistics.median(took[WARM_UP:]))
    spent = []
    for tokens in (TOKENS, 1) * max(looks // 5, 2):
        before = time.process_time()
        await _first_of(asked, 2, tokens)
        spent.append(time.process_time() - before)
    await close_pool()
    beyond = [many - one for many, one in zip(spent[::2], spent[1::2], strict=True)]
    return firsts[0], firsts[1], statistics.median(beyond) / (TOKENS - 1)


async def _first_of(model: Model, length: int, tokens: int) -> float:
    said = [ModelMessage(("user", "assistant")[n % 2], (Text(f"Some words {n}, **bold**."),)) for n in range(length)]
    messages = (*said, ModelMessage("user", (Text(f"recite {tokens}"),)))
    start, first = time.perf_counter(), 0.0
    async for event in model.reply(ModelRequest("", messages, ())):
        if isinstance(event, TextDelta):
            first = first or time.perf_counter()
    return first - start


async def _bare(client: httpx.AsyncClient, model: str, length: int, tokens: int) -> tuple[float, str]:
    """Ask for so many tokens at the end of a conversation; returns the seconds to the first, and all that came."""
    before = [{"role": ("user", "assistant")[n % 2], "content": f"Some words {n}, **bold**."} for n in range(length)]
    messages: list[Any] = [*before, {"role": "user", "content": f"recite {tokens}"}]
    start, first, text = time.perf_counter(), 0.0, ""
    body = {"model": "bench", "stream": True, "messages": messages}
    async with client.stream("POST", f"{model}/chat/completions", json=body) as response:
        async for line in response.aiter_lines():
            if line.startswith("data: {"):
                text += json.loads(line[6:])["choices"][0]["delta"].get("content") or ""
                first = first or time.perf_counter()
    return first - start, text


async def _page_cpu(browser: httpx.AsyncClient, path: str, product: Process, looks: int) -> float:
    spent = []
    for _ in range(looks + WARM_UP):
        before = product.cpu()
        assert (await browser.get(path)).status_code == 200
        spent.append(product.cpu() - before)
    return statistics.median(spent[WARM_UP:])


async def _while_streaming(address: str, browser: httpx.AsyncClient, path: str, persons: list[Person]) -> list[float]:
    """Seconds of page loads while a reply streams for each person, on an open page."""
    pages = [await Page(address, person).open() for person in persons]
    over = asyncio.Event()
    await asyncio.gather(*(page.begin(f"recite {SLOW_TOKENS} slowly") for page in pages))
    loading = asyncio.create_task(_loads(browser, path, over, None))
    await asyncio.gather(*(page.end() for page in pages))
    over.set()
    for page in pages:
        page.close()
    return await loading


async def _loads(browser: httpx.AsyncClient, path: str, over: asyncio.Event, times: int | None) -> list[float]:
    """Seconds of one page load after the other: so many, or until it is over."""
    took: list[float] = []
    while not over.is_set() and (times is None or len(took) < times):
        start = time.perf_counter()
        assert (await browser.get(path)).status_code == 200
        took.append(time.perf_counter() - start)
        await asyncio.sleep(0.1)
    return took
