"""What the doctor finds out about database, clock, notices, engines and servers, each well and unwell."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from interrupts import secrets
from interrupts.diagnosis import (
    Finding,
    State,
    look_at_clock,
    look_at_database,
    look_at_engines,
    look_at_layer,
    look_at_servers,
    skew,
)
from interrupts.leases import LEASE
from interrupts.models import Run, Server
from interrupts.servers import add_server
from interrupts.sweeping import sign_on
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.support import say

pytestmark = pytest.mark.django_db

TOOL = {"name": "transfer", "inputSchema": {"type": "object", "properties": {}}}
BANK = {"server": {"name": "First Bank", "version": "3.1"}, "tools": [TOOL]}


@pytest.fixture(scope="module")
def process() -> Iterator[Scripted]:
    with scripted_mcp(BANK) as server:
        yield server


@pytest.fixture
def bank(process: Scripted) -> Scripted:
    process.begin_anew(BANK)
    return process


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1
    return findings[0]


# --- Servers


def test_a_server_that_answers_is_told_by_name_era_and_tools(bank: Scripted) -> None:
    add_server(name="bank", url=bank.url)

    finding = only(look_at_servers())

    assert (finding.what, finding.state) == ("server bank", State.OK)
    assert finding.text.startswith("First Bank 3.1, speaks 2026-07-28, 1 tool, ")
    assert finding.facts["era"] == "2026-07-28"


def test_a_tool_that_cannot_be_used_is_a_warning_that_names_it(bank: Scripted) -> None:
    bank.replace({**BANK, "tools": [TOOL, {"name": "broken", "inputSchema": "none"}]})
    add_server(name="bank", url=bank.url)

    finding = only(look_at_servers())

    assert finding.state is State.WARNING
    assert "Cannot be used: broken: " in finding.text
    assert finding.facts["tools"] == 1


def test_a_server_that_is_down_is_a_problem(bank: Scripted) -> None:
    add_server(name="bank", url=bank.url)
    bank.stop()
    try:
        finding = only(look_at_servers())
    finally:
        bank.start()

    assert finding.state is State.PROBLEM
    assert "cannot be reached" in finding.text


def test_a_sample_that_is_down_is_a_warning_since_it_runs_with_the_site() -> None:
    Server.objects.create(name="files", url="http://127.0.0.1:1/mcp", sample=True)

    finding = only(look_at_servers())

    assert finding.state is State.WARNING
    assert "runs only while manage.py serve does" in finding.text


def test_a_server_that_keeps_silent_is_waited_for_so_long_and_no_longer(
    bank: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interrupts.diagnosis.PATIENCE", 1.0)
    bank.replace({**BANK, "answers": {"server/discover": [{"behaviour": "hang"}]}})
    add_server(name="bank", url=bank.url)

    finding = only(look_at_servers())

    assert (finding.state, finding.text) == (State.PROBLEM, "It did not answer within 1 seconds.")


def test_all_servers_are_contacted_at_the_same_time(bank: Scripted) -> None:
    held = {**BANK, "answers": {"tools/list": [{"hold": "gate", "result": {"tools": [], "resultType": "complete"}}]}}
    with scripted_mcp(held) as other:
        bank.replace(held)
        for name, server in (("one", bank), ("two", other)):
            add_server(name=name, url=server.url)

        def let_go_once_both_are_asked() -> None:
            for server in (bank, other):
                server.wait_for_requests(2)
            for server in (bank, other):
                server.release("gate")

        helper = threading.Thread(target=let_go_once_both_are_asked)
        helper.start()
        findings = look_at_servers()
        helper.join()

    assert [finding.state for finding in findings] == [State.OK, State.OK]


def test_a_server_that_is_switched_off_is_left_alone(bank: Scripted) -> None:
    add_server(name="bank", url=bank.url)
    Server.objects.update(enabled=False)

    assert only(look_at_servers()).text == "none is enabled"
    assert bank.requests() == []


def test_headers_sealed_with_a_lost_key_are_a_problem(bank: Scripted, settings: Any) -> None:
    add_server(name="bank", url=bank.url, headers={"Authorization": "Bearer secret-1"})
    settings.INTERRUPTS = {**settings.INTERRUPTS, "KEYS": ["another-key"]}

    finding = only(look_at_servers())

    assert (finding.state, finding.text) == (
        State.PROBLEM,
        "What is stored of it cannot be read with the keys of this site.",
    )


def test_no_finding_shows_what_is_in_an_address_or_header() -> None:
    Server.objects.create(
        name="bank",
        url="http://127.0.0.1:1/mcp?key=secret-1",
        headers_sealed=secrets.seal({"Authorization": "Bearer secret-2"}),
    )

    finding = only(look_at_servers())

    assert "secret" not in finding.text + json.dumps(finding.facts)


# --- Database and clock


def test_a_database_that_fits_is_told_with_its_version() -> None:
    findings = {finding.what: finding for finding in look_at_database()}

    assert {finding.state for finding in findings.values()} == {State.OK}
    assert findings["database"].facts["kind"] == connection.vendor
    assert findings["tables"].text == "up to date"


def test_a_migration_that_is_missing_is_a_problem() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'interrupts'")

    tables = look_at_database()[-1]

    assert tables.state is State.PROBLEM
    assert "Run manage.py migrate" in tables.text


def test_a_database_of_a_newer_version_is_a_problem() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('interrupts', '9000_later', '2030-01-01')"
        )

    tables = look_at_database()[-1]

    assert (tables.state, tables.facts["unknown"]) == (State.PROBLEM, ["interrupts.9000_later"])


@pytest.mark.parametrize(
    ("seconds", "state", "says"),
    [
        (0.0, State.OK, "0.0 s from"),
        (-1.9, State.OK, "1.9 s from"),
        (2.5, State.WARNING, "2.5 s behind"),
        (-29.0, State.WARNING, "29.0 s ahead of"),
        (31.0, State.PROBLEM, "31.0 s behind"),
        (-3600.0, State.PROBLEM, "3600.0 s ahead of"),
    ],
)
def test_clocks_that_differ_are_judged_by_how_much(seconds: float, state: State, says: str) -> None:
    finding = skew(seconds)

    assert finding.state is state
    assert says in finding.text


def test_on_one_machine_the_clocks_agree() -> None:
    assert look_at_clock().state is State.OK


# --- Notices


def test_the_notices_arrive() -> None:
    assert look_at_layer().state is State.OK


def test_a_layer_that_is_away_is_a_problem_and_its_password_stays_unsaid(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": ["redis://:secret-1@127.0.0.1:1/0"]},
        }
    }

    finding = look_at_layer()

    assert finding.state is State.PROBLEM
    assert "secret" not in finding.text + json.dumps(finding.facts)


# --- Engines


def test_an_engine_of_this_version_that_is_alive_is_fine(settings: Any) -> None:
    sign_on("one", now=timezone.now())

    finding = only(look_at_engines(now=timezone.now()))

    assert finding.state is State.OK
    assert finding.facts["alive"] == {"one": settings.INTERRUPTS["VERSION"]}


def test_no_engine_is_a_warning_and_a_problem_once_work_waits(ana: Any) -> None:
    now = timezone.now()
    sign_on("silent", now=now - LEASE)
    without_work = only(look_at_engines(now=now))
    Run.objects.filter(pk=say(ana).pk).update(queued_at=now - timedelta(minutes=2))

    with_work = only(look_at_engines(now=now))

    assert (without_work.state, with_work.state) == (State.WARNING, State.PROBLEM)
    assert "A run has been due for 120 s." in with_work.text


def test_work_that_waits_although_an_engine_is_alive_is_a_warning(ana: Any) -> None:
    now = timezone.now()
    sign_on("one", now=now)
    Run.objects.filter(pk=say(ana).pk).update(queued_at=now - timedelta(minutes=2))

    assert only(look_at_engines(now=now)).state is State.WARNING


def test_engines_of_another_version_are_a_warning(settings: Any) -> None:
    sign_on("new", now=timezone.now())
    settings.INTERRUPTS = {**settings.INTERRUPTS, "VERSION": "0.0.1"}
    sign_on("old", now=timezone.now())

    findings = look_at_engines(now=timezone.now())

    assert [finding.state for finding in findings] == [State.OK, State.WARNING]
    assert findings[1].facts["here"] == "0.0.1"
