"""A real MCP server (2026-07-28) in its own process that replies as a script says and records all it is asked.

Use ``with scripted_mcp(script) as server`` in tests, or ``python -m tests.scripted_mcp --port N --script FILE``. The
process prints ``READY <address>`` once it listens. A script is an object, every part of it optional:

    {"server": {"name": "bank", "version": "1"}, "instructions": "…",     what server/discover says
     "tools": [{"name": "drop_table", "inputSchema": {…}, …}],            listed exactly as they stand here
     "page_size": 2, "ttl_ms": 60000,                                     of tools/list
     "calls": {"drop_table": [STEP, STEP, …],                             one sequence, in the order of arrival
               "deploy": {"by": "state", "steps": [STEP, …]}},            each call its own sequence, see below
     "answers": {"tools/list": [STEP, …], "server/discover": [STEP, …]}}  instead of the usual answers

The last step of a sequence is repeated. A listed tool without a plan says "ok".

``by`` keeps calls of one tool apart:
- ``"state"``: a request without a state plays the first step; one with a state plays the step after the one that gave
  that state, as often as it comes, and also after a restart. A state never given is refused with -32602. With
  ``"single_use": true`` a second use is refused too, with the reason ``state_used``.
- ``"arguments"``, ``"arguments.table"``, ``"headers.authorization"``, …: one sequence for each value.

A STEP is one of
    {"text": "It is done."}                        a finished call; "is_error": true makes it a tool error
    {"ask": {"sure": {"message": "…", "requestedSchema": {…}}}, "explanation": "…"}
                                                   input_required with these forms and a fresh state; "state": "text"
                                                   gives that state, "state": false none; {"state": true} asks nothing
    {"result": {…}}                                this very result
    {"error": {"code": -32603, "message": "…"}}    a JSON-RPC error
    {"status": 503}                                an empty HTTP answer; beside the others it only sets the status
    {"raw": "…"} or {"raw_base64": "…"}            these very bytes; "content_type" beside it
    {"behaviour": "drop_before_effect"}            the connection is closed, nothing has happened
    {"behaviour": "drop_connection_before_reply"}  the tool has run, the connection is closed without a reply
    {"behaviour": "drop_mid_reply"}                the tool has run, half of the reply is sent
    {"behaviour": "hang"}                          the tool has run, the reply never comes
    {"behaviour": "huge", "bytes": 10500000}       a reply of that size
    {"choose": "input_responses.sure.action", "cases": {"accept": STEP, …}, "otherwise": STEP}
and may also hold
    "as": "sse"         the reply as an event stream, after a ping, a notification and a reply to somebody else
    "piece": 7          written seven bytes at a time
    "headers": {…}      more HTTP headers
    "hold": "gate"      the reply waits for ``server.release("gate")``
    "effect": true      whether this counts as the tool having run; by default a finished call without error does

Texts may hold ``{{arguments}}``, ``{{arguments.table}}``, ``{{input_responses.sure.content}}``, ``{{request_state}}``,
``{{new_state}}``, ``{{id}}``, ``{{name}}``, ``{{number}}`` (how many-eth call of the sequence), ``{{cursor}}``,
``{{headers.mcp-name}}``. A text that is nothing but one template becomes the value itself, else its JSON text goes in.

``requests()`` gives all requests so far, over restarts: ``method``, ``id``, ``params``, ``body`` (parsed), ``raw`` (as
it came), ``headers`` (a dict, names in lower case), ``header_lines`` (pairs, as they came), ``effect``.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.scripted_mcp_server import ScriptedServer

ROOT = Path(__file__).parent.parent


class Scripted:
    """A scripted server seen from the test. Its methods block; in async tests call the waiting ones in a thread."""

    module = "tests.scripted_mcp"

    def __init__(self, script: Mapping[str, Any], folder: Path) -> None:
        self._script_file = folder / "script.json"
        self._record_file = folder / "requests.jsonl"
        self._script_file.write_text(json.dumps(script))
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.url = ""

    def start(self) -> None:
        """Start, or start again on the same port; the script begins anew, the record goes on."""
        command = [sys.executable, "-m", self.module, "--port", str(self._port), "--with-parent"]
        command += ["--script", str(self._script_file), "--record", str(self._record_file)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        word, _, self.url = self._process.stdout.readline().strip().partition(" ")
        if word != "READY":
            self.stop()
            raise RuntimeError("The scripted server did not start.")
        self._port = urlsplit(self.url).port or 0

    def stop(self) -> None:
        """Kill it: open connections break, new ones are refused."""
        if self._process is None:
            return
        self._process.kill()
        with self._process:
            self._process = None

    def replace(self, script: Mapping[str, Any]) -> None:
        """Go on with another script from now on."""
        self._script_file.write_text(json.dumps(script))
        self._ask("/__script__", json.dumps(script).encode())

    def begin_anew(self, script: Mapping[str, Any]) -> None:
        """Another script and an empty record: as good as a new server, in a tenth of the time."""
        self.replace(script)
        self._ask("/__forget__", b"")

    def release(self, hold: str) -> None:
        """Let the replies go that wait for this name, now and later."""
        self._ask(f"/__release__?{urlencode({'hold': hold})}", b"")

    def requests(self, method: str | None = None) -> list[dict[str, Any]]:
        """Every request so far, or those of one method."""
        lines = self._record_file.read_text().splitlines() if self._record_file.exists() else []
        return [entry for entry in map(json.loads, lines) if method is None or entry["method"] == method]

    def calls(self, tool: str | None = None) -> list[dict[str, Any]]:
        """Every ``tools/call`` so far, or those of one tool."""
        return [call for call in self.requests("tools/call") if tool is None or call["params"]["name"] == tool]

    def effects(self, tool: str | None = None) -> list[dict[str, Any]]:
        """The calls with which the tool really ran."""
        return [call for call in self.calls(tool) if call["effect"]]

    def wait_for_calls(self, count: int) -> None:
        """Return once so many ``tools/call`` requests have arrived."""
        self._ask(f"/__arrived__?{urlencode({'at_least': count, 'method': 'tools/call'})}")

    def wait_for_requests(self, count: int, method: str | None = None) -> None:
        """Return once so many requests of this method, or of any, have arrived."""
        wanted = {"at_least": count} | ({} if method is None else {"method": method})
        self._ask(f"/__arrived__?{urlencode(wanted)}")

    def wait_for_method(self, method: str, count: int = 1) -> None:
        """Return once so many requests of one method have arrived."""
        self._ask(f"/__arrived__?{urlencode({'at_least': count, 'method': method})}")

    def wait_until_left(self, count: int = 1) -> None:
        """Return once so many clients have closed a connection on which their reply was hanging or held."""
        self._ask(f"/__left__?{urlencode({'at_least': count})}")

    def _ask(self, path: str, body: bytes | None = None) -> bytes:
        with contextlib.closing(HTTPConnection("127.0.0.1", self._port, timeout=30)) as connection:
            connection.request("GET" if body is None else "POST", path, body)
            return connection.getresponse().read()


@contextmanager
def scripted_mcp(script: Mapping[str, Any]) -> Iterator[Scripted]:
    """Run the server in its own process for the length of the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = Scripted(script, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def main(serve: type[ScriptedServer] = ScriptedServer) -> None:
    parser = argparse.ArgumentParser(description="An MCP server that replies as a script says.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path, required=True)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--with-parent", action="store_true", help="end when standard input is closed")
    options = parser.parse_args()
    if options.with_parent:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    server = serve(json.loads(options.script.read_text()), options.record)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve(options.port))


if __name__ == "__main__":
    main()
