"""Two texts compared line by line, at a cost and a length that no stranger's text can drive up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

LINE = 160
"""Characters of one line; longer ones are broken, so that a change far out in them is not lost from sight."""
COMPARED = 300
"""Lines of either text that are matched with each other, after what is equal at both ends was set aside."""
SHOWN = 2000
"""Lines of a difference; what is beyond is counted."""
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
    whole = list(_near_changes(list(_lines(_broken(old), _broken(new)))))
    rest = len(whole) - SHOWN
    return whole if rest <= 0 else [*whole[:SHOWN], _left_out(rest)]


def _broken(text: str) -> list[str]:
    return [line[at : at + LINE] for line in text.split("\n") for at in range(0, max(len(line), 1), LINE)]


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    """Every line of both texts; the middle of very long texts is not matched, the old is followed by the new."""
    head = _equal(old, new)
    tail = _equal(old[head:][::-1], new[head:][::-1])
    gone, fresh = old[head : len(old) - tail], new[head : len(new) - tail]
    yield from (Line("same", text) for text in old[:head])
    if max(len(gone), len(fresh)) > COMPARED:
        yield from (Line("gone", text) for text in gone)
        yield from (Line("new", text) for text in fresh)
    else:
        for how, a, b, c, d in SequenceMatcher(None, gone, fresh).get_opcodes():
            if how == "equal":
                yield from (Line("same", text) for text in gone[a:b])
            else:
                yield from (Line("gone", text) for text in gone[a:b])
                yield from (Line("new", text) for text in fresh[c:d])
    yield from (Line("same", text) for text in old[len(old) - tail :])


def _equal(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are equal from the beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _near_changes(lines: Sequence[Line]) -> Iterator[Line]:
    changed = [at for at, line in enumerate(lines) if line.kind != "same"]
    near = sorted({at for place in changed for at in range(place - AROUND, place + AROUND + 1) if 0 <= at < len(lines)})
    before = -1
    for at in near:
        if at > before + 1:
            yield _left_out(at - before - 1)
        yield lines[at]
        before = at
    if before + 1 < len(lines):
        yield _left_out(len(lines) - before - 1)


def _left_out(count: int) -> Line:
    return Line("left_out", "1 line is not shown" if count == 1 else f"{count:,} lines are not shown")
