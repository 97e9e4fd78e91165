"""What models used is added up per run and thread, and shown."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from interrupts.metrics import SETTLED, RowsCollector
from interrupts.models import Run
from interrupts.ports import Finished, TextDelta, ToolUse
from tests.interrupts.test_metrics import Clock, scrape
from tests.scripted_mcp import scripted_mcp
from tests.support import EventModel, connect, drive, questions, say

pytestmark = pytest.mark.django_db(transaction=True)

TOOLS = {"tools": [{"name": "look", "inputSchema": {"type": "object"}}], "calls": {"look": [{"text": "nothing"}]}}
FIRST = Finished(tokens_in=9_000, tokens_out=100, tokens_cached=8_000, cost=Decimal("0.02"))
SECOND = Finished(tokens_in=3_000, tokens_out=300, cost=Decimal("0.0081"))


def shown(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def test_tokens_and_cost_are_added_up_and_shown_in_the_thread_and_to_staff(
    ana: Any, client: Client, admin_client: Client
) -> None:
    client.force_login(ana)
    with scripted_mcp(TOOLS) as server:
        connect(server)
        run = say(ana)
        drive(EventModel([ToolUse("c0", "bank_look", "{}"), FIRST], [TextDelta("Nothing."), SECOND]))
    first = shown(client, f"/threads/{run.thread_id}/")
    say(ana, "thanks", thread=run.thread)
    working = shown(client, f"/threads/{run.thread_id}/")
    drive(EventModel([TextDelta("Yes."), Finished(tokens_in=500, tokens_out=1)]))
    second = shown(client, f"/threads/{run.thread_id}/")

    row = Run.objects.get(pk=run.pk)
    assert (row.tokens_in, row.tokens_out, row.tokens_cached, row.cost) == (12_000, 400, 8_000, Decimal("0.0281"))
    assert "12,400 tokens, about $0.03" in first
    assert "12,000 tokens read (8,000 of them from the provider's cache), 400 written" in first
    assert "tokens" not in working
    assert "12,901 tokens, about $0.03" in second and "Since your last message: 501 tokens." in second
    assert "12,901" in shown(admin_client, "/admin/interrupts/thread/")
    assert "12,400" in shown(admin_client, "/admin/interrupts/run/")


def test_a_reply_that_the_model_writes_for_a_server_counts_too(ana: Any, client: Client) -> None:
    client.force_login(ana)
    wanted = {"messages": [{"role": "user", "content": {"type": "text", "text": "Sum up."}}], "maxTokens": 50}
    asked = {"q": {"method": "sampling/createMessage", "params": wanted}}
    asks = {"result": {"resultType": "input_required", "inputRequests": asked, "requestState": "s1"}}
    with scripted_mcp({"tools": TOOLS["tools"], "calls": {"look": [asks]}}) as server:
        connect(server)
        run = say(ana)
        drive(EventModel([ToolUse("c0", "bank_look", "{}"), FIRST]))
        client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "write"})
        drive(EventModel([TextDelta("Summed up."), SECOND]))

    assert Run.objects.get(pk=run.pk).tokens_in == 12_000


@pytest.mark.parametrize("end", [Finished(), Finished(tokens_in=-1, tokens_out=10**30, cost=Decimal("NaN"))])
def test_what_no_provider_said_or_none_can_mean_is_not_shown(ana: Any, client: Client, end: Finished) -> None:
    client.force_login(ana)
    run = say(ana)

    drive(EventModel([TextDelta("Hello."), end]))

    assert Run.objects.get(pk=run.pk).status == "completed"
    assert "token" not in shown(client, f"/threads/{run.thread_id}/").replace("csrfmiddlewaretoken", "")


def test_tokens_are_counted_by_model_for_those_who_watch_the_site(ana: Any) -> None:
    clock = Clock()
    collector = RowsCollector(clock)
    say(ana)
    drive(EventModel([TextDelta("Hello."), SECOND]), clock=lambda: clock.now + timedelta(seconds=1))

    clock.now += timedelta(seconds=1) + SETTLED
    found = [scrape(collector) for _ in range(2)][-1]

    assert found[("sayso_model_tokens_total", "read", "scripted")] == 3_000
    assert found[("sayso_model_tokens_total", "written", "scripted")] == 300
