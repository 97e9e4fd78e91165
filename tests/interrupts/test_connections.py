"""A server wants to know who asks: the call waits, its person signs in elsewhere, and it goes out again, once."""

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from interrupts.connections import Access, access_for, tokens_of
from interrupts.models import Connection, Event, Interrupt, Run, Server, SigningIn
from mcpbridge.client import close_pool
from tests.scripted_oauth import Peer, scripted_oauth
from tests.support import ScriptedModel, calls, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def running() -> Iterator[Peer]:
    with scripted_oauth() as peer:
        yield peer


@pytest.fixture
def peer(running: Peer) -> Peer:
    running.play()
    return running


def add(peer: Peer, **values: Any) -> Server:
    """A server's row with the tool it lists, as after a look at it."""
    server = Server.objects.create(name="bank", url=peer.url, trusted=True, **values)
    raw = json.dumps({"name": "pay", "description": "Pay a bill", "inputSchema": {"type": "object"}})
    server.tools.create(
        name="pay",
        alias="bank_pay",
        raw=raw,
        input_schema='{"type": "object"}',
        asks_by_itself=True,
        fingerprint="",
        seen_at=timezone.now(),
    )
    return server


def ask(person: Any) -> Run:
    """Have the assistant call the tool."""
    run = say(person)
    drive(ScriptedModel([("bank_pay", {})]))
    return run


def words(reply: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", reply.content.decode())).split())


def set_out(client: Client, server: Server, question: Interrupt | None = None, *, status_code: int = 200) -> str:
    """Press the button; returns the address that the page leads to."""
    reply = client.post(f"/connections/{server.pk}/", {"question": question.pk if question else ""})
    assert reply.status_code == status_code
    found = re.search(r'class="go" href="([^"]+)"', reply.content.decode())
    return unescape(found[1]) if found else words(reply)


def abroad(address: str) -> str:
    """Do the browser's part at the authorization server; returns the path it is sent back to."""
    back = urlsplit(httpx.get(address, trust_env=False).headers["location"])
    return f"{back.path}?{back.query}"


def sign_in(client: Client, server: Server, question: Interrupt | None = None) -> Any:
    return client.get(abroad(set_out(client, server, question)))


def access(server: Server, *people: Any) -> list[Access | None]:
    """What each of these people would act with, all asked at once."""

    async def ask() -> list[Access | None]:
        try:
            return await asyncio.gather(*(access_for(server, person.pk) for person in people))
        finally:
            await close_pool()

    return asyncio.run(ask())


def result(run: Run) -> str:
    return calls(run)[-1].result + calls(run)[-1].outcome


def test_a_call_waits_for_its_person_to_sign_in_and_is_then_sent_once(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server, before = add(peer), len(peer.calls())
    run = ask(ana)
    question = questions(run)[0]
    card = words(client.get(f"/interrupts/{question.pk}/"))
    waiting = status(run), question.kind, len(peer.calls()) - before

    reply = sign_in(client, server, question)
    drive()

    assert waiting == ("interrupted", "connect", 0)
    assert "bank wants you to sign in, for pay" in card and "You sign in at 127.0.0.1" in card
    assert reply.status_code == 302 and reply.url == f"/threads/{run.thread_id}/#question-{question.pk}"
    assert status(run) == "completed" and len(peer.calls()) - before == 1
    assert "You signed in for pay" in words(client.get(f"/interrupts/{question.pk}/"))


def test_the_next_call_needs_no_question(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    sign_in(client, add(peer))

    run = ask(ana)

    assert status(run) == "completed" and questions(run) == []


def test_a_registration_that_no_key_opens_any_more_is_made_anew(
    ana: Any, client: Client, peer: Peer, settings: Any
) -> None:
    server = add(peer)
    settings.INTERRUPTS = {**settings.INTERRUPTS, "KEYS": ["the key of last year"]}
    client.force_login(ana)
    sign_in(client, server)
    settings.INTERRUPTS = {**settings.INTERRUPTS, "KEYS": ["the key of this year"]}

    reply = sign_in(client, server)

    assert reply.status_code == 302 and access(server, ana) != [None]


def test_what_is_asked_of_the_authorization_server_is_bound_to_this_server_and_this_sign_in(
    ana: Any, client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    sign_in(client, add(peer))

    asked, paid = peer.log("/authorize")[-1]["query"], peer.log("/token")[-1]["form"]
    assert asked["resource"] == paid["resource"] == peer.url
    assert asked["code_challenge_method"] == "S256" and asked["scope"] == "read"
    assert paid["client_secret"] == "s3" and paid["redirect_uri"] == "http://testserver/connections/callback/"


def test_declining_ends_the_call_and_the_model_is_told(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    add(peer)
    run = ask(ana)

    client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "decline"})
    model = drive()

    assert status(run) == "completed" and "Do not try again" in result(run)
    assert "they did not" in str(model.requests[-1].messages[-1])


def test_saying_yes_without_signing_in_answers_nothing(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    add(peer)
    question = questions(ask(ana))[0]

    reply = client.post(f"/interrupts/{question.pk}/answer/", {"action": "accept"})

    assert reply.status_code == 403
    assert Interrupt.objects.get(pk=question.pk).status == "pending"


def test_a_sign_in_made_elsewhere_lets_every_waiting_call_of_that_person_go_on_and_of_nobody_else(
    ana: Any, ben: Any, client: Client, peer: Peer
) -> None:
    server = add(peer)
    mine, more, theirs = ask(ana), ask(ana), ask(ben)
    client.force_login(ana)

    sign_in(client, server)
    drive()

    assert [status(run) for run in (mine, more, theirs)] == ["completed", "completed", "interrupted"]
    assert [question.status for question in questions(theirs)] == ["pending"]
    assert access(server, ben) == [None]


def test_each_person_acts_with_their_own_token(ana: Any, ben: Any, peer: Peer) -> None:
    server, tokens = add(peer), {}
    for person in (ana, ben):
        browser = Client()
        browser.force_login(person)
        sign_in(browser, server)
        ask(person)
        tokens[person.pk] = peer.calls()[-1]["token"]

    kept = {row.person_id: tokens_of(row).access_token for row in Connection.objects.all()}
    assert tokens == kept and len(set(kept.values())) == 2


def test_one_sign_in_counts_for_everybody_where_the_server_is_shared(ana: Any, ben: Any, peer: Peer) -> None:
    server, browser = add(peer, connection="shared"), Client()
    run = ask(ben)
    browser.force_login(ben)
    refused = set_out(browser, server, status_code=422)
    ana.user_permissions.add(Permission.objects.get(codename="change_server"))
    browser.force_login(ana)

    sign_in(browser, server)
    drive()

    assert "Only somebody who looks after" in refused
    assert status(run) == "completed" and Connection.objects.get().person is None
    assert questions(run)[0].answered_by == ana


def test_who_looks_after_servers_no_more_completes_no_sign_in_for_everybody(
    ana: Any, client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    ana.user_permissions.add(Permission.objects.get(codename="change_server"))
    back = abroad(set_out(client, add(peer, connection="shared")))
    ana.user_permissions.clear()

    refused = client.get(back)

    assert refused.status_code == 422 and "Only somebody who looks after" in words(refused)
    assert not Connection.objects.exists()


def test_what_comes_back_twice_with_another_state_or_to_somebody_else_is_refused(
    ana: Any, ben: Any, client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    server = add(peer)
    back = abroad(set_out(client, server))
    other = Client()
    other.force_login(ben)
    before = len(peer.log("/token"))

    stolen = other.get(back)
    unknown = client.get("/connections/callback/?state=x&code=y")
    first = client.get(back)
    again = client.get(back)

    assert [reply.status_code for reply in (stolen, unknown, first, again)] == [422, 422, 302, 422]
    assert "somebody else's" in words(stolen) and Connection.objects.get().person == ana
    assert len(peer.log("/token")) - before == 1


@pytest.mark.parametrize("iss", ["other", "none"])
def test_an_answer_from_another_authorization_server_is_not_believed(
    ana: Any, client: Client, peer: Peer, iss: str
) -> None:
    client.force_login(ana)
    peer.play(iss=iss)
    before = len(peer.log("/token"))

    reply = sign_in(client, add(peer))

    assert reply.status_code == 422 and "not from the authorization server" in words(reply)
    assert len(peer.log("/token")) == before and not Connection.objects.exists()


def test_a_person_who_says_no_there_is_told_and_may_begin_anew(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    run = ask(ana)
    peer.play(deny=True)

    refused = sign_in(client, server, questions(run)[0])
    peer.play()
    sign_in(client, server, questions(run)[0])
    drive()

    assert "You said no" in words(refused)
    assert status(run) == "completed"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ({"metadata": {"code_challenge_methods_supported": ["plain"]}}, "PKCE"),
        ({"metadata": {"issuer": "https://other.example.test"}}, "another one"),
        ({"metadata": {"registration_endpoint": None}}, "register there"),
        ({"metadata": {"authorization_endpoint": "javascript:alert(1)"}}, "no address"),
        ({"metadata": {"token_endpoint": "http://user:pw@127.0.0.1/t"}}, "no address"),
        ({"metadata": {"token_endpoint": "ftp://127.0.0.1/t"}}, "no address"),
        ({"resource": "https://other.example.test/mcp"}, "another server"),
    ],
)
def test_an_unsafe_offer_is_refused_before_anybody_leaves(
    ana: Any, client: Client, peer: Peer, script: dict[str, Any], said: str
) -> None:
    client.force_login(ana)
    peer.play(**script)
    before = len(peer.log("/authorize"))

    assert said in set_out(client, add(peer, auth="oauth"), status_code=422)
    assert len(peer.log("/authorize")) == before and not SigningIn.objects.exists()


def test_an_old_token_is_renewed_by_one_of_many_who_want_it(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    sign_in(client, server)
    Connection.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    before = len(peer.log("/token"))

    found = access(server, *[ana] * 5)

    assert len({each.token for each in found if each}) == 1 and None not in found
    assert [each["form"]["grant_type"] for each in peer.log("/token")[before:]] == ["refresh_token"]


def test_a_token_that_the_server_took_back_is_renewed_and_the_call_sent_again(
    ana: Any, client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    sign_in(client, add(peer))
    peer.forget_tokens()
    before = len(peer.calls())

    run = ask(ana)

    assert status(run) == "completed" and questions(run) == []
    assert len(peer.calls()) - before == 1


def test_a_sign_in_that_cannot_be_renewed_is_asked_for_again(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    sign_in(client, server)
    peer.forget_tokens()
    peer.play(refresh="refused")

    run = ask(ana)
    question = questions(run)[0]
    listed = words(client.get("/connections/"))
    peer.play()
    sign_in(client, server, question)
    drive()

    assert question.explanation == "Your sign-in at bank is no longer accepted. Nothing was done yet."
    assert "no longer accepted" in listed
    assert status(run) == "completed"


def test_while_the_authorization_server_is_away_the_call_is_tried_again_later(
    ana: Any, client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    sign_in(client, add(peer))
    Connection.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    peer.play(refresh="away")

    run = ask(ana)

    assert status(run) == "queued" and questions(run) == [] and calls(run)[0].wake_at is not None
    assert Connection.objects.get().lapsed_at is None


def test_a_further_permission_is_asked_for_besides_those_that_were_given(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    sign_in(client, server)
    peer.play(scopes=["pay"])

    run = ask(ana)
    question = questions(run)[0]
    card = words(client.get(f"/interrupts/{question.pk}/"))
    sign_in(client, server, question)
    peer.play(scopes=["read", "pay"])
    drive()

    assert "wants a further permission" in card and "You will be asked to allow: read pay" in card
    assert peer.log("/authorize")[-1]["query"]["scope"] == "read pay"
    assert status(run) == "completed"


def test_who_we_are_there_is_registered_once_for_all_people(ana: Any, ben: Any, peer: Peer) -> None:
    server, before = add(peer), len(peer.log("/register"))
    for person in (ana, ben):
        browser = Client()
        browser.force_login(person)
        sign_in(browser, Server.objects.get(pk=server.pk))

    assert len(peer.log("/register")) - before == 1


def test_disconnecting_forgets_here_and_there(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    sign_in(client, server)
    token = tokens_of(Connection.objects.get()).refresh_token

    client.post(f"/connections/{server.pk}/end/")

    assert not Connection.objects.exists() and peer.log("/revoke")[-1]["form"]["token"] == token
    assert questions(ask(ana))[0].kind == "connect"


def test_an_admin_sees_who_is_connected_without_a_token_and_deleting_revokes(
    ana: Any, client: Client, admin_client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    sign_in(client, add(peer))
    row = Connection.objects.get()
    page = admin_client.get(f"/admin/interrupts/connection/{row.pk}/change/")

    admin_client.post(f"/admin/interrupts/connection/{row.pk}/delete/", {"post": "yes"})

    tokens = tokens_of(row)
    assert peer.origin in words(page) and "ana" in words(page)
    assert not any(secret in page.content.decode() for secret in (tokens.access_token, tokens.refresh_token))
    assert not Connection.objects.exists() and peer.log("/revoke")[-1]["form"]["token"] == tokens.refresh_token


def test_a_token_does_not_follow_its_server_to_another_address(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    sign_in(client, server)
    server.url = f"{peer.origin}/elsewhere"

    assert access(server, ana) == [None]


def test_no_secret_is_in_a_row_a_page_or_the_audit(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer)
    run = ask(ana)
    sign_in(client, server, questions(run)[0])
    drive()

    rows = [
        *Connection.objects.values(),
        *Server.objects.values(),
        *Interrupt.objects.values(),
        *Event.objects.values(),
    ]
    pages = [client.get(path).content.decode() for path in ("/connections/", f"/threads/{run.thread_id}/")]
    assert not re.search(r"secret-(access|refresh)|\bs3\b", "".join(map(str, rows + pages)))
    assert "secret" not in repr(tokens_of(Connection.objects.get()))


def test_a_server_whose_admin_gave_a_key_never_sends_people_to_sign_in(ana: Any, client: Client, peer: Peer) -> None:
    client.force_login(ana)
    server = add(peer, auth="headers")

    run = ask(ana)

    assert questions(run) == [] and "wants to know who is asking" in result(run)
    assert client.get(f"/connections/{server.pk}/").status_code == 404


def test_the_pages_are_for_people_who_are_signed_in_and_looking_changes_nothing(
    ana: Any, client: Client, peer: Peer
) -> None:
    server = add(peer, auth="oauth")
    paths = ("/connections/", f"/connections/{server.pk}/", "/connections/callback/?state=x")

    strangers = [client.get(path).status_code for path in paths]
    client.force_login(ana)
    before = len(peer.log())
    shown = [client.get(path).status_code for path in paths]

    assert strangers == [302, 302, 302] and shown == [200, 200, 422]
    assert client.get(f"/connections/{server.pk}/end/").status_code == 405
    assert len(peer.log()) == before and not SigningIn.objects.exists()


def test_a_site_with_a_public_address_says_who_it_is_and_is_known_by_that(ana: Any, peer: Peer, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "chat.example.test"]
    peer.play(metadata={"client_id_metadata_document_supported": True, "registration_endpoint": None})
    public, inner = Client(headers={"host": "chat.example.test"}), Client()
    public.force_login(ana)
    document = public.get("/connections/client.json", secure=True).json()

    begun = public.post(f"/connections/{add(peer).pk}/", secure=True)
    abroad(unescape(re.findall(r'class="go" href="([^"]+)"', begun.content.decode())[0]))

    asked = peer.log("/authorize")[-1]["query"]
    assert asked["client_id"] == document["client_id"] == "https://chat.example.test/connections/client.json"
    assert document["redirect_uris"] == [asked["redirect_uri"]]
    assert inner.get("/connections/client.json").status_code == 404


def test_the_address_a_browser_is_sent_to_keeps_the_servers_own_parameters(
    ana: Any, client: Client, peer: Peer
) -> None:
    client.force_login(ana)
    peer.play(metadata={"authorization_endpoint": f"{peer.origin}/authorize?tenant=7&state=theirs"})

    query = parse_qsl(urlsplit(set_out(client, add(peer))).query)

    assert ("tenant", "7") in query and len([name for name, _ in query if name == "state"]) == 1
