"""Who gets the answers of ``ask``: functions of the project, registered by name. No models here: see ``__init__``."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

if TYPE_CHECKING:
    from interrupts.models import Interrupt

NAME_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """A decided question, as its handler gets it.

    ``content`` is what was filled in, empty unless the action is accept. ``person`` is who decided, None if they were
    deleted since. ``key`` is the question's id: give it to other systems, so that they take the answer once.
    """

    question: "Interrupt"
    action: Literal["accept", "decline", "cancel"]
    content: dict[str, Any]
    person: Any
    at: datetime

    @property
    def key(self) -> UUID:
        return self.question.pk


type Handler = Callable[[Answer], object]

_registered: dict[str, Handler] = {}


class NoHandler(Exception):
    """Nothing is registered under this name in this process."""

    def __init__(self, name: str) -> None:
        known = ", ".join(sorted(_registered)) or "none"
        super().__init__(f"There is no handler {name!r}; there is: {known}.")


def handler[F: Handler](name: str) -> Callable[[F], F]:
    """Register a function under a name: it gets every answer to the questions that ``ask`` put with this name.

    The name is stored with each question, so it outlives restarts: keep it, and the function, while questions are open.
    Modules named ``interrupt_handlers`` in installed apps are imported at start, in web processes and engines alike.

    The function is called once in a transaction that also marks the answer as delivered: what it writes to this
    database happens exactly once. If it raises, nothing of that stays, and it is called again later, with growing
    pauses, until it returns. Effects elsewhere may therefore happen twice; ``answer.key`` tells that it is the same.

    Raises: ValueError for a name that is empty, too long or taken, and for a function that is async.
    """
    if not isinstance(name, str) or not 0 < len(name) <= NAME_LENGTH:
        raise ValueError(f"A handler's name is a text of 1 to {NAME_LENGTH} characters, not {name!r}.")

    def register(function: F) -> F:
        if iscoroutinefunction(function):
            raise ValueError(f"The handler {name!r} is async; it is called in a transaction, so it cannot be.")
        taken = _registered.get(name)
        if taken is not None and _place_of(taken) != _place_of(function):
            raise ValueError(f"The handler {name!r} is registered twice: {_place_of(taken)}, {_place_of(function)}.")
        _registered[name] = function
        return function

    return register


def find(name: str) -> Handler:
    """Return the function registered under a name.

    Raises: NoHandler.
    """
    try:
        return _registered[name]
    except KeyError:
        raise NoHandler(name) from None


def _place_of(function: Handler) -> str:
    """Where a function stands: a module that is loaded anew registers the same ones once more."""
    return f"{function.__module__}.{getattr(function, '__qualname__', function)}"
