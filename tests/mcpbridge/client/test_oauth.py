"""The parts of signing in that need no network: challenges, who we are where, and what is kept between the legs."""

import json
from typing import Any

import pytest

from mcpbridge.client.oauth import (
    Challenge,
    NoSignIn,
    Offer,
    Pending,
    Places,
    Registration,
    SignInFailed,
    Us,
    begin,
    finish,
    identify,
    read_challenge,
    registering,
    tokens,
)
from mcpbridge.client.oauth.discovery import covers, union
from mcpbridge.client.oauth.fetching import Answered

ISSUER = "https://id.example.test"
US = Us("Sayso", "https://chat.example.test/back", "https://chat.example.test/client.json")
PLACES = Places("https://bank.example.test/mcp")


def offer(**metadata: Any) -> Offer:
    endpoints = {name: f"{ISSUER}/{name}" for name in ("authorization_endpoint", "token_endpoint")}
    return Offer(PLACES.server, ISSUER, {"issuer": ISSUER, **endpoints, **metadata}, "read")


@pytest.mark.parametrize(
    ("header", "read"),
    [
        (None, None),
        ("", None),
        ('Basic realm="Bearer scope=x"', None),
        ("Bearer", Challenge()),
        ('Bearer resource_metadata="https://a/b", scope="x y"', Challenge("https://a/b", "x y")),
        ('bearer error=insufficient_scope, scope=""', Challenge("", "", "insufficient_scope")),
        ('Basic realm="a, b", Bearer scope="x", Digest scope="y"', Challenge("", "x")),
        (r'Bearer scope="a \"b\""', Challenge("", 'a "b"')),
        ('Bearer scope="a", scope="b"', Challenge("", "a")),
    ],
)
def test_the_bearer_challenge_is_found_among_others(header: str | None, read: Challenge | None) -> None:
    assert read_challenge(header) == read


@pytest.mark.parametrize(
    ("resource", "is_ours"),
    [
        ("https://bank.example.test/mcp", True),
        ("https://bank.example.test", True),
        ("HTTPS://BANK.example.test/mcp/", True),
        ("https://bank.example.test/mcp2", False),
        ("https://bank.example.test/mcp/deeper", False),
        ("https://bank.example.test:8443/mcp", False),
        ("http://bank.example.test/mcp", False),
        ("https://evil.example.test/mcp", False),
        ("https://bank.example.test/mcp#x", False),
        ("https://bank.example.test/mcp?\ud800", False),
    ],
)
def test_a_token_for_another_resource_is_not_for_this_server(resource: str, is_ours: bool) -> None:
    assert covers(resource, PLACES.server) is is_ours


def test_scopes_are_joined_each_once() -> None:
    assert union("a b", "b c") == "a b c"
    assert union(None, None) is None


async def test_what_was_given_by_hand_goes_first_then_our_document_then_what_was_registered() -> None:
    known = Registration(ISSUER, "registered", redirect_uri=US.redirect_uri)
    given = Registration("", "given", "secret")
    reads_documents = offer(client_id_metadata_document_supported=True)

    first = await identify(reads_documents, US, PLACES, now=0, known=known, given=given)
    second = await identify(reads_documents, US, PLACES, now=0, known=known)
    third = await identify(offer(), US, PLACES, now=0, known=known)

    assert (first.client_id, first.issuer, first.method) == ("given", ISSUER, "client_secret_basic")
    assert (second.client_id, second.method) == (US.metadata_url, "none")
    assert third is known


@pytest.mark.parametrize(
    "known",
    [
        Registration("https://other.example.test", "c", redirect_uri=US.redirect_uri),
        Registration(ISSUER, "c", redirect_uri="https://moved.example.test/back"),
        Registration(ISSUER, "c", "s", "client_secret_basic", US.redirect_uri, expires_at=50.0),
    ],
)
async def test_a_registration_elsewhere_for_another_address_or_past_its_time_is_not_used(known: Registration) -> None:
    with pytest.raises(NoSignIn, match="register there"):
        await identify(offer(), US, PLACES, now=100, known=known)


async def test_a_client_given_for_one_authorization_server_is_never_shown_to_another() -> None:
    given = Registration("https://other.example.test", "given", "secret")

    with pytest.raises(NoSignIn, match="another authorization server"):
        await identify(offer(), US, PLACES, now=0, given=given)


def test_the_record_between_the_legs_is_json_and_nothing_secret_is_in_its_words() -> None:
    client = Registration(ISSUER, "c", "hush", "client_secret_post", US.redirect_uri)

    _, pending = begin(offer(), client)
    again = Pending.from_json(json.loads(json.dumps(pending.as_json())))

    assert again.as_json() == pending.as_json()
    assert not any(secret in repr((pending, client)) for secret in ("hush", pending.verifier, pending.state))


@pytest.mark.parametrize("query", [{}, {"state": "other", "code": "c"}, {"state": "", "code": "c"}])
async def test_a_return_with_another_state_gets_no_further(query: dict[str, str]) -> None:
    _, pending = begin(offer(), Registration(ISSUER, "c"))

    with pytest.raises(SignInFailed, match="another sign-in"):
        await finish(pending, query, PLACES)


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "http://id.example.test/", "https://a:b@id.example.test/", "https:///x", "https://x:99999/",
     "https://id.example.test/\n", "//id.example.test", None, 7, ["https://id.example.test"]],
)  # fmt: skip
def test_an_address_that_a_server_names_must_be_one_that_can_be_used_safely(url: Any) -> None:
    with pytest.raises(SignInFailed, match="no address"):
        PLACES.check(url, "token endpoint")


@pytest.mark.parametrize("made", [{"client_id": "\ud800"}, {"client_id": ""}, {"client_id": 7}, {}])
async def test_a_client_id_that_cannot_be_sent_is_none(made: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registering, "post_json", answering(201, made))

    with pytest.raises(SignInFailed, match="did not register"):
        await identify(offer(registration_endpoint=f"{ISSUER}/register"), US, PLACES, now=0)


async def test_a_secret_that_ends_after_the_end_of_time_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"client_id": "c", "client_secret": "s", "client_secret_expires_at": 10**400}
    monkeypatch.setattr(registering, "post_json", answering(201, made))

    client = await identify(offer(registration_endpoint=f"{ISSUER}/register"), US, PLACES, now=0)

    assert (client.client_id, client.expires_at) == ("c", None)


async def test_a_refresh_token_that_cannot_be_sent_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "post_form", answering(200, {"access_token": "a", "refresh_token": "\ud800"}))
    _, pending = begin(offer(), Registration(ISSUER, "c"))

    got = await finish(pending, {"state": pending.state, "code": "x"}, PLACES)

    assert (got.access_token, got.refresh_token) == ("a", "")


def answering(status: int, document: dict[str, Any]) -> Any:
    async def answer(*_: Any) -> Answered:
        return Answered(status, document)

    return answer
