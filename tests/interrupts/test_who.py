"""Servers that may know who acts get a signed word with each call, and no other server does."""

import json
from pathlib import Path
from typing import Any

import jwt
import pytest
from django.test import Client

from interrupts.models import Server
from interrupts.servers import ensure_sample
from interrupts.who import new_who_key
from mcpbridge.samples.serving import WHO_KEY_VARIABLE
from mcpbridge.who import WHO_KEY
from tests.interrupts.test_question_path import ASKS, post
from tests.mcpbridge.samples.support import running
from tests.scripted_mcp import scripted_mcp
from tests.scripted_sessions import scripted_sessions
from tests.support import ScriptedModel, connect, drive, questions, say

pytestmark = pytest.mark.django_db(transaction=True)


def sent_to(person: Any, client: Client, **row: Any) -> list[Any]:
    """What a server with such a row is told of who acts, in the round that asks and the one that is answered."""
    client.force_login(person)
    with scripted_mcp(ASKS) as server:
        Server.objects.filter(pk=connect(server).pk).update(**row)
        run = say(person)
        drive(ScriptedModel([("bank_drop_table", {"table": "orders"})]))
        post(client, questions(run)[0], action="accept", f0="true")
        drive()
        return [call["params"]["_meta"].get(WHO_KEY) for call in server.calls("drop_table")]


def test_a_server_that_may_know_who_is_told_in_each_round(ana: Any, client: Client) -> None:
    key, sealed = new_who_key()

    words = sent_to(ana, client, may_know_who=True, who_key_sealed=sealed)

    url = Server.objects.get().url
    first, second = (jwt.decode(word, bytes.fromhex(key), algorithms=["HS256"], audience=url) for word in words)
    assert (first["sub"], first["name"], first["tool"]) == (str(ana.pk), "ana", "drop_table")
    assert (first["jti"].partition("-")[2], second["jti"].partition("-")[2]) == ("1", "2")


def test_a_server_that_was_not_flagged_is_told_nothing(ana: Any, client: Client) -> None:
    assert sent_to(ana, client, who_key_sealed=new_who_key()[1]) == [None, None]


def test_a_server_without_a_key_is_told_nothing(ana: Any, client: Client) -> None:
    assert sent_to(ana, client, may_know_who=True) == [None, None]


def test_a_key_is_kept_sealed() -> None:
    key, sealed = new_who_key()

    assert key not in sealed and bytes.fromhex(key) not in sealed.encode()


def test_a_sample_logs_who_dropped_what(
    ana: Any, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = new_who_key()
    monkeypatch.setenv(WHO_KEY_VARIABLE, key)
    client.force_login(ana)
    with running("database", tmp_path) as sample:
        ensure_sample(name="database", url=sample.url, who_key=key)
        run = say(ana)
        drive(ScriptedModel("Hello."))
        run = say(ana)
        drive(ScriptedModel([("database_drop_table", {"table": "orders"})]))
        post(client, questions(run)[0], action="accept", f0="true")
        drive()

    (line,) = (json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines())
    assert (line["deed"], line["table"], line["name"], line["person"]) == ("drop_table", "orders", "ana", str(ana.pk))


def test_an_admin_who_lets_a_sample_know_no_longer_is_heeded_at_its_next_start() -> None:
    first = ensure_sample(name="files", url="http://127.0.0.1:1/mcp", who_key=new_who_key()[0])
    assert first.may_know_who

    Server.objects.update(may_know_who=False)
    again = ensure_sample(name="files", url="http://127.0.0.1:2/mcp", who_key=new_who_key()[0])

    assert not Server.objects.get(pk=again.pk).may_know_who


def test_a_server_of_2025_is_told_alike(ana: Any) -> None:
    key, sealed = new_who_key()
    script = {"tools": [{"name": "act", "inputSchema": {"type": "object"}}], "call": [{"text": "done"}]}
    with scripted_sessions(script) as server:
        row = Server.objects.create(
            name="old", url=server.url, trusted=True, may_know_who=True, who_key_sealed=sealed, era="2025-11-25"
        )
        say(ana)
        drive(ScriptedModel("Hello."))
        row.tools.update(asks_by_itself=True)
        say(ana, "again")
        drive(ScriptedModel([("old_act", {})]))
        (call,) = (each["body"] for each in server.requests("tools/call"))

    said = jwt.decode(call["params"]["_meta"][WHO_KEY], bytes.fromhex(key), algorithms=["HS256"], audience=row.url)
    assert (said["sub"], said["tool"]) == (str(ana.pk), "act")
