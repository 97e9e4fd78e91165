"""State of a question: whose it is, how long it lives, and that it counts once."""

from typing import Any

import pytest
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import InputRequiredResult

from mcpbridge.authoring import Form, MemoryNonces, Missing, Seal
from tests.mcpbridge.authoring.support import KEY, Clock, answered, connected

INVALID = (-32602, "invalid_request_state")
USED = (-32602, "state_used")
MONTH = 30 * 86_400.0


class Fuse:
    """A server with a tool that asks and acts, and one that asks and fails; it counts what it did."""

    def __init__(
        self, *, keys: tuple[bytes, ...] = (KEY,), name: str = "fuse", before: "Fuse | None" = None, bound: bool = False
    ) -> None:
        self.clock: Clock = before.clock if before else Clock()
        self.seal: Seal = Seal(nonces=before.seal.nonces if before else MemoryNonces(), clock=self.clock)
        self.acted: list[Any] = []
        principal = (lambda ctx: ctx.request.headers.get("x-person")) if bound else None
        self.server = MCPServer(name, request_state_security=self.seal.security(keys, principal=principal))
        self.server.add_tool(self.blow, structured_output=False)
        self.server.add_tool(self.other, structured_output=False)
        self.server.add_tool(self.fail, structured_output=False)

    def blow(self, ctx: Context[Any, Any], fuse: str = "main") -> str | InputRequiredResult:
        """Ask, then act."""
        with self.seal.open(ctx) as this_round:
            if isinstance(this_round.answer("sure"), Missing):
                return this_round.ask({"sure": Form("Sure?")}, keep={"fuse": fuse, "deep": [1, {"a": None}]})
            this_round.settle()
            self.acted.append(dict(this_round.kept or {}))
            return "done"

    def other(self, ctx: Context[Any, Any], fuse: str = "main") -> str | InputRequiredResult:
        """Do the same under another name."""
        return self.blow(ctx, fuse)

    def fail(self, ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Ask, then fail without acting."""
        with self.seal.open(ctx) as this_round:
            if isinstance(this_round.answer("sure"), Missing):
                return this_round.ask({"sure": Form("Sure?")}, keep={})
            raise ToolError("it cannot be done")


async def test_an_answer_acts_and_finds_what_was_kept() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        asked = await peer.call("blow")

        done = await peer.call("blow", **answered(asked))

    assert done["content"][0]["text"] == "done"
    assert fuse.acted == [{"fuse": "main", "deep": [1, {"a": None}]}]


async def test_the_state_cannot_be_read_by_who_carries_it() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        asked = await peer.call("blow", arguments={"fuse": "secret-fuse"})

    assert "secret-fuse" not in asked["requestState"]
    assert asked["requestState"].isascii()


async def test_a_second_answer_is_told_that_the_first_arrived() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        answer = answered(await peer.call("blow"))
        await peer.call("blow", **answer)

        assert await peer.reason("blow", **answer) == USED

    assert len(fuse.acted) == 1


async def test_the_state_lives_thirty_days_and_no_longer() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        first, second = answered(await peer.call("blow")), answered(await peer.call("blow"))

        fuse.clock.now += MONTH - 1
        await peer.call("blow", **first)
        fuse.clock.now += 1
        assert await peer.reason("blow", **second) == INVALID

    assert len(fuse.acted) == 1


async def test_the_state_is_read_by_another_process_with_the_same_key() -> None:
    before = Fuse()
    async with connected(before.server) as peer:
        answer = answered(await peer.call("blow"))
    after = Fuse(before=before)

    async with connected(after.server) as peer:
        await peer.call("blow", **answer)

    assert len(after.acted) == 1


async def test_the_first_key_seals_and_every_key_reads() -> None:
    old, new = b"o" * 32, b"n" * 32
    before = Fuse(keys=(old,))
    async with connected(before.server) as peer:
        from_old = answered(await peer.call("blow"))
    rotated = Fuse(keys=(new, old), before=before)
    async with connected(rotated.server) as peer:
        from_new = answered(await peer.call("blow"))
        await peer.call("blow", **from_old)

    async with connected(Fuse(keys=(new,), before=before).server) as peer:
        await peer.call("blow", **from_new)
    async with connected(Fuse(keys=(old,), before=before).server) as peer:
        assert await peer.reason("blow", **from_new) == INVALID


async def test_the_state_of_another_server_with_the_same_key_is_refused() -> None:
    async with connected(Fuse(name="one").server) as peer:
        answer = answered(await peer.call("blow"))

    async with connected(Fuse(name="two").server) as peer:
        assert await peer.reason("blow", **answer) == INVALID


@pytest.mark.parametrize(
    ("tool", "arguments"), [("other", {"fuse": "main"}), ("blow", {"fuse": "spare"}), ("blow", {}), ("fail", {})]
)
async def test_the_state_is_refused_for_another_tool_and_for_other_arguments(
    tool: str, arguments: dict[str, Any]
) -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        answer = answered(await peer.call("blow", arguments={"fuse": "main"}))

        assert await peer.reason(tool, arguments=arguments, **answer) == INVALID

    assert fuse.acted == []


@pytest.mark.parametrize("person", ["mallory", None])
async def test_the_state_of_one_person_is_refused_from_another(person: str | None) -> None:
    fuse = Fuse(bound=True)
    async with connected(fuse.server) as peer:
        answer = answered(await peer.call("blow", person="ann"))

        assert await peer.reason("blow", person=person, **answer) == INVALID
        await peer.call("blow", person="ann", **answer)

    assert len(fuse.acted) == 1


async def test_an_answered_round_that_fails_ends_the_matter() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        answer = answered(await peer.call("fail"))
        failed = await peer.call("fail", **answer)

        assert failed["isError"] and "it cannot be done" in failed["content"][0]["text"]
        assert await peer.reason("fail", **answer) == USED


async def test_a_round_that_only_asks_again_spends_nothing() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        asked = await peer.call("blow")
        await peer.call("blow", requestState=asked["requestState"])

        await peer.call("blow", **answered(asked))

    assert len(fuse.acted) == 1


async def test_an_answer_without_state_counts_for_nothing() -> None:
    fuse = Fuse()
    async with connected(fuse.server) as peer:
        result = await peer.call("blow", inputResponses={"sure": {"action": "accept", "content": {}}})

    assert result["resultType"] == "input_required"
    assert fuse.acted == []


async def test_settling_what_was_never_asked_is_a_bug() -> None:
    fuse = Fuse()

    with pytest.raises(RuntimeError):
        fuse.seal.open(Context()).settle()
