"""``/mcp/`` of a started site: its own tools for the official client, in both eras, behind each web server."""

import asyncio
import hashlib
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from tests.chatsite.started import ROOT, Started, environment, serving

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.chatsite.tools_settings"}
ERAS = ("2026-07-28", "legacy")


class Site:
    """A running site and a token of its administrator."""

    def __init__(self, started: Started, data: Path, token: str) -> None:
        self.started, self.data, self.token = started, data, token
        self.url = f"{started.address}/mcp/"

    def post(self, **headers: str) -> httpx.Response:
        """A bare request for the list of tools."""
        meta = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
        }
        ours = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/list",
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
        return httpx.post(self.url, json=body, headers=ours | headers, timeout=20)

    def as_owner(self, **headers: str) -> httpx.Response:
        return self.post(Authorization=f"Bearer {self.token}", **headers)

    def sql(self, statement: str, *values: Any) -> None:
        with closing(sqlite3.connect(self.data / "sayso.sqlite3", timeout=20)) as database, database:
            database.execute(statement, values)

    def new_token(self, name: str) -> str:
        """A token of the administrator, as ``mcptoken`` makes it."""
        digest = hashlib.sha256(f"mcp_{name}".encode()).hexdigest()
        self.sql(
            "INSERT INTO interrupts_accesstoken (person_id, name, digest, created_at) VALUES (1, ?, ?, datetime())",
            name,
            digest,
        )
        return f"mcp_{name}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("data")
    with serving(data, "--no-samples", "--no-engine", migrated=True, **SETTINGS) as started:
        site = Site(started, data, "")
        site.token = site.new_token("tests")
        yield site


def call(url: str, token: str, era: str, tool: str, answer: str = "accept", **arguments: Any) -> tuple[str, list[str]]:
    """What the official client gets of a tool, and the questions it was asked on the way."""
    asked: list[str] = []

    async def say(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action=answer, content={} if answer == "accept" else None)

    async def go() -> str:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(streamable_http_client(url, http_client=http), mode=era, elicitation_callback=say) as client,
        ):
            result = await client.call_tool(tool, arguments)
            return "".join(block.text for block in result.content)

    return asyncio.run(go()), asked


@pytest.mark.parametrize("era", ERAS)
def test_the_official_client_calls_a_tool_in_the_name_of_the_token_s_owner(site: Site, era: str) -> None:
    assert call(site.url, site.token, era, "who_am_i") == ("You are admin.", [])


@pytest.mark.parametrize("era", ERAS)
def test_a_tool_asks_in_the_middle_and_goes_on_with_the_answer(site: Site, era: str) -> None:
    name = f"Ada{era[0]}"

    said, asked = call(site.url, site.token, era, "rename_me", name=name)

    assert asked == [f"Rename admin to {name}?"]
    assert said.endswith(f"{name} now.")


@pytest.mark.parametrize("era", ERAS)
def test_a_declined_tool_changes_nothing(site: Site, era: str) -> None:
    assert call(site.url, site.token, era, "rename_slowly", answer="decline", name="Eve")[0] == "Nothing was changed."


def test_without_a_token_nobody_is_let_in(site: Site) -> None:
    refused = site.post()

    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert "access token" in refused.json()["error"]["message"]


@pytest.mark.parametrize("header", ["Bearer mcp_wrong", "Bearer", "Basic YWRtaW46eA==", "Bearer \xe9"])
def test_a_wrong_token_is_refused(site: Site, header: str) -> None:
    assert site.post(Authorization=header.encode("latin1")).status_code == 401  # type: ignore[arg-type]


def test_an_expired_token_is_refused_and_a_revoked_one_too(site: Site) -> None:
    made = site.new_token("short")
    assert site.post(Authorization=f"Bearer {made}").status_code == 200

    site.sql("UPDATE interrupts_accesstoken SET expires_at = '2001-01-01 00:00:00' WHERE name = 'short'")
    expired = site.post(Authorization=f"Bearer {made}").status_code
    site.sql("UPDATE interrupts_accesstoken SET expires_at = NULL WHERE name = 'short'")
    alive = site.post(Authorization=f"Bearer {made}").status_code
    site.sql("DELETE FROM interrupts_accesstoken WHERE name = 'short'")

    assert (expired, alive, site.post(Authorization=f"Bearer {made}").status_code) == (401, 200, 401)


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null"])
def test_a_page_of_another_site_is_refused_even_with_a_token(site: Site, origin: str) -> None:
    assert site.as_owner(Origin=origin).status_code == 403
    assert site.as_owner(Origin=site.started.address).status_code == 200


def test_a_host_that_is_not_ours_is_refused(site: Site) -> None:
    assert site.as_owner(Host="evil.example").status_code == 400


def test_a_session_counts_on_pages_of_this_site_alone(site: Site) -> None:
    with httpx.Client() as browser:
        page = browser.get(site.started.link)
        browser.post(
            f"{site.started.address}/accounts/link/",
            data={
                "token": page.url.params["token"],
                "csrfmiddlewaretoken": browser.cookies["csrftoken"],
            },
            headers={"Origin": site.started.address},
        )
        cookie = f"sessionid={browser.cookies['sessionid']}"

    assert site.post(Cookie=cookie, Origin=site.started.address).status_code == 200
    assert site.post(Cookie=cookie, **{"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert site.post(Cookie=cookie).status_code == 401
    assert site.post(Cookie=cookie, **{"Sec-Fetch-Site": "same-site"}).status_code == 401


def test_a_tool_that_was_switched_off_is_neither_listed_nor_called(site: Site) -> None:
    assert "count_people" in site.as_owner().text

    site.sql("UPDATE interrupts_tool SET enabled = 0 WHERE name = 'count_people'")

    assert "count_people" not in site.as_owner().text
    with pytest.raises(BaseExceptionGroup, match="unhandled") as refused:
        call(site.url, site.token, "2026-07-28", "count_people")
    assert refused.group_contains(Exception, match="switched off", depth=None)


def test_what_a_rule_denies_is_refused(site: Site) -> None:
    assert call(site.url, site.token, "2026-07-28", "shout", text="hello")[0] == "HELLO"

    site.sql(
        "INSERT INTO interrupts_rule (effect, tool_id, arguments, reason)"
        " SELECT 'deny', id, '{\"text\": \"no\"}', 'Not that word.' FROM interrupts_tool WHERE name = 'shout'"
    )

    with pytest.raises(BaseExceptionGroup, match="unhandled") as refused:
        call(site.url, site.token, "2026-07-28", "shout", text="no")
    assert refused.group_contains(Exception, match="Not that word", depth=None)


def test_a_body_beyond_the_limit_of_the_site_is_refused(site: Site) -> None:
    big = httpx.post(site.url, content=b" " * 3_000_000, headers={"Authorization": f"Bearer {site.token}"}, timeout=20)

    assert big.status_code == 413


def _uvicorn(port: int) -> list[str]:
    return ["uvicorn", "chatsite.asgi:application", "--port", str(port)]


def _granian(port: int) -> list[str]:
    return ["granian", "chatsite.asgi:application", "--interface", "asgi", "--port", str(port)]


@contextmanager
def served_by(command: list[str], data: Path, ready: str) -> Iterator[subprocess.Popen[str]]:
    """The site under another web server, once it says that it answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment(data, SAYSO_ENGINE="none", **SETTINGS),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = iter(process.stdout.readline, "")
        assert any(ready in line for line in said)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


async def stop_with_an_open_session(url: str, token: str, stop: Callable[[], Any]) -> Any:
    """What stopping a server comes to while a session of a 2025-era client is open."""
    headers = {"Authorization": f"Bearer {token}"}
    with suppress(BaseExceptionGroup, MCPError):
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(streamable_http_client(url, http_client=http), mode="legacy") as client,
        ):
            await client.call_tool("who_am_i", {})
            return await asyncio.to_thread(stop)
    return None


@pytest.mark.parametrize(
    ("command", "ready"), [(_uvicorn, "startup complete"), (_granian, "Started worker")], ids=["uvicorn", "granian"]
)
def test_other_web_servers_serve_both_eras_and_end_in_peace(
    site: Site, command: Callable[[int], list[str]], ready: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/mcp/"

    with served_by(command(port), site.data, ready) as server:
        asked = [call(url, site.token, era, "rename_slowly", answer="decline", name="Eve") for era in ERAS]

        def stop() -> str:
            server.send_signal(signal.SIGTERM)
            return server.communicate(timeout=60)[0]

        # granian waits for open streams, whoever's they are, until it kills its worker.
        said = stop() if command is _granian else asyncio.run(stop_with_an_open_session(url, site.token, stop))

    assert asked == [("Nothing was changed.", ["Rename admin to Eve?"])] * 2
    assert (server.returncode in (0, -signal.SIGTERM), "Traceback" in said) == (True, False)


def test_the_site_stops_in_peace_while_a_session_is_open(site: Site) -> None:
    """The last one here: the others need the site."""
    code = asyncio.run(stop_with_an_open_session(site.url, site.token, site.started.stop))

    assert (code, site.started.errors) == (0, [])
