"""The adapter itself: one request, one stream, events of ours."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, suppress
from typing import Any, cast

import httpx

from chatsite.assistants.files import kinds_read
from chatsite.assistants.manner import Manner
from chatsite.assistants.names import ToolNames
from chatsite.assistants.openai import failures
from chatsite.assistants.openai.assembly import ReplyAssembly
from chatsite.assistants.openai.documents import Document, DocumentReader, ReplyTooLarge, UnreadableReply
from chatsite.assistants.openai.history import Dialect, request_body, without_what_it_refuses
from chatsite.assistants.openai.pool import client_of_this_loop, close_pool
from interrupts.ports import ModelFailed, ModelRequest, ReplyEvent

_LONGEST_REPLY_SECONDS = 1800.0
"""A server that keeps a stream alive with comments alone would hold the run for ever."""

_DRAIN_SECONDS = 0.5
_MOST_ERROR_BYTES = 64 * 1024


class OpenAICompatible:
    """A model behind a server that speaks OpenAI's chat completions."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str,
        api_key: str | None = None,
        read_timeout: float = 120.0,
        manner: Manner | None = None,
    ) -> None:
        """Take the model's name and its server; ``read_timeout`` is how long the server may be silent, in seconds.

        Raises: ValueError, for an address or a key that can never work.
        """
        self.name = model
        self._url = _completions_url(base_url)
        self._key = (api_key or "").strip() or None
        if self._key and not (self._key.isascii() and self._key.isprintable()):
            raise ValueError("OPENAI_API_KEY has characters that no key has; was it copied whole and alone?")
        self._manner = manner or Manner()
        is_openai = self._url.host == "api.openai.com"
        reads_pdf = is_openai or self._url.host == "openrouter.ai"
        self._dialect = Dialect(model, images=self._manner.images, pdf=reads_pdf, new_limit=is_openai)
        self.reads = kinds_read(images=self._manner.images, pdf=reads_pdf)
        self._timeout = httpx.Timeout(read_timeout, connect=min(10.0, read_timeout))

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.name!r} at {failures.address(self._url)})"

    async def close(self) -> None:
        """Close this loop's connections."""
        await close_pool()

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        """Stream one reply. Deltas come as they are written, tool calls when the reply is whole.

        Raises: ModelFailed. Closing the iterator early ends the HTTP request.
        """
        if self._key is None and self._url.host == "api.openai.com":
            raise ModelFailed(
                "api.openai.com answers nobody without a key. Set OPENAI_API_KEY and start again.", kind="key"
            )
        names = ToolNames(tool.name for tool in request.tools)
        body = request_body(request, names, self._dialect, self._manner)
        assembly = ReplyAssembly(names, self.name)
        try:
            response = await self._open(body)
            try:
                async with aclosing(self._events(response, assembly)) as events:
                    async for event in events:
                        yield event
            finally:
                await response.aclose()
        except httpx.HTTPError as error:
            # From None: the chain of httpx errors holds the request, and with it the key.
            raise failures.unreachable(error, url=self._url) from None
        except ReplyTooLarge:
            raise failures.too_large(url=self._url) from None
        except UnreadableReply:
            raise (failures.cut_off if assembly.recognised else failures.unreadable)(url=self._url) from None

    async def _open(self, body: dict[str, Any], *, tries: int = 3) -> httpx.Response:
        response = await self._send(body)
        if response.status_code == 200:
            return response
        error = await _start_of_body(response)
        if response.status_code in (400, 422, 500):
            # Older servers refuse what they do not know, newer models what they no longer take.
            other = without_what_it_refuses(body, error)
            if other is not None and tries:
                return await self._open(other, tries=tries - 1)
        raise failures.refused(
            response.status_code,
            error,
            url=self._url,
            model=self.name,
            api_key=self._key,
            headers=response.headers,
        ) from None

    async def _send(self, body: dict[str, Any]) -> httpx.Response:
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        client = client_of_this_loop()
        request = client.build_request(
            "POST", self._url, content=json.dumps(body).encode(), headers=headers, timeout=self._timeout
        )
        return await client.send(request, stream=True)

    async def _events(self, response: httpx.Response, assembly: ReplyAssembly) -> AsyncGenerator[ReplyEvent]:
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + _LONGEST_REPLY_SECONDS
        reader = DocumentReader()
        async with aclosing(cast(AsyncGenerator[bytes], response.aiter_raw())) as chunks:
            async for chunk in chunks:
                for event in self._take(reader.feed(chunk), assembly):
                    yield event
                if assembly.ended:
                    break
                if loop.time() > give_up_at:
                    raise failures.cut_off(url=self._url)
            if not assembly.ended:
                for event in self._take(reader.end(), assembly):
                    yield event
            for last in self._ending(assembly):
                yield last
            # Read to its end, the connection can serve the next reply; but no server may hold us up for that.
            with suppress(TimeoutError, httpx.HTTPError):
                async with asyncio.timeout(_DRAIN_SECONDS):
                    async for _ in chunks:
                        pass

    def _take(self, found: list[Document], assembly: ReplyAssembly) -> Iterator[ReplyEvent]:
        for document in found:
            if isinstance(document, str):
                assembly.ended = True
                return
            if failed := _failed(document):
                raise failures.reported(failed, url=self._url, model=self.name, api_key=self._key)
            yield from assembly.take(document)

    def _ending(self, assembly: ReplyAssembly) -> Iterator[ReplyEvent]:
        if assembly.foreign:
            raise failures.unreadable(url=self._url)
        if assembly.finish_reason == "content_filter":
            raise failures.withheld(self.name)
        if not (assembly.ended or assembly.finish_reason):
            raise failures.cut_off(url=self._url)
        yield from assembly.tool_uses()
        yield assembly.finished()


def _failed(document: dict[str, Any]) -> dict[str, Any] | None:
    """What holds the error, if there is one: the document, or its choice as with OpenRouter."""
    choices = document.get("choices")
    places = [document, *(choices[:1] if isinstance(choices, list) else [])]
    return next((place for place in places if isinstance(place, dict) and place.get("error")), None)


def _completions_url(base_url: str) -> httpx.URL:
    try:
        url = httpx.URL(base_url.strip())
    except (httpx.InvalidURL, ValueError, TypeError):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError("OPENAI_BASE_URL must be an address such as http://127.0.0.1:11434/v1.")
    path = url.path.rstrip("/").removesuffix("/chat/completions")
    return url.copy_with(path=f"{path}/chat/completions", fragment=None)


async def _start_of_body(response: httpx.Response) -> bytes:
    """As much of an error's body as is worth quoting; the rest is left unread."""
    read = b""
    try:
        async with aclosing(cast(AsyncGenerator[bytes], response.aiter_raw())) as chunks:
            async for chunk in chunks:
                read += chunk
                if len(read) >= _MOST_ERROR_BYTES:
                    break
    finally:
        await response.aclose()
    return read[:_MOST_ERROR_BYTES]
