"""What a model thinks before it replies: shown as it comes, and kept where the provider wants it back."""

import json
from collections.abc import Mapping
from typing import Any

from interrupts.ports import ProviderBlob

FORMAT = "openai-chat"
VERSION = 1
_GROWING = ("text", "summary", "data")
_MOST_CHARACTERS = 1_000_000


class Reasoning:
    """Takes the pieces of one reply. Servers spell them in three ways, OpenRouter in two of them at once."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._content = ""
        self._details: list[dict[str, Any]] = []
        self._size = 0

    def take(self, said: Mapping[str, Any]) -> str:
        """Note what a delta or message tells of its reasoning; give the words that are new."""
        details = [detail for detail in _list(said.get("reasoning_details")) if isinstance(detail, Mapping)]
        for detail in details:
            self._take_detail(detail)
        plain = said.get("reasoning_content")
        if isinstance(plain, str) and plain:
            self._content += plain
            return plain
        other = said.get("reasoning")
        if isinstance(other, str) and other:
            return other
        return "".join(_words(detail) for detail in details)

    def blob(self) -> ProviderBlob | None:
        """Give what must come back with this reply, or None."""
        kept: dict[str, Any] = {}
        if self._details and self._size <= _MOST_CHARACTERS:
            kept["reasoning_details"] = self._details
        elif self._content and len(self._content) <= _MOST_CHARACTERS:
            kept["reasoning_content"] = self._content
        return ProviderBlob(FORMAT, VERSION, json.dumps({"model": self._model, **kept})) if kept else None

    def _take_detail(self, detail: Mapping[str, Any]) -> None:
        """Pieces of one detail share type and index, and belong together as the provider signed them."""
        self._size += sum(len(value) for value in detail.values() if isinstance(value, str))
        if self._size > _MOST_CHARACTERS:
            return
        last = self._details[-1] if self._details else None
        if last is None or (last.get("type"), last.get("index")) != (detail.get("type"), detail.get("index")):
            self._details.append(dict(detail))
            return
        for key, value in detail.items():
            if key in _GROWING and isinstance(value, str) and isinstance(last.get(key), str):
                last[key] += value
            elif value is not None:
                last[key] = value


def wanted_back(blob: ProviderBlob | None, model: str, *, in_this_run: bool) -> dict[str, Any]:
    """Give the fields of an assistant message that carry its reasoning back, to the model that wrote it.

    Plain reasoning is only wanted while its run goes on: DeepSeek refuses a call's results without it, and is
    misled by that of earlier turns.
    """
    if blob is None or (blob.format, blob.version) != (FORMAT, VERSION):
        return {}
    kept = json.loads(blob.data)
    if kept.pop("model", None) != model:
        return {}
    if not in_this_run:
        kept.pop("reasoning_content", None)
    return dict(kept)


def _words(detail: Mapping[str, Any]) -> str:
    return next((detail[key] for key in ("text", "summary") if isinstance(detail.get(key), str)), "")


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
