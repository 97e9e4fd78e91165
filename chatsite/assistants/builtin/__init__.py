"""The assistant that comes with Sayso: deterministic, without a key, without the internet."""

from chatsite.assistants.builtin.assistant import BuiltInAssistant

__all__ = ["BuiltInAssistant"]
