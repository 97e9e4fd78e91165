"""The models this site can talk to, each behind the one method of ``interrupts.ports.Model``."""

from chatsite.assistants.builtin import BuiltInAssistant
from chatsite.assistants.manner import Manner
from interrupts.ports import Model

OPENAI_BASE_URL = "https://api.openai.com/v1"


def choose(
    spec: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    read_timeout: float = 120.0,
    manner: Manner | None = None,
) -> Model:
    """Give the model that ``SAYSO_MODEL`` names: ``""`` or ``builtin`` is the built-in assistant, ``openai:<model>`` a
    model behind any server that speaks OpenAI's chat completions.

    Raises: ValueError, with a sentence that says what is possible and never shows the key.
    """
    wanted = spec.strip()
    if wanted.lower() in ("", "builtin"):
        return BuiltInAssistant()
    provider, _, model = wanted.partition(":")
    if provider.strip().lower() == "openai" and model.strip():
        # Lazy, though no cycle asks for it: what one kind of model needs is loaded only when it is named.
        from chatsite.assistants.openai import OpenAICompatible

        return OpenAICompatible(
            model.strip(),
            base_url=base_url or OPENAI_BASE_URL,
            api_key=api_key,
            read_timeout=read_timeout,
            manner=manner,
        )
    raise ValueError(
        f"SAYSO_MODEL={spec[:80]!r} names no model: it can be empty or “builtin” for the built-in assistant, or"
        " “openai:<model>” (for example openai:gpt-5) for a model behind an OpenAI-compatible server."
    )
