"""A real OpenAI-compatible server with written replies: in its own process, strict about what it is sent.

Use ``with scripted_openai(script) as server`` in tests, or ``python -m tests.scripted_openai --port N --script FILE``.
The process prints ``READY <address>`` once it listens. A script is a list of replies, given out one by one:

    ["Hello.", {"tool_calls": [{"name": "drop_table", "arguments": {"table": "orders"}}]}, {"status": 429}]

or rules, which make the reply a function of the conversation, for any thread and any number of them:

    {"mode": "rules", "rules": [
        {"after_tool_results": {"text": "It says: {results}"}},
        {"when_last_user_contains": "drop table orders", "reply": {"tool_calls": [...]}},
        {"when_last_user_matches": "drop table (\\w+)", "reply": {"tool_calls": [{"name": "drop_table",
                                                                  "arguments": {"table": "{1}"}}]}}],
     "otherwise": "I have no reply to that."}

The first rule that fits is used. A reply is a text, or an object of:
``text`` (a string, or the chunks as a list), ``tool_calls`` (``name`` may be the end of a listed tool's name;
``arguments`` an object or raw text; ``id``), ``finish_reason``, ``usage``, ``plain`` (one JSON body, no stream),
``pieces`` (characters of the arguments per chunk), ``cut_after`` (break the connection after so many chunks),
``end_after`` (end it in good order),
``stall_after`` (fall silent after so many chunks, until the client leaves), ``pace`` (seconds between chunks),
``status`` with ``error`` and ``headers``, ``raw`` with ``content_type`` (this very body); ``reasoning_content``,
``reasoning``, ``reasoning_details`` and ``refusal`` (lists of the pieces to send). ``tests.model_ways`` has a reply for
each way to break.

A script object may also hold ``api_key`` (else 401) and ``models`` (else 404). ``GET /__requests__`` gives what was
asked, ``GET /__ended__?request=0`` waits for that request's end and says how it ended: complete, cut or client_closed;
``POST /__script__`` begins anew with another script.
"""

import argparse
import json
import select
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.openai_script import Script, Unacceptable, chunks_of, message_of

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Scripted:
    """A running server: ``url`` is what OPENAI_BASE_URL wants."""

    url: str

    def requests(self) -> list[dict[str, Any]]:
        """Give every request to /chat/completions so far: ``body``, ``authorization``, ``port`` and ``refused``."""
        return self._get("/__requests__")

    def ended(self, request: int) -> str:
        """Wait until the numbered request is over and say how it ended: complete, cut or client_closed."""
        return self._get(f"/__ended__?request={request}")["how"]

    def play(self, script: list[Any] | dict[str, Any]) -> None:
        """Begin anew with another script, nothing asked so far: a process serves many tests."""
        self._ask("/__script__", json.dumps(script).encode())

    def _get(self, path: str) -> Any:
        return self._ask(path)

    def _ask(self, path: str, body: bytes | None = None) -> Any:
        with urllib.request.urlopen(self.url.removesuffix("/v1") + path, data=body, timeout=30) as answer:
            return json.load(answer)


@contextmanager
def scripted_openai(script: list[Any] | dict[str, Any]) -> Iterator[Scripted]:
    """Run the server in its own process for the length of the block."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "script.json")
        file.write_text(json.dumps(script))
        command = [sys.executable, "-m", "tests.scripted_openai", "--port", "0", "--script", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            try:
                assert process.stdout is not None
                word, _, address = process.stdout.readline().strip().partition(" ")
                if word != "READY":
                    raise RuntimeError("the scripted server did not start")
                yield Scripted(address)
            finally:
                process.terminate()


class ScriptedServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, script: Any, *, play: Any = Script, handler: Any = None) -> None:
        super().__init__(("127.0.0.1", port), handler or Handler)
        self._play = play
        self.script = play(script)
        self.seen: list[dict[str, Any]] = []
        self.endings: dict[int, str] = {}
        self.changed = threading.Condition()

    def play(self, script: list[Any] | dict[str, Any]) -> None:
        """Begin anew with this script."""
        self.script = self._play(script)
        self.seen, self.endings = [], {}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet: clients that leave early are part of the script."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ScriptedServer
    completions = "/chat/completions"
    key_header = "Authorization"

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: only READY goes to stdout."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/__requests__":
            with self.server.changed:
                self._send_json(200, self.server.seen)
        elif parts.path == "/__ended__":
            number = int(parse_qs(parts.query)["request"][0])
            with self.server.changed:
                self.server.changed.wait_for(lambda: number in self.server.endings, timeout=20)
                self._send_json(200, {"how": self.server.endings.get(number, "still open")})
        elif parts.path.endswith("/models"):
            self._send_json(200, {"object": "list", "data": [{"id": name} for name in self.server.script.models]})
        else:
            self._send_json(404, {"error": {"message": "no such page"}})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path == "/__script__":
            with self.server.changed:
                self.server.play(json.loads(body))
            self._send_json(200, {})
            return
        if not self.path.split("?")[0].endswith(self.completions):
            self._send_json(404, {"error": {"message": "no such page"}})
            return
        number, answer = self._decide(body)
        how = "client_closed"
        try:
            how = self._answer(answer)
        except OSError:
            self.close_connection = True
        finally:
            with self.server.changed:
                self.server.endings[number] = how
                self.server.changed.notify_all()

    def _decide(self, body: bytes) -> tuple[int, dict[str, Any]]:
        """Record the request and choose its reply, one request at a time."""
        refused: str | None = None
        with self.server.changed:
            try:
                document = json.loads(body)
                reply = self.server.script.reply_to(document, self.headers.get(self.key_header, ""))
            except Unacceptable as error:
                refused, reply = str(error), {"status": error.status, "error": str(error)}
                document = json.loads(body)
            except ValueError as error:
                refused, reply = str(error), {"status": 400, "error": f"no JSON: {error}"}
                document = None
            self.server.seen.append(
                {
                    "body": document,
                    "authorization": self.headers.get(self.key_header),
                    "refused": refused,
                    "port": self.client_address[1],
                }
            )
            return len(self.server.seen) - 1, {**reply, "request": document}

    def _answer(self, reply: dict[str, Any]) -> str:
        if "status" in reply:
            self._send_json(reply["status"], self._error(reply), reply.get("headers", {}))
        elif "raw" in reply:
            self._send(200, reply["raw"].encode(), reply.get("content_type", "text/event-stream"))
        elif reply.get("plain") or not reply["request"].get("stream"):
            self._send_json(200, message_of(reply))
        else:
            return self._stream(reply)
        return "complete"

    def _error(self, reply: dict[str, Any]) -> dict[str, Any]:
        error = reply.get("error", "scripted error")
        return {"error": {"message": error, "type": "scripted"}} if isinstance(error, str) else error

    def _lines(self, reply: dict[str, Any]) -> Iterator[str]:
        for chunk in [*chunks_of(reply), "[DONE]"]:
            yield f"data: {chunk if isinstance(chunk, str) else json.dumps(chunk)}\n\n"

    def _stream(self, reply: dict[str, Any]) -> str:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, line in enumerate(self._lines(reply)):
            if number == reply.get("cut_after"):
                self.close_connection = True
                return "cut"
            if number == reply.get("end_after"):
                break
            if number == reply.get("stall_after"):
                return self._wait_for_the_client_to_leave()
            if number and reply.get("pace"):
                time.sleep(reply["pace"])
            data = line.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")
        return "complete"

    def _wait_for_the_client_to_leave(self) -> str:
        select.select([self.connection], [], [], 60)
        self.close_connection = True
        return "client_closed"

    def _send_json(self, status: int, document: Any, headers: dict[str, str] | None = None) -> None:
        self._send(status, json.dumps(document).encode(), "application/json", headers)

    def _send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        # Not send_response: it adds a date, and a script may have one of its own.
        self.send_response_only(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    """Serve one script until terminated."""
    parser = argparse.ArgumentParser(description="An OpenAI-compatible server with written replies.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path, required=True)
    options = parser.parse_args()
    with ScriptedServer(options.port, json.loads(options.script.read_text())) as server:
        sys.stdout.write(f"READY http://127.0.0.1:{server.server_port}/v1\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
