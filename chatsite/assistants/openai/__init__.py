"""Models behind any server that speaks OpenAI's chat completions (OpenAI, Ollama, vLLM, llama.cpp, OpenRouter, …)."""

from chatsite.assistants.openai.adapter import OpenAICompatible
from chatsite.assistants.openai.pool import close_pool

__all__ = ["OpenAICompatible", "close_pool"]
