"""The wheel in somebody else's Django project: what docs/use-in-django.md says is put together and run."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.scripted_mcp import scripted_mcp

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "use-in-django.md"
PLAIN_DJANGO = """\
from pathlib import Path

BASE_DIR = Path(__file__).parent.parent
SECRET_KEY = "only-for-this-test"
ALLOWED_HOSTS = ["testserver"]
ROOT_URLCONF = "project.urls"
STATIC_URL = "/static/"
LOGIN_URL = "/sign-in/"
USE_TZ = True
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": BASE_DIR / "db.sqlite3",
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL"},
    }
}
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]
"""
A_VISIT = """\
import asyncio, importlib.util, io, json, os, re, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
import django
django.setup()

from channels.testing import ApplicationCommunicator, WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from interrupts.database import in_database
from mcpbridge.client import Address, call_tool, inside_client, list_tools
from project.asgi import application
from interrupts.engine import Engine
from project.start import ask_the_clerk
from refunds.asking import ask_for_refund
from refunds.models import Refund
from refunds.withdrawing import forget_refund

told = {"chat": importlib.util.find_spec("chatsite") is not None}


async def read_until(socket, pattern):
    while True:
        if found := re.search(pattern, await socket.receive_from(timeout=20), re.DOTALL):
            return found[1]


def answer(client, question):
    told["inbox"] = client.get("/inbox/").content.decode()
    told["page"] = client.get(f"/interrupts/{question}/").content.decode()
    told["invalid"] = client.post(f"/interrupts/{question}/answer/", {"action": "accept"}).status_code
    reply = client.post(f"/interrupts/{question}/answer/", {"action": "accept", "f0": "true"})
    told["status"], told["leads_to"] = reply.status_code, reply["Location"]
    told["closed"] = client.get(reply["Location"]).content.decode()
    told["second"] = client.post(f"/interrupts/{question}/answer/", {"action": "decline"}).status_code


async def use_own_tools():
    made = io.StringIO()
    await in_database(call_command, "mcptoken", "make", "ana", "laptop", stdout=made, stderr=io.StringIO())
    there = Address("http://testserver/mcp/", {"Authorization": f"Bearer {made.getvalue().strip()}"})
    http = inside_client(application)
    tools = {tool.name: tool for tool in (await list_tools(there, http=http)).tools}

    async def call(tool, **more):
        what = {"capabilities": {"elicitation": {}}, "arguments": {"customer": "Bob"}, "http": http}
        return await call_tool(there, tool=tools[tool], **what, **more)

    asked = await call("forget_refunds", request_id="1")
    (request,) = asked.requests
    yes = {request.key: {"action": "accept", "content": {}}}
    done = await call("forget_refunds", request_id="2", input_responses=yes, request_state=asked.request_state)
    counted = await call("count_refunds", request_id="3")
    told["own tools"] = [request.params["message"], *(each.result["content"][0]["text"] for each in (done, counted))]


async def visit(address):
    await in_database(call_command, "addserver", "bank", address, stdout=sys.stderr)
    ana = await in_database(get_user_model().objects.create_user, "ana")
    client = Client()
    await in_database(client.force_login, ana)
    life = ApplicationCommunicator(application, {"type": "lifespan"})
    await life.send_input({"type": "lifespan.startup"})
    await life.receive_output(timeout=20)
    thread = await in_database(ask_the_clerk, ana, "drop orders")
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    socket = WebsocketCommunicator(application, f"/ws/?thread={thread.pk}", headers=headers)
    await socket.connect()
    approval = await read_until(socket, r'data-interrupt="([^"]+)" data-status="pending" data-kind="approval"')
    await in_database(client.post, f"/interrupts/{approval}/answer/", {"action": "accept"})
    question = await read_until(socket, r'data-interrupt="([^"]+)" data-status="pending" data-kind="form"')
    await in_database(answer, client, question)
    told["said"] = await read_until(socket, r"(The bank says: [^<]+)")
    told["health"] = (await in_database(client.get, "/healthz")).json()
    await use_own_tools()
    await socket.disconnect()
    await life.send_input({"type": "lifespan.shutdown"})
    await life.receive_output(timeout=20)
    await life.wait(timeout=20)


def ask_about_refunds():
    clerk, client = get_user_model().objects.create_user("clerk"), Client()
    client.force_login(clerk)
    granted, refused, forgotten = (ask_for_refund(clerk, name, 500) for name in ("Bob", "Eve", "Joe"))
    told["refund"] = client.get(f"/interrupts/{granted.question}/").content.decode()

    def decide(refund, **fields):
        return client.post(f"/interrupts/{refund.question}/answer/", fields).status_code

    told["too much"] = decide(granted, action="accept", f0="501")
    decide(granted, action="accept", f0="450", f1="sorry")
    decide(refused, action="decline")
    forget_refund(forgotten)
    told["forgotten"] = decide(forgotten, action="accept", f0="1")


async def deliver():
    engine = Engine()
    await engine.until_idle()
    await engine.stop()


call_command("migrate", verbosity=0, run_syncdb=True)
asyncio.run(visit(sys.argv[1]))
ask_about_refunds()
asyncio.run(deliver())
told["refunds"] = [[refund.customer, refund.cents, refund.state] for refund in Refund.objects.order_by("pk")]
print(json.dumps(told))
"""
SURE = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
BANK = {
    "tools": [{"name": "drop_table", "inputSchema": {"type": "object", "properties": {"table": {"type": "string"}}}}],
    "calls": {
        "drop_table": {
            "by": "state",
            "steps": [{"ask": {"q": {"message": "Drop it?", "requestedSchema": SURE}}}, {"text": "dropped"}],
        }
    },
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without the network and unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [os.environ.get("UV", "uv"), "build", "--offline", "--wheel", "--quiet", "--out-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert built.returncode == 0, built.stderr
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Django project made of nothing but Django's own and the blocks of the guide, each named by its first line."""
    folder = tmp_path_factory.mktemp("bank")
    for language, block in re.findall(r"```(python|html)\n(.*?)```", GUIDE.read_text(), re.DOTALL):
        name = re.match(r"(?:# |\{# )(\S+)", block)
        assert name, f"a block of {language} does not say which file it is: {block[:60]}"
        file = folder / name[1]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text((PLAIN_DJANGO if file.name == "settings.py" else "") + block)
    (folder / "visit.py").write_text(A_VISIT)
    return folder


def run(project: Path, wheel: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where nothing of this folder can be imported but what is in the wheel.

    Without ``site`` the link that puts this folder on the path is not followed; the packages are named instead.
    """
    path = os.pathsep.join(map(str, (project, wheel, sysconfig.get_paths()["purelib"])))
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-S", "-W", "error", *arguments],
        cwd=project,
        env={**inherited, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture(scope="module")
def visited(project: Path, wheel: Path) -> Iterator[dict[str, Any]]:
    """What a person saw in that project, and what its server was asked."""
    with scripted_mcp(BANK) as bank:
        went = run(project, wheel, "visit.py", bank.url)
        assert went.returncode == 0, went.stderr
        yield json.loads(went.stdout) | {"calls": bank.calls(), "log": went.stderr}


def test_the_wheel_holds_the_two_libraries_and_nothing_of_the_chat(wheel: Path) -> None:
    assert {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")} == {
        "interrupts",
        "mcpbridge",
    }


@pytest.mark.parametrize("room", ["interrupts", "mcpbridge"])
def test_the_wheel_holds_every_file_of_a_library(wheel: Path, room: str) -> None:
    def files(folder: Path) -> set[str]:
        found = (path for path in (folder / room).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(folder).as_posix() for path in found}

    assert files(wheel) == files(ROOT)
    assert room == "mcpbridge" or any(name.endswith("head.html") for name in files(wheel))


def test_django_finds_nothing_wrong_with_the_project(project: Path, wheel: Path) -> None:
    code = textwrap.dedent("""
        import os, django
        os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
        django.setup()
        from django.core.management import call_command
        call_command("check", fail_level="WARNING")
        call_command("makemigrations", check=True, dry_run=True)
    """)

    checked = run(project, wheel, "-c", code)

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_chat_is_not_there(visited: dict[str, Any]) -> None:
    assert visited["chat"] is False


def test_a_question_is_asked_and_its_answer_resumes_the_call(visited: dict[str, Any]) -> None:
    _, second = visited["calls"]

    assert second["params"]["inputResponses"] == {"q": {"action": "accept", "content": {"sure": True}}}
    assert visited["said"].strip() == "The bank says: dropped"


def test_answers_are_taken_as_in_the_chat(visited: dict[str, Any]) -> None:
    assert (visited["invalid"], visited["status"], visited["second"]) == (422, 302, 409)


def test_without_a_page_for_threads_an_answer_leads_to_its_question(visited: dict[str, Any]) -> None:
    assert re.fullmatch(r"/interrupts/[0-9a-f-]{36}/", visited["leads_to"])
    assert 'data-status="resolved"' in visited["closed"]


@pytest.mark.parametrize("page", ["inbox", "page", "closed"])
def test_pages_stand_in_the_frame_of_the_project(visited: dict[str, Any], page: str) -> None:
    assert "– Bank</title>" in visited[page]
    assert 'id="waiting"' in visited[page]


def test_the_inbox_and_the_page_show_the_question(visited: dict[str, Any]) -> None:
    assert "Drop it?" in visited["inbox"]
    assert 'name="f0"' in visited["page"]


def test_the_engine_of_the_project_is_alive(visited: dict[str, Any]) -> None:
    assert visited["health"]["status"] == "ok"


def test_a_question_from_code_has_its_fields_filled_in(visited: dict[str, Any]) -> None:
    assert "Refund Bob?" in visited["refund"]
    assert 'name="f0" value="500"' in visited["refund"]
    assert visited["too much"] == 422


def test_answers_to_questions_from_code_reach_their_handler(visited: dict[str, Any]) -> None:
    assert visited["refunds"] == [["Bob", 450, "granted"], ["Eve", 500, "refused"], ["Joe", 500, "asked"]]


def test_a_question_from_code_that_was_withdrawn_takes_no_answer(visited: dict[str, Any]) -> None:
    assert visited["forgotten"] == 409


def test_tools_of_the_project_are_served_and_ask(visited: dict[str, Any]) -> None:
    assert visited["own tools"] == ["Delete 0 refunds of Bob?", "ana deleted the refunds of Bob.", "Bob has 0."]


def test_nothing_is_logged_that_asks_for_attention(visited: dict[str, Any]) -> None:
    assert "Traceback" not in visited["log"]
    assert "lost" not in visited["log"]
