"""Tools with names that providers refuse or that look alike, and tools that do many things under one name."""

import re
from typing import Any

import pytest
from django.test import Client

from interrupts.models import Tool
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "x" * 70
NAMES = ["admin.tools.list", "user-profile/update", "Get File", "名前", f"{LONG}a", f"{LONG}b", "search", "Search"]
BARE: dict[str, Any] = {"type": "object", "properties": {}}


def offers(*names: str) -> dict[str, Any]:
    return {"tools": [{"name": name, "inputSchema": BARE} for name in names]}


def test_the_model_gets_safe_names_and_the_server_its_own(ana: Any) -> None:
    with scripted_mcp(offers(*NAMES)) as one, scripted_mcp(offers("search")) as two:
        connect(one, name="files")
        connect(two, name="files2")
        aliases = dict(_aliases())
        run = say(ana)
        drive(ScriptedModel([(alias, {}) for alias in aliases.values()]))
        sent = [request["params"]["name"] for request in one.requests() if request["method"] == "tools/call"]

    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", alias) for alias in aliases.values())
    assert len({alias.lower() for alias in aliases.values()}) == len(NAMES) + 1
    assert sorted(sent) == sorted(NAMES)
    assert {(call.server_name, call.tool_name) for call in calls(run)} == set(aliases)


def _aliases() -> list[tuple[tuple[str, str], str]]:
    rows = Tool.objects.values_list("server__name", "name", "alias")
    return [((server, name), alias) for server, name, alias in rows]


def test_what_a_call_will_do_is_in_plain_sight_however_long_the_rest_is(ana: Any, client: Client) -> None:
    tool = {"name": "label_write", "inputSchema": {"type": "object", "properties": {"method": {"type": "string"}}}}
    with scripted_mcp({"tools": [tool]}) as server:
        connect(server, name="labels", asks=False)
        run = say(ana)
        arguments = {"note": "n" * 500, "name": "bug", "method": "delete"}
        drive(ScriptedModel([("labels_label_write", arguments)]))
        client.force_login(ana)
        page = client.get(f"/threads/{run.thread_id}/").text

    assert questions(run)[0].kind == "approval", "no hint at all counts as destructive"
    assert re.search(r'class="gist"[^>]*>\(bug, delete, nnn', page)
