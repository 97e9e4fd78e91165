"""Two texts compared line by line, at a cost and a length that no stranger's text can drive up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Literal

LINE = 160
"""Characters of one line; longer ones are broken, so that a change far out in them is not lost from sight."""
COMPARED = 300
"""Lines of either text that are matched with each other, after what is equal at both ends was set aside."""
SHOWN = 1000
"""Lines of either text shown where they are not matched; what is beyond is counted."""
AROUND = 3
"""Lines shown before and after each change."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a difference; ``left_out`` tells how many are not shown."""

    kind: Literal["same", "gone", "new", "left_out"]
    text: str


def compare(old: str, new: str) -> list[Line]:
    """Return what is gone and what is new, with a few lines around; empty when the texts are equal."""
    if old == new:
        return []
    one, other = _broken(old), _broken(new)
    head = _equal(one, other)
    tail = _equal(reversed(one[head:]), reversed(other[head:]))
    end = len(one) - tail
    gone, fresh = one[head:end], other[head : len(other) - tail]
    return [
        *_left_out(head - AROUND),
        *(Line("same", text) for text in one[max(head - AROUND, 0) : head]),
        *(_one_after_the_other(gone, fresh) if max(len(gone), len(fresh)) > COMPARED else _matched(gone, fresh)),
        *(Line("same", text) for text in one[end : end + AROUND]),
        *_left_out(tail - AROUND),
    ]


def _broken(text: str) -> list[str]:
    return [line[at : at + LINE] for line in text.split("\n") for at in range(0, max(len(line), 1), LINE)]


def _equal(one: Iterable[str], other: Iterable[str]) -> int:
    """How many lines are equal from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _one_after_the_other(gone: Sequence[str], fresh: Sequence[str]) -> Iterator[Line]:
    """Texts too long to be matched: all that was, then all that is."""
    yield from (Line("gone", text) for text in gone[:SHOWN])
    yield from _left_out(len(gone) - SHOWN)
    yield from (Line("new", text) for text in fresh[:SHOWN])
    yield from _left_out(len(fresh) - SHOWN)


def _matched(gone: Sequence[str], fresh: Sequence[str]) -> Iterator[Line]:
    for how, a, b, c, d in SequenceMatcher(None, gone, fresh).get_opcodes():
        if how == "equal":
            yield from _folded(gone[a:b])
        else:
            yield from (Line("gone", text) for text in gone[a:b])
            yield from (Line("new", text) for text in fresh[c:d])


def _folded(equal: Sequence[str]) -> Iterator[Line]:
    """Equal lines between two changes, without those far from both."""
    hidden = len(equal) - 2 * AROUND
    if hidden <= 1:
        yield from (Line("same", text) for text in equal)
        return
    yield from (Line("same", text) for text in equal[:AROUND])
    yield from _left_out(hidden)
    yield from (Line("same", text) for text in equal[-AROUND:])


def _left_out(count: int) -> Iterator[Line]:
    if count > 0:
        yield Line("left_out", "1 line is not shown" if count == 1 else f"{count:,} lines are not shown")
