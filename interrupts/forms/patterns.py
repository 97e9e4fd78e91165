"""ECMAScript patterns of strangers, run in bounded time and memory or not at all."""

import re
import time
from functools import lru_cache
from typing import Any

import regex

_LONGEST_PATTERN = 1000
_LARGEST_PATTERN = 10_000
"""Repeats multiplied out. The engine unfolds ``(a{1000}){1000}`` when it compiles: seconds and gigabytes, measured."""

_TOKEN = re.compile(r"\\u\{[0-9A-Fa-f]{1,6}\}|\\.|\{[0-9]+(?:,[0-9]*)?\}|\[\^?|\(\?<?[:=!]|.", re.DOTALL)
_SPACE = r"\s\ufeff"
_OUTSIDE = {
    r"\d": "[0-9]",
    r"\D": "[^0-9]",
    r"\w": "[A-Za-z0-9_]",
    r"\W": "[^A-Za-z0-9_]",
    r"\s": rf"[{_SPACE}]",
    r"\S": rf"[^{_SPACE}]",
    ".": r"[^\n\r\u2028\u2029]",
    "$": r"\Z",
}
_INSIDE = {
    r"\d": "0-9",
    r"\D": r"\x00-\x2f\x3a-\U0010ffff",
    r"\w": "A-Za-z0-9_",
    r"\W": r"\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\U0010ffff",
    r"\s": _SPACE,
    **{character: "\\" + character for character in "[&|~"},
}


class _Unrunnable(Exception):
    """A pattern that is broken, too large, or not ECMAScript as we know it."""


class PatternBudget:
    """The time that all patterns of one check may take together. A pattern that cannot be run in it passes."""

    def __init__(self, seconds: float = 0.1) -> None:
        self._left = seconds

    def refuses(self, pattern: Any, text: str) -> bool:
        """Say whether ``pattern`` was run to its end and found nowhere in ``text``."""
        compiled = compiled_pattern(pattern) if isinstance(pattern, str) else None
        if compiled is None or self._left <= 0:
            return False
        started = time.monotonic()
        try:
            return compiled.search(text, timeout=self._left) is None
        except (TimeoutError, MemoryError, RecursionError):
            self._left = 0
            return False
        finally:
            self._left -= time.monotonic() - started


@lru_cache(maxsize=512)
def compiled_pattern(pattern: str) -> Any:
    """Return ``pattern`` ready to run, or None when it cannot be."""
    if len(pattern) > _LONGEST_PATTERN:
        return None
    try:
        return regex.compile(_translated(pattern), regex.V0)
    except (_Unrunnable, regex.error, RecursionError, MemoryError, OverflowError, ValueError, TypeError, IndexError):
        return None


def _translated(pattern: str) -> str:
    """Return the same pattern in the words of the ``regex`` module, once its size is known to be bearable."""
    out: list[str] = []
    sizes, last, in_class = [0], 0, False
    for token in _TOKEN.findall(pattern):
        if in_class:
            if token == "]":
                in_class, last = False, 1
                sizes[-1] += 1
            out.append(_inside(token))
            continue
        if token in ("[", "[^"):
            in_class = True
        elif token.startswith("("):
            sizes.append(0)
        elif token == ")":
            last = sizes.pop()
            if not sizes:
                raise _Unrunnable
            sizes[-1] += last
        elif token.startswith("{") and len(token) > 2:
            times = int(token[1:-1].split(",")[0][:6]) if len(token) < 16 else _LARGEST_PATTERN
            sizes[-1] += last * max(times - 1, 0)
            last *= max(times, 1)
        elif token not in "*+?|^$":
            sizes[-1] += 1
            last = 1
        if sum(sizes) > _LARGEST_PATTERN:
            raise _Unrunnable
        out.append(_outside(token))
    return "".join(out)


def _outside(token: str) -> str:
    return _OUTSIDE.get(token) or _code_point(token)


def _inside(token: str) -> str:
    if len(token) > 1 and token[0] in "[{(":
        return "".join(map(_inside, token))
    return _INSIDE.get(token) or _code_point(token)


def _code_point(token: str) -> str:
    if not token.startswith(r"\u{"):
        return token
    code = int(token[3:-1], 16)
    if code > 0x10FFFF:
        raise _Unrunnable
    return rf"\U{code:08x}"
