"""Servers that are programs: found out, kept, shared, started again and ended."""

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mcpbridge.client import (
    BadAddress,
    CallRejected,
    Command,
    HoldLost,
    InputRequired,
    OutcomeUnknown,
    ServerUnreachable,
    WrongEra,
    call_tool,
    close_pool,
    find_era,
    list_tools,
    new_request_id,
)
from mcpbridge.client.process import Process
from mcpbridge.client.processes import Processes
from tests.mcpbridge.client.conftest import ROOT
from tests.mcpbridge.client.held_calls import YES, asked, held
from tests.mcpbridge.client.rounds import text_of, tool


def program(way: str, **more: str) -> Command:
    return Command((sys.executable, "-m", "tests.scripted_program", way), env=more, cwd=str(ROOT))


async def pid_of(command: Command) -> str:
    """Which process answers a held call."""
    async with held(command) as call:
        return text_of(await call.next())


async def new_call(command: Command, *, within: float = 30.0) -> str:
    """What a call of the newer era says."""
    done = await call_tool(command, tool=tool(), arguments={}, request_id=new_request_id(), timeout=within)
    return text_of(done)


def is_running(pid: str) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize(("way", "era"), [("old", "2025-11-25"), ("touchy", "2025-11-25"), ("new", "2026-07-28")])
async def test_the_revision_of_a_program_is_found_out(way: str, era: str) -> None:
    assert await find_era(program(way)) == era


async def test_a_remembered_revision_that_is_wrong_is_noticed() -> None:
    with pytest.raises(WrongEra):
        await list_tools(program("old"))
    with pytest.raises(WrongEra):
        await list_tools(program("new"), era="2025-11-25")


async def test_a_question_is_answered() -> None:
    async with held(program("asks")) as call:
        await asked(call)
        await call.answer({"q1": YES})

        assert "accept" in text_of(await call.next())


async def test_a_process_that_is_done_is_kept_for_the_next_call() -> None:
    command = program("old")

    assert await pid_of(command) == await pid_of(command)


async def test_two_calls_with_sessions_never_share_a_process() -> None:
    command = program("old")

    async with held(command) as one, held(command) as other:
        assert text_of(await one.next()) != text_of(await other.next())


async def test_calls_of_the_newer_era_share_one_process() -> None:
    command = program("new")

    assert len({*await asyncio.gather(*(new_call(command) for _ in range(5)))}) == 1


async def test_commands_with_other_secrets_never_share_a_process() -> None:
    one, other = program("new", TOKEN="a"), program("new", TOKEN="b")

    assert await new_call(one) != await new_call(other)


async def test_a_process_that_was_left_busy_is_ended_and_not_used_again() -> None:
    command = program("asks")

    async with held(command) as call:
        await asked(call)
    async with held(command) as call:
        question = await asked(call)
        await call.answer({"q1": YES})

        assert isinstance(question, InputRequired)
        assert "accept" in text_of(await call.next())


async def test_the_question_of_a_process_that_dies_is_lost_at_once() -> None:
    async with held(program("dies")) as call:
        await call.lost.wait()

        with pytest.raises(HoldLost):
            await call.answer({"q1": YES})
        with pytest.raises(OutcomeUnknown, match="process ended"):
            await call.next()


async def test_closing_ends_every_process() -> None:
    kept, shared = await pid_of(program("old")), await new_call(program("new"))
    ran = is_running(kept), is_running(shared)

    await close_pool()

    assert (ran, is_running(kept), is_running(shared)) == ((True, True), False, False)


async def test_a_program_is_given_its_own_environment_and_folder_and_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARENT", "ours")
    search = os.pathsep.join([str(ROOT)])
    command = Command(
        (sys.executable, "-m", "tests.scripted_program", "environment"),
        env={"SECRET": "s3", "PYTHONPATH": search},
        cwd=str(tmp_path),
    )

    assert await pid_of(command) == f"s3 None {tmp_path}"


async def test_what_a_program_writes_to_its_standard_error_is_logged_in_bounded_printable_lines(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "mcpbridge.stdio")

    await pid_of(program("noisy"))
    await close_pool()

    lines = [record.getMessage() for record in caplog.records if record.name == "mcpbridge.stdio"]
    assert any("a plain line [31m" in line for line in lines)
    assert max(map(len, lines)) < 500


async def test_a_program_that_floods_its_standard_error_does_not_flood_the_log() -> None:
    said: list[str] = []
    flood = Command((sys.executable, "-c", "import sys; sys.stderr.write('x\\n' * 50_000)"))

    process = await Process.start(flood, lambda _, line: said.append(line))
    await process.stop()

    left_out = [int(line.split()[0].strip("(")) for line in said if line.endswith("were left out)")]
    assert said[0] == "x" and len(said) < 25_000
    assert said.count("x") + sum(left_out) == 50_000


async def test_a_reply_that_does_not_come_in_time_leaves_the_outcome_unknown_and_the_program_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "mcpbridge.stdio")

    with pytest.raises(OutcomeUnknown, match=r"within 0\.5 seconds"):
        await call_tool(program("lingers"), tool=tool(), arguments={}, request_id=new_request_id(), timeout=0.5)
    await close_pool()

    assert "told: no reply in time" in caplog.text


async def test_a_program_that_does_not_exist_is_unreachable_and_its_arguments_are_not_told() -> None:
    with pytest.raises(ServerUnreachable) as unreachable:
        await find_era(Command(("/nowhere/server", "--key=s3cret")))

    assert "s3cret" not in str(unreachable.value)


async def test_text_that_cannot_be_written_is_refused_and_the_process_lives_on() -> None:
    command = program("new")
    pid = await new_call(command)

    with pytest.raises(CallRejected):
        await call_tool(command, tool=tool(), arguments={"a": "\ud800"}, request_id=new_request_id())

    assert await new_call(command) == pid


async def test_a_program_that_keeps_ending_is_started_again_after_growing_pauses() -> None:
    now = 0.0
    processes, command, pauses = Processes(lambda: now), Command(("/nowhere/server",)), []
    for _ in range(5):
        with pytest.raises(ServerUnreachable, match="cannot be started"):
            await processes.start(command)
        began = now
        while True:
            try:
                processes.mind_the_pause(command)
                break
            except ServerUnreachable:
                now += 1.0
        pauses.append(now - began)

    assert pauses == [0, 1, 2, 4, 8]


async def test_a_program_that_ends_by_itself_counts_as_one_that_keeps_ending() -> None:
    command = program("breaks")
    for _ in range(2):
        async with held(command) as call:
            with pytest.raises(OutcomeUnknown):
                await call.next()

    with pytest.raises(ServerUnreachable, match="ended by itself 2 times"):
        async with held(command):
            pass


@pytest.mark.parametrize(
    ("argv", "env"), [((), {}), ((" ",), {}), (("a\0b",), {}), (("a",), {"A=B": "c"}), (("a",), {"": "c"})]
)
def test_a_command_that_can_never_be_run_is_refused(argv: tuple[str, ...], env: dict[str, str]) -> None:
    with pytest.raises(BadAddress):
        Command(argv, env)


def test_a_command_does_not_tell_its_secrets() -> None:
    command = Command(("/usr/bin/python3", "-m", "some.server", "--key=s3cret"), env={"TOKEN": "s3cret"})

    assert "s3cret" not in repr(command) + command.shown
    assert command.shown == "python3 -m some.server"


BOTH_AT_ONCE = """
import asyncio
from mcpbridge.client.command import Command
from mcpbridge.client.process import Process
from mcpbridge.sdk import importing

async def main():
    starting = asyncio.create_task(Process.start(Command(("cat",))))
    await asyncio.sleep(0)
    with importing:
        import mcpbridge.authoring.server
    await (await starting).stop()

asyncio.run(main())
"""


def test_a_program_is_started_while_another_thread_brings_in_the_sdk_too() -> None:
    # In a process of its own: here the SDK is there already.
    ran = subprocess.run([sys.executable, "-c", BOTH_AT_ONCE], cwd=ROOT, capture_output=True, text=True, timeout=60)

    assert (ran.returncode, ran.stderr) == (0, "")
