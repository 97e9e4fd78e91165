"""The one table the bench prints."""

from dataclasses import dataclass

from tests.bench.measuring import Rounds


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
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _compared(what: str, product: float, floor: float, mark: float) -> tuple[str, ...]:
    return what, _ms(product), _ms(floor), f"{product / floor:.2f}x", f"≤ {mark}x"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
