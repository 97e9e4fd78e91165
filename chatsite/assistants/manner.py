"""How a site wants its models asked, whichever they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Manner:
    """What the settings say about every request. None leaves it to the provider."""

    temperature: float | None = None
    max_tokens: int | None = None
    """Of one reply; a request that asks for less gets less."""
    reasoning: str | None = None
    """How much a model that can think before it replies does so: low, medium or high."""
    images: bool = True
    """Whether the models see pictures."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    """Fields a provider knows and we do not, put into every request as they are."""

    def most_tokens(self, wanted: int | None) -> int | None:
        """Give the output limit of a request that wants this many."""
        limits = [limit for limit in (self.max_tokens, wanted) if limit is not None]
        return min(limits) if limits else None
