"""The adapter itself: one request through pydantic_ai, one stream, events of ours."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from typing import Any

from pydantic_ai.direct import model_request_stream
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import ModelRequestParameters, StreamedResponse, infer_model
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from chatsite.assistants.files import kinds_read
from chatsite.assistants.manner import Manner
from chatsite.assistants.names import ToolNames
from chatsite.assistants.pydantic import failures
from chatsite.assistants.pydantic.events import Events
from chatsite.assistants.pydantic.history import messages_of
from chatsite.assistants.spelling import described_tool, parameters_of
from interrupts.ports import ModelFailed, ModelRequest, ReplyEvent

_LONGEST_REPLY_SECONDS = 1800.0
_READS_PDF = ("anthropic", "bedrock", "google", "google-cloud", "openai", "openrouter")


class PydanticModel:
    """A model behind one of the providers of pydantic_ai."""

    def __init__(self, spec: str, *, manner: Manner | None = None, read_timeout: float = 120.0) -> None:
        """Take ``provider:model``; ``read_timeout`` is how long the provider may be silent, in seconds.

        Raises: ValueError, for a spec that names no model, a key that is missing, or an extra that is not installed.
        """
        provider, _, self.name = spec.partition(":")
        try:
            self._model = infer_model(spec)
        except ImportError as error:
            raise ValueError(failures.not_installed(provider, error)) from None
        except UserError as error:
            raise ValueError(failures.not_possible(spec, error)) from None
        self._provider = provider
        self._manner = manner or Manner()
        self._read_timeout = read_timeout
        self.reads = kinds_read(images=self._manner.images, pdf=provider in _READS_PDF)

    def __repr__(self) -> str:
        return f"PydanticModel({self._provider}:{self.name})"

    async def close(self) -> None:
        """Close the provider's connections."""
        async with self._model:
            pass

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        """Stream one reply. Deltas come as they are written, tool calls when the reply is whole.

        Raises: ModelFailed. Closing the iterator early ends the request.
        """
        names = ToolNames(tool.name for tool in request.tools)
        events = Events(names, self._model.system)
        try:
            async with AsyncExitStack() as stack:
                stream = await self._open(stack, request, names)
                async for event in self._pieces(stream, events):
                    yield event
                response = stream.get()
            for last in self._ending(response, events):
                yield last
        except TimeoutError:
            raise failures.silent(self._provider) from None
        except (AgentRunError, UserError, OSError, ValueError) as error:
            # From None: the chain of the provider's errors may hold the request, and with it the key.
            raise failures.told(error, provider=self._provider, model=self.name) from None

    async def _open(self, stack: AsyncExitStack, request: ModelRequest, names: ToolNames) -> StreamedResponse:
        tools = [
            ToolDefinition(
                name=names.to_wire(tool.name),
                description=described_tool(tool) or None,
                parameters_json_schema=parameters_of(tool),
            )
            for tool in request.tools
        ]
        stream = model_request_stream(
            self._model,
            messages_of(request, names, self._model.system, self.reads),
            model_settings=self._settings(request),
            model_request_parameters=ModelRequestParameters(function_tools=tools),
        )
        async with asyncio.timeout(self._read_timeout):
            return await stack.enter_async_context(stream)

    async def _pieces(self, stream: StreamedResponse, events: Events) -> AsyncGenerator[ReplyEvent]:
        iterator = aiter(stream)
        while True:
            try:
                async with asyncio.timeout(self._read_timeout):
                    piece = await anext(iterator)
            except StopAsyncIteration:
                return
            for event in events.of(piece):
                yield event

    def _ending(self, response: ModelResponse, events: Events) -> list[ReplyEvent]:
        # Anthropic says how each reply ended: one that ends without that was broken off.
        if response.state != "complete" or (self._provider == "anthropic" and response.finish_reason is None):
            raise failures.cut_off(self._provider)
        if response.finish_reason == "error":
            raise ModelFailed(f"{self._model.system} broke off its reply. Try again.", retryable=True, kind="overload")
        return [*events.tool_uses(response), events.finished(response)]

    def _settings(self, request: ModelRequest) -> ModelSettings:
        wanted: dict[str, Any] = {
            "cache": True,
            # The engine tries again by itself, and shows that it waits.
            "max_retries": 0,
            "request_timeout": _LONGEST_REPLY_SECONDS,
        }
        if (limit := self._manner.most_tokens(request.max_tokens)) is not None:
            wanted["max_tokens"] = limit
        if self._manner.temperature is not None:
            wanted["temperature"] = self._manner.temperature
        if self._manner.reasoning is not None:
            wanted["thinking"] = self._manner.reasoning
        if self._manner.extra_body:
            wanted["extra_body"] = json.loads(json.dumps(dict(self._manner.extra_body)))
        ignored = self._model.unsupported_settings
        return ModelSettings(**{key: value for key, value in wanted.items() if key not in ignored})  # type: ignore[typeddict-item]
