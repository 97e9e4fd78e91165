"""The socket of an open page: what it sends, to whom, and when it is closed."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import pytest
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone

from chatsite.asgi import application
from interrupts import push
from interrupts.database import in_database
from interrupts.models import Thread
from interrupts.runs import post_message
from interrupts.zones import keep_zone
from tests.interrupts.test_card import ask
from tests.support import drive, say

pytestmark = pytest.mark.django_db(transaction=True)


def socket(client: Client, origin: str = "http://testserver", **query: Any) -> WebsocketCommunicator:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
    if cookie is not None:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode()))
    return WebsocketCommunicator(application, f"/ws/?{urlencode(query)}", headers=headers)


async def closing_code(opened: WebsocketCommunicator) -> int:
    """Read on until the socket is closed; returns the code."""
    while True:
        message = await opened.receive_output(timeout=5)
        if message["type"] == "websocket.close":
            return message["code"]


async def test_what_comes_over_the_socket_is_in_the_persons_zone(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    await in_database(keep_zone, ana, "Asia/Tokyo")
    schema = {"properties": {"at": {"type": "string", "format": "date-time"}}}
    question = await in_database(lambda: ask(ana, schema=schema))

    opened = socket(client, thread=question.thread_id)
    await opened.connect()

    assert "Time zone: Asia/Tokyo" in await opened.receive_from(timeout=5)
    await opened.disconnect()


async def test_a_page_gets_on_connect_what_it_lacks(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    run = await in_database(say, ana, "first words")

    opened = socket(client, thread=run.thread_id)
    await opened.connect()
    sent = await opened.receive_from(timeout=5)
    await opened.disconnect()

    assert "first words" in sent


async def test_a_page_that_has_seen_everything_gets_no_item_again(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    run = await in_database(say, ana, "first words")
    seen = await in_database(lambda: Thread.objects.get(pk=run.thread_id).seq)

    opened = socket(client, thread=run.thread_id, seen=seen)
    await opened.connect()
    sent = await opened.receive_from(timeout=5)
    await opened.disconnect()

    assert "data-message" not in sent


async def test_a_change_reaches_every_open_page_of_the_thread(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    push.bind(asyncio.get_running_loop())
    run = await in_database(say, ana, "one")
    await asyncio.to_thread(drive)
    push.bind(asyncio.get_running_loop())
    pages = [socket(client, thread=run.thread_id) for _ in range(2)]
    for page in pages:
        await page.connect()
        await page.receive_from(timeout=5)

    await in_database(post_message, person=ana, thread=run.thread, text="second words", at=timezone.now())
    sent = [await page.receive_from(timeout=5) for page in pages]
    for page in pages:
        await page.disconnect()

    assert all("second words" in text for text in sent)


async def test_a_strangers_thread_is_closed_as_not_found(ana: Any, ben: Any, client: Client) -> None:
    run = await in_database(say, ana, "private")
    await in_database(client.force_login, ben)

    opened = socket(client, thread=run.thread_id)
    await opened.connect()

    assert await closing_code(opened) == 4404


@pytest.mark.parametrize("thread", ["nonsense", "00000000-0000-4000-8000-000000000000"])
async def test_a_thread_that_does_not_exist_is_closed_the_same_way(ana: Any, client: Client, thread: str) -> None:
    await in_database(client.force_login, ana)

    opened = socket(client, thread=thread)
    await opened.connect()

    assert await closing_code(opened) == 4404


async def test_nobody_gets_a_socket_without_signing_in(client: Client, db: None) -> None:
    opened = socket(client)
    await opened.connect()

    assert await closing_code(opened) == 4401


async def test_a_page_of_another_site_gets_no_socket(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)

    connected, _ = await socket(client, origin="http://evil.example").connect()

    assert not connected


async def test_signing_out_closes_the_open_sockets(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    push.bind(asyncio.get_running_loop())
    opened = socket(client)
    await opened.connect()
    await opened.receive_from(timeout=5)

    await in_database(client.post, "/accounts/logout/")

    assert await closing_code(opened) == 4401


async def test_a_person_who_was_deactivated_is_shown_nothing_more(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    push.bind(asyncio.get_running_loop())
    run = await in_database(say, ana, "one")
    opened = socket(client, thread=run.thread_id)
    await opened.connect()
    await opened.receive_from(timeout=5)

    ana.is_active = False
    await in_database(ana.save)
    push._send_to(push.person_group(ana.pk), {"type": push.ROWS_CHANGED})

    assert await closing_code(opened) == 4401


async def test_what_nobody_waits_for_is_told_together_with_what_somebody_waits_for(ana: Any) -> None:
    push.bind(asyncio.get_running_loop())
    run = await in_database(say, ana, "one")
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(push.thread_group(run.thread_id), channel)

    def announce_three_changes() -> None:
        for at_once in (False, False, True):
            with transaction.atomic():
                push.announce(run.thread_id, at_once=at_once)

    await in_database(announce_three_changes)
    told = await asyncio.wait_for(layer.receive(channel), 5)

    assert told == {"type": push.ROWS_CHANGED}
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(channel), 2 * push.SOON)
