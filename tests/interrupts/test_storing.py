"""Large results lie in files beside the database: what the rows keep, what becomes of the files, and of failures."""

import asyncio
import base64
import json
import stat
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from django.test import Client, override_settings
from django.utils import timezone

from interrupts import kept, storing, wire
from interrupts.models import Round, Server, Stored, Thread, ToolCall
from interrupts.ports import Attachment, TextDelta, ToolUse
from interrupts.storing import IN_ROW, remove_forgotten
from tests.interrupts.test_results import PIXEL, address, give_back, of, text
from tests.scripted_mcp import scripted_mcp
from tests.support import EventModel, ScriptedModel, calls, connect, drive, say, status

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "".join(f"line {n}\n" for n in range(50_000))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A storage of its own for each test."""
    given = settings.STORAGES["interrupts"]
    mine = {**given, "OPTIONS": {**given["OPTIONS"], "location": tmp_path / "files"}}
    with override_settings(STORAGES={**settings.STORAGES, "interrupts": mine}):
        yield tmp_path / "files"


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def remove(*, at: datetime) -> None:
    """Do what an engine does now and then."""
    asyncio.run(remove_forgotten(now=at))


def test_a_large_reply_is_one_file_that_nobody_else_may_read_and_the_rows_stay_small(
    ana: Any, client: Client, folder: Path
) -> None:
    client.force_login(ana)

    (large, small), _ = give_back(ana, of(text(LONG)), of(text("short")))

    (file,) = files(folder)
    assert json.loads(file.read_text())["result"]["content"][0]["text"] == LONG
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    folders = [each for each in file.parents if each.is_relative_to(folder)]
    assert {stat.S_IMODE(each.stat().st_mode) for each in folders} == {0o700}
    rows = Round.objects.order_by("pk")
    assert len(large.result) < IN_ROW < len(LONG)
    assert [len(row.reply) < 1000 for row in rows] == [True, True]
    assert (rows[0].reply, rows[0].reply_in, large.result_in) == ("", *2 * (Stored.objects.get(),))
    assert "short" in rows[1].reply and small.result_in is None
    assert client.get(address(large)).content.decode() == LONG


def test_pieces_of_a_large_result_are_shown_from_its_file(ana: Any, client: Client) -> None:
    client.force_login(ana)
    image = {"type": "image", "data": PIXEL, "mimeType": "image/png"}

    (call,), (read,) = give_back(ana, of(text(LONG), image))
    page = client.get(f"/threads/{call.thread_id}/").content.decode()

    assert f'<img src="{address(call, 1)}"' in page
    assert client.get(address(call, 1)).content.startswith(b"\x89PNG")
    assert read.endswith("[an image of type image/png, of 70 bytes, not shown to the model]")


@pytest.mark.parametrize("said", ["short", LONG], ids=["from the row", "from the file"])
def test_a_model_that_reads_images_is_given_those_of_a_result(ana: Any, said: str) -> None:
    images = [
        {"type": "image", "data": data, "mimeType": kind} for data, kind in ((PIXEL, "image/png"), ("AAAA", "x/y"))
    ]
    script = {"tools": [{"name": "look", "inputSchema": {}}], "calls": {"look": [{"result": of(text(said), *images)}]}}
    model = ScriptedModel([("bank_look", {})], "I saw it.")
    model.reads = ("image/*",)  # type: ignore[attr-defined]

    with scripted_mcp(script) as server:
        connect(server)
        say(ana)
        drive(model)

    (result,) = model.requests[-1].messages[-1].parts
    assert result.attachments == (Attachment("image-2", "image/png", base64.b64decode(PIXEL)),)
    assert "[an image of type image/png, of 70 bytes, attached]" in result.text
    assert "[an image of type x/y, of 3 bytes, not shown to the model]" in result.text


def test_the_files_of_a_thread_go_with_it_and_those_of_others_stay(ana: Any, folder: Path) -> None:
    for _ in range(2):
        give_back(ana, of(text(LONG)))
        Server.objects.all().delete()
    first, second = Thread.objects.order_by("created_at")

    first.delete()
    remove(at=timezone.now())

    (file,) = files(folder)
    left = Stored.objects.get()
    assert left.thread_id == second.pk and file == folder / left.name


def test_a_file_that_a_row_still_names_is_kept_whatever_became_of_its_thread(ana: Any, folder: Path) -> None:
    give_back(ana, of(text(LONG)))
    Stored.objects.update(thread=None)

    remove(at=timezone.now() + timedelta(days=2))

    assert len(files(folder)) == 1


def test_a_file_that_no_row_came_to_name_is_removed_after_a_day(folder: Path) -> None:
    written = timezone.now()
    stored = storing.announce(4, at=written)
    storing.write(stored, b"lost")

    remove(at=written + timedelta(hours=23))
    assert len(files(folder)) == 1

    remove(at=written + timedelta(hours=25))
    assert files(folder) == []
    assert not Stored.objects.exists()


def test_a_storage_that_fails_costs_room_in_the_row_and_never_the_reply(
    ana: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(ana)
    monkeypatch.setattr(type(storages["interrupts"]), "save", _fail)

    (call,), _ = give_back(ana, of(text(LONG)))

    assert wire.load(call.result)["content"][0]["text"] == LONG
    assert client.get(address(call)).content.decode() == LONG


def test_a_storage_that_does_not_come_to_an_end_keeps_no_reply_waiting(
    ana: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = threading.Event()

    def save(_: Any, name: str, *content: Any) -> str:
        ends.wait(30)
        return name

    monkeypatch.setattr(kept, "WRITE_WITHIN", 0)
    monkeypatch.setattr(type(storages["interrupts"]), "save", save)
    script = {"tools": [{"name": "look", "inputSchema": {}}], "calls": {"look": [{"result": of(text(LONG))}]}}
    with scripted_mcp(script) as server:
        connect(server)
        run = say(ana)
        drive(EventModel([ToolUse("c0", "bank_look", "{}")], [ends.set, TextDelta("That is all.")]))

    assert wire.load(calls(run)[0].result)["content"][0]["text"] == LONG
    assert status(run) == "completed"


def test_a_file_that_cannot_be_had_now_is_said_so_and_the_page_is_there_all_the_same(
    ana: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(ana)
    (call,), _ = give_back(ana, of(text(LONG)))
    monkeypatch.setattr(type(storages["interrupts"]), "open", _fail)

    refused, page = client.get(address(call)), client.get(f"/threads/{call.thread_id}/")

    assert (refused.status_code, "Try again later" in refused.content.decode()) == (503, True)
    assert "line 49999" in page.content.decode()


def test_a_project_that_names_no_storage_keeps_everything_in_its_rows(ana: Any, client: Client, settings: Any) -> None:
    client.force_login(ana)
    with override_settings(STORAGES={name: each for name, each in settings.STORAGES.items() if name != "interrupts"}):
        (call,), _ = give_back(ana, of(text(LONG)))

        assert client.get(address(call)).content.decode() == LONG
    assert call.result_in is None and not Stored.objects.exists()


def test_what_an_older_version_reads_of_a_large_result_is_a_result(ana: Any) -> None:
    (call,), _ = give_back(ana, of(text(LONG)))

    (block,) = wire.load(ToolCall.objects.get(pk=call.pk).result)["content"]

    assert block["type"] == "text" and block["text"].startswith("line 0\n") and block["text"].endswith("line 49999\n")


def _fail(*given: Any, **named: Any) -> Any:
    raise OSError("the disk is full")
