"""Tools that ask, in a process of their own, driven by the official client of both eras and by our host's client."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent

from mcpbridge.client import (
    Address,
    Completed,
    Failed,
    HeldCall,
    InputRequired,
    Pause,
    Tool,
    call_tool,
    close_pool,
    list_tools,
    new_request_id,
)

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "tests.mcpbridge.authoring.asking_process"]
MODES = ("2026-07-28", "legacy")


@contextmanager
def serving(data: Path, *more: str) -> Iterator[str]:
    """The server on a free port; at the end it is killed, as in a crash."""
    with subprocess.Popen([*COMMAND, str(data), *more], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            word, _, url = process.stdout.readline().strip().partition(" ")
            assert word == "READY"
            yield url
        finally:
            process.kill()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("asking")


@pytest.fixture(scope="module")
def url(data: Path) -> Iterator[str]:
    with serving(data) as url:
        yield url


@pytest.fixture(autouse=True)
async def _clean(data: Path) -> AsyncIterator[None]:
    (data / "acted").unlink(missing_ok=True)
    yield
    await close_pool()


def acted(data: Path) -> list[str]:
    deeds = data / "acted"
    return deeds.read_text().splitlines() if deeds.exists() else []


class Person:
    """Answers what the official client is asked, in order."""

    def __init__(self, *answers: ElicitResult) -> None:
        self.left = list(answers)
        self.read: list[str] = []

    async def __call__(self, _: Any, params: ElicitRequestParams) -> ElicitResult:
        self.read.append(params.message)
        return self.left.pop(0)


def accepted(**content: Any) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


def words(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("answer", "said", "deeds"),
    [
        (accepted(value=True), "dropped orders", ["dropped orders"]),
        (ElicitResult(action="decline"), "kept orders: Declined()", []),
        (ElicitResult(action="cancel"), "kept orders: Cancelled()", []),
    ],
)
async def test_the_official_client_of_either_era_gets_the_table_dropped_by_a_yes_alone(
    url: str, data: Path, mode: str, answer: ElicitResult, said: str, deeds: list[str]
) -> None:
    person = Person(answer)
    async with Client(url, mode=mode, elicitation_callback=person) as client:
        result = await client.call_tool("drop_table", {"table": "orders"})

    assert words(result) == said
    assert acted(data) == deeds
    assert len(person.read) == 1


@pytest.mark.parametrize("mode", MODES)
async def test_two_awaits_in_one_tool_and_many_calls_at_a_time_do_not_cross(url: str, data: Path, mode: str) -> None:
    async def answer(_: Any, params: ElicitRequestParams) -> ElicitResult:
        if "Surely" in params.message:
            return accepted()
        return accepted(text="no" if "keep" in params.message else "yes")

    async with Client(url, mode=mode, elicitation_callback=answer) as client:
        results = await asyncio.gather(
            *(client.call_tool("delete_file", {"path": path}) for path in ("a", "keep", "b", "c"))
        )

    assert [words(result) for result in results] == ["deleted a", "kept keep", "deleted b", "deleted c"]
    assert sorted(acted(data)) == ["deleted a", "deleted b", "deleted c"]


@pytest.mark.parametrize("mode", MODES)
async def test_over_stdio_the_same_tool_asks_the_same(data: Path, mode: str) -> None:
    parameters = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], str(data), "stdio"], cwd=ROOT)
    person = Person(accepted(text="yes"), accepted())
    async with Client(stdio_client(parameters), mode=mode, elicitation_callback=person) as client:
        result = await client.call_tool("delete_file", {"path": "a"})

    assert words(result) == "deleted a"
    assert person.read == ["Delete a? Type yes to continue.", "Surely?"]


async def test_without_a_session_an_older_client_is_told_what_is_missing_and_nothing_is_done(tmp_path: Path) -> None:
    person = Person()
    with serving(tmp_path, "stateless") as url:
        async with Client(url, mode="legacy", elicitation_callback=person) as client:
            result = await client.call_tool("drop_table", {"table": "orders"})

    assert result.is_error
    assert "`stateless_http` and `json_response` have to be off. Nothing was changed." in words(result)
    assert acted(tmp_path) == []


async def paused(address: Address, name: str, arguments: dict[str, Any]) -> Pause:
    """The pause that a first call of our host's client comes to."""
    tool = next(tool for tool in (await list_tools(address)).tools if tool.name == name)
    outcome = await call_tool(address, tool=tool, arguments=arguments, request_id=new_request_id())
    assert isinstance(outcome, InputRequired)
    return Pause(tool, arguments, outcome)


async def test_a_pause_is_kept_as_text_and_goes_on_in_another_process_each_time(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        pause = await paused(Address(url), "delete_file", {"path": "a"})
        text = pause.to_json()
    assert (pause.kind, pause.request["message"]) == ("form", "Delete a? Type yes to continue.")

    with serving(tmp_path) as url:
        answers = {key.key: {"action": "accept", "content": {"text": "yes"}} for key in pause.requests}
        second = await Pause.from_json(text).resume(Address(url), answers)
        assert isinstance(second, Pause)
        last = {second.requests[0].key: {"action": "accept", "content": {}}}
        done = await Pause.from_json(second.to_json()).resume(Address(url), last)
        twice = await second.resume(Address(url), last)

    assert isinstance(done, Completed) and done.result["content"][0]["text"] == "deleted a"
    assert isinstance(twice, Failed) and twice.why == "state_used"
    assert acted(tmp_path) == ["deleted a"]


async def test_our_host_answers_a_call_that_it_holds_open_on_a_session_of_2025(url: str, data: Path) -> None:
    address = Address(url)
    tool = next(tool for tool in (await list_tools(address)).tools if tool.name == "fetch")
    call = await HeldCall.begin(
        address, era="2025-11-25", tool=tool, arguments={}, request_id=new_request_id(), seconds=30
    )
    try:
        asked = await call.next()
        assert isinstance(asked, InputRequired)
        await call.answer({asked.requests[0].key: {"action": "accept", "content": {}}})
        done = await call.next()
    finally:
        await call.close()

    assert asked.reason == "auth_required"
    assert isinstance(done, Completed) and done.result["content"][0]["text"] == "fetched"
    assert acted(data) == ["fetched"]


async def test_the_reason_of_a_raised_pause_is_there_for_who_calls_the_tool(url: str, data: Path) -> None:
    pause = await paused(Address(url), "fetch", {})

    assert pause.reason == Pause.from_json(pause.to_json()).reason == "auth_required"
    assert isinstance(pause.tool, Tool)
    assert acted(data) == []


async def test_a_pause_cannot_go_on_without_an_answer_to_each_question(url: str) -> None:
    pause = await paused(Address(url), "drop_table", {"table": "t"})

    with pytest.raises(ValueError, match="There is no answer for sure"):
        await pause.resume(Address(url), {})


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"v": 2}', '{"v":1,"tool":{},"arguments":{},"requests":[]}'])
def test_other_text_is_no_pause(text: str) -> None:
    with pytest.raises(ValueError, match=r"pause|JSON"):
        Pause.from_json(text)
