"""Tools and rules: what an admin may say of calls."""

from typing import Any

import pytest
from django.test import Client

from interrupts.models import Rule, Tool
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db

TOOLS = "/admin/interrupts/tool/"
RULES = "/admin/interrupts/rule/"


def rule(client: Client, **values: Any) -> str:
    reply = client.post(f"{RULES}add/", {"effect": "deny", "arguments": "{}", **values}, follow=True)
    return reply.content.decode()


def test_three_things_of_a_tool_can_be_said_and_no_others(office: Client) -> None:
    tool = rows.tool(rows.server())

    office.post(
        f"{TOOLS}{tool.pk}/change/",
        {"read_only": "on", "asks_by_itself": "on", "name": "other", "alias": "x", "raw": "{}"},
    )

    tool.refresh_from_db()
    assert (tool.enabled, tool.read_only, tool.asks_by_itself) == (False, True, True)
    assert (tool.name, tool.alias) == ("drop_table", "database_drop_table")


def test_tools_are_neither_added_nor_deleted_by_hand(office: Client) -> None:
    tool = rows.tool(rows.server())

    assert office.get(f"{TOOLS}add/").status_code == 403
    assert office.post(f"{TOOLS}{tool.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Tool.objects.exists()


def test_a_rule_is_stored_as_it_was_meant(office: Client, ana: Any) -> None:
    tool = rows.tool(rows.server())

    rule(office, effect="allow", tool=tool.pk, person=ana.pk, arguments='{"table": "orders"}', reason="harmless")

    stored = Rule.objects.get()
    assert (stored.effect, stored.tool, stored.person, stored.arguments) == ("allow", tool, ana, {"table": "orders"})


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Name a server or a tool"),
        ({"arguments": "[1]"}, "Write an object"),
        ({"arguments": '"x"'}, "Write an object"),
        ({"arguments": "{"}, "valid JSON"),
        ({"arguments": '{"n": NaN}'}, "no values of JSON"),
        ({"arguments": '{"n": ["\\u0000"]}'}, "cannot be stored"),
        ({"arguments": '{"\\ud800": 1}'}, "cannot be stored"),
    ],
)
def test_a_rule_nobody_can_follow_is_refused(office: Client, values: dict[str, Any], sentence: str) -> None:
    server = {"server": rows.server().pk} if values else {}

    assert sentence in rule(office, **server, **values)
    assert not Rule.objects.exists()


def test_a_rule_names_no_tool_of_another_server(office: Client) -> None:
    tool = rows.tool(rows.server("tickets"), "close")

    page = rule(office, server=rows.server().pk, tool=tool.pk)

    assert "close is no tool of database." in page
    assert not Rule.objects.exists()


def test_the_form_of_a_rule_explains_itself(office: Client) -> None:
    page = office.get(f"{RULES}add/").content.decode()

    assert "deny wins over ask and ask over allow" in page
    assert "A rule never answers a question that the tool itself asks." in page
