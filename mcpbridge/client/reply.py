"""A JSON-RPC response as it came."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

type Listener = Callable[[Mapping[str, Any], str], None]
"""Is told every message that is no answer, with its text. It must neither wait nor raise."""


@dataclass(frozen=True, slots=True)
class Reply:
    """``message`` has either ``result`` or ``error``; ``raw`` is its text as received."""

    message: Mapping[str, Any]
    raw: str
    status: int = 200
