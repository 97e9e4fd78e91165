"""``manage.py serve`` from outside: what it prints, what it answers, how it refuses and how it ends."""

import base64
import http.client
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.chatsite.started import Started, environment, manage, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """One Sayso without samples and engine for all tests that only look at it."""
    with serving(tmp_path_factory.mktemp("data"), "--no-samples", "--no-engine") as started:
        yield started


def test_one_block_says_where_how_to_sign_in_and_where_the_data_lies(site: Started) -> None:
    for word in ("Sayso is running.", "Address", "Sign in", "user admin, password", "Model", "Data", "Stop"):
        assert word in site.output


def test_the_sign_in_page_answers(site: Started) -> None:
    assert httpx.get(f"{site.address}/accounts/login/").status_code == 200


def test_no_page_allows_unsafe_scripts_or_foreign_frames(site: Started) -> None:
    policy = httpx.get(f"{site.address}/accounts/login/").headers["content-security-policy"]

    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_the_web_server_does_not_tell_its_name(site: Started) -> None:
    assert "server" not in httpx.get(f"{site.address}/accounts/login/").headers


def test_static_files_of_the_admin_are_served(site: Started) -> None:
    assert httpx.get(f"{site.address}/static/admin/css/base.css").headers["content-type"].startswith("text/css")


def test_a_socket_of_a_foreign_page_is_refused(site: Started) -> None:
    assert _open_socket(site, origin="http://evil.example") == 403


def test_a_socket_of_another_port_of_this_machine_is_refused(site: Started) -> None:
    assert _open_socket(site, origin="http://127.0.0.1:1") == 403


def test_a_socket_of_our_own_page_is_accepted(site: Started) -> None:
    assert _open_socket(site, origin=site.address) == 101


def test_the_link_signs_in_once_and_its_page_alone_does_not(tmp_path: Path) -> None:
    site_of_its_own = serving(tmp_path, "--no-samples", "--no-engine", migrated=True)
    with site_of_its_own as site, httpx.Client() as first, httpx.Client() as second:
        token = urlsplit(site.link).query.removeprefix("token=")

        page = first.get(site.link)
        again = second.get(site.link)
        assert (page.status_code, again.status_code) == (200, 200)
        assert "sessionid" not in first.cookies

        signed_in = _press(first, site, token)
        assert (signed_in.status_code, signed_in.headers["location"]) == (302, "/")
        assert first.get(f"{site.address}/accounts/password/").status_code == 200

        refused = _press(second, site, token)
        assert refused.status_code == 403
        assert "used already" in refused.text
        assert token not in "".join(site.errors)


def test_the_printed_password_signs_in(site: Started) -> None:
    password = site.output.partition("password ")[2].split()[0]

    with httpx.Client() as client:
        client.get(f"{site.address}/accounts/login/")
        answer = client.post(
            f"{site.address}/accounts/login/",
            data={"username": "admin", "password": password, "csrfmiddlewaretoken": client.cookies["csrftoken"]},
        )

    assert answer.status_code == 302


def test_a_later_start_prints_a_fresh_link_and_no_password(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-samples", "--no-engine") as first:
        first.stop()

    with serving(tmp_path, "--no-samples", "--no-engine") as second:
        assert "password" not in second.output
        assert second.link != first.link
        assert httpx.get(second.link).status_code == 200


def test_a_public_address_puts_the_link_out_of_use(tmp_path: Path) -> None:
    public = {"SAYSO_PUBLIC_URL": "http://sayso.example"}
    with serving(tmp_path, "--no-samples", "--no-engine", migrated=True, **public) as site:
        assert "/accounts/link/" not in site.output
        assert "http://sayso.example/accounts/login/" in site.output


def test_a_busy_port_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]

        ended = manage(tmp_path / "data", "serve", "--port", str(port))

    assert ended.returncode == 1
    assert ended.stderr.strip() == (
        f"Sayso cannot start: port {port} on 127.0.0.1 is in use by another program; "
        "stop it or choose another with --port."
    )


def test_a_busy_port_leaves_no_database_behind(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        manage(tmp_path / "data", "serve", "--port", str(busy.getsockname()[1]))

    assert not (tmp_path / "data" / "sayso.sqlite3").exists()


def test_a_data_folder_that_cannot_be_written_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    in_the_way = tmp_path / "data"
    in_the_way.write_text("a file")

    ended = manage(in_the_way, "serve", "--port", "0")

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Sayso cannot start: the data folder {in_the_way} cannot be written to")
    assert "Traceback" not in ended.stderr


def test_a_database_of_a_newer_version_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    assert manage(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    with sqlite3.connect(tmp_path / "sayso.sqlite3") as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('interrupts', '9000_later', '2030-01-01')"
        )
    database.close()

    ended = manage(tmp_path, "serve", "--port", "0", "--no-samples")

    assert ended.returncode == 1
    assert "newer version of Sayso" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_unreachable_database_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path}/no/such/folder/file.sqlite3"

    ended = manage(tmp_path, "serve", "--port", "0", "--no-samples", DATABASE_URL=missing)

    assert (ended.returncode, "Traceback" in ended.stderr) == (1, False)
    assert "the database cannot be used" in ended.stderr


def test_an_ill_typed_setting_is_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", SAYSO_DEBUG="perhaps")

    assert ended.returncode == 1
    assert ended.stderr.strip() == "Sayso cannot start: SAYSO_DEBUG must be yes or no, and is 'perhaps'."


def test_an_address_of_another_machine_is_a_sentence(tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--host", "192.0.2.1", "--port", "0")

    assert (ended.returncode, "is no address of this machine" in ended.stderr) == (1, True)


@dataclass(frozen=True, slots=True)
class Drained:
    """How a site ended that was told to stop with a request under way and a socket open."""

    body: bytes
    socket_was_reset: bool
    code: int
    errors: list[str]


@pytest.fixture(scope="module")
def drained(tmp_path_factory: pytest.TempPathFactory) -> Drained:
    with socket.create_server(("127.0.0.1", 0)) as gate, _gated(tmp_path_factory.mktemp("data"), gate) as site:
        line = _handshake(site, origin=site.address)
        assert b"101" in line.recv(12)
        request = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        request.request("GET", "/gated/")
        begun, _ = gate.accept()

        site.process.send_signal(signal.SIGTERM)
        _wait_until_refused(site.port)
        begun.close()

        with closing(request):
            body = request.getresponse().read()
        return Drained(body, _ends_by_reset(line), site.wait(), site.errors)


def test_a_signal_lets_a_request_finish(drained: Drained) -> None:
    assert drained.body == b"answered whole " * 10_000


def test_an_open_socket_is_dropped_not_closed_in_words_so_the_page_comes_back(drained: Drained) -> None:
    assert drained.socket_was_reset


def test_a_signal_ends_everything_with_code_0_and_without_complaint(drained: Drained) -> None:
    assert (drained.code, drained.errors) == (0, [])


def test_a_second_signal_does_not_wait_for_a_request(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gate, _gated(tmp_path, gate) as site:
        request = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        request.request("GET", "/gated/")
        begun, _ = gate.accept()

        site.process.send_signal(signal.SIGINT)
        _wait_until_refused(site.port)
        site.process.send_signal(signal.SIGINT)
        with closing(request), pytest.raises((http.client.HTTPException, ConnectionError)):
            request.getresponse()
        begun.close()

        assert site.wait() == 0


@dataclass(slots=True)
class Lives:
    """Two lives of a site with samples; between them somebody took the port of one sample."""

    block: str
    rows: dict[str, str]
    environments: list[bytes]
    left_behind: list[int]
    code: int
    errors: list[str]
    rows_later: dict[str, str] = field(default_factory=dict)
    came_back: bool = False
    killed_with_it: bool = False


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Lives:
    data = tmp_path_factory.mktemp("data")
    with serving(data, OPENAI_API_KEY="sk-secret") as site:
        children = _children(site.process.pid)
        told = [Path(f"/proc/{child}/environ").read_bytes() for child in children]
        rows = _servers(data)
        code = site.stop()
    story = Lives(site.output, rows, told, [child for child in children if _alive(child)], code, site.errors)

    with socket.create_server(("127.0.0.1", urlsplit(rows["files"]).port or 0)), serving(data) as site:
        story.rows_later = _servers(data)
        dead = _child(site.process.pid, "deployer")
        os.kill(dead, signal.SIGKILL)
        story.came_back = _until(
            lambda: _child(site.process.pid, "deployer") not in (0, dead) and _answers(rows["deployer"])
        )
        children = _children(site.process.pid)
        site.process.kill()
        site.wait()
        story.killed_with_it = _until(lambda: not any(_alive(child) for child in children))
    return story


def test_samples_are_up_and_registered_when_the_block_is_printed(lives: Lives) -> None:
    assert "database, files, deployer" in lives.block
    assert sorted(lives.rows) == ["database", "deployer", "files"]


def test_samples_are_told_no_secret(lives: Lives) -> None:
    assert len(lives.environments) == 3
    assert not any(b"sk-secret" in told for told in lives.environments)


def test_samples_end_with_the_server(lives: Lives) -> None:
    assert (lives.left_behind, lives.code, lives.errors) == ([], 0, [])


def test_samples_keep_their_addresses_over_a_restart(lives: Lives) -> None:
    assert lives.rows_later["database"] == lives.rows["database"]


def test_a_sample_whose_port_is_taken_moves_and_its_row_with_it(lives: Lives) -> None:
    assert lives.rows_later["files"] != lives.rows["files"]


def test_a_sample_that_dies_is_started_again_at_its_address(lives: Lives) -> None:
    assert lives.came_back


def test_samples_do_not_outlive_a_killed_server(lives: Lives) -> None:
    assert lives.killed_with_it


def test_another_asgi_server_runs_the_engine_by_lifespan(tmp_path: Path) -> None:
    assert manage(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "--log-level", "error", "--port", str(port)]
    started = Started(
        [*command, "chatsite.asgi:application"], environment(tmp_path, DJANGO_SETTINGS_MODULE="chatsite.settings")
    )
    try:
        assert _until(lambda: _answers(f"http://127.0.0.1:{port}/healthz"))
        code = started.stop()
    finally:
        started.kill()

    assert code in (0, -signal.SIGTERM)
    assert started.errors == []


def _press(client: httpx.Client, site: Started, token: str) -> httpx.Response:
    """What the button of the link's page sends."""
    sent = {"token": token, "csrfmiddlewaretoken": client.cookies["csrftoken"]}
    return client.post(f"{site.address}/accounts/link/", data=sent, headers={"Origin": site.address})


def _handshake(site: Started, *, origin: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", site.port), timeout=30)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /ws/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return line


def _ends_by_reset(line: socket.socket) -> bool:
    with line:
        try:
            while line.recv(4096):
                pass
        except ConnectionResetError:
            return True
        return False


def _gated(data: Path, gate: socket.socket) -> AbstractContextManager[Started]:
    """A site with a page that answers when the test lets it."""
    port = str(gate.getsockname()[1])
    settings = {"DJANGO_SETTINGS_MODULE": "tests.chatsite.gated_settings", "GATE_PORT": port}
    return serving(data, "--no-samples", migrated=True, **settings)


def _open_socket(site: Started, *, origin: str) -> int:
    """The status a WebSocket handshake is answered with."""
    with _handshake(site, origin=origin) as line, line.makefile("rb") as answer:
        return int(answer.readline().split()[1])


def _until(true: Callable[[], bool]) -> bool:
    """Look again and again for half a minute: for what happens in a process that tells nobody."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def _wait_until_refused(port: int) -> None:
    def refused() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except ConnectionRefusedError:
            return True
        return False

    assert _until(refused)


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=5).status_code < 500
    except httpx.TransportError:
        return False


def _servers(data: Path) -> dict[str, str]:
    with closing(sqlite3.connect(data / "sayso.sqlite3")) as database:
        return dict(database.execute("SELECT name, url FROM interrupts_server"))


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _child(pid: int, name: str) -> int:
    """The process of a sample, or 0."""
    for child in _children(pid):
        with suppress(OSError):
            if f"mcpbridge.samples.{name}".encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                return child
    return 0


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
