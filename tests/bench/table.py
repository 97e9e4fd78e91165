"""The one table the bench prints."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.measuring import Rounds
from tests.bench.pages import Pages
from tests.bench.streams import Streams


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured over the wire."""

    rounds: Rounds
    per_second_alone: float
    per_second_together: float
    waiting_kib: float
    waiting: int


def table(figures: Figures, form_seconds: float) -> str:
    """Write the figures as Markdown, the marks beside them."""
    product, floor = figures.rounds.product, figures.rounds.floor
    lines = [
        ("what", "Sayso", "floor", "ratio", "mark"),
        ("---",) * 5,
        _compared("ask: message sent → question shown", product.ask, floor.ask, 3.0),
        _compared("resume: answer sent → result stored and shown", product.resume, floor.resume, 3.3),
        _compared("whole round, with a reply of 200 tokens", product.whole, floor.whole, 2.6),
        ("CPU a round", _ms(figures.rounds.cpu), "", "", "≤ 25 ms"),
        ("rounds a second, 1 in flight", f"{figures.per_second_alone:.1f}", "", "", ""),
        ("rounds a second, 16 in flight", f"{figures.per_second_together:.1f}", "", "", ""),
        (f"memory a waiting run, {figures.waiting:,} waiting", f"{figures.waiting_kib:.2f} KiB", "", "", ""),
        ("CPU of showing a form of 10 fields", _ms(form_seconds), "", "", ""),
    ]
    return _written(lines)


def stream_table(streams: Streams) -> str:
    """Write what Sayso adds to a bare stream, and what loading a page takes beside many."""
    lines = [
        ("what", "Sayso", "bare httpx", "more", "mark"),
        ("---",) * 5,
        _added("first words by the adapter, in a new thread", streams.adapter_first, streams.bare_first, 5),
        _added("the same, after 1,000 messages", streams.adapter_long_first, streams.bare_long_first, 8),
        ("CPU a token, by the adapter", _us(streams.adapter_cpu), _us(streams.bare_cpu),
         f"{streams.adapter_cpu / streams.bare_cpu:.2f}x", "≤ 2x"),
        _added("first words on the page, in a new thread", streams.first, streams.bare_first, 5),
        _added("the same, after 1,000 messages", streams.long_first, streams.bare_long_first, 8),
        ("CPU a token, on the page", _us(streams.cpu), _us(streams.bare_cpu),
         f"{streams.cpu / streams.bare_cpu:.2f}x", "≤ 2x"),
        ("CPU of a page of a thread, 1,000 messages beside 60", _ms(streams.long_page), _ms(streams.short_page),
         f"{streams.long_page / streams.short_page:.2f}x", "≤ 1.3x"),
        (f"a page, {streams.at_once} replies streaming beside none", _ms(streams.page_beside), _ms(streams.page_alone),
         f"{streams.page_beside / streams.page_alone:.2f}x", ""),
        (f"the slowest page, {streams.at_once} replies streaming", _ms(streams.slowest_page), "", "", "≤ 1000 ms"),
    ]  # fmt: skip
    return "\n" + _written(lines)


def _added(what: str, product: float, bare: float, mark: int) -> tuple[str, ...]:
    return what, _ms(product), _ms(bare), f"+{_ms(product - bare)}", f"≤ +{mark} ms"


def _us(seconds: float) -> str:
    return f"{seconds * 1_000_000:.0f} µs"


def volume_table(few: Pages, many: Pages, questions: int) -> str:
    """Write what so many questions more cost those who look at pages."""
    lines = [
        ("what", f"{questions:,} more wait", "few wait", "ratio", "mark"),
        ("---",) * 5,
        _compared("CPU of the inbox of one who has ten", many.inbox, few.inbox, 1.3),
        _compared("CPU of a thread of theirs", many.thread, few.thread, 1.3),
        _compared("CPU of a full inbox", many.full_inbox, few.full_inbox, 1.3),
        ("memory", f"{many.memory:,} KiB", f"{few.memory:,} KiB", f"{many.memory / few.memory:.2f}x", ""),
    ]
    return "\n" + _written(lines)


def _written(lines: Sequence[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _compared(what: str, product: float, floor: float, mark: float) -> tuple[str, ...]:
    return what, _ms(product), _ms(floor), f"{product / floor:.2f}x", f"≤ {mark}x"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
