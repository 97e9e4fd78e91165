"""Tools are switched on and off for one thread."""

from typing import Any

import pytest
from django.test import Client

from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, say, status

pytestmark = pytest.mark.django_db(transaction=True)

PAY = {"name": "pay", "inputSchema": {"type": "object"}, "description": "Pays <b>bills</b>."}
TOOLS = {"tools": [PAY, {"name": "look", "inputSchema": {"type": "object"}}], "calls": {"pay": [{"text": "paid"}]}}


def offered(model: Any, request: int = -1) -> list[str]:
    return sorted(spec.name for spec in model.requests[request].tools)


def test_a_tool_that_is_switched_off_is_neither_offered_nor_called_in_that_thread_until_it_is_on_again(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    with scripted_mcp(TOOLS) as server:
        connect(server)
        run = say(ana)
        where = f"/threads/{run.thread_id}/tools/"
        shown = ["bank_pay", "bank_look"]

        client.post(where, {"shown": shown, "on": ["bank_look"]}, follow=True)
        model = drive(ScriptedModel([("bank_pay", {})], "I cannot."))
        off_page, off_thread = client.get(where).text, client.get(f"/threads/{run.thread_id}/").text
        elsewhere = drive(say(ana) and ScriptedModel("Hello."))
        client.post(where, {"shown": shown, "on": shown})
        say(ana, "now", thread=run.thread)
        on_again = drive(ScriptedModel("Yes."))

        assert server.calls() == []
    assert (offered(model), offered(elsewhere), offered(on_again)) == (["bank_look"], sorted(shown), sorted(shown))
    assert (calls(run)[0].status, calls(run)[0].fault, status(run)) == ("failed", "unknown", "completed")
    assert 'value="bank_look" checked' in off_page and 'value="bank_pay" checked' not in off_page
    assert "Pays &lt;b&gt;bills&lt;/b&gt;." in off_page and "some off" in off_thread


def test_a_tool_that_came_after_the_page_was_opened_stays_on(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(TOOLS) as server:
        connect(server)
        run = say(ana)

        client.post(f"/threads/{run.thread_id}/tools/", {"shown": ["bank_look", "no_such"], "on": []})
        model = drive(ScriptedModel("Hello."))

    assert offered(model) == ["bank_pay"]


def test_the_tools_of_somebody_elses_thread_are_not_found(ana: Any, ben: Any, client: Client) -> None:
    client.force_login(ben)
    run = say(ana)

    assert client.get(f"/threads/{run.thread_id}/tools/").status_code == 404
    assert client.post(f"/threads/{run.thread_id}/tools/", {"shown": ["x"]}).status_code == 404
