"""Tool lists kept for as long as they are good, and fetched by one at a time."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client.command import Place
from mcpbridge.client.listing import list_tools
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.requests import FORMS_ONLY, PROTOCOL_VERSION
from mcpbridge.client.tools import ToolList

UNSAID_TTL_SECONDS = 60.0
"""How long a list is kept whose server does not say."""

MAX_LISTS = 500


@dataclass(frozen=True, slots=True)
class _Kept:
    tools: ToolList
    as_of: float
    fetch: int

    def is_good(self, now: float, max_age: float | None) -> bool:
        longest = max_age
        if longest is None:
            longest = UNSAID_TTL_SECONDS if self.tools.ttl_seconds is None else self.tools.ttl_seconds
        # Strictly less, so that 0 is never good, even while the clock stands still.
        return now - self.as_of < longest


class ToolCache:
    """Tool lists by place, for one event loop. Failures are told to all who wait and are not kept."""

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        capabilities: Mapping[str, Any] = FORMS_ONLY,
        http: HttpClient | None = None,
    ) -> None:
        self._clock = clock
        self._capabilities = capabilities
        self._http = http
        self._kept: dict[Place, _Kept] = {}
        self._fetching: dict[Place, asyncio.Task[_Kept]] = {}
        self._fetches = 0

    async def tools(self, place: Place, *, max_age: float | None = None, era: str = PROTOCOL_VERSION) -> ToolList:
        """The server's tools, younger than ``max_age`` seconds; without it as long as the server allows.

        ``max_age`` stands above the server's word, so it may also be longer; 0 fetches a list that is read after this
        call. ``era`` is the revision in which it is asked for if it has to be. Raises: whatever ``list_tools`` raises
        """
        newest_before = self._fetches
        while True:
            kept = self._kept.get(place)
            if kept is not None and (kept.fetch > newest_before or kept.is_good(self._clock(), max_age)):
                return kept.tools
            # Shielded: whoever stops waiting must not take the list away from the others.
            await asyncio.shield(self._fetching.get(place) or self._start(place, era))

    def _start(self, place: Place, era: str) -> asyncio.Task[_Kept]:
        self._fetches += 1
        task = asyncio.create_task(self._fetch(place, era, self._fetches))
        self._fetching[place] = task
        task.add_done_callback(lambda done: self._finish(place, done))
        return task

    async def _fetch(self, place: Place, era: str, number: int) -> _Kept:
        as_of = self._clock()
        tools = await list_tools(place, era=era, capabilities=self._capabilities, http=self._http)
        return _Kept(tools, as_of, number)

    def _finish(self, place: Place, done: asyncio.Task[_Kept]) -> None:
        del self._fetching[place]
        # Asking for the exception also marks it as seen, should nobody wait any more.
        if done.cancelled() or done.exception() is not None:
            return
        self._kept.pop(place, None)
        self._kept[place] = done.result()
        if len(self._kept) > MAX_LISTS:
            del self._kept[next(iter(self._kept))]
