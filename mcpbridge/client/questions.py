"""The questions a server asked in the middle of one call, and the time it has for its own work."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client.outcomes import InputRequest, InputRequired
from mcpbridge.reasons import DEFAULT_REASON, REASON_KEY, known_reason

MAX_OPEN = 32
"""Whoever asks more at the same time is refused."""

_ASKS = frozenset({"elicitation/create", "sampling/createMessage"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that is a JSON-RPC error: how a sampling request is refused (-1 in the specification's example)."""

    code: int
    message: str


@dataclass(frozen=True, slots=True)
class _Question:
    request: InputRequest
    server_id: Any
    raw: str


class Questions:
    """Which questions are open, and which of them nobody was given yet.

    ``deadline`` is when the server must be done; it stands still, and is None, while a question is open.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left = seconds
        self.deadline: float | None = clock() + seconds
        self._asked: set[str] = set()
        self._open: dict[str, _Question] = {}
        self._unseen: list[str] = []

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._open)

    @property
    def seen_keys(self) -> frozenset[str]:
        return frozenset(self._open).difference(self._unseen)

    @property
    def any_were_asked(self) -> bool:
        return bool(self._asked)

    @property
    def any_unseen(self) -> bool:
        return bool(self._unseen)

    def take(self, server_id: Any, method: str, params: Mapping[str, Any], raw: str) -> bool:
        """Note what the server asks; says whether it is something a person can be asked."""
        identity = json.dumps(server_id)
        if method not in _ASKS or (len(self._open) >= MAX_OPEN and identity not in self._asked):
            return False
        if identity not in self._asked:  # a stream that is taken up again may repeat a question
            self._asked.add(identity)
            key = f"q{len(self._asked)}"
            self._open[key] = _Question(InputRequest(key, method, params), server_id, raw)
            self._unseen.append(key)
            self._stop_clock()
        return True

    def server_id(self, key: str) -> Any:
        """What the server calls this question. Raises: KeyError if it is not open."""
        return self._open[key].server_id

    def hand_over(self) -> InputRequired:
        """All that nobody was given yet."""
        questions = [self._open[key] for key in self._unseen]
        self._unseen.clear()
        raw = questions[0].raw if len(questions) == 1 else f"[{','.join(each.raw for each in questions)}]"
        reason = known_reason(questions[0].request.beside(REASON_KEY)) if questions else DEFAULT_REASON
        return InputRequired(tuple(each.request for each in questions), None, None, raw, reason)

    def withdraw(self, server_id: Any) -> None:
        """The server no longer waits for this answer. 1 and "1" are two ids, 1 and true as well."""
        for key, question in tuple(self._open.items()):
            if json.dumps(question.server_id) == json.dumps(server_id):
                self.drop(key)

    def drop(self, key: str) -> None:
        """This question is no longer open."""
        self._open.pop(key, None)
        if key in self._unseen:
            self._unseen.remove(key)
        if not self._open and self.deadline is None:
            self.deadline = self._clock() + self._left

    def clear(self) -> None:
        for key in tuple(self._open):
            self.drop(key)

    def _stop_clock(self) -> None:
        if self.deadline is not None:
            self._left = max(self.deadline - self._clock(), 0.0)
            self.deadline = None
