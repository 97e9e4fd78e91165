"""docs/automation.md, line by line: what scripts and tests of others may build on."""

import json
import re
import uuid
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from channels.testing import WebsocketCommunicator
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from chatsite.asgi import application
from interrupts.consumers import NOT_FOUND, SIGNED_OUT
from interrupts.database import in_database
from interrupts.models import Interrupt, Message, Run, Thread, Worker
from interrupts.states import CallStatus, InterruptStatus, RunStatus
from mcpbridge.samples import database, deployer, files
from mcpbridge.samples.workplace import Workplace
from tests.interrupts.admin import rows
from tests.support import say

DOC = (Path(__file__).parents[1] / "docs" / "automation.md").read_text()
HTMX = {"HX-Request": "true"}

type Attributes = dict[str, str | None]


def section(title: str) -> str:
    """The text under one heading."""
    return DOC.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def first_column(title: str) -> list[str]:
    """What the lines of a section's tables are about."""
    return [line.split("|")[1].strip() for line in section(title).splitlines() if re.match(r"\| [`\d]", line)]


PAGES = [address.strip("`") for address in first_column("Pages")]
POSTS = [line.strip("`") for line in first_column("Posts") if line.startswith("`")]


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the form it stands in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[tuple[str, Attributes]] = []
        self.forms: list[tuple[Attributes, list[tuple[str, Attributes]]]] = []
        self._in_form = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.all.append((tag, attributes))
        if tag == "form":
            self.forms.append((attributes, []))
            self._in_form = True
        elif self._in_form:
            self.forms[-1][1].append((tag, attributes))

    def handle_endtag(self, tag: str) -> None:
        self._in_form = self._in_form and tag != "form"

    def having(self, attribute: str) -> list[Attributes]:
        return [attributes for _, attributes in self.all if attribute in attributes]


@pytest.fixture
def ana(ana: Any) -> Any:
    """Ana may also open the admin."""
    return rows.may(ana, "view_interrupt")


@pytest.fixture
def question(ana: Any, client: Client) -> Interrupt:
    """An open question of Ana's, who is signed in."""
    client.force_login(ana)
    return rows.question(ana)


def path(address: str, question: Interrupt) -> str:
    return address.replace("<uuid>", str(question.pk if "interrupts" in address else question.thread_id))


def answer_path(question: Interrupt) -> str:
    return path("/interrupts/<uuid>/answer/", question)


# --- Pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_where_it_is_promised(question: Interrupt, client: Client, address: str) -> None:
    rows_of_an_engine()

    reply = (Client() if "login" in address else client).get(path(address, question))

    assert reply.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", [address for address in PAGES if "<uuid>" in address])
def test_what_is_not_yours_is_not_found(question: Interrupt, ben: Any, client: Client, address: str) -> None:
    client.force_login(ben)

    assert client.get(path(address, question)).status_code == 404
    assert client.get(address.replace("<uuid>", str(uuid.uuid4()))).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", [page for page in PAGES if page not in ("/accounts/login/", "/healthz")])
def test_who_is_not_signed_in_is_sent_to_sign_in(question: Interrupt, address: str) -> None:
    reply = Client().get(path(address, question))

    start = "/admin/login/" if address == "/admin/" else "/accounts/login/"
    assert reply.status_code == 302
    assert reply["Location"] == f"{start}?next={path(address, question)}"


@pytest.mark.django_db
def test_a_post_of_name_and_password_signs_in_and_leads_on(ana: Any) -> None:
    ana.set_password("a good one 42")
    ana.save()

    reply = Client().post("/accounts/login/?next=/inbox/", {"username": "ana", "password": "a good one 42"})

    assert (reply.status_code, reply["Location"]) == (302, "/inbox/")
    assert "sessionid" in reply.cookies


# --- Posts -----------------------------------------------------------------------------------------------------------

POSTED = {
    "/threads/": {"text": "hello"},
    "/threads/<uuid>/messages/": {"text": "rather this", "replace": "1"},
    "/threads/<uuid>/stop/": {},
    "/interrupts/<uuid>/answer/": {"action": "accept", "f0": "true"},
}


def test_the_posts_tried_here_are_those_promised() -> None:
    assert list(POSTED) == POSTS


@pytest.mark.django_db
@pytest.mark.parametrize("address", POSTS)
def test_a_post_that_went_well_redirects(question: Interrupt, client: Client, address: str) -> None:
    reply = client.post(path(address, question), POSTED[address])

    assert reply.status_code == 302
    assert re.match(r"/threads/[0-9a-f-]{36}/(#question-[0-9a-f-]{36})?$", reply["Location"])


@pytest.mark.django_db
@pytest.mark.parametrize("address", POSTS)
def test_htmx_gets_what_changed_or_where_to_go(question: Interrupt, client: Client, address: str) -> None:
    reply = client.post(path(address, question), POSTED[address], headers=HTMX)

    assert reply.status_code == 200
    if address == "/threads/":
        assert re.match(r"/threads/[0-9a-f-]{36}/$", reply["HX-Redirect"])
    else:
        assert b"data-seq" in reply.content
        assert b"<html" not in reply.content


@pytest.mark.django_db
@pytest.mark.parametrize("address", POSTS)
def test_a_post_of_somebody_who_is_not_signed_in_does_nothing(question: Interrupt, address: str) -> None:
    reply = Client().post(path(address, question), POSTED[address])

    question.refresh_from_db()
    assert reply["Location"].startswith("/accounts/login/?next=")
    assert (question.status, Thread.objects.count()) == ("pending", 1)


@pytest.mark.django_db
@pytest.mark.parametrize("address", [address for address in POSTS if "<uuid>" in address])
def test_a_post_to_what_is_not_yours_is_404(question: Interrupt, ben: Any, client: Client, address: str) -> None:
    client.force_login(ben)

    assert client.post(path(address, question), POSTED[address]).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", POSTS)
def test_what_is_to_be_posted_cannot_be_got(question: Interrupt, client: Client, address: str) -> None:
    assert client.get(path(address, question)).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("address", POSTS)
def test_without_the_token_a_post_is_403(question: Interrupt, ana: Any, address: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)

    assert strict.post(path(address, question), POSTED[address]).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["field", "header"])
def test_the_token_of_the_cookie_is_taken_as_a_field_or_as_a_header(question: Interrupt, ana: Any, how: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)
    strict.get("/")
    token = strict.cookies["csrftoken"].value

    fields = {"text": "hello"} | ({"csrfmiddlewaretoken": token} if how == "field" else {})
    reply = strict.post("/threads/", fields, headers={"X-CSRFToken": token} if how == "header" else {})

    assert reply.status_code == 302


@pytest.mark.django_db
def test_the_first_message_leads_to_its_conversation(ana: Any, client: Client) -> None:
    client.force_login(ana)

    reply = client.post("/threads/", {"text": "hello"})

    assert Thread.objects.get().messages.get().text == "hello"
    assert reply["Location"] == f"/threads/{Thread.objects.get().pk}/"


@pytest.mark.django_db
def test_replace_stops_what_runs_and_withdraws_what_is_asked(question: Interrupt, client: Client) -> None:
    client.post(path("/threads/<uuid>/messages/", question), {"text": "rather this", "replace": "1"})

    question.refresh_from_db()
    assert question.status == "withdrawn"
    assert [run.status for run in Run.objects.order_by("pk")] == ["cancelled", "queued"]


@pytest.mark.django_db
def test_stop_stops_what_runs(question: Interrupt, client: Client) -> None:
    client.post(path("/threads/<uuid>/stop/", question))

    assert Run.objects.get().status == "cancelled"


@pytest.mark.django_db
@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_an_answer_names_its_action(question: Interrupt, client: Client, action: str) -> None:
    client.post(answer_path(question), {"action": action, "f0": "true", "f1": "x"})

    question.refresh_from_db()
    assert (question.status, question.action) == ("resolved", action)
    assert question.content == ('{"sure":true,"password":"x"}' if action == "accept" else "")


def an_unknown_action(question: Interrupt, client: Client) -> Any:
    return client.post(answer_path(question), {"action": "maybe"})


def a_second_answer(question: Interrupt, client: Client, **kwargs: Any) -> Any:
    client.post(answer_path(question), {"action": "decline"})
    return client.post(answer_path(question), {"action": "accept", "f0": "true"}, **kwargs)


def a_message_while_it_asks(question: Interrupt, client: Client, **kwargs: Any) -> Any:
    return client.post(path("/threads/<uuid>/messages/", question), {"text": "and then?"}, **kwargs)


def an_answer_that_fits_no_field(question: Interrupt, client: Client, **kwargs: Any) -> Any:
    return client.post(answer_path(question), {"action": "accept", "f0": "perhaps"}, **kwargs)


def an_empty_message(question: Interrupt, client: Client, **kwargs: Any) -> Any:
    return client.post("/threads/", {"text": " "}, **kwargs)


REFUSALS: list[tuple[Callable[..., Any], int]] = [
    (a_second_answer, 409),
    (a_message_while_it_asks, 409),
    (an_answer_that_fits_no_field, 422),
    (an_empty_message, 422),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("post", "status"), REFUSALS)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_refusal_has_the_status_it_is_promised(
    question: Interrupt, client: Client, post: Callable[..., Any], status: int, headers: dict[str, str]
) -> None:
    assert post(question, client, headers=headers).status_code == status
    assert str(status) in first_column("Posts")


@pytest.mark.django_db
def test_an_action_the_question_does_not_have_is_403(question: Interrupt, client: Client) -> None:
    assert an_unknown_action(question, client).status_code == 403


@pytest.mark.django_db
def test_after_409_nothing_is_changed(question: Interrupt, client: Client) -> None:
    a_second_answer(question, client)

    question.refresh_from_db()
    assert question.action == "decline"


@pytest.mark.django_db
def test_after_422_nothing_is_lost(question: Interrupt, client: Client) -> None:
    reply = client.post(answer_path(question), {"action": "accept", "f0": "perhaps", "f1": "what I typed"})

    question.refresh_from_db()
    assert question.status == "pending"
    assert answer_path(question) in reply.content.decode()


# --- Socket ----------------------------------------------------------------------------------------------------------


async def sent_on_connect(client: Client, **query: Any) -> str:
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    socket = WebsocketCommunicator(application, f"/ws/?{urlencode(query)}", headers=headers)
    await socket.connect()
    sent = await socket.receive_from(timeout=10)
    await socket.disconnect()
    return sent


@pytest.mark.django_db(transaction=True)
async def test_the_socket_sends_elements_with_their_place_and_version(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    question = await in_database(rows.question, ana)

    items = Elements(await sent_on_connect(client, thread=question.thread_id)).having("data-position")

    assert len(items) == 3
    assert all(
        item["id"] and str(item["data-position"]).isdigit() and str(item["data-seq"]).isdigit() for item in items
    )


@pytest.mark.django_db(transaction=True)
async def test_what_the_page_has_seen_is_not_sent_again(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    question = await in_database(rows.question, ana)
    everything = Elements(await sent_on_connect(client, thread=question.thread_id)).having("data-position")
    newest = max(int(str(item["data-seq"])) for item in everything)

    one_older = Elements(await sent_on_connect(client, thread=question.thread_id, seen=newest - 1))

    assert [item["data-interrupt"] for item in one_older.having("data-position")] == [str(question.pk)]


@pytest.mark.django_db(transaction=True)
async def test_without_a_thread_only_the_counts_are_sent(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    await in_database(rows.question, ana)

    sent = Elements(await sent_on_connect(client))

    assert [(each["id"], each["data-waiting"]) for each in sent.having("data-waiting")] == [("waiting", "1")]
    assert sent.having("data-position") == []


def test_the_closing_codes_are_those_promised() -> None:
    assert re.findall(r"\b4\d{3}\b", section("Socket")) == [str(SIGNED_OUT), str(NOT_FOUND)]


# --- Attributes ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_conversation_carries_every_attribute_that_is_promised(question: Interrupt, client: Client) -> None:
    page = Elements(client.get(f"/threads/{question.thread_id}/").content.decode())

    promised = {name for line in first_column("Attributes") for name in re.findall(r"data-[a-z-]+", line)}
    assert {name for name in promised if not page.having(name)} == set()
    assert [each["data-thread"] for each in page.having("data-thread")] == [str(question.thread_id)]
    assert [each["data-role"] for each in page.having("data-message")] == ["user"]
    assert [each["data-status"] for each in page.having("data-run")] == ["interrupted"]
    assert [each["data-status"] for each in page.having("data-tool-call")] == ["waiting"]
    assert [
        (each["data-interrupt"], each["data-status"], each["data-kind"]) for each in page.having("data-interrupt")
    ] == [(str(question.pk), "pending", "form")]
    assert [(each["id"], each["data-waiting"]) for each in page.having("data-waiting")] == [("waiting", "1")]


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("data-role", Message.Role.values),
        ("data-run", RunStatus.values),
        ("data-tool-call", CallStatus.values),
        ("data-interrupt", [*InterruptStatus.values, "form", "approval", "outcome", "changed"]),
    ],
)
def test_the_words_of_an_attribute_are_all_there_are(attribute: str, words: list[str]) -> None:
    (line,) = [line for line in section("Attributes").splitlines() if f"`{attribute}`" in line]

    named = set(re.findall(r"`([a-z]+)`", line))
    assert named == set(words)
    assert attribute != "data-interrupt" or named - set(InterruptStatus.values) <= set(Interrupt.Kind.values)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/threads/<uuid>/", "/interrupts/<uuid>/"])
def test_an_open_question_has_one_form_and_its_buttons_are_named_action(
    question: Interrupt, client: Client, page: str
) -> None:
    forms = Elements(client.get(path(page, question)).content.decode()).forms

    (inside,) = [inside for form, inside in forms if form.get("action") == answer_path(question)]
    buttons = [(each["name"], each["value"]) for tag, each in inside if tag == "button" and each["type"] == "submit"]
    assert sorted(buttons) == [("action", "accept"), ("action", "cancel"), ("action", "decline")]
    names = {each["name"] for tag, each in inside if tag == "input" and each.get("type") != "submit"}
    assert names == {"csrfmiddlewaretoken", "f0", "f1"}


@pytest.mark.django_db
def test_a_closed_question_has_no_form(question: Interrupt, client: Client) -> None:
    client.post(answer_path(question), {"action": "decline"})

    forms = Elements(client.get(path("/threads/<uuid>/", question)).content.decode()).forms

    assert [form for form, _ in forms if form.get("action") == answer_path(question)] == []


# --- /healthz --------------------------------------------------------------------------------------------------------


def rows_of_an_engine() -> None:
    """As if an engine had just given a sign of life."""
    now = timezone.now()
    Worker.objects.create(name="here:1", started_at=now, seen_at=now)


def promised_health() -> dict[str, Any]:
    body: dict[str, Any] = json.loads(section("`/healthz`").split("```json\n")[1].split("```")[0])
    return body


@pytest.mark.django_db
def test_health_is_200_with_the_keys_that_are_promised(ana: Any) -> None:
    rows.question(ana)
    say(ana, "waits for the engine")
    rows_of_an_engine()

    reply = Client().get("/healthz")

    body = reply.json()
    assert reply.status_code == 200
    assert list(body) == list(promised_health())
    assert (body["status"], body["database"], body["engine"], body["pending_questions"]) == ("ok", "ok", "ok", 1)
    assert body["oldest_queued_seconds"] >= 0


@pytest.mark.django_db
def test_health_is_503_when_no_engine_is_alive() -> None:
    reply = Client().get("/healthz")

    assert reply.status_code == 503
    assert (reply.json()["status"], reply.json()["engine"]) == ("failing", "silent")
    assert list(reply.json()) == list(promised_health())


@pytest.mark.django_db
def test_health_is_503_when_the_database_does_not_answer() -> None:
    def fail(*_: Any) -> None:
        raise DatabaseError("gone")

    with connection.execute_wrapper(fail):
        reply = Client().get("/healthz")

    assert reply.status_code == 503
    assert reply.json() == {"status": "failing", "database": "unreachable"}
    assert json.dumps(reply.json()) in section("`/healthz`")


# --- Sample data -----------------------------------------------------------------------------------------------------


def test_the_samples_keep_their_data_where_it_is_promised(tmp_path: Path) -> None:
    for module in (database, files, deployer):
        module.build(Workplace.prepare(module.__name__.rpartition(".")[2], tmp_path))
    Workplace.prepare("database", tmp_path).log("tried")

    promised = re.findall(r"`([a-z0-9.]+(?:/|\.[a-z0-9]+))`", section("Sample data"))
    assert promised == ["shop.sqlite3", "files/", "deployer.json", "log.jsonl"]
    assert [name for name in promised if not (tmp_path / name).exists()] == []
