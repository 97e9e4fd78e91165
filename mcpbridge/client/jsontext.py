"""JSON text from strangers: strictly read, so that what is kept can be read again by anybody."""

import json
import math
from typing import Any

MAX_DEPTH = 200
"""Deeper values would break recursive readers further on; no known server nests a tenth of this."""


class UnreadableJSON(ValueError):
    """This text is not JSON that can be worked with; ``str(error)`` completes the sentence "its reply ..."."""


def parse(text: str) -> Any:
    """The value of a JSON text. A byte order mark is skipped and the last of two equal keys wins.

    Raises: UnreadableJSON
    """
    try:
        value = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise UnreadableJSON("is nested too deeply") from None
    except UnreadableJSON:
        raise
    except ValueError as error:
        raise UnreadableJSON(f"is not JSON ({error})") from None
    if _is_too_deep(value):
        raise UnreadableJSON("is nested too deeply")
    return value


def dump(value: Any) -> str:
    """Compact ASCII JSON text, lone surrogates kept as escapes.

    Raises: ValueError, TypeError for what JSON cannot say; RecursionError for what nests too deeply.
    """
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """Equal JSON values give equal text, whatever the order of their keys."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _no_constant(name: str) -> Any:
    raise UnreadableJSON(f"holds {name}, which is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise UnreadableJSON("holds a number that is too large")
    return number


def _is_too_deep(value: Any) -> bool:
    # Level by level instead of recursion: this runs on values that recursion would not survive.
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in _children(node) if isinstance(child, dict | list)]
        if not level:
            return False
    return True


def _children(node: Any) -> Any:
    match node:
        case dict():
            return node.values()
        case list():
            return node
        case _:
            return ()
