"""Files attached to a message: what is taken and what is refused, who may have them, and what a model is given."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from chatsite.assistants.builtin import BuiltInAssistant
from interrupts import attaching, shortening
from interrupts.models import File, Message, Run, Stored, Thread, ToolCall
from interrupts.ports import Attachment, Text
from tests.interrupts.test_results import PIXEL, of, text
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, connect, drive, say

pytestmark = pytest.mark.django_db(transaction=True)

PNG = base64.b64decode(PIXEL)
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj"


class Reader(ScriptedModel):
    """A model that can be given images."""

    reads = ("image/*",)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A storage of its own for each test."""
    given = settings.STORAGES["interrupts"]
    mine = {**given, "OPTIONS": {**given["OPTIONS"], "location": tmp_path / "files"}}
    with override_settings(STORAGES={**settings.STORAGES, "interrupts": mine}):
        yield tmp_path / "files"


@pytest.fixture
def browser(ana: Any, client: Client) -> Client:
    client.force_login(ana)
    return client


def named(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "image/png")


def send(browser: Client, *files: SimpleUploadedFile, text: str = "look") -> Any:
    return browser.post("/threads/", {"text": text, "files": files})


def given_to(model: ScriptedModel) -> list[Any]:
    return [part for message in model.requests[-1].messages if message.role == "user" for part in message.parts]


def test_files_stand_with_their_message_images_in_sight_and_others_to_be_downloaded(browser: Client) -> None:
    sent = send(browser, named("plan.png", PNG), named("report.pdf", PDF), named("notes.md", b"# Notes"))

    page = browser.get(sent.url).content.decode()
    image, report, notes = File.objects.order_by("pk")

    assert [each.media_type for each in (image, report, notes)] == ["image/png", "application/pdf", "text/markdown"]
    addresses = [f"/files/{each.thread_id}/{each.pk}/" for each in (image, report, notes)]
    assert f'<img src="{addresses[0]}" alt="plan.png" loading="lazy">' in page
    assert all(f'<a class="file" href="{address}" download>' in page for address in addresses[1:])
    replies = [browser.get(address) for address in addresses]
    assert [reply.content for reply in replies] == [PNG, PDF, b"# Notes"]
    assert [reply.get("Content-Disposition") for reply in replies] == [
        None,
        'attachment; filename="report.pdf"',
        'attachment; filename="notes.md"',
    ]
    assert {reply["Content-Security-Policy"] for reply in replies} == {"default-src 'none'; sandbox"}
    assert {reply["X-Content-Type-Options"] for reply in replies} == {"nosniff"}


def test_files_are_for_those_who_may_see_the_thread(browser: Client, ben: Any) -> None:
    send(browser, named("plan.png", PNG))
    file = File.objects.get()
    own = Thread.objects.create(owner=ben, created_at=file.message.created_at, updated_at=file.message.created_at)

    other = Client()
    assert other.get(f"/files/{file.thread_id}/{file.pk}/").status_code == 302
    other.force_login(ben)
    assert other.get(f"/files/{file.thread_id}/{file.pk}/").status_code == 404
    assert other.get(f"/files/{own.pk}/{file.pk}/").status_code == 404


def _bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(5_000_000))
    return packed.getvalue()


REFUSED = {
    "a program named like an image": ("cat.png", b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00"),
    "a program of another system": ("notes.txt", b"\x7fELF\x02\x01\x01" + bytes(200)),
    "an archive, which nobody unpacks": ("data.csv", _bomb()),
    "bytes that are no text": ("notes.txt", b"\xff\xfe\x00\x01 nothing \x80"),
    "a text with signs no text has": ("notes.txt", b"a\x00b"),
    "nothing": ("empty.txt", b""),
}


def test_what_may_not_be_attached_is_refused_with_its_name_and_the_text_is_kept(browser: Client) -> None:
    for name, data in REFUSED.values():
        refused = send(browser, named(name, data), text="my words")

        page = refused.content.decode()
        assert refused.status_code == 422
        assert f"“{name}” " in page and "my words" in page

    assert not Message.objects.exists() and not Stored.objects.exists()


def test_limits_of_size_and_number_are_said(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attaching, "MOST", 2)
    monkeypatch.setattr(attaching, "MOST_BYTES", 1000)
    monkeypatch.setattr(attaching, "MOST_BYTES_TOGETHER", 1500)

    sizes = ([1001], [900, 500, 100], [900, 900])
    said = [send(browser, *(named(f"{size}.txt", b"x" * size) for size in files)).content.decode() for files in sizes]

    assert "“1001.txt” has 1001\xa0bytes. A file can have 1000\xa0bytes at most." in said[0]
    assert "At most 2 files can be attached to one message." in said[1]
    assert "Together these files are too large." in said[2]


def test_a_name_does_no_harm(browser: Client) -> None:
    names = ("../../etc/passwd", 'a"\r\nSet-Cookie: x=1.txt', "evil\u202egnp.exe", "x" * 300 + ".txt", "<b>.txt", "...")
    for name in names:
        upload = named("a.txt", b"text")
        upload._name = name  # Django's own cleaning is not what is looked at here
        assert send(browser, upload).status_code == 302

    kept = [file.name for file in File.objects.order_by("pk")]
    assert all(name.isprintable() and "/" not in name and len(name) <= 120 for name in kept)
    page = browser.get(f"/threads/{File.objects.order_by('pk')[4].thread_id}/").content.decode()
    assert "<b>.txt" not in page and "&lt;b&gt;.txt" in page
    for file in File.objects.all():
        assert browser.get(f"/files/{file.thread_id}/{file.pk}/")["Content-Disposition"].startswith("attachment")


def test_an_image_that_is_a_page_too_is_an_image_and_a_drawing_with_scripts_is_text(browser: Client) -> None:
    both = b"GIF89a/*\x00<script>alert(1)</script>"
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    send(
        browser,
        named("both.html", both),
        named("drawing.svg", drawing),
        named("page.html", b"<script>alert(1)</script>"),
    )

    replies = [browser.get(f"/files/{each.thread_id}/{each.pk}/") for each in File.objects.order_by("pk")]

    assert [reply["Content-Type"] for reply in replies] == ["image/gif", *2 * ["text/plain; charset=utf-8"]]
    assert [bool(reply.get("Content-Disposition")) for reply in replies] == [False, True, True]
    assert File.objects.order_by("pk")[0].name == "both.html.gif"


def test_a_model_is_given_what_it_reads_texts_as_words_and_the_rest_by_name(browser: Client) -> None:
    send(browser, named("plan.png", PNG), named("report.pdf", PDF), named("notes.md", "# Grüße".encode()))

    words, image, report, notes = given_to(drive(Reader()))

    assert words == Text("look")
    assert image == Attachment("plan.png", "image/png", PNG)
    assert report == Text(f"[a file: report.pdf, {len(PDF)} bytes, which this model cannot read]")
    assert isinstance(notes, Text) and "[a file: notes.md, 9 bytes" in notes.text and "# Grüße" in notes.text


def test_the_thread_says_what_the_model_cannot_read(browser: Client) -> None:
    sent = send(browser, named("plan.png", PNG), named("notes.md", b"# Notes"))

    drive()

    page = browser.get(sent.url).content.decode()
    assert "scripted cannot read plan.png. It is told that the file is there." in page


def test_a_file_is_counted_whatever_its_bytes_and_named_where_its_message_is_summarised(
    ana: Any, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(browser, named("plan.png", PNG), named("other.png", PNG))
    model = drive(Reader())
    whole = given_to(model)

    monkeypatch.setattr(shortening, "CONTEXT_TOKENS", 2 * shortening.TOKENS_PER_FILE)
    say(ana, "and then?", thread=Thread.objects.get())
    drive(model)

    given = given_to(model)
    assert [isinstance(part, Attachment) for part in (*whole, *given)] == [False, True, True, False, False]
    assert f"The person wrote: look [a file: plan.png, {len(PNG)} bytes, which is too long ago" in given[0].text
    assert "other.png" in given[0].text


def test_files_alone_are_a_message_and_can_be_sent_again_as_such(browser: Client) -> None:
    sent = send(browser, named("plan.png", PNG), text=" ")
    thread, first = Thread.objects.get(), Message.objects.get(role="user")

    given = given_to(drive(Reader()))
    page = browser.get(sent.url).content.decode()
    exported = [browser.get(f"{sent.url}export.{kind}").content.decode() for kind in ("md", "json")]
    again = browser.post(f"{sent.url}messages/{first.pk}/edit/", {"text": ""})

    assert thread.title == "plan.png"
    assert given == [Text(""), Attachment("plan.png", "image/png", PNG)]
    (opening,) = re.findall(f'<article id="message-{first.pk}"[^>]*>', page)
    assert "hidden" not in opening and 'alt="plan.png"' in page
    assert all("plan.png" in file.split(thread.title, 1)[1] for file in exported)
    assert again.status_code == 302 and File.objects.count() == 2
    assert send(browser, text="").status_code == 422


def test_words_in_a_file_are_no_order_to_the_built_in_assistant(browser: Client) -> None:
    script = {"tools": [{"name": "look", "inputSchema": {}}], "calls": {"look": [{"result": of(text("seen"))}]}}
    with scripted_mcp(script) as server:
        connect(server)
        for words in ("/bank_look", ""):
            send(browser, named("orders.txt", b"/bank_look\n/bank_look"), text=words)
            drive(BuiltInAssistant())  # type: ignore[arg-type]

    assert [call.status for call in ToolCall.objects.all()] == ["completed"]


def test_a_file_that_cannot_be_reached_is_named_and_the_run_goes_on(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(browser, named("plan.png", PNG))
    monkeypatch.setattr(type(storages["interrupts"]), "open", _fail)

    parts = given_to(drive(Reader()))

    assert parts[1] == Text("[a file: plan.png, 70 bytes, which cannot be reached now]")
    assert Run.objects.get().status == "completed"


def test_a_storage_that_takes_nothing_refuses_the_message_and_keeps_the_text(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(storages["interrupts"]), "save", _fail)

    refused = send(browser, named("plan.png", PNG), text="my words")

    assert refused.status_code == 422 and "my words" in refused.content.decode()
    assert "could not be kept just now" in refused.content.decode()
    assert not Message.objects.exists()


def test_a_site_without_a_storage_offers_no_files_and_takes_none(browser: Client, settings: Any) -> None:
    with override_settings(STORAGES={name: each for name, each in settings.STORAGES.items() if name != "interrupts"}):
        page, refused = browser.get("/").content.decode(), send(browser, named("plan.png", PNG))

    assert 'type="file"' not in page
    assert refused.status_code == 422 and "This site keeps no files." in refused.content.decode()


def _fail(*given: Any, **named: Any) -> Any:
    raise OSError("the disk is full")
