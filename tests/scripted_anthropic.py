"""A real server that speaks Anthropic's Messages with written replies: in its own process, strict about its requests.

Use ``with scripted_anthropic(script) as server``. A script is a list of replies, given out one by one, or an object of
``replies`` and ``api_key`` (else 401). A reply is a text, or an object of: ``blocks`` (``text``, ``thinking``, or
``tool_use`` with ``id``, ``name`` and ``input``, an object or raw text), ``stop_reason``, ``usage``, ``error_event``
(an error after the blocks, in the stream), ``cut_after``, ``end_after`` and ``stall_after`` (so many events, then the
connection breaks, ends in good order, or falls silent until the client leaves), ``status`` with ``error`` (type and
message) and ``headers``, ``raw`` (this very body).
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.anthropic_script import Script, events_of
from tests.scripted_openai import ROOT, Handler, Scripted, ScriptedServer


@contextmanager
def scripted_anthropic(script: list[Any] | dict[str, Any]) -> Iterator[Scripted]:
    """Run the server in its own process for the length of the block; ``url`` is what ANTHROPIC_BASE_URL wants."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "script.json")
        file.write_text(json.dumps(script))
        command = [sys.executable, "-m", "tests.scripted_anthropic", "--script", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            try:
                assert process.stdout is not None
                word, _, address = process.stdout.readline().strip().partition(" ")
                if word != "READY":
                    raise RuntimeError("the scripted server did not start")
                yield Scripted(address)
            finally:
                process.terminate()


class AnthropicHandler(Handler):
    completions = "/v1/messages"
    key_header = "x-api-key"

    def _error(self, reply: dict[str, Any]) -> dict[str, Any]:
        error = reply.get("error", {"type": "api_error", "message": "scripted"})
        error = {"type": "invalid_request_error", "message": error} if isinstance(error, str) else error
        return {"type": "error", "error": error}

    def _lines(self, reply: dict[str, Any]) -> Iterator[str]:
        for event in events_of(reply, reply["request"]["model"]):
            yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


def main() -> None:
    """Serve one script until terminated."""
    parser = argparse.ArgumentParser(description="A server that speaks Anthropic's Messages with written replies.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path, required=True)
    options = parser.parse_args()
    script = json.loads(options.script.read_text())
    with ScriptedServer(options.port, script, play=Script, handler=AnthropicHandler) as server:
        sys.stdout.write(f"READY http://127.0.0.1:{server.server_port}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
