"""A tool call of the 2025 era: it stays open while a person thinks, so it lives with its connection.

Questions are requests *from* the server in the middle of the open ``tools/call`` (revision 2025-11-25,
client/elicitation and client/sampling). They name no call, so each call has a session of its own.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mcpbridge.client.command import Place
from mcpbridge.client.errors import (
    CallRejected,
    HoldLost,
    OutcomeUnknown,
    QuestionWithdrawn,
    ServerUnreachable,
    SessionGone,
)
from mcpbridge.client.outcomes import Completed, Failed, InputRequired
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.questions import Questions, Refusal
from mcpbridge.client.replies import read_outcome
from mcpbridge.client.reply import Reply
from mcpbridge.client.reports import LogLine, Progress, Reports
from mcpbridge.client.requests import FORMS_ONLY, written
from mcpbridge.client.session import Session, open_to_call
from mcpbridge.client.tools import Tool
from mcpbridge.client.transfer import Departure
from mcpbridge.errors import BridgeError

PING_SECONDS = 30.0
"""So often the server is asked whether it still knows the session while a question waits."""

# Some servers begin to reply only when the tool is done; then it is enough that the request has left.
_BEGINNING_SECONDS = 1.0
_TOGETHER_SECONDS = 0.02
_PATIENCE_SECONDS = 30.0
_CANCEL_SECONDS = 5.0
_AGAIN_AFTER_SECONDS = (0.2, 1.0)
_NO_WAY_TO_ASK = -32600


class HeldCall:
    """One ``tools/call`` on a session of its own. Made by ``begin``; always ``close`` it."""

    def __init__(self, session: Session, request: Mapping[str, Any], reports: Reports, seconds: float) -> None:
        self.lost = asyncio.Event()
        """Set as soon as the connection is gone without an outcome. Questions that were open died with it."""
        self._session = session
        self._reports = reports
        self._changed = asyncio.Event()
        self._seconds = seconds
        self._questions = Questions(seconds, asyncio.get_running_loop().time)
        self._gone: str | None = None
        self._departure, self._accepted = Departure(), asyncio.Event()
        self._call = asyncio.create_task(session.carry(request, self._departure, self._accepted))
        self._call.add_done_callback(self._note_end)
        self._keeping: asyncio.Task[None] | None = None
        session.on_asked = self._take_question
        session.on_told = self._take_notice

    @classmethod
    async def begin(
        cls,
        place: Place,
        *,
        era: str,
        tool: Tool,
        arguments: Mapping[str, Any],
        request_id: str,
        capabilities: Mapping[str, Any] = FORMS_ONLY,
        seconds: float,
        on_progress: Callable[[Progress], None] | None = None,
        on_log: Callable[[LogLine], None] | None = None,
        on_tools_changed: Callable[[], None] | None = None,
        meta: Mapping[str, Any] | None = None,
        http: HttpClient | None = None,
        ping_seconds: float = PING_SECONDS,
    ) -> "HeldCall":
        """Open a session and send the call; ``era`` is the revision that ``find_era`` found.

        ``seconds`` is how long the server may work, not counting the time in which a question is open. A session that
        the server forgot before it looked at the call is opened anew, once.

        Raises: ServerUnreachable (nothing of the call left), CallRejected (WrongEra), OutcomeUnknown
        """
        params: dict[str, Any] = {"name": tool.name, "arguments": dict(arguments)}
        reports = Reports(request_id, on_progress, on_log, on_tools_changed)
        if meta or reports.meta:
            params["_meta"] = {**(meta or {}), **reports.meta}
        request = {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}
        written(place, request)

        async def begin_once() -> "HeldCall":
            session = Session(place, http=http)
            await open_to_call(session, era, capabilities)
            held = cls(session, request, reports, seconds)
            try:
                await held._wait_for_beginning()
            except BaseException:
                await held.close()
                raise
            held._keeping = asyncio.create_task(held._keep_alive(ping_seconds))
            return held

        try:
            return await begin_once()
        except SessionGone:
            return await begin_once()

    @property
    def open_questions(self) -> frozenset[str]:
        """The keys of the questions the server waits for."""
        return self._questions.keys

    @property
    def shown_questions(self) -> frozenset[str]:
        """Those among them that ``next`` has brought."""
        return self._questions.seen_keys

    async def next(self) -> Completed | Failed | InputRequired:
        """The next thing that comes: the outcome, or what is asked meanwhile, each question once.

        While questions are open this waits without limit; the server may finish or withdraw them all the same. If it is
        cancelled nothing is lost: the next call of it brings what came. ``request_state`` is always None.

        Raises: OutcomeUnknown when the connection dies or the time runs out; CallRejected or ServerUnreachable when a
        server that was slow to reply at all did not look at the call
        """
        while True:
            if self._gone is not None:
                raise OutcomeUnknown(self._session.server, self._gone)
            if self._call.done():
                return self._read(self._call.result())
            if self._questions.any_unseen:
                await asyncio.wait({self._call}, timeout=_TOGETHER_SECONDS)
                if self._questions.any_unseen and not self._call.done():
                    return self._questions.hand_over()
                continue
            self._changed.clear()
            try:
                async with asyncio.timeout_at(self._questions.deadline):
                    await self._changed.wait()
            except TimeoutError:
                raise OutcomeUnknown(self._session.server, self._why_late()) from None

    async def answer(self, responses: Mapping[str, Any], *, place: Place | None = None) -> None:
        """Give the results, as they go over the wire, or refusals, to the questions with these keys.

        ``place`` is the same server with the credentials of now: those of the beginning may be over.

        Raises: HoldLost if nothing of them arrived, OutcomeUnknown if something may have; QuestionWithdrawn if all did
        that were still waited for
        """
        if place is not None:
            self._session.go_on_with(place)
        arrived = False
        withdrawn: QuestionWithdrawn | None = None
        for key, response in responses.items():
            try:
                await self._answer_one(key, response)
                arrived = True
            except QuestionWithdrawn as error:
                withdrawn = error
            except HoldLost as error:
                if arrived:
                    raise OutcomeUnknown(self._session.server, "only some of the answers arrived") from error
                raise
        if withdrawn is not None:
            raise withdrawn

    async def cancel(self, reason: str) -> None:
        """Ask the server to stop; whether it does, only the outcome shows."""
        params = {"requestId": self._reports.token, "reason": reason}
        with contextlib.suppress(BridgeError):
            await self._session.tell({"method": "notifications/cancelled", "params": params}, seconds=_CANCEL_SECONDS)

    async def close(self) -> None:
        """Let go of the session. Stops nothing but a process that is still busy. Safe to call twice."""
        is_idle = self._call.done() and not self._call.cancelled() and self._call.exception() is None
        if not self._call.done():
            self._let_go("the call was let go")
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._call, self._keeping})
        else:
            await asyncio.wait({self._call})
        await self._session.close(reusable=is_idle)

    async def _wait_for_beginning(self) -> None:
        """Return once the server took the call, or at least cannot be said not to have got it."""
        signs = {asyncio.create_task(self._accepted.wait()), asyncio.create_task(self._changed.wait())}
        try:
            waiting = True
            while waiting:
                done, _ = await asyncio.wait(
                    {self._call, *signs}, timeout=_BEGINNING_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                waiting = not done and not self._departure.has_left
        finally:
            for sign in signs:
                sign.cancel()
        if self._call.done():
            self._call.result()

    def _read(self, reply: Reply) -> Completed | Failed | InputRequired:
        outcome = read_outcome(self._session.server, reply, carried_state=False)
        if isinstance(outcome, Failed) and outcome.code == _NO_WAY_TO_ASK:
            return replace(outcome, why="cannot_ask")
        return outcome

    def _why_late(self) -> str:
        late = f"it did not finish within {self._seconds:g} seconds"
        # Such a server sends its question along, and throws the answer away that comes in another request.
        has_lost_it = self._questions.any_were_asked and not self._session.can_be_answered
        return (
            f"{late}; it keeps no sessions, so that an answer may never reach the tool that asked"
            if has_lost_it
            else late
        )

    async def _answer_one(self, key: str, response: Any) -> None:
        if self._gone is not None or self._call.done():
            raise HoldLost(self._session.server, self._gone or "the call is over")
        try:
            server_id = self._questions.server_id(key)
        except KeyError:
            raise QuestionWithdrawn(self._session.server, "it no longer waits for this answer") from None
        if isinstance(response, Refusal):
            said: dict[str, Any] = {"error": {"code": response.code, "message": response.message}}
        else:
            said = {"result": response}
        try:
            await self._deliver({"id": server_id, **said})
        except (ServerUnreachable, CallRejected) as error:
            cause = error.cause if isinstance(error, ServerUnreachable) else error.message
            raise HoldLost(self._session.server, cause) from error
        except OutcomeUnknown:
            self._drop(key)  # it may have arrived, so nobody is to answer it again
            raise
        self._drop(key)

    async def _deliver(self, answer: Mapping[str, Any]) -> None:
        """A server that is out of reach for a moment is tried again as long as the call itself lives."""
        for pause in _AGAIN_AFTER_SECONDS:
            try:
                return await self._session.tell(answer, seconds=_PATIENCE_SECONDS)
            except ServerUnreachable:
                await asyncio.wait({self._call}, timeout=pause)
                if self._call.done():
                    raise
        return await self._session.tell(answer, seconds=_PATIENCE_SECONDS)

    def _take_question(self, server_id: Any, method: str, params: Mapping[str, Any], raw: str) -> bool:
        is_question = self._questions.take(server_id, method, params, raw)
        self._changed.set()
        return is_question

    def _take_notice(self, message: Mapping[str, Any]) -> None:
        if message.get("method") != "notifications/cancelled":
            self._reports.take(message)
            return
        params = message.get("params")
        if isinstance(params, Mapping):
            self._questions.withdraw(params.get("requestId"))
            self._changed.set()

    def _drop(self, key: str) -> None:
        self._questions.drop(key)
        self._changed.set()

    def _let_go(self, why: str) -> None:
        self._gone = why
        self._call.cancel()

    def _note_end(self, call: asyncio.Task[Reply]) -> None:
        if not call.cancelled() and call.exception() is not None:
            self.lost.set()
        self._questions.clear()
        self._changed.set()

    async def _keep_alive(self, seconds: float) -> None:
        """Ask now and then whether the server still knows us: a session it forgot never answers."""
        while True:
            await asyncio.sleep(seconds)
            if self._call.done() or not self._questions.keys:
                continue
            try:
                await self._session.request("ping", {}, seconds=_PATIENCE_SECONDS)
            except SessionGone:
                self._let_go("it no longer knows the session")
                self.lost.set()
                return
            except BridgeError:
                continue
