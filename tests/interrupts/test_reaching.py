"""Addresses that people enter and that servers name lead nowhere inside; what the operator allows works."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client

from interrupts.models import Server
from interrupts.reaching import reach_of, site_reach
from interrupts.servers import ensure_sample
from mcpbridge.client.reach import Reach
from tests.interrupts.admin.test_servers import LIST, entry
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.scripted_oauth import Peer, scripted_oauth

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def inner() -> Iterator[Scripted]:
    with scripted_mcp({"tools": [{"name": "pay", "inputSchema": {"type": "object"}}]}) as running:
        yield running


@pytest.fixture
def strict(settings: Any) -> None:
    """Nothing inside is allowed, as where nobody set anything."""
    settings.INTERRUPTS = {**settings.INTERRUPTS, "ALLOWED_NETWORKS": ()}


def enter(admin_client: Client, url: str) -> str:
    reply = admin_client.post(f"{LIST}add/", entry(url=url), follow=True)
    return " ".join(map(str, reply.context["messages"]))


def test_an_inner_address_that_a_person_enters_is_not_contacted(
    strict: None, admin_client: Client, inner: Scripted
) -> None:
    told = enter(admin_client, inner.url.replace("127.0.0.1", "0x7f000001"))

    assert "not to be reached" in told and "ALLOWED_NETWORKS" in told
    assert inner.requests() == []


def test_an_inner_address_that_the_operator_allowed_works(settings: Any, admin_client: Client, inner: Scripted) -> None:
    settings.INTERRUPTS = {**settings.INTERRUPTS, "ALLOWED_NETWORKS": ("127.0.0.0/8",)}

    assert "bank answered" in enter(admin_client, inner.url)


def test_what_the_operator_adds_by_command_may_be_anywhere_until_somebody_gives_it_another_address(
    strict: None, admin_client: Client, inner: Scripted
) -> None:
    call_command("addserver", "bank", inner.url)
    server, before = Server.objects.get(), len(inner.requests())
    at_first = reach_of(server)

    change = entry(url=f"{inner.url}?x=1", headers="", forget_headers="on")
    reply = admin_client.post(f"{LIST}{server.pk}/change/", change, follow=True)

    server.refresh_from_db()
    assert at_first is None and reach_of(server) == Reach()
    assert "not to be reached" in " ".join(map(str, reply.context["messages"]))
    assert len(inner.requests()) == before


def test_the_samples_are_reached_without_anybody_allowing_it(strict: None) -> None:
    assert reach_of(ensure_sample(name="files", url="http://127.0.0.1:1/mcp")) is None


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Peer]:
    with scripted_oauth() as peer:
        yield peer


@pytest.mark.parametrize(
    "where", ["http://127.0.0.1:{port}", "http://169.254.169.254", "http://[::ffff:127.0.0.1]:{port}"]
)
def test_a_server_cannot_have_us_ask_inside_by_naming_an_authorization_server_there(
    strict: None, ana: Any, client: Client, elsewhere: Peer, inner: Scripted, where: str
) -> None:
    named = where.format(port=inner.url.split(":")[2].split("/")[0])
    elsewhere.play(issuer=named)
    client.force_login(ana)
    server = Server.objects.create(name="bank", url=elsewhere.url, auth="oauth")
    before = len(inner.requests())

    reply = client.post(f"/connections/{server.pk}/")

    assert reply.status_code == 422 and "not to be reached" in reply.content.decode()
    assert len(inner.requests()) == before


def test_a_redirect_of_what_a_server_names_is_not_followed(ana: Any, client: Client, elsewhere: Peer) -> None:
    elsewhere.play(redirect=f"{elsewhere.origin}/inside")
    client.force_login(ana)
    server = Server.objects.create(name="bank", url=elsewhere.url, auth="oauth")

    reply = client.post(f"/connections/{server.pk}/")

    assert reply.status_code == 422
    assert elsewhere.log("/inside") == []


def test_a_setting_that_names_no_network_is_refused(settings: Any) -> None:
    settings.INTERRUPTS = {**settings.INTERRUPTS, "ALLOWED_NETWORKS": ("inside",)}

    with pytest.raises(ImproperlyConfigured, match="inside"):
        site_reach()
