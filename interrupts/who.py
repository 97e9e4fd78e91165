"""The word about who acts, for servers that an admin lets know it: a key for each, and a token for each request."""

import secrets as randomness
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model

from interrupts import secrets
from interrupts.models import Round, Server
from interrupts.ports import CallOrder
from mcpbridge.who import KEY_BYTES, WHO_KEY, sign_who


def new_who_key() -> tuple[str, str]:
    """Return a key as people pass it on, and the same sealed, for ``Server.who_key_sealed``."""
    text = randomness.token_hex(KEY_BYTES)
    return text, seal_who_key(text)


def seal_who_key(text: str) -> str:
    """Return a key as it is kept."""
    return secrets.seal({"key": text})


def who_meta(server: Server, tool: str, order: CallOrder, *, at: datetime) -> Mapping[str, Any]:
    """Return what a request says of who acts: nothing, unless an admin lets this server know and it has a key.

    Raises: interrupts.secrets.UnreadableSecret.
    """
    if not (server.may_know_who and server.who_key_sealed) or server.is_inside:
        return {}
    key = bytes.fromhex(secrets.unseal(server.who_key_sealed)["key"])
    person = get_user_model()._default_manager.get(pk=order.person_id)
    number = Round.objects.values_list("number", flat=True).get(pk=order.round_id)
    token = sign_who(
        key,
        person=str(person.pk),
        name=person.get_username(),
        audience=server.url,
        tool=tool,
        request=f"{order.call_id}-{number}",
        now=at.timestamp(),
    )
    return {WHO_KEY: token}
