"""How a project declares tools, and how a tool learns for whom it works. Nothing here needs models or the MCP SDK."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PERSON = "interrupts.person"
"""Where the ASGI scope of a request holds the person who acts."""
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")

_declared: "dict[str, Declared]" = {}


@dataclass(frozen=True, slots=True)
class Declared:
    """One tool as its author declared it."""

    function: Callable[..., Any]
    name: str
    title: str | None
    read_only: bool
    idempotent: bool
    asks: bool


def tool[F: Callable[..., Any]](
    name: str | None = None,
    *,
    title: str | None = None,
    read_only: bool = False,
    idempotent: bool = False,
    asks: bool = False,
) -> Callable[[F], F]:
    """Declare a function as a tool; its docstring and the types of its parameters describe it.

    ``read_only``: it changes nothing, so it runs without a question. ``idempotent``: calling it twice does no more than
    calling it once, so a call whose reply was lost is sent again. ``asks``: it asks a person by itself before it acts;
    else a person approves each call. A synchronous function runs on a thread of its own and may use the ORM.

    Raises: ValueError for a name that cannot be used or is taken.
    """
    if callable(name):
        raise TypeError("Write @tool() with its parentheses.")

    def declare(function: F) -> F:
        chosen = name or function.__name__
        if not _NAME.fullmatch(chosen):
            raise ValueError(f"A tool cannot be named {chosen!r}: letters, digits, _ - and . only, 64 at most.")
        if chosen in _declared:
            raise ValueError(f"There are two tools named {chosen}; name one of them otherwise, with @tool(name).")
        _declared[chosen] = Declared(function, chosen, title, read_only, idempotent, asks)
        return function

    return declare


def declared() -> tuple[Declared, ...]:
    """Return the tools of this project, in the order in which they were found."""
    return tuple(_declared.values())


def current_person(ctx: Any) -> Any:
    """Return the user for whom a tool was called, given the tool's ``Context``.

    In the chat that is the owner of the thread, at ``/mcp/`` the owner of the token or of the browser's session.

    Raises: LookupError outside a call.
    """
    request = ctx.request_context.request
    person = None if request is None else request.scope.get(PERSON)
    if person is None:
        raise LookupError("Nobody is known to act here: this is not a call of a tool of this site.")
    return person
