"""The models this site can talk to, each behind the one method of ``interrupts.ports.Model``."""

import importlib.util
import re

from chatsite.assistants.builtin import BuiltInAssistant
from chatsite.assistants.manner import Manner
from interrupts.ports import Model

OPENAI_BASE_URL = "https://api.openai.com/v1"
_PROVIDER = re.compile(r"[A-Za-z][A-Za-z0-9/_-]{1,30}")


def choose(
    spec: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    read_timeout: float = 120.0,
    manner: Manner | None = None,
) -> Model:
    """Give the model a spec names: ``""`` or ``builtin`` is the built-in assistant, ``openai:<model>`` a model behind
    any server that speaks OpenAI's chat completions, ``<provider>:<model>`` one of a provider of pydantic_ai.

    Raises: ValueError, with a sentence that says what is possible and never shows the key.
    """
    wanted = spec.strip()
    if wanted.lower() in ("", "builtin"):
        return BuiltInAssistant()
    provider, _, model = (part.strip() for part in wanted.partition(":"))
    if provider.lower() == "openai" and model:
        # Lazy, though no cycle asks for it: what one kind of model needs is loaded only when it is named.
        from chatsite.assistants.openai import OpenAICompatible

        return OpenAICompatible(
            model, base_url=base_url or OPENAI_BASE_URL, api_key=api_key, read_timeout=read_timeout, manner=manner
        )
    if _PROVIDER.fullmatch(provider) and provider.lower() != "builtin" and model:
        if importlib.util.find_spec("pydantic_ai") is None:
            raise ValueError(f"{wanted[:80]!r} needs the extra: uv sync --extra models.")
        # Lazy for the same reason, and more so: this takes seconds.
        from chatsite.assistants.pydantic import PydanticModel

        return PydanticModel(f"{provider.lower()}:{model}", manner=manner, read_timeout=read_timeout)
    raise ValueError(
        f"SAYSO_MODEL={spec[:80]!r} names no model: it can be empty or “builtin” for the built-in assistant,"
        " “openai:<model>” (for example openai:gpt-5) for a model behind an OpenAI-compatible server, or"
        " “<provider>:<model>” (for example anthropic:claude-sonnet-5) with the extra models."
    )


def name_of(spec: str) -> str:
    """Give what people call the model a spec names, without making one; empty for the built-in assistant."""
    return spec.partition(":")[2].strip()
