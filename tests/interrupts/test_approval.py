"""May a call run without asking first: standing rules, then trust, and when in doubt it is asked about."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from interrupts import wire
from interrupts.approval import verdict
from interrupts.models import Rule, Server, Tool

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def make_tool(*, trusted: bool = False, name: str = "drop_table", hints: Any = None, **values: Any) -> Tool:
    server, _ = Server.objects.get_or_create(name="database", defaults={"url": "http://x/", "trusted": trusted})
    return Tool.objects.create(
        server=server, name=name, alias=f"database_{name}", raw="{}", fingerprint="v1:x", seen_at=NOON,
        annotations=wire.dump(hints) if hints is not None else "", **values,
    )  # fmt: skip


def effect(person: Any, tool: Tool, arguments: dict[str, Any] | None = None, *, now: datetime = NOON) -> str:
    return verdict(person.pk, tool, arguments or {}, now=now).effect


@pytest.mark.parametrize(
    ("trusted", "hints", "marks", "expected"),
    [
        (False, None, {}, "ask"),
        (False, {"readOnlyHint": True}, {}, "ask"),
        (False, None, {"asks_by_itself": True}, "ask"),
        (False, None, {"read_only": True}, "allow"),
        (True, None, {}, "ask"),
        (True, {"readOnlyHint": True}, {}, "allow"),
        (True, {"readOnlyHint": False}, {}, "ask"),
        (True, {"readOnlyHint": "true"}, {}, "ask"),
        (True, {"readOnlyHint": 1}, {}, "ask"),
        (True, {"destructiveHint": False}, {}, "ask"),
        (True, {"idempotentHint": True}, {}, "ask"),
        (True, None, {"asks_by_itself": True}, "allow"),
        (True, None, {"read_only": True}, "allow"),
    ],
)
def test_without_a_rule_trust_decides(
    ana: Any, trusted: bool, hints: Any, marks: dict[str, bool], expected: str
) -> None:
    assert effect(ana, make_tool(trusted=trusted, hints=hints, **marks)) == expected


def test_every_verdict_says_why(ana: Any) -> None:
    decided = verdict(ana.pk, make_tool(), {}, now=NOON)

    assert decided.reason == "Calls to database are asked about, since it is not a trusted server."


@pytest.mark.parametrize("ruled", ["allow", "ask", "deny"])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_rule_stands_above_trust(ana: Any, ruled: str, read_only: bool) -> None:
    tool = make_tool(read_only=read_only)
    Rule.objects.create(effect=ruled, tool=tool)

    assert effect(ana, tool) == ruled


@pytest.mark.parametrize("order", list(permutations(["deny", "ask", "allow"])))
def test_deny_wins_over_ask_and_ask_over_allow_in_whatever_order_they_were_made(
    ana: Any, order: tuple[str, ...]
) -> None:
    tool = make_tool()
    made = {name: Rule.objects.create(effect=name, tool=tool) for name in order}

    effects = [effect(ana, tool)]
    for name in ("deny", "ask"):
        made[name].delete()
        effects.append(effect(ana, tool))

    assert effects == ["deny", "ask", "allow"]


def test_a_rule_of_the_whole_server_can_deny_what_a_rule_of_the_tool_allows(ana: Any) -> None:
    tool = make_tool()
    Rule.objects.create(effect="allow", tool=tool)
    Rule.objects.create(effect="deny", server=tool.server)

    assert effect(ana, tool) == "deny"


def test_a_rule_of_one_tool_says_nothing_of_its_neighbours(ana: Any) -> None:
    tool, neighbour = make_tool(), make_tool(name="list_tables")
    Rule.objects.create(effect="allow", tool=tool)
    Rule.objects.create(effect="allow", tool=tool, server=tool.server)

    assert effect(ana, neighbour) == "ask"


def test_a_rule_of_a_server_says_nothing_of_other_servers(ana: Any) -> None:
    Rule.objects.create(effect="allow", server=Server.objects.create(name="tickets", url="http://y/"))

    assert effect(ana, make_tool()) == "ask"


def test_a_rule_of_one_person_says_nothing_of_another(ana: Any, ben: Any) -> None:
    tool = make_tool()
    Rule.objects.create(effect="allow", tool=tool, person=ana)

    assert [effect(ana, tool), effect(ben, tool)] == ["allow", "ask"]


def test_a_rule_ends_at_its_time(ana: Any) -> None:
    tool = make_tool()
    Rule.objects.create(effect="allow", tool=tool, until=NOON)

    assert effect(ana, tool, now=NOON - timedelta(seconds=1)) == "allow"
    assert effect(ana, tool, now=NOON) == "ask"


@pytest.mark.parametrize(
    ("arguments", "fits"),
    [
        ({"table": "orders", "limit": 1}, True),
        ({"limit": 1, "table": "orders", "more": None}, True),
        ({"table": "orders"}, False),
        ({"table": "Orders", "limit": 1}, False),
        ({"table": "orders", "limit": True}, False),
        ({"table": "orders", "limit": "1"}, False),
        ({"table": ["orders"], "limit": 1}, False),
        ({}, False),
    ],
)
def test_a_rule_with_arguments_fits_these_very_values_only(ana: Any, arguments: dict[str, Any], fits: bool) -> None:
    tool = make_tool()
    Rule.objects.create(effect="allow", tool=tool, arguments={"table": "orders", "limit": 1})

    assert effect(ana, tool, arguments) == ("allow" if fits else "ask")


def test_objects_in_arguments_are_equal_whatever_the_order_of_their_keys(ana: Any) -> None:
    tool = make_tool()
    Rule.objects.create(effect="allow", tool=tool, arguments={"where": {"a": 1, "b": 2}})

    assert effect(ana, tool, {"where": {"b": 2, "a": 1}}) == "allow"


@pytest.mark.parametrize("broken", [[], "orders", 7, True])
def test_a_rule_whose_arguments_are_no_object_fits_nothing(ana: Any, broken: Any) -> None:
    tool = make_tool()
    Rule.objects.create(effect="allow", tool=tool, arguments=broken)

    assert effect(ana, tool) == "ask"


def test_the_words_of_the_rule_are_the_reason(ana: Any) -> None:
    tool = make_tool()
    Rule.objects.create(effect="deny", tool=tool, reason="Not before Monday.")

    assert verdict(ana.pk, tool, {}, now=NOON).reason == "Not before Monday."
