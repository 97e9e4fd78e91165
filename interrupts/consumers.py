"""The socket of an open page. It only speaks: answers travel by POST.

Notices carry ids; what is sent is read and rendered here, for this socket's own person, so rights are checked at the
moment of showing. On connect it sends what the page lacks, so a notice that was missed costs nothing.
"""

import asyncio
import time
import uuid
from contextlib import suppress
from datetime import tzinfo
from http.cookies import SimpleCookie
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone, translation

from interrupts.authority import newest_change, visible_interrupt
from interrupts.cards import QuestionView
from interrupts.database import in_database
from interrupts.fixed_query import FixedQuery
from interrupts.metrics import OPEN_SOCKETS
from interrupts.page import question_item
from interrupts.preferences import known_language
from interrupts.push import person_group, session_mark, thread_group
from interrupts.rendering import frame_of, news_of, render_for
from interrupts.zones import ZONE_COOKIE, zone_for

NOT_FOUND = 4404
SIGNED_OUT = 4401
BUSY_AFTER = 0.05
"""Seconds that showing news may take before a page's next ones are held back."""
BUSY_SHARE, BUSY_LONGEST = 4, 1.0
"""Then for so many times as long, and no longer than this: many replies that stream at once slow down together, and
what people ask for is not kept waiting by what they only watch."""
CHECK_EVERY = 20.0
"""Seconds between two looks whether the person is still signed in; a sign-out is noticed within twice that at worst."""


_ACTIVE_PERSON = FixedQuery(lambda pk: get_user_model()._default_manager.filter(pk=pk, is_active=True))


class PageConsumer(AsyncWebsocketConsumer):
    """``/ws/?thread=<uuid>&seen=<seq>``: the person's own news, and those of one thread past ``seen``.

    ``/ws/?question=<uuid>&seen=<seq>`` is for the page of a question that belongs to no thread.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with OPEN_SOCKETS.track_inprogress():
            await super().__call__(scope, receive, send)

    async def connect(self) -> None:
        # A close before accept reaches the browser as a lost line, which it would retry for ever.
        await self.accept()
        self.tasks: list[asyncio.Task[None]] = []
        self.news = asyncio.Event()
        self.news.set()
        self.frame_changed = True
        self.frame: Any = None
        self.groups_joined: list[str] = []
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.seen = _number(query.get("seen", ["0"])[0])
        self.thread_id = _uuid(query.get("thread", [""])[0])
        self.question_id = _uuid(query.get("question", [""])[0])
        self.person_id = self.scope["user"].pk
        if self.person_id is None:
            await self.close(SIGNED_OUT)
            return
        wants_thread = bool(query.get("thread", [""])[0])
        if wants_thread and (self.thread_id is None or not await in_database(self._sees_thread)):
            await self.close(NOT_FOUND)
            return
        # That of the page, which says so: what is pushed into it must not speak another one.
        self.language = known_language(query.get("language", [""])[0])
        self.zone = await in_database(self._zone)
        # Join before reading: what changes in between is then announced, not lost.
        await self._join(person_group(self.person_id))
        if self.thread_id is not None:
            await self._join(thread_group(self.thread_id))
        self.tasks = [asyncio.create_task(self._speak()), asyncio.create_task(self._keep_watch())]

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """What a page says is ignored: nothing is decided over a socket."""

    async def rows_changed(self, event: dict[str, Any]) -> None:
        self.frame_changed = self.frame_changed or event.get("frame", False)
        self.news.set()

    async def signed_out(self, event: dict[str, Any]) -> None:
        """Somebody signed out: close if it was this session. Its row may not be gone yet, so it is not asked."""
        if event["session"] == session_mark(self.scope["session"].session_key):
            await self.close(SIGNED_OUT)

    async def _join(self, group: str) -> None:
        await self.channel_layer.group_add(group, self.channel_name)
        self.groups_joined.append(group)

    async def _speak(self) -> None:
        """Send everything past the cursor whenever there is news; notices that come meanwhile make one more look."""
        with suppress(Disconnected):
            while True:
                await self.news.wait()
                self.news.clear()
                with_frame, self.frame_changed = self.frame_changed, False
                began = time.monotonic()
                news = await in_database(self._render_news, with_frame)
                if isinstance(news, int):
                    await self.close(news)
                    return
                if news:
                    await self.send(text_data=news)
                await _rest(time.monotonic() - began)

    async def _keep_watch(self) -> None:
        """Look now and then without a notice: it may have been lost, and the person may have signed out elsewhere."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            self.frame_changed = True
            self.news.set()

    def _zone(self) -> tzinfo:
        return zone_for(self.scope["user"], _cookie(self.scope, ZONE_COOKIE))

    def _render_news(self, with_frame: bool) -> str | int:
        """Return what the page lacks, empty when that is nothing; or the code to close with."""
        with translation.override(self.language):
            return self._news_as_html(with_frame)

    def _news_as_html(self, with_frame: bool) -> str | int:
        person = self._person()
        if person is None:
            return SIGNED_OUT
        context: dict[str, Any] = {}
        if self.thread_id is not None:
            news = news_of(person, self.thread_id, self.zone, after=self.seen)
            if news is None:
                return NOT_FOUND
            context = news if news["seen"] > self.seen else {}
            self.seen = max(self.seen, news["seen"])
        elif self.question_id is not None:
            context = self._changed_question(person, self.question_id)
        if with_frame:
            context |= self._changed_frame(person)
        return render_for(self.zone, self.language, "interrupts/live.html", context) if context else ""

    def _changed_question(self, person: Any, question_id: uuid.UUID) -> dict[str, Any]:
        """The card of the question, nothing when the page shows it as it is, or when it is not this person's."""
        row = visible_interrupt(person, question_id)
        if row is None or row.seq <= self.seen:
            return {}
        self.seen = row.seq
        return {"items": [question_item(QuestionView(row, person, self.zone))], "person": person}

    def _changed_frame(self, person: Any) -> dict[str, Any]:
        """What the frame needs, nothing when it shows the same: a notice says only that it may have changed."""
        context = frame_of(person, self.thread_id)
        rows = [(row.pk, row.title, row.pinned, row.run_status, row.open_questions) for row in context["rail"]]
        before, self.frame = self.frame, (rows, context["waiting"])
        return context if self.frame != before else {}

    def _sees_thread(self) -> bool:
        person = self._person()
        if person is None or self.thread_id is None:
            return False
        return newest_change(person, self.thread_id) is not None

    def _person(self) -> Any:
        """The person of this socket's session as of now; None when signed out, deactivated or given a new password."""
        store = import_module(settings.SESSION_ENGINE).SessionStore
        key = self.scope["session"].session_key
        # Read anew each time: the session this socket came with says nothing about today.
        stored = store(key) if key else None
        if stored is None or str(stored.get("_auth_user_id", "")) != str(self.person_id):
            return None
        person = _ACTIVE_PERSON.first(self.person_id)
        if person is None or stored.get("_auth_user_hash") not in _session_hashes(person):
            return None
        return person if stored.get_expiry_date() > timezone.now() else None


async def _rest(took: float) -> None:
    if took > BUSY_AFTER:
        await asyncio.sleep(min(BUSY_SHARE * took, BUSY_LONGEST))


def _session_hashes(person: Any) -> list[str]:
    return [person.get_session_auth_hash(), *person.get_session_auth_fallback_hash()]


def _cookie(scope: dict[str, Any], name: str) -> str | None:
    for header, value in scope.get("headers", ()):
        if header == b"cookie":
            cookie = SimpleCookie(value.decode("latin-1")).get(name)
            return cookie.value if cookie else None
    return None


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0
