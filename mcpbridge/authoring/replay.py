"""One round of a call whose tool is run again from the start, with every earlier answer handed to it in its place.

The sequence of a round: the state is opened and the fresh answers are held against their questions. One that does not
fit is asked again, and nothing is spent. Otherwise the state is spent, before the tool runs: whatever the tool does
after its last answer is done for one of any number of identical rounds.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    InputRequest,
    InputRequiredResult,
    InputResponse,
)

from mcpbridge.authoring.answers import Accepted, Answer, Cancelled, Declined, Missing
from mcpbridge.authoring.current import doing_once
from mcpbridge.authoring.errors import NotAnswered, refusal
from mcpbridge.authoring.judging import Problem, asked_again, judged
from mcpbridge.authoring.memory import Asked, Memory, Said, is_ours
from mcpbridge.authoring.requests import Question, require_shown
from mcpbridge.authoring.seal import Round, Seal
from mcpbridge.authoring.typed import WRAPPED
from mcpbridge.meta import EXPLANATION_KEY, QUESTIONS_KEY
from mcpbridge.reasons import DEFAULT_REASON, REASON_KEY, known_reason

MAX_TRIES = 3
"""How many answers to one question may be of no use before the call ends."""

# Siblings of an ask that are only a few steps of the loop away from theirs are asked in the same round.
_STEPS_FOR_SIBLINGS = 5
_UNNAMED = "#"


class Replay:
    """What the running tool asked, was answered and did so far."""

    def __init__(self, seal: Seal, ctx: Context[Any, Any], memory: Memory, round: Round | None) -> None:
        self.ctx = ctx
        self.memory = memory
        self.asks = asyncio.Event()
        self._seal = seal
        self._round = round
        self._settled = False
        self._ids: set[str] = set()
        self._unnamed = 0
        self._pending: dict[str, tuple[Question, Problem | None]] = {}
        self._explanations: list[str] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._paused = False
        self._working = 0
        self.locks: dict[str, asyncio.Lock] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    def begin(cls, seal: Seal, ctx: Context[Any, Any]) -> "Replay":
        """Open the state of this round; a state of the tool's own making is left to the tool. Asks the nonce store.

        Raises:
            MCPError: -32602 with reason ``invalid_request_state`` or ``state_used``.
        """
        if ctx.request_state is None or not is_ours(ctx.request_state):
            return cls(seal, ctx, Memory(), None)
        opened = seal.open(ctx)
        try:
            memory = Memory.read(opened.kept or {})
        except (KeyError, TypeError) as error:
            # Written by another release of this package.
            raise refusal("Invalid or expired requestState", "invalid_request_state") from error
        return cls(seal, ctx, memory, opened)

    def take_answers(self) -> InputRequiredResult | None:
        """Take in what came with this round and spend the state, or ask again what was answered amiss.

        Raises:
            MCPError: -32602 with reason ``state_used``: an identical round came first.
            ToolError: a question was answered amiss too often.
        """
        responses = self.ctx.input_responses or {}
        answered = [(id, asked, responses[id]) for id, asked in self.memory.open.items() if id in responses]
        amiss = {id: why for id, asked, response in answered if (why := self._take(id, asked, response))}
        if amiss:
            again = [asked.question(id) for id, asked in self.memory.open.items()]
            explanation, reason = self.memory.explanation, self.memory.reason
            return self.result(again, explanation=explanation, reason=reason, problems=amiss)
        if answered:
            self.settle()
        return None

    def settle(self) -> None:
        """Spend the state of this round, if it has one that is not spent yet. Asks the nonce store.

        Raises:
            MCPError: -32602 with reason ``state_used``: an identical round came first.
        """
        if self._round is not None and self.is_unspent:
            self._round.settle()
            self._settled = True

    @property
    def is_unspent(self) -> bool:
        """This round came with a state of ours, and nobody spent it here yet."""
        return self._round is not None and not self._settled

    def answer(self, id: str) -> Answer:
        """Return the answer to ``id``, in whichever round it came."""
        said = self.memory.said.get(id)
        match said:
            case None:
                return Missing()
            case Said(action="accept"):
                return self.accepted(said, said.content[WRAPPED] if said.wrapped else said.content)
            case Said(action="decline"):
                return Declined()
            case _:
                return Cancelled()

    def accepted(self, said: Said, content: Any) -> Accepted[Any]:
        """Return ``content`` as the accepted answer that ``said`` is, with its age."""
        now = self._seal.clock()
        return Accepted(content, timedelta(seconds=now - said.at), timedelta(seconds=now - said.asked_at))

    def named(self, question: Question) -> Question:
        """Return the question with an id: where it was given none, its place among those that have none."""
        if question.id:
            return question
        self._unnamed += 1
        return replace(question, id=f"{_UNNAMED}{self._unnamed}")

    async def ask(self, question: Question, *, explanation: str | None = None) -> Said:
        """Return the answer to ``question``, or pause the call: then this never returns and the tool is unwound.

        Raises:
            MCPError: -32602 with reason ``question_changed``: the answer that is there was given to another question.
            UnsupportedRenderableError: the client did not declare that it can show it.
            RuntimeError: the id was asked before in this round, or two questions without ids are open at once.
        """
        if question.id in self._ids:
            raise RuntimeError(f"The tool asks {question.id!r} twice: every question needs an id of its own.")
        self._ids.add(question.id)
        said = self.memory.said.get(question.id)
        if said is None:
            require_shown(self.ctx, [question.request])
            await self._pause(question, explanation, None)
        elif said.print != question.print:
            raise refusal("The tool now asks something else than what was answered", "question_changed")
        else:
            return said
        raise AssertionError("a paused question goes on")

    async def ask_again(self, question: Question, why: str, *, explanation: str | None = None) -> None:
        """Pause the call to ask a question anew whose answer turned out to be of no use.

        Raises:
            ToolError: it was answered amiss too often.
        """
        said = self.memory.said.pop(question.id)
        asked = Asked(question.method, dict(question.params), question.wrapped, said.asked_at, said.tries)
        problem = self._amiss(question.id, asked, Problem(why, said.content))
        await self._pause(question, explanation, problem)

    async def quiet(self) -> None:
        """Wait until siblings had the chance to ask and nothing that is to be done once is half done."""
        for _ in range(_STEPS_FOR_SIBLINGS):
            await asyncio.sleep(0)
        await self._idle.wait()
        self._paused = True

    def working(self, change: int) -> None:
        """Count what is being done once: plus one when it begins, minus one at its end."""
        self._working += change
        if self._working:
            self._idle.clear()
        else:
            self._idle.set()

    def release(self) -> None:
        """Let go of questions that outlived their tool, as a task does that nobody waited for."""
        for waiting in self._waiting:
            waiting.cancel()

    def pending(self) -> InputRequiredResult:
        """Return the result that asks what the paused tool waits for."""
        problems = {id: problem for id, (_, problem) in self._pending.items() if problem}
        questions = [question for question, _ in self._pending.values()]
        explanation = "\n\n".join(dict.fromkeys(self._explanations)) or None
        return self.result(questions, explanation=explanation, problems=problems)

    def result(
        self,
        questions: Iterable[Question],
        *,
        explanation: str | None = None,
        reason: str = DEFAULT_REASON,
        problems: Mapping[str, Problem] | None = None,
    ) -> InputRequiredResult:
        """Return the result that asks ``questions``; an older answer to one of their ids is forgotten.

        Raises:
            NotAnswered: the very same question was just declined or closed: that ended the matter.
            UnsupportedRenderableError: the client did not declare that it can show one of them.
            ValueError: two questions have one id.
        """
        asked: dict[str, Asked] = {}
        requests: dict[str, InputRequest] = {}
        for question in questions:
            if question.id in asked:
                raise ValueError(f"Two questions have the id {question.id!r}.")
            self._not_refused(question)
            self.memory.said.pop(question.id, None)
            tries = self.memory.open[question.id].tries if question.id in self.memory.open else 0
            asked[question.id] = Asked(
                question.method, dict(question.params), question.wrapped, self._seal.clock(), tries
            )
            requests[question.id] = asked_again(question, (problems or {}).get(question.id)).request
        require_shown(self.ctx, requests.values())
        self.memory.open, self.memory.explanation, self.memory.reason = asked, explanation, known_reason(reason)
        meta: dict[str, Any] = {EXPLANATION_KEY: explanation} if explanation else {}
        if besides := {id: entry.params["_meta"] for id, entry in asked.items() if "_meta" in entry.params}:
            meta[QUESTIONS_KEY] = besides
        if self.memory.reason != DEFAULT_REASON:
            meta[REASON_KEY] = self.memory.reason
        state = self._seal.new_state(self.memory.record())
        return InputRequiredResult(input_requests=requests, request_state=state, _meta=meta or None)

    def _take(self, id: str, asked: Asked, response: InputResponse) -> Problem | None:
        """Move one answer from open to said, or say what is wrong with it."""
        given = judged(asked, response)
        if isinstance(given, Problem):
            return self._amiss(id, asked, given)
        del self.memory.open[id]
        print, now = asked.question(id).print, self._seal.clock()
        self.memory.said[id] = Said(print, given.action, given.content, asked.wrapped, asked.at, now, asked.tries)
        return None

    def _amiss(self, id: str, asked: Asked, problem: Problem) -> Problem:
        if asked.tries + 1 >= MAX_TRIES:
            raise ToolError(
                f"No answer that could be used came in {MAX_TRIES} tries: {problem.why}. Nothing more was done."
            )
        self.memory.open[id] = replace(asked, tries=asked.tries + 1)
        return problem

    async def _pause(self, question: Question, explanation: str | None, problem: Problem | None) -> None:
        if self._paused:
            raise RuntimeError("The tool went on after its call was paused: it must not catch the pause.")
        if doing_once.get():
            raise RuntimeError("Work that is done once cannot ask: ask before it or after it.")
        if question.id.startswith(_UNNAMED) and any(id.startswith(_UNNAMED) for id in self._pending):
            raise RuntimeError("Two questions without ids are asked at once: give each an id.")
        self._pending[question.id] = (question, problem)
        if explanation:
            self._explanations.append(explanation)
        self.asks.set()
        forever = asyncio.get_running_loop().create_future()
        self._waiting.append(forever)
        await forever

    def _not_refused(self, question: Question) -> None:
        said = self.memory.said.get(question.id)
        if said is not None and said.action in ("decline", "cancel") and said.print == question.print:
            raise NotAnswered("decline" if said.action == "decline" else "cancel")
