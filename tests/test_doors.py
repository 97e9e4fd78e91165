"""Every address of the site, tried by people who have no business there. New addresses are tried by themselves."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from interrupts.models import Interrupt, Run
from tests.support import say

pytestmark = pytest.mark.django_db

OPEN = {"favicon", "login", "logout", "one_time_link", "healthz", "metrics", "password_change", "password_change_done"}
OPEN |= {"client_metadata"}  # who this site is, for authorization servers
"""Names of addresses that need no sign-in, or that only concern one's own account."""


def addresses(patterns: Any = None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """All (name, route) of the site but the admin's, which Django guards."""
    for entry in patterns or get_resolver().url_patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if entry.app_name != "admin":
                yield from addresses(entry.url_patterns, route)
        elif isinstance(entry, URLPattern):
            yield entry.name or "", route


WITH_ID = sorted((name, route) for name, route in addresses() if "<uuid:pk>" in route)
STAFF = {"gallery"}
"""Names of addresses that nobody but staff finds, signed in or not: tests/interrupts/test_gallery.py."""
WITHOUT_ID = sorted((name, route) for name, route in addresses() if "<" not in route and name not in OPEN | STAFF)


@pytest.fixture
def question(ana: Any) -> Interrupt:
    """A question of Ana's, about a thread of Ana's."""
    run = say(ana, "private words")
    return Interrupt.objects.create(
        kind="limit", thread=run.thread, run=run, asked_of=ana, message="secret?", created_at=timezone.now()
    )


def path_to(route: str, question: Interrupt) -> str:
    pk = question.pk if route.startswith("interrupts/") else question.thread_id
    return "/" + re.sub("<int:[a-z]+>", "1", route.replace("<uuid:pk>", str(pk)))


def snapshot(question: Interrupt) -> Any:
    return (
        Interrupt.objects.filter(pk=question.pk).values_list("status", "action").get(),
        Run.objects.filter(pk=question.run_id).values_list("status", flat=True).get(),
    )


@pytest.mark.parametrize(("name", "route"), WITH_ID)
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "head", "options"])
def test_a_stranger_finds_nothing_and_changes_nothing(
    ben: Any, question: Interrupt, client: Client, name: str, route: str, method: str
) -> None:
    client.force_login(ben)
    before = snapshot(question)

    reply = getattr(client, method)(path_to(route, question))

    assert reply.status_code in (404, 405)
    assert b"private words" not in reply.content
    assert b"secret?" not in reply.content
    assert snapshot(question) == before


@pytest.mark.parametrize(("name", "route"), WITH_ID)
def test_a_foreign_id_looks_like_one_that_does_not_exist(
    ben: Any, question: Interrupt, client: Client, name: str, route: str
) -> None:
    client.force_login(ben)
    method = client.get if client.get(path_to(route, question)).status_code != 405 else client.post

    foreign = method(path_to(route, question))
    missing = method(path_to(route.replace("<uuid:pk>", str(uuid.uuid4())), question))

    assert foreign.status_code == missing.status_code == 404


@pytest.mark.parametrize(("name", "route"), WITH_ID + WITHOUT_ID)
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_gets_anywhere_without_signing_in(
    question: Interrupt, client: Client, name: str, route: str, method: str
) -> None:
    before = snapshot(question)

    reply = getattr(client, method)(path_to(route, question))

    assert reply.status_code in (302, 405)
    assert reply.status_code == 405 or reply["Location"].startswith("/accounts/login/")
    assert snapshot(question) == before


@pytest.mark.parametrize(("name", "route"), WITH_ID)
def test_a_get_never_decides(ana: Any, question: Interrupt, client: Client, name: str, route: str) -> None:
    client.force_login(ana)
    before = snapshot(question)

    client.get(path_to(route, question), {"action": "accept", "text": "hi"})

    assert snapshot(question) == before


@pytest.mark.parametrize(("name", "route"), WITH_ID)
def test_a_post_without_a_csrf_token_is_refused(ana: Any, question: Interrupt, name: str, route: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    before = snapshot(question)

    reply = client.post(path_to(route, question), {"action": "accept", "text": "hi"})

    assert reply.status_code in (403, 405)
    assert snapshot(question) == before


def test_staff_who_may_look_cannot_answer(question: Interrupt, client: Client) -> None:
    staff = get_user_model().objects.create_user("staff", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_interrupt"))
    client.force_login(staff)

    reply = client.post(f"/interrupts/{question.pk}/answer/", {"action": "accept"})

    assert reply.status_code == 404
    assert Interrupt.objects.get(pk=question.pk).status == "pending"


def test_the_former_owner_of_a_thread_that_was_moved_finds_nothing(
    ana: Any, ben: Any, question: Interrupt, client: Client
) -> None:
    client.force_login(ana)
    question.thread.owner = ben
    question.thread.save(update_fields=["owner"])

    assert client.get(f"/threads/{question.thread_id}/").status_code == 404
