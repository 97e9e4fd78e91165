"""The state between the rounds of an awaiting tool: whose it is, that it counts once, and what it answers."""

import asyncio
from typing import Any

import pytest
from mcp.server.mcpserver import Context
from mcp_types import InputRequiredResult

from mcpbridge.authoring import (
    AskingServer,
    MemoryNonces,
    Missing,
    accepted_content,
    confirm,
    form,
    input_required,
    sample,
    visit,
)
from mcpbridge.meta import EXPLANATION_KEY
from mcpbridge.reasons import REASON_KEY
from tests.mcpbridge.authoring.asking import asking_server
from tests.mcpbridge.authoring.support import Clock, Peer, answered, connected

INVALID = (-32602, "invalid_request_state")
USED = (-32602, "state_used")
CHANGED = (-32602, "question_changed")
MONTH = 30 * 86_400.0

TEXT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


class Fuse:
    """A tool with two questions, and what it did."""

    def __init__(self, nonces: MemoryNonces | None = None, clock: Clock | None = None, **more: Any) -> None:
        self.nonces = nonces or MemoryNonces()
        self.clock = clock or Clock()
        self.acted: list[str] = []
        self.rows = 5
        self.server: AskingServer = asking_server(
            self.blow, self.other, self.number, clock=self.clock, nonces=self.nonces, **more
        )

    async def blow(self, ctx: Context, fuse: str = "main") -> str:
        """Ask twice, then act."""
        if not await confirm(ctx, f"Blow {self.rows} of {fuse}?", explanation="It will be dark."):
            return "kept"
        await confirm(ctx, "Surely?")
        self.acted.append(fuse)
        return "done"

    async def other(self, ctx: Context, fuse: str = "main") -> str:
        """Do the same under another name."""
        return await self.blow(ctx, fuse)

    def number(self, ctx: Context) -> str | InputRequiredResult:
        """Ask for a number."""
        answer = accepted_content(ctx, "n")
        if isinstance(answer, Missing):
            questions = [form("n", "Which?", TEXT), form("other", "Other?")]
            return input_required(questions, message="Of the two.", reason="choice")
        self.acted.append("number")
        return f"{answer} {accepted_content(ctx, 'other')}"


async def second_answer(peer: Peer, **more: Any) -> dict[str, Any]:
    """The answer to the second question, after which the tool acts."""
    asked = await peer.call("blow", **more)
    return answered(await peer.call("blow", **answered(asked, content={}), **more), content={})


async def test_the_explanation_travels_and_the_state_tells_nothing() -> None:
    async with connected(Fuse().server) as peer:
        asked = await peer.call("blow", arguments={"fuse": "secret-fuse"})

    assert asked["_meta"][EXPLANATION_KEY] == "It will be dark."
    assert "secret-fuse" not in asked["requestState"]


async def test_an_answer_counts_once() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        last = await second_answer(peer)
        await peer.call("blow", **last)

        assert await peer.reason("blow", **last) == USED

    assert fuse.acted == ["main"]


async def test_the_answer_to_a_question_in_the_middle_counts_once_too() -> None:
    async with connected(Fuse().server) as peer:
        first = answered(await peer.call("blow"), content={})
        await peer.call("blow", **first)

        assert await peer.reason("blow", **first) == USED


async def test_of_two_identical_rounds_at_the_same_time_one_acts() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        last = await second_answer(peer)

        replies = await asyncio.gather(*(peer.rpc("blow", **last) for _ in range(4)))

    assert sorted("result" in reply for reply in replies) == [False, False, False, True]
    assert fuse.acted == ["main"]


async def test_each_round_may_be_in_another_process_with_the_same_keys() -> None:
    first = Fuse()
    async with connected(first.server) as peer:
        answer = answered(await peer.call("blow"), content={})
    second = Fuse(first.nonces)
    async with connected(second.server) as peer:
        answer = answered(await peer.call("blow", **answer), content={})
    third = Fuse(first.nonces)

    async with connected(third.server) as peer:
        done = await peer.call("blow", **answer)

    assert done["content"][0]["text"] == "done"
    assert (first.acted, second.acted, third.acted) == ([], [], ["main"])


async def test_the_state_lives_thirty_days_and_no_longer() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        one, two = await second_answer(peer), await second_answer(peer)

        fuse.clock.now += MONTH - 1
        await peer.call("blow", **one)
        fuse.clock.now += 1
        assert await peer.reason("blow", **two) == INVALID

    assert fuse.acted == ["main"]


async def test_the_state_is_refused_for_another_tool_other_arguments_another_person_and_when_it_was_touched() -> None:
    fuse = Fuse(principal=lambda ctx: ctx.request.headers.get("x-person"))
    async with connected(fuse.server) as peer:
        last = await second_answer(peer, person="ann")
        touched = {**last, "requestState": last["requestState"][:-4] + "AAAA"}

        assert await peer.reason("other", person="ann", **last) == INVALID
        assert await peer.reason("blow", person="ann", arguments={"fuse": "spare"}, **last) == INVALID
        assert await peer.reason("blow", person="mallory", **last) == INVALID
        assert await peer.reason("blow", **last) == INVALID
        assert await peer.reason("blow", person="ann", **touched) == INVALID
        assert fuse.acted == []
        await peer.call("blow", person="ann", **last)

    assert fuse.acted == ["main"]


async def test_an_answer_is_never_given_to_another_question() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        answer = answered(await peer.call("blow"), content={})
        fuse.rows = 6

        assert await peer.reason("blow", **answer) == CHANGED

    assert fuse.acted == []


async def test_an_answer_without_state_counts_for_nothing() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        result = await peer.call("number", inputResponses={"n": {"action": "accept", "content": {"n": 1}}})

    assert result["resultType"] == "input_required"
    assert fuse.acted == []


async def test_a_round_without_answers_asks_again_and_spends_nothing() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        asked = await peer.call("blow")

        again = await peer.call("blow", requestState=asked["requestState"])
        await peer.call("blow", **answered(asked, content={}))

    assert again["inputRequests"] == asked["inputRequests"]


async def test_of_several_answers_only_the_one_of_no_use_is_asked_again_and_nothing_is_spent() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        asked = await peer.call("number")
        responses = {"n": {"action": "accept", "content": {"n": "x"}}, "other": {"action": "decline"}}
        amiss = {"inputResponses": responses, "requestState": asked["requestState"]}

        again = await peer.call("number", **amiss)
        await peer.call("number", **amiss)
        done = await peer.call("number", **answered(again, content={"n": 3}))

    assert list(again["inputRequests"]) == ["n"]
    assert (again["_meta"][EXPLANATION_KEY], again["_meta"][REASON_KEY]) == ("Of the two.", "choice")
    assert "n: 'x' is not of type 'integer'" in again["inputRequests"]["n"]["params"]["message"]
    assert done["content"][0]["text"].startswith("Accepted(content={'n': 3}")
    assert done["content"][0]["text"].endswith("Declined()")
    assert fuse.acted == ["number"]


async def test_an_answer_of_another_kind_than_the_question_is_of_no_use() -> None:
    async with connected(Fuse().server) as peer:
        asked = await peer.call("number")
        sampled = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "x"}}

        again = await peer.call(
            "number", inputResponses={"n": sampled, "other": sampled}, requestState=asked["requestState"]
        )

    assert sorted(again["inputRequests"]) == ["n", "other"]


@pytest.mark.parametrize(
    ("kind", "declared", "missing"),
    [
        ("form", {"elicitation": {"url": {}}}, {"elicitation": {"form": {}}}),
        ("url", {"elicitation": {"form": {}}, "sampling": {}}, {"elicitation": {"url": {}}}),
        ("url", {"elicitation": {}}, {"elicitation": {"url": {}}}),
        ("sampling", {"elicitation": {"form": {}, "url": {}}}, {"sampling": {}}),
    ],
)
async def test_each_kind_of_question_needs_its_own_capability(
    kind: str, declared: dict[str, Any], missing: dict[str, Any]
) -> None:
    acted: list[Any] = []

    async def ask(ctx: Context, kind: str) -> str:
        match kind:
            case "form":
                acted.append(await confirm(ctx, "Sure?"))
            case "url":
                acted.append(await visit(ctx, "Pay", "https://pay.example/"))
            case _:
                acted.append(await sample(ctx, "Hi", max_tokens=3))
        return "done"

    async with connected(asking_server(ask)) as peer:
        reply = await peer.rpc("ask", arguments={"kind": kind}, capabilities=declared)

    assert reply["error"]["code"] == -32021
    assert reply["error"]["data"] == {"requiredCapabilities": missing}
    assert acted == []


async def test_in_the_same_process_the_questions_are_returned_to_the_caller() -> None:
    fuse = Fuse()

    asked = await fuse.server.call_tool("number", {})

    assert isinstance(asked, InputRequiredResult)
    assert list(asked.input_requests or {}) == ["n", "other"]
