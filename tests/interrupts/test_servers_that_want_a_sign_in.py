"""The doors through which a server that wants a sign-in comes in: the command, the admin, a look at it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from interrupts.connections import opened
from interrupts.models import Server
from tests.interrupts.admin.test_servers import LIST, add, edit, told
from tests.interrupts.test_connections import sign_in
from tests.scripted_oauth import Peer, scripted_oauth

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def running() -> Iterator[Peer]:
    with scripted_oauth() as peer:
        yield peer


@pytest.fixture
def closed(running: Peer) -> Peer:
    """One that lists its tools only to those it knows."""
    running.play(public_list=False)
    return running


def test_the_command_adds_it_though_it_lists_nothing_yet(closed: Peer, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("addserver", "bank", closed.url, "--oauth", "--shared")

    server = Server.objects.get()
    assert (server.auth, server.connection, server.tools.count()) == ("oauth", "shared", 0)
    assert "sign in to it on the page" in capsys.readouterr().out


def test_without_saying_so_it_is_not_added(closed: Peer) -> None:
    with pytest.raises(CommandError, match="wants to know who is asking"):
        call_command("addserver", "bank", closed.url)

    assert not Server.objects.exists()


@pytest.mark.parametrize(
    "options", [["--shared"], ["--client-id", "c"], ["--oauth", "--client-secret-from-env", "NONE"]]
)
def test_options_that_do_not_go_together_are_refused(options: list[str]) -> None:
    with pytest.raises(CommandError, match=r"goe?s? with"):
        call_command("addserver", "bank", "http://127.0.0.1:1/mcp", *options)


def test_its_tools_are_known_once_somebody_has_signed_in(ana: Any, client: Client, closed: Peer) -> None:
    call_command("addserver", "bank", closed.url, "--oauth")
    client.force_login(ana)

    sign_in(client, Server.objects.get())

    server = Server.objects.get()
    assert [tool.name for tool in server.tools.all()] == ["pay"] and server.problem == ""


def test_a_client_id_given_by_hand_is_used_sealed_and_bound_to_its_first_authorization_server(
    ana: Any, client: Client, closed: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANK_SECRET", "by-hand-secret")
    call_command(
        "addserver", "bank", closed.url, "--oauth", "--client-id", "me", "--client-secret-from-env", "BANK_SECRET"
    )
    client.force_login(ana)
    before = len(closed.log("/register"))

    sign_in(client, Server.objects.get())

    server, form = Server.objects.get(), closed.log("/token")[-1]["form"]
    assert (form["client_id"], form["client_secret"]) == ("me", "by-hand-secret")
    assert opened(server.client_sealed)["issuer"] == closed.origin and "by-hand" not in server.client_sealed
    assert len(closed.log("/register")) == before


def test_the_admin_finds_out_that_people_sign_in_and_says_where(admin_client: Client, closed: Peer) -> None:
    reply = add(admin_client, url=closed.url)

    assert "People sign in to it on the page “Connections”" in told(reply)
    assert Server.objects.get().auth == "oauth"


def test_a_client_secret_is_never_shown_again_and_does_not_follow_to_another_address(
    admin_client: Client, closed: Peer
) -> None:
    add(admin_client, url=closed.url, client_id="me", client_secret="by-hand-secret", auth="oauth")
    server = Server.objects.get()
    page = admin_client.get(f"{LIST}{server.pk}/change/").content.decode()
    kept = bool(server.client_sealed)

    edit(admin_client, server, url=f"{closed.url}2", auth="oauth")

    assert kept and "There is one. It is not shown." in page and "by-hand-secret" not in page
    assert Server.objects.get().client_sealed == ""
