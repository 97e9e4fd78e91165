"""Rows the bench needs in the product's database: persons who are signed in, and the server with its tool."""

import asyncio
import uuid
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from interrupts.ledger import change
from interrupts.mcp import look_at
from interrupts.models import Message, Run, Server, Thread
from interrupts.servers import add_server, store_tools
from mcpbridge.client import Address, close_pool
from tests.bench.page import Person, new_csrf


def connect(url: str) -> None:
    """Add the scripted server: trusted, its tool asks by itself."""
    server = add_server(name="bench", url=url, trusted=True)
    # More than the rounds in flight, so that no call waits for another.
    Server.objects.filter(pk=server.pk).update(max_parallel=64)

    async def look() -> None:
        found = await look_at(Address(url))
        await close_pool()
        await asyncio.to_thread(store_tools, server.pk, found.tools, at=timezone.now())

    asyncio.run(look())
    server.tools.update(asks_by_itself=True)


def sign_in(name: str) -> Person:
    """Make an account and a session of it."""
    user = get_user_model().objects.create_user(name)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.save()
    return Person(name, session.session_key, new_csrf())


def lengthen(thread_id: str, messages: int) -> None:
    """Put so many messages more into a thread."""
    now, words = timezone.now(), "Some words, some of them **bold**."
    with transaction.atomic(), change(uuid.UUID(thread_id), at=now) as c:
        Message.objects.bulk_create(
            Message(
                thread=c.thread,
                role=role,
                text=words,
                created_at=now,
                **c.place(),
            )
            for _ in range(messages // 2)
            for role in ("user", "assistant")
        )


def new_thread(name: str, messages: int) -> str:
    """Make a thread of a person with so many messages; returns its path."""
    now, owner = timezone.now(), get_user_model().objects.get_by_natural_key(name)
    made = Thread.objects.create(owner=owner, title="a thread", created_at=now, updated_at=now)
    lengthen(str(made.pk), messages)
    return f"/threads/{made.pk}/"


def waiting_runs() -> int:
    return Run.objects.filter(status="interrupted").count()
