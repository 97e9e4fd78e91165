"""Durable questions to people, for any Django project: ``ask`` puts one, a ``handler`` gets its answer."""

from typing import TYPE_CHECKING, Any

from interrupts.handlers import Answer, handler

if TYPE_CHECKING:
    from interrupts.asking import ask

__all__ = ["Answer", "ask", "handler"]


def __getattr__(name: str) -> Any:
    if name != "ask":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Imported here, since it needs models, and Django imports this package before models can be there.
    from interrupts.asking import ask

    return ask
