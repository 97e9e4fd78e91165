"""Servers in the admin: entered, tried at once, their secrets kept, deleted only when nothing waits for them."""

import re
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from interrupts import secrets
from interrupts.models import Server, Tool
from tests.interrupts.admin import rows
from tests.scripted_mcp import Scripted, scripted_mcp

LIST = "/admin/interrupts/server/"
SECRET = "Bearer sesame-4711"
SCRIPT = {
    "server": {"name": "Bank of Ada", "version": "2.1"},
    "instructions": "Be kind.",
    "tools": [
        {"name": "pay", "inputSchema": {"type": "object"}},
        {"name": "balance", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
        {"name": "odd", "inputSchema": 7},
    ],
}
NOBODY = "http://127.0.0.1:1/mcp"

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def bank() -> Iterator[Scripted]:
    with scripted_mcp(SCRIPT) as server:
        yield server


def entry(**values: Any) -> dict[str, Any]:
    """What the form posts when only some of it is filled in by hand."""
    limits = {"call_timeout": 120, "time_budget": 86400, "hold_limit": 86400, "max_parallel": 8, "connection": "person"}
    return {"name": "bank", "url": NOBODY, "enabled": "on", "headers": "", **limits, **values}


def add(client: Client, **values: Any) -> Any:
    return client.post(f"{LIST}add/", entry(**values), follow=True)


def edit(client: Client, server: Server, **values: Any) -> Any:
    return client.post(f"{LIST}{server.pk}/change/", entry(**{"url": server.url, **values}), follow=True)


def told(reply: Any) -> str:
    return "\n".join(str(message) for message in reply.context["messages"])


def test_an_added_server_is_tried_at_once_and_what_was_found_is_told(office: Client, bank: Scripted) -> None:
    reply = add(office, url=bank.url)

    assert (
        "bank answered: Bank of Ada 2.1, 2 tools, 1 of them read-only by its own word. pay, balance (read-only)"
        in told(reply)
    )
    assert "bank has a tool that cannot be used. odd: its inputSchema is not an object." in told(reply)


def test_what_was_found_is_remembered(office: Client, bank: Scripted) -> None:
    add(office, url=bank.url)

    row = Server.objects.get(name="bank")
    assert sorted(row.tools.values_list("name", flat=True)) == ["balance", "pay"]
    assert (row.instructions, row.era) == ("Be kind.", "2026-07-28")
    assert row.checked_at is not None


def test_a_server_that_does_not_answer_is_stored_and_that_is_said(office: Client) -> None:
    reply = add(office)

    assert "bank is stored and could not be used: The server http://127.0.0.1:1/mcp cannot be reached" in told(reply)
    assert "cannot be reached" in Server.objects.get(name="bank").problem


@pytest.mark.django_db(transaction=True)
def test_what_is_saved_is_committed_before_the_server_is_contacted(office: Client) -> None:
    seen: list[bool] = []

    def be_contacted(listener: socket.socket) -> None:
        try:
            listener.accept()[0].close()
            seen.append(Server.objects.filter(name="bank", trusted=True).exists())
        finally:
            connection.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        peer = threading.Thread(target=be_contacted, args=(listener,))
        peer.start()
        add(office, url=f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", trusted="on")
        peer.join()

    assert seen == [True]


def test_servers_can_be_tried_from_the_list(office: Client, bank: Scripted) -> None:
    good, bad = rows.server("good", url=bank.url), rows.server("bad")

    reply = office.post(LIST, {"action": "try_now", "_selected_action": [good.pk, bad.pk]}, follow=True)

    assert "good answered" in told(reply) and "bad is stored and could not be used" in told(reply)


def test_headers_are_sent_and_stored_sealed(office: Client, bank: Scripted) -> None:
    bank.begin_anew(SCRIPT)

    add(office, url=bank.url, headers=f"Authorization: {SECRET}\nX-Team:  blue \n\n")

    row = Server.objects.get(name="bank")
    assert secrets.unseal(row.headers_sealed) == {"Authorization": SECRET, "X-Team": "blue"}
    assert "sesame" not in row.headers_sealed
    assert bank.requests()[0]["headers"]["authorization"] == SECRET


def test_headers_are_never_shown_again_anywhere(office: Client, root: Any) -> None:
    seen = [add(office, headers=f"Authorization: {SECRET}").content]
    row = Server.objects.get(name="bank")
    page = f"{LIST}{row.pk}/change/"

    seen += [office.get(address).content for address in (LIST, page, page.replace("change", "history"), "/admin/")]
    seen += [
        add(office, headers=f"Authorization: {SECRET}").content,
        edit(office, row, headers=f"A: {SECRET}\nbroken").content,
    ]

    assert not [page for page in seen if b"sesame" in page or row.headers_sealed.encode() in page]
    changes = " ".join(
        f"{each.change_message} {each.get_change_message()} {each.object_repr}" for each in LogEntry.objects.all()
    )
    assert "sesame" not in changes and row.headers_sealed not in changes
    assert b"There are some. They are not shown." in office.get(page).content


def test_blank_headers_keep_what_is_stored_and_new_ones_replace_it(office: Client) -> None:
    row = rows.server("bank", headers_sealed=secrets.seal({"A": "1"}))

    edit(office, row, trusted="on")
    kept = Server.objects.get(pk=row.pk).headers_sealed
    edit(office, row, headers="B: 2")

    assert secrets.unseal(kept) == {"A": "1"}
    assert secrets.unseal(Server.objects.get(pk=row.pk).headers_sealed) == {"B": "2"}


def test_a_tick_removes_the_stored_headers(office: Client) -> None:
    row = rows.server("bank", headers_sealed=secrets.seal({"A": "1"}))

    edit(office, row, forget_headers="on")

    assert Server.objects.get(pk=row.pk).headers_sealed == ""


def test_stored_headers_do_not_follow_the_address_to_another_server(office: Client, bank: Scripted) -> None:
    row = rows.server("bank", headers_sealed=secrets.seal({"Authorization": SECRET}))
    bank.begin_anew(SCRIPT)

    reply = edit(office, row, url=bank.url)

    assert "belong to the old address" in reply.content.decode()
    assert Server.objects.get(pk=row.pk).url == NOBODY
    assert bank.requests() == []


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": "Bank"}, "small letters"),
        ({"name": "bank_1"}, "small letters"),
        ({"name": ""}, "required"),
        ({"url": "ftp://host/"}, "http:// or https://"),
        ({"url": "http://"}, "must name a host"),
        ({"url": "http://a b/"}, "must name a host"),
        ({"url": "http://host:99999/"}, "not a URL"),
        ({"url": "https://ana:secret@host/mcp"}, "Send them in a header instead"),
        ({"headers": "no colon"}, "Header 1 is not written as Name: value."),
        ({"headers": "A: 1\nb c: 2"}, "Header 2 is not written as Name: value."),
        ({"headers": "A: 1\na: 2"}, "there twice"),
        ({"headers": "Host: evil"}, "set by the protocol itself"),
        ({"headers": "A: 1", "forget_headers": "on"}, "Either enter headers or remove them"),
        ({"max_parallel": 0}, "greater than or equal to 1"),
        ({"call_timeout": 0}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_sentence(office: Client, values: dict[str, Any], sentence: str) -> None:
    page = add(office, **values).content.decode()

    assert sentence in page
    assert "ana:secret" not in page.replace('value="https://ana:secret@host/mcp"', "")
    assert not Server.objects.exists()


def test_a_name_is_taken_once(office: Client) -> None:
    rows.server("bank")

    assert "already exists" in add(office).content.decode()
    assert Server.objects.count() == 1


def test_a_sample_keeps_the_name_and_address_its_site_gave_it(office: Client) -> None:
    row = rows.server("bank", sample=True)

    edit(office, row, name="other", url="http://127.0.0.1:2/mcp", trusted="on")

    row.refresh_from_db()
    assert (row.name, row.url, row.trusted) == ("bank", NOBODY, True)


def test_those_who_may_only_look_change_and_try_nothing(client: Client, ben: Any) -> None:
    row = rows.server("bank", url="https://host/mcp?key=sk-live")
    client.force_login(rows.may(ben, "view_server"))
    page = f"{LIST}{row.pk}/change/"

    replies = [
        client.post(page, entry(name="other")),
        client.post(LIST, {"action": "try_now", "_selected_action": row.pk}),
    ]

    assert replies[0].status_code == 403
    row.refresh_from_db()
    assert (row.name, row.checked_at) == ("bank", None)
    assert b"sk-live" not in client.get(page).content + client.get(LIST).content


def test_headers_sealed_with_a_lost_key_are_spoken_of(office: Client) -> None:
    row = rows.server("bank", headers_sealed="not ours")

    reply = office.post(LIST, {"action": "try_now", "_selected_action": row.pk}, follow=True)

    assert "cannot be read with the keys of this site" in told(reply)


@pytest.mark.parametrize("name", ["server", "tool"])
def test_a_save_writes_what_was_changed_and_undoes_nothing_the_engine_wrote(office: Client, name: str) -> None:
    row = rows.server("bank")
    changed = row if name == "server" else rows.tool(row)

    with CaptureQueriesContext(connection) as captured:
        office.post(f"/admin/interrupts/{name}/{changed.pk}/change/", entry(read_only="on", trusted="on"))

    update = next(query["sql"] for query in captured if query["sql"].startswith(f'UPDATE "interrupts_{name}"'))
    columns = re.findall(r'"(\w+)" = ', update.split(" WHERE ")[0])
    assert columns == (["trusted"] if name == "server" else ["read_only"])


def delete(client: Client, *servers: Server) -> list[Any]:
    """Both ways there are: the button of a page and the action of the list."""
    one = client.post(f"{LIST}{servers[0].pk}/delete/", {"post": "yes"}, follow=True)
    chosen = {"action": "delete_selected", "_selected_action": [each.pk for each in servers], "post": "yes"}
    return [one, client.post(LIST, chosen, follow=True)]


def test_a_server_with_work_going_on_stays_and_a_sentence_says_why(office: Client, ana: Any) -> None:
    row = rows.server()
    rows.question(ana)

    replies = delete(office, row)

    assert Server.objects.filter(pk=row.pk).exists()
    for reply in replies:
        assert "database cannot be deleted now. One tool call is not over yet" in told(reply)


def test_a_server_nothing_waits_for_goes_with_its_tools(office: Client, ana: Any) -> None:
    row = rows.server()
    question = rows.question(ana)
    rows.ToolCall.objects.update(status="completed")

    office.post(f"{LIST}{row.pk}/delete/", {"post": "yes"})

    assert not Server.objects.exists() and not Tool.objects.exists()
    assert office.get(f"/admin/interrupts/toolcall/{question.tool_call_id}/change/").status_code == 200


def test_deleting_takes_the_right_to_delete(client: Client, ben: Any) -> None:
    row = rows.server()
    client.force_login(rows.may(ben, "change_server"))

    assert client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Server.objects.exists()


def test_the_key_of_a_server_that_may_know_who_is_shown_once(office: Client, bank: Scripted) -> None:
    page = add(office, url=bank.url, may_know_who="on")

    key, server = page.context["secret"], Server.objects.get()
    assert secrets.unseal(server.who_key_sealed) == {"key": key}
    assert key not in office.get(f"{LIST}{server.pk}/change/").content.decode() + str(office.cookies)


def test_a_key_for_who_acts_stays_until_another_is_wanted(office: Client, bank: Scripted) -> None:
    add(office, url=bank.url, may_know_who="on")
    first = Server.objects.get().who_key_sealed

    edit(office, Server.objects.get(), may_know_who="on")
    kept = Server.objects.get().who_key_sealed
    page = edit(office, Server.objects.get(), may_know_who="on", renew_who_key="on")

    assert kept == first
    assert secrets.unseal(Server.objects.get().who_key_sealed) == {"key": page.context["secret"]}


def test_a_server_that_may_not_know_who_has_no_key(office: Client, bank: Scripted) -> None:
    add(office, url=bank.url)

    assert Server.objects.get().who_key_sealed == ""
