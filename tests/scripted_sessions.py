"""A real MCP server of the 2025 era in its own process that does in each call what a script says.

Use ``with scripted_sessions(script) as server`` in tests. A script is an object, every part of it optional:

    {"version": "2025-11-25",      what it speaks
     "sessions": false,            gives no session ids
     "get": 405,                   refuses the stream on which it could speak unasked, with this status
     "resumes": false,             refuses Last-Event-ID
     "forgets": 1,                 answers so many calls with 404, each for a session that it then no longer knows
     "forget_status": 400,         … and says so with this status
     "refuses_answers": 500,       answers to its questions are refused with this status
     "tools": [{…}],               what tools/list gives
     "initialize": {…}             this error instead of a handshake
     "call": [STEP, STEP, …]}      what happens in a tools/call, in this order

A STEP is one of
    {"send": MESSAGE}              a message on the stream of the call; {"send": [MESSAGE, …]} is a batch
    {"send": MESSAGE, "on": "get"} … on the stream for what comes unasked
    {"together": [MESSAGE, …]}     several messages in one write
    {"await": 7}                   goes on when the answer to the request with this id has come
    {"hold": "gate"}               goes on with ``server.release("gate")``
    {"id": "e1", "retry": 10}      an event without a message, as resumable streams begin
    {"break": true}                the connection of the call is cut; what follows is sent to whoever takes it up again
    {"forget": true}               the session is not known any more
    {"text": "done"}               the answer to the call; ``{{7}}`` is what answered the request with id 7
    {"error": {…}}                 … or an error
    {"json": MESSAGE or [MESSAGE]} the whole reply as JSON instead of a stream, with the answer in it
and may hold "event": "e2", the id of its event. ``{{token}}`` in a message is the progress token of the call, "ID" as
an id becomes the id of the call.
"""

import asyncio
import contextlib
import json
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.mcp_script import Answer
from tests.scripted_mcp import Scripted, main
from tests.scripted_mcp_server import HttpRequest, ScriptedServer, parsed, send

_STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


class ScriptedSessions(Scripted):
    """The server seen from the test; ``requests("GET")`` and the like give what was not a POST."""

    module = "tests.scripted_sessions"

    def answers(self) -> list[dict[str, Any]]:
        """The answers to the server's own requests, in order."""
        return [entry["body"] for entry in self.requests() if entry["verb"] == "POST" and entry["method"] is None]

    def verbs(self, verb: str) -> list[dict[str, Any]]:
        return [entry for entry in self.requests() if entry["verb"] == verb]


@contextmanager
def scripted_sessions(script: Mapping[str, Any]) -> Iterator[ScriptedSessions]:
    """Run the server in its own process for the length of the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = ScriptedSessions(script, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


class SessionServer(ScriptedServer):
    """Serves ``/mcp`` as a server of the 2025 era."""

    def __init__(self, script: Mapping[str, Any], record: Path | None) -> None:
        super().__init__({}, record)
        self._begin(script)

    def _begin(self, plan: Mapping[str, Any]) -> None:
        self._plan = plan
        self._sessions: set[str] = set()
        self._forgotten = 0
        self._answered: dict[str, asyncio.Future[Any]] = {}
        self._unasked: asyncio.Queue[bytes] = asyncio.Queue()
        self._taken_up: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

    async def serve_one(self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        if request.target.startswith("/__script__"):
            self._begin(json.loads(request.body))
            return await send(writer, Answer(b"{}"))
        if not request.target.startswith("/mcp"):
            return await super().serve_one(request, reader, writer)
        message = parsed(request.body)
        await self.note(message, request)
        session = request.headers.get("mcp-session-id")
        if session is not None and session not in self._sessions:
            return await send(writer, self._no_session())
        match request.verb:
            case "POST" if isinstance(message, dict):
                return await self._post(message, session, writer)
            case "GET":
                return await self._get(request, writer)
            case "DELETE" if session is not None:
                self._sessions.discard(session)
                return await send(writer, Answer())
            case _:
                return await send(writer, Answer(status=400))

    async def _post(self, message: dict[str, Any], session: str | None, writer: asyncio.StreamWriter) -> bool:
        match message.get("method"):
            case "initialize":
                return await send(writer, self._handshake(message))
            case _ if session is None and self._plan.get("sessions", True):
                error = {"code": -32600, "message": "Bad Request: Missing session ID"}
                return await send(writer, Answer(_message({"id": None, "error": error}), status=400))
            case "tools/call" if self._forgotten < self._plan.get("forgets", 0):
                self._forgotten += 1
                self._sessions.clear()
                return await send(writer, self._no_session())
            case "tools/call":
                await self._call(message, writer)
                return False
            case "tools/list":
                return await send(writer, _result(message, {"tools": self._plan.get("tools", [])}))
            case "ping":
                return await send(writer, _result(message, {}))
            case None if "refuses_answers" in self._plan:
                return await send(writer, Answer(status=self._plan["refuses_answers"]))
            case None:
                self._answer_to(message.get("id")).set_result(message)
            case method if "id" in message:
                error = {"code": -32601, "message": f"Method not found: {method}"}
                return await send(writer, Answer(_message({"id": message["id"], "error": error}), status=400))
        return await send(writer, Answer(status=202))

    def _handshake(self, message: Mapping[str, Any]) -> Answer:
        if "initialize" in self._plan:
            error = {"jsonrpc": "2.0", "id": message["id"], "error": self._plan["initialize"]}
            return Answer(json.dumps(error).encode(), status=400)
        info = {"name": "old", "version": "3"}
        result = {"protocolVersion": self._plan.get("version", "2025-11-25"), "capabilities": {}, "serverInfo": info}
        answer = _result(message, {**result, "instructions": "Ask first."})
        if self._plan.get("sessions", True):
            session = uuid.uuid4().hex
            self._sessions.add(session)
            answer.headers = {"Mcp-Session-Id": session}
        return answer

    def _no_session(self) -> Answer:
        error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "Session not found"}}
        return Answer(json.dumps(error).encode(), status=self._plan.get("forget_status", 404))

    async def _get(self, request: HttpRequest, writer: asyncio.StreamWriter) -> bool:
        if "last-event-id" in request.headers:
            if not self._plan.get("resumes", True):
                return await send(writer, Answer(status=405))
            self._taken_up.put_nowait(writer)
            await writer.wait_closed()
            return False
        if "get" in self._plan:
            return await send(writer, Answer(status=self._plan["get"]))
        writer.write(_STREAM)
        while True:
            await writer.drain()
            writer.write(await self._unasked.get())

    async def _call(self, message: Mapping[str, Any], writer: asyncio.StreamWriter) -> None:
        steps = self._plan.get("call", [{"text": "ok"}])
        if "json" not in steps[-1]:
            writer.write(_STREAM)
        for step in steps:
            match step:
                case {"together": list() as several}:
                    writer.write(b"".join(self._event(step, self._filled(each, message)) for each in several))
                case {"send": sent, "on": "get"}:
                    self._unasked.put_nowait(self._event(step, self._filled(sent, message)))
                case {"send": sent}:
                    writer.write(self._event(step, self._filled(sent, message)))
                case {"await": awaited}:
                    await self._answer_to(awaited)
                case {"hold": gate}:
                    await self._gate(gate).wait()
                case {"break": True}:
                    writer.close()
                    writer = await self._taken_up.get()
                    writer.write(_STREAM)
                case {"forget": True}:
                    self._sessions.clear()
                case {"text": text}:
                    result = {"content": [{"type": "text", "text": text}]}
                    writer.write(self._event(step, self._filled({"id": "ID", "result": result}, message)))
                case {"error": error}:
                    writer.write(self._event(step, self._filled({"id": "ID", "error": error}, message)))
                case {"json": whole}:
                    await send(writer, Answer(self._filled(whole, message).encode()))
                case _:
                    writer.write(self._event({"event": step["id"], "retry": step["retry"]}, ""))
            with contextlib.suppress(ConnectionError):
                await writer.drain()
        writer.close()

    def _answer_to(self, request_id: Any) -> asyncio.Future[Any]:
        key = json.dumps(request_id)
        return self._answered.setdefault(key, asyncio.get_running_loop().create_future())

    def _event(self, step: Mapping[str, Any], data: str) -> bytes:
        lines = [f"id: {step['event']}"] if "event" in step else []
        lines += [f"retry: {step['retry']}"] if "retry" in step else []
        return ("\n".join([*lines, f"data: {data}"]) + "\n\n").encode()

    def _filled(self, value: Any, call: Mapping[str, Any]) -> str:
        batch = value if isinstance(value, list) else [value]
        text = json.dumps([{"jsonrpc": "2.0", **each} for each in batch])
        text = text.replace('"id": "ID"', f'"id": {json.dumps(call["id"])}')
        token = call["params"].get("_meta", {}).get("progressToken")
        text = text.replace('"{{token}}"', json.dumps(token))
        for key, answer in self._answered.items():
            if answer.done():
                said = {name: answer.result()[name] for name in ("result", "error") if name in answer.result()}
                text = text.replace("{{" + key.strip('"') + "}}", json.dumps(json.dumps(said))[1:-1])
        return text if isinstance(value, list) else text[1:-1]


def _message(fields: Mapping[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **fields}).encode()


def _result(message: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    return Answer(_message({"id": message["id"], "result": result}))


if __name__ == "__main__":
    main(SessionServer)
