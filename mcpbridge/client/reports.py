"""What a server tells about a call while it runs: how far it is, and what it writes down."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client.jsontext import dump

LONGEST_TEXT = 2000
"""Longer messages are cut; nobody reads more in a line."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is, in the server's own measure; ``total`` None if it does not know. Untrusted."""

    progress: float
    total: float | None
    message: str | None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing the server wrote down, with its own level (debug to emergency). Untrusted."""

    level: str
    logger: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Reports:
    """Who wants to hear about one call. The functions must neither wait nor raise."""

    token: str
    on_progress: Callable[[Progress], None] | None = None
    on_log: Callable[[LogLine], None] | None = None
    on_tools_changed: Callable[[], None] | None = None

    @property
    def meta(self) -> dict[str, Any]:
        """What asks the server for progress."""
        return {} if self.on_progress is None else {"progressToken": self.token}

    def take(self, message: Mapping[str, Any], _raw: str = "") -> None:
        """Hand on what this message reports of this call, if it reports anything."""
        params = message.get("params", {})
        if "id" in message or not isinstance(params, Mapping):
            return
        match message.get("method"):
            case "notifications/progress" if self.on_progress is not None and params.get("progressToken") == self.token:
                progress = _number(params.get("progress"))
                if progress is not None:
                    self.on_progress(Progress(progress, _number(params.get("total")), _text(params.get("message"))))
            case "notifications/tools/list_changed" if self.on_tools_changed is not None:
                self.on_tools_changed()
            case "notifications/message" if self.on_log is not None:
                self.on_log(_log_line(params))


def _log_line(params: Mapping[str, Any]) -> LogLine:
    data = params.get("data")
    text = data if isinstance(data, str) else dump(data)
    return LogLine(_text(params.get("level")) or "info", _text(params.get("logger")), text[:LONGEST_TEXT])


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _text(value: Any) -> str | None:
    return value[:LONGEST_TEXT] if isinstance(value, str) and value else None
