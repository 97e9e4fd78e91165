"""The HTTP side of the scripted MCP server: plain asyncio, so that a script may break any rule of HTTP."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.mcp_script import Answer, Request, Script

_WORDS = {200: "OK", 202: "Accepted", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed"}


@dataclass(frozen=True, slots=True)
class HttpRequest:
    verb: str
    target: str
    lines: list[tuple[str, str]]
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self.lines}

    @property
    def query(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.target).query).items()}


class ScriptedServer:
    """Serves ``/mcp`` by the script and a few doors for the test itself."""

    def __init__(self, script: Mapping[str, Any], record: Path | None) -> None:
        self._script = Script(script)
        self._record = record
        kept = record.read_text().splitlines() if record and record.exists() else []
        self._requests: list[dict[str, Any]] = [json.loads(line) for line in kept]
        self._left = 0
        self._gates: dict[str, asyncio.Event] = {}
        self._news = asyncio.Condition()

    async def serve(self, port: int) -> None:
        """Listen, say so, and serve until killed."""
        server = await asyncio.start_server(self._converse, "127.0.0.1", port, backlog=1000)
        print(f"READY http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp", flush=True)  # noqa: T201 - whoever started this waits for the line
        async with server:
            await server.serve_forever()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while await self.serve_one(await _read_request(reader), reader, writer):
                pass
        writer.close()

    async def serve_one(self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        path = urlsplit(request.target).path
        if path.startswith("/__"):
            return await send(writer, await self._serve_test(path, request))
        if path != "/mcp":
            return await send(writer, Answer(status=404, content_type="text/plain"))
        if request.verb != "POST":
            return await send(writer, Answer(status=405, content_type="text/plain"))
        answer = await self._take(request)
        if answer.hold and not await self._gate_opens(answer.hold, reader):
            return False
        if answer.ending == "hang":
            await reader.read()
            await self._note_left()
            return False
        return await send(writer, answer)

    async def _take(self, request: HttpRequest) -> Answer:
        """Decide and record before anything is sent, so that whoever has a reply finds the request recorded."""
        message = parsed(request.body)
        if isinstance(message, dict) and "id" in message:
            answer = self._script.answer(Request(message, request.headers))
        else:
            answer = Answer(status=202 if isinstance(message, dict) else 400, content_type="text/plain")
        await self.note(message, request, effect=answer.effect)
        return answer

    async def note(self, message: Any, request: HttpRequest, *, effect: bool = False) -> None:
        """Record a request."""
        fields: Mapping[str, Any] = message if isinstance(message, dict) else {}
        entry = {
            "verb": request.verb,
            "method": fields.get("method"),
            "id": fields.get("id"),
            "params": fields.get("params"),
            "body": message,
            "raw": request.body.decode("utf-8", errors="replace"),
            "headers": request.headers,
            "header_lines": request.lines,
            "effect": effect and fields.get("method") == "tools/call",
        }
        async with self._news:
            self._requests.append(entry)
            if self._record:
                with self._record.open("a") as file:
                    file.write(json.dumps(entry) + "\n")
            self._news.notify_all()

    async def _serve_test(self, path: str, request: HttpRequest) -> Answer:
        at_least = int(request.query.get("at_least", 0))
        match path:
            case "/__requests__":
                return Answer(json.dumps(self._requests).encode("ascii"))
            case "/__arrived__":
                await self._wait(lambda: self._arrived(request.query.get("method")) >= at_least)
            case "/__left__":
                await self._wait(lambda: self._left >= at_least)
            case "/__release__":
                self._gate(request.query["hold"]).set()
            case "/__script__":
                self._script = Script(json.loads(request.body))
            case "/__forget__":
                self._forget()
            case _:
                return Answer(status=404)
        return Answer(b"{}")

    def _forget(self) -> None:
        self._requests.clear()
        self._gates.clear()
        self._left = 0
        if self._record:
            self._record.write_text("")

    def _arrived(self, method: str | None) -> int:
        return sum(method in (None, entry["method"], entry["verb"]) for entry in self._requests)

    async def _wait(self, is_so: Callable[[], bool]) -> None:
        async with self._news:
            await self._news.wait_for(is_so)

    async def _note_left(self) -> None:
        async with self._news:
            self._left += 1
            self._news.notify_all()

    def _gate(self, name: str) -> asyncio.Event:
        return self._gates.setdefault(name, asyncio.Event())

    async def _gate_opens(self, name: str, reader: asyncio.StreamReader) -> bool:
        """True when the reply may go, False when the client left first."""
        opened = asyncio.create_task(self._gate(name).wait())
        left = asyncio.create_task(reader.read(1))
        await asyncio.wait({opened, left}, return_when=asyncio.FIRST_COMPLETED)
        for task in (opened, left):
            task.cancel()
        await asyncio.wait({opened, left})
        if not left.cancelled():
            await self._note_left()
            return False
        return True


async def _read_request(reader: asyncio.StreamReader) -> HttpRequest:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *rest = head.rstrip("\r\n").split("\r\n")
    verb, target, _ = first.split(" ", 2)
    lines = [(name, value.strip()) for name, _, value in (line.partition(":") for line in rest)]
    length = int({name.lower(): value for name, value in lines}.get("content-length", 0))
    return HttpRequest(verb, target, lines, await reader.readexactly(length))


async def send(writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Write the answer; True if the connection may be used again."""
    if answer.ending == "drop":
        return False
    lines = {"content-type": answer.content_type, "content-length": str(len(answer.body)), **answer.headers}
    status = f"HTTP/1.1 {answer.status} {_WORDS.get(answer.status, 'Scripted')}\r\n"
    head = status + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    writer.write(head.encode("latin-1"))
    body = answer.body[: len(answer.body) // 2] if answer.ending == "cut" else answer.body
    size = answer.piece or len(body) or 1
    for start in range(0, len(body), size):
        writer.write(body[start : start + size])
        await writer.drain()
        if answer.piece:
            await asyncio.sleep(0)
    await writer.drain()
    return answer.ending == "whole"


def parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None
