"""What a tool gives back, as the model reads it, as the page shows it, and as files for those who may have them."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from interrupts.kept import RESULT_LIMIT, RESULT_SHOWN
from interrupts.marking import unmarked
from interrupts.models import ToolCall
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, say, status

pytestmark = pytest.mark.django_db(transaction=True)

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SVG = "PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+"


def give_back(person: Any, *results: dict[str, Any]) -> tuple[list[ToolCall], list[str]]:
    """Have a tool called once per result; returns the calls and what the model read of each."""
    script = {"tools": [{"name": "look", "inputSchema": {}}], "calls": {"look": [{"result": each} for each in results]}}
    with scripted_mcp(script) as server:
        connect(server)
        run = say(person)
        model = drive(ScriptedModel(*([("bank_look", {})] for _ in results), "That is all."))
    assert status(run) == "completed"
    told = [message for message in model.requests[-1].messages if message.role == "tool"]
    return calls(run), [unmarked(part.text) for message in told for part in message.parts]


def of(*blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"resultType": "complete", "content": list(blocks), **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def address(call: ToolCall, place: int | None = None) -> str:
    return f"/results/{call.thread_id}/{call.pk}/" + ("" if place is None else f"{place}/")


READ = {
    "an image is named with its size": (
        of({"type": "image", "data": PIXEL, "mimeType": "image/png"}),
        "[an image of type image/png, of 70 bytes, not shown to the model]",
    ),
    "a file's text counts as text": (
        of(text("status ok"), {"type": "resource", "resource": {"uri": "repo://x/a.md", "text": "# Title"}}),
        "status ok\n# Title",
    ),
    "structure stands in where there is nothing else": (of(structuredContent={"rows": [1, 2]}), '{"rows":[1,2]}'),
    "structure is not said twice": (of(text('{"rows":[1]}'), structuredContent={"rows": [1]}), '{"rows":[1]}'),
    "a link is named and not followed": (
        of({"type": "resource_link", "uri": "https://files.example.test/b.csv", "name": "b.csv", "size": 1234}),
        "[a link: b.csv https://files.example.test/b.csv (1,234 bytes)]",
    ),
    "a sound is named": (
        of({"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}),
        "[a sound of type audio/wav, of 3 bytes, not shown to the model]",
    ),
    "what cannot be read is said, and the rest kept": (
        of({"type": "image", "data": "!!notbase64", "mimeType": "image/png"}, text("after")),
        "[an image of type image/png, that could not be read]\nafter",
    ),
    "an unknown block is named, and the rest kept": (
        of({"type": "hologram", "data": "x"}, text("kept")),
        "[a block of a type that is not known here: hologram]\nkept",
    ),
    "nothing is said to be nothing": (of(), "The tool finished and said nothing."),
    "a block that is none is said to be none": (of(text("a"), {"no": "type"}), "a\n[a block without a type]"),
}


def test_the_model_reads_every_kind_of_block_in_words(ana: Any, client: Client) -> None:
    _, read = give_back(ana, *(result for result, _ in READ.values()))

    assert dict(zip(READ, read, strict=True)) == {name: expected for name, (_, expected) in READ.items()}


def test_the_page_shows_an_image_and_offers_a_file_and_a_drawing_with_scripts_is_a_file(
    ana: Any, client: Client
) -> None:
    client.force_login(ana)
    blocks = (
        {"type": "image", "data": PIXEL, "mimeType": "image/png"},
        {"type": "image", "data": SVG, "mimeType": "image/svg+xml"},
        {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {"uri": "x:y", "blob": "AAAA", "mimeType": "text/html"}},
    )
    (call,), _ = give_back(ana, of(*blocks))

    page = client.get(f"/threads/{call.thread_id}/").content.decode()

    assert f'<img src="{address(call, 0)}"' in page
    assert f'<audio controls preload="none" src="{address(call, 2)}"' in page
    assert [f'<a href="{address(call, place)}" download' in page for place in range(4)] == [False, True, False, True]
    image, drawing, sound, file = (client.get(address(call, place)) for place in range(4))
    assert [reply["Content-Type"] for reply in (image, drawing, sound, file)] == [
        "image/png",
        "application/octet-stream",
        "audio/wav",
        "application/octet-stream",
    ]
    assert all("attachment" in reply["Content-Disposition"] for reply in (drawing, file))
    assert image.content.startswith(b"\x89PNG")
    for reply in (image, drawing, sound, file):
        assert reply["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert reply["X-Content-Type-Options"] == "nosniff"


SHOWN = {
    "a list of records is a table": (
        of(structuredContent={"rows": [{"name": "orders", "size": 3}, {"name": "<b>", "size": None}]}),
        ['<th scope="col" dir="auto">name</th>', '<td dir="auto">3</td>', '<td dir="auto">&lt;b&gt;</td>'],
    ),
    "an object is names and values, also where its text says the same": (
        of(text('{"ready": true, "by": "ana"}'), structuredContent={"by": "ana", "ready": True}),
        ['<dt dir="auto">ready</dt>', ">yes</span>", ">ana</span>"],
    ),
    "data that is more than its text stands beside it": (
        of(text("two tables"), structuredContent={"deep": {"a": [1]}}),
        ["two tables", "<summary>Also as data</summary>", "&quot;deep&quot;: {"],
    ),
    "a link is one to follow, and says where it leads": (
        of({"type": "resource_link", "uri": "https://files.example.test/b.csv", "name": "b.csv"}),
        [
            '<a href="https://files.example.test/b.csv" target="_blank" rel="noopener noreferrer nofollow" ',
            "leads to files.example.test",
            '<code class="whole">https://files.example.test/b.csv</code>',
        ],
    ),
    "a link that would run something is text": (
        of({"type": "resource_link", "uri": "javascript:alert(1)", "name": "x"}),
        ['<code class="whole">javascript:alert(1)</code>', "Only http and https addresses can be opened"],
    ),
}


def test_the_page_shows_data_and_links_as_what_they_are(ana: Any, client: Client) -> None:
    client.force_login(ana)
    made, _ = give_back(ana, *(result for result, _ in SHOWN.values()))

    page = client.get(f"/threads/{made[0].thread_id}/").content.decode()

    lines = re.findall(r'<details id="call-\d+".*?\n</details>', page, flags=re.DOTALL)
    missing = [
        (name, part)
        for line, (name, (_, parts)) in zip(lines, SHOWN.items(), strict=True)
        for part in parts
        if part not in line
    ]
    assert missing == []
    assert 'href="javascript' not in page


def test_results_are_for_those_who_may_see_the_thread(ana: Any, ben: Any, client: Client) -> None:
    (call,), _ = give_back(ana, of({"type": "image", "data": PIXEL, "mimeType": "image/png"}))
    bens = say(ben)
    paths = [address(call), address(call, 0)]

    client.force_login(ana)
    assert [client.get(path).status_code for path in paths] == [200, 200]
    assert client.get(address(call, 1)).status_code == 404

    client.force_login(ben)
    assert [client.get(path).status_code for path in paths] == [404, 404]
    assert client.get(f"/results/{bens.thread_id}/{call.pk}/").status_code == 404


HUGE = {
    "many lines": of(text("".join(f"line {n}\n" for n in range(200_000)))),
    "one line": of(text("x" * 5_000_000 + "END")),
    "many blocks": of(*(text("y" * 50_000) for _ in range(100))),
    "emoji": of(text("👩‍🚀" * 100_000)),
    "markup": of(text("<b>&" * 250_000)),
    "nested data as text": of(text("[" * 20_000 + "]" * 20_000 + "\nEND" * 1000)),
}


def test_a_huge_result_is_cut_for_model_and_page_and_whole_as_a_file(ana: Any, client: Client) -> None:
    client.force_login(ana)
    made, read = give_back(ana, *HUGE.values())

    for call, told, result in zip(made, read, HUGE.values(), strict=True):
        whole = "\n".join(block["text"] for block in result["content"])
        assert len(told) < RESULT_LIMIT + 200
        assert (told[:1000], told[-1000:]) == (whole[:1000], whole[-1000:])
        assert f"of {len(whole):,} characters left out" in told
        assert client.get(address(call)).content.decode() == whole

    page = client.get(f"/threads/{made[0].thread_id}/").content.decode()
    assert page.count("Download all of it") == len(HUGE)
    assert len(page) < len(HUGE) * (RESULT_SHOWN * 5 + 5_000) + 20_000


def test_a_cut_leaves_no_half_of_a_sign(ana: Any) -> None:
    _, (read,) = give_back(ana, of(text("x" + "👩‍🚀" * 100_000)))

    head, tail = read.splitlines()[0], read.splitlines()[-1]
    assert head == "x" + "👩‍🚀" * (len(head) // 3) and tail == "👩‍🚀" * (len(tail) // 3)


def test_a_deeply_nested_result_is_recorded_and_the_thread_goes_on(ana: Any, client: Client) -> None:
    client.force_login(ana)
    deep: Any = "END"
    for _ in range(150):
        deep = [deep]

    (call, after), read = give_back(ana, of(structuredContent={"deep": deep}), of(text("still here")))

    assert json.loads(read[0])["deep"] == deep
    assert read[1] == "still here"
    assert client.get(f"/threads/{after.thread_id}/").status_code == client.get(address(call)).status_code == 200


def test_data_nested_too_deeply_to_be_read_is_told_and_the_thread_goes_on(ana: Any, client: Client) -> None:
    client.force_login(ana)
    beginning = '{"jsonrpc":"2.0","id":"{{id}}","result":{"content":[],"structuredContent":'
    nested = beginning + "[" * 2000 + "]" * 2000 + "}}"
    script = {"tools": [{"name": "look", "inputSchema": {}}], "calls": {"look": [{"raw": nested}]}}
    with scripted_mcp(script) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_look", {})]))

    assert status(run) == "interrupted"
    assert "nested too deeply" in client.get(f"/threads/{run.thread_id}/").content.decode()
