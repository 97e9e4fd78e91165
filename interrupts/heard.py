"""What a tool says while it runs: how far it is, and lines it logs. Kept with its call, at most twice a second."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from django.db import transaction

from interrupts import wire
from interrupts.database import in_database
from interrupts.fixed_write import update_rows
from interrupts.leases import lock_run_if_there
from interrupts.ledger import change
from interrupts.models import ToolCall
from interrupts.states import CLOSED_CALL
from mcpbridge.client import LogLine
from mcpbridge.client import Progress as Heard

PACE = 0.5
"""Seconds between two writes, so that a talkative tool costs its call no more than a quiet one."""
LOG_LINES = 50
LINE_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is. ``share`` is between 0 and 1, None where the tool names no end."""

    share: float | None
    words: str


def progress_of(call: ToolCall) -> Progress | None:
    """Return what the tool last said of its progress; None when it said nothing."""
    if call.progress is None:
        return None
    total = call.progress_total
    share = min(max(call.progress / total, 0.0), 1.0) if total is not None and total > 0 else None
    count = f"{call.progress:g} of {total:g}" if share is not None else f"{call.progress:g}"
    return Progress(share, call.progress_text or count)


class Listener:
    """Takes what one call says and writes the newest of it; never more than one write at a time."""

    def __init__(self, call_id: int) -> None:
        self._call_id = call_id
        self._progress: Heard | None = None
        self._lines: list[LogLine] = []
        self._writing: asyncio.Task[None] | None = None
        self._over = asyncio.Event()

    def progress(self, heard: Heard) -> None:
        self._progress = heard
        self._write_soon()

    def log(self, line: LogLine) -> None:
        self._lines = [*self._lines, line][-LOG_LINES:]
        self._write_soon()

    async def finish(self) -> None:
        """Wait until what was heard is written: a call's last words come before its result."""
        self._over.set()
        if self._writing is not None:
            await asyncio.wait([self._writing])

    def _write_soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._progress is not None or self._lines:
            progress, lines = self._progress, self._lines
            self._progress, self._lines = None, []
            await in_database(_keep, self._call_id, progress, lines)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), PACE)


def _keep(call_id: int, heard: Heard | None, lines: list[LogLine]) -> None:
    with transaction.atomic():
        call = ToolCall.objects.filter(pk=call_id).first()
        run = lock_run_if_there(call.run_id) if call else None
        if call is None or run is None:
            return
        call.refresh_from_db()
        if call.status in CLOSED_CALL:
            return
        values: dict[str, object] = {}
        if heard is not None:
            text = wire.storable(heard.message or "")[:200]
            values |= {"progress": heard.progress, "progress_total": heard.total, "progress_text": text}
        if lines:
            values["log"] = wire.dump(((wire.load(call.log) or []) + [_kept(line) for line in lines])[-LOG_LINES:])
        with change(run.thread_id, at=run.thread.updated_at) as c:
            update_rows(ToolCall, {"pk": call_id}, seq=c.seq(), **values)


def _kept(line: LogLine) -> dict[str, str]:
    return {"level": wire.storable(line.level)[:20], "text": wire.storable(line.text)[:LINE_LENGTH]}
