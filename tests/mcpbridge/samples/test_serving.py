"""How a sample starts, whom it listens to, and how it ends."""

import contextlib
import os
import select
import signal
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from mcpbridge.samples.workplace import Workplace
from tests.mcpbridge.samples.support import answered, command, running, text_of

NAMES = ["database", "files", "deployer"]
PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
print(child.pid, child.stdout.readline(), flush=True)
sys.stdin.read()
"""


def started_in_vain(line: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=30)


@pytest.mark.parametrize(("name", "sign"), [("database", signal.SIGTERM), ("files", signal.SIGINT)])
def test_a_signal_stops_it_quietly(tmp_path: Path, name: str, sign: signal.Signals) -> None:
    with running(name, tmp_path) as sample:
        sample.rpc("tools/list")

        sample.process.send_signal(sign)

        assert sample.process.wait(timeout=30) == 0


def test_a_signal_stops_it_although_a_client_keeps_a_stream_open(tmp_path: Path) -> None:
    with running("files", tmp_path) as sample:
        host, port = sample.url.split("/")[2].split(":")
        with socket.create_connection((host, int(port))) as client:
            client.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 1000\r\n\r\n{")

            sample.process.terminate()

            assert sample.process.wait(timeout=30) == 0


def test_it_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    child = command("files", tmp_path, "--port", "0", "--stop-with-stdin")
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, *child], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline().split()[0])
    gone = os.pidfd_open(pid)

    parent.kill()
    parent.communicate()

    ended, _, _ = select.select([gone], [], [], 5)
    if not ended:
        signal.pidfd_send_signal(gone, signal.SIGKILL)
    os.close(gone)
    assert ended, "the server outlived its parent"


def test_a_busy_port_is_one_sentence_and_code_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        ended = started_in_vain(command("deployer", tmp_path, "--port", str(port)))

    assert ended.returncode == 1
    assert ended.stderr == (f"deployer: Port {port} on 127.0.0.1 is already in use; choose another one with --port.\n")
    assert ended.stdout == ""


def test_a_number_that_is_no_port_is_one_sentence(tmp_path: Path) -> None:
    ended = started_in_vain(command("files", tmp_path, "--port", "70000"))

    assert ended.returncode == 1
    assert "is not a port" in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("name", "file"), [("files", "nonces.sqlite3"), ("database", "shop.sqlite3"), ("deployer", "deployer.json")]
)
def test_a_spoilt_file_is_one_sentence(tmp_path: Path, name: str, file: str) -> None:
    (tmp_path / file).write_text("spoilt " * 1000)

    ended = started_in_vain(command(name, tmp_path, "--port", "0"))

    assert ended.returncode == 1
    assert file in ended.stderr and ended.stderr.count("\n") == 1


def test_a_data_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")

    ended = started_in_vain(command("files", tmp_path / "taken", "--port", "0"))

    assert ended.returncode == 1
    assert "cannot be used" in ended.stderr and ended.stderr.count("\n") == 1


def test_a_broken_key_is_refused_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "state.key").write_text("short")

    ended = started_in_vain(command("files", tmp_path, "--port", "0"))

    assert ended.returncode == 1
    assert "does not hold a key" in ended.stderr
    assert (tmp_path / "state.key").read_text() == "short"


def test_all_three_can_start_at_once_in_one_new_folder(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(3) as pool:
        samples = list(pool.map(lambda name: stack.enter_context(running(name, tmp_path)), NAMES))

        assert len({sample.url for sample in samples}) == 3
        for sample in samples:
            assert sample.rpc("tools/list")["result"]["tools"]


def test_the_key_is_made_once_although_many_start_at_the_same_moment(tmp_path: Path) -> None:
    barrier = Barrier(8)

    def prepare(_: int) -> tuple[bytes, ...]:
        barrier.wait()
        return Workplace.prepare("test", tmp_path).keys

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(prepare, range(8)))) == 1

    assert stat.S_IMODE((tmp_path / "state.key").stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["nonces.sqlite3", "state.key"]


def test_a_new_first_key_seals_while_the_old_one_still_reads(tmp_path: Path) -> None:
    with running("files", tmp_path) as before:
        asked = before.call("delete_file", {"path": "todo.md"})
    key = tmp_path / "state.key"
    key.write_text("ab" * 32 + "\n" + key.read_text())

    with running("files", tmp_path) as after:
        text = text_of(after.call("delete_file", {"path": "todo.md"}, **answered(asked, "accept", {"name": "todo.md"})))

    assert text.startswith('Deleted "todo.md"')


def test_a_foreign_web_page_and_a_rebound_name_are_refused(tmp_path: Path) -> None:
    with running("files", tmp_path) as sample:
        foreign_page = sample.post("tools/list", {}, Origin="https://evil.example")
        rebound_name = sample.post("tools/list", {}, Host="evil.example:80")

    assert foreign_page.status_code == 403
    assert rebound_name.status_code == 421


def test_it_says_nothing_but_that_it_is_ready(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("files", tmp_path, "--port", "0", "--stop-with-stdin"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()

    rest, complaints = process.communicate(timeout=10)

    assert (rest, complaints, process.returncode) == ("", "", 0)
