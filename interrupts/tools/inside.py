"""The tools of this site in its own chat: the same server, reached without the network, as a row like any other."""

import logging
import sys
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone

from interrupts.database import in_database
from interrupts.models import INSIDE, Server
from interrupts.servers import store_tools
from interrupts.tools.declaring import declared
from mcpbridge.client import Address, HttpClient, inside_client, list_tools
from mcpbridge.errors import BridgeError
from mcpbridge.sdk import importing

logger = logging.getLogger(__name__)


def client_for(person_id: Any = None) -> HttpClient:
    """Return what sends requests to the tools of this site in a person's name; without one, it may only list them."""
    return inside_client(partial(_answer, person_id))


async def remember() -> None:
    """See that rows tell of the tools of this site as they are in this code; nothing where there are none."""
    server_id = await in_database(ensure_row)
    if server_id is not None:
        try:
            offered = await list_tools(Address(INSIDE), http=client_for())
        except BridgeError as problem:
            logger.error("The tools of this site cannot be listed: %s", problem)
        else:
            await in_database(store_tools, server_id, offered, at=timezone.now())


def ensure_row() -> int | None:
    """Create the row of this site's tools where it is missing, trusted; return its id, None where there are none."""
    if not declared():
        return None
    known = Server.objects.filter(url=INSIDE).values_list("pk", flat=True).first()
    return known if known is not None else _create()


async def stop(grace: float | None = None) -> None:
    """End what serves the tools of this site in the running event loop: tools at work may finish first."""
    # Never imported for this: it brings the SDK's server, and where that was not needed nothing runs.
    running = sys.modules.get("interrupts.tools.running")
    if running is not None:
        await running.stop(running.GRACE if grace is None else grace)


def _create() -> int | None:
    with importing:
        # Imported here, for it brings the SDK's server, which takes long and which a site without tools does not need.
        from interrupts.tools.server import name_of_tools

    name = name_of_tools()
    try:
        with transaction.atomic():
            return Server.objects.create(name=name, url=INSIDE, trusted=True).pk
    except IntegrityError:
        logger.error("The tools of this site cannot be used in the chat: a server is named %s already.", name)
        return None


async def _answer(person_id: Any, scope: Any, receive: Any, send: Any) -> None:
    with importing:
        # Imported here for the same reason.
        from interrupts.tools.running import running_tools

    person = None if person_id is None else await in_database(_person, person_id)
    await running_tools().handle(person, scope, receive, send, checked=True)


def _person(person_id: Any) -> Any:
    return get_user_model()._default_manager.get(pk=person_id)
