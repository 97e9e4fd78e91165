"""The file cabinet, over the wire, in its own process."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from mcpbridge.samples.files import Cabinet
from mcpbridge.samples.workplace import Workplace
from tests.mcpbridge.samples.support import Sample, answered, deeds, question, running, text_of

YES = {"overwrite": True}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    with running("files", tmp_path_factory.mktemp("files")) as sample:
        yield sample


@pytest.fixture
def folder(files: Sample) -> Path:
    return files.data / "files"


@pytest.fixture
def outside(files: Sample) -> Path:
    secret = files.data / "outside"
    secret.mkdir(exist_ok=True)
    (secret / "secret.txt").write_text("secret")
    return secret


def test_a_new_folder_holds_a_few_files(files: Sample) -> None:
    text = text_of(files.call("list_files", {}))

    assert text.splitlines()[:2] == ["letters/", "reports/"]
    assert "notes.txt (" in text
    assert "2026-10.csv" in text_of(files.call("list_files", {"folder": "reports"}))


def test_a_file_is_read(files: Sample) -> None:
    assert text_of(files.call("read_file", {"path": "todo.md"})).startswith("# This week")


def test_a_binary_file_is_only_said_to_be_binary(files: Sample, folder: Path) -> None:
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(100))

    assert "binary file" in text_of(files.call("read_file", {"path": "photo.jpg"}))


def test_a_long_file_is_cut_between_characters_and_that_is_said(files: Sample, folder: Path) -> None:
    (folder / "long.txt").write_text("x" + "é" * 150_000, encoding="utf-8")

    text = text_of(files.call("read_file", {"path": "long.txt"}))

    assert "the file is longer" in text
    assert text.count("é") == 99_999


def test_a_new_file_is_written_without_a_question(files: Sample, folder: Path) -> None:
    text = text_of(files.call("write_file", {"path": "drafts/2026/new.txt", "content": "Grüße"}))

    assert text.startswith('Wrote the new file "drafts/2026/new.txt" with 7 bytes')
    assert (folder / "drafts/2026/new.txt").read_text(encoding="utf-8") == "Grüße"


def test_overwriting_is_asked_about_and_yes_does_it(files: Sample, folder: Path) -> None:
    (folder / "over.txt").write_text("old")
    arguments = {"path": "over.txt", "content": "new text"}
    asked = files.call("write_file", arguments)
    assert (folder / "over.txt").read_text() == "old"

    text = text_of(files.call("write_file", arguments, **answered(asked, "accept", YES)))

    assert question(asked)["message"] == 'Overwrite "over.txt" (3 bytes) with a new text of 8 bytes?'
    assert text.startswith('Overwrote "over.txt" with 8 bytes')
    assert (folder / "over.txt").read_text() == "new text"


@pytest.mark.parametrize(("action", "content"), [("decline", None), ("cancel", None), ("accept", {"overwrite": False})])
def test_anything_but_yes_keeps_the_old_text(
    files: Sample, folder: Path, action: str, content: dict[str, Any] | None
) -> None:
    (folder / "kept.txt").write_text("old")
    arguments = {"path": "kept.txt", "content": "new"}
    refusal = answered(files.call("write_file", arguments), action, content)

    text = text_of(files.call("write_file", arguments, **refusal))

    assert text.startswith('Kept "kept.txt"')
    assert (folder / "kept.txt").read_text() == "old"


def test_a_file_that_changed_meanwhile_is_asked_about_again(files: Sample, folder: Path) -> None:
    (folder / "moving.txt").write_text("old")
    arguments = {"path": "moving.txt", "content": "new"}
    asked = files.call("write_file", arguments)
    (folder / "moving.txt").write_text("older, and longer")

    again = files.call("write_file", arguments, **answered(asked, "accept", YES))

    assert "17 bytes" in question(again)["message"]
    assert (folder / "moving.txt").read_text() == "older, and longer"


def test_delete_file_asks_for_the_name_and_the_right_one_deletes(files: Sample, folder: Path) -> None:
    (folder / "reports/gone.csv").write_text("a,b")
    arguments = {"path": "reports/./gone.csv"}
    asked = files.call("delete_file", arguments)

    text = text_of(files.call("delete_file", arguments, **answered(asked, "accept", {"name": "gone.csv"})))

    assert question(asked)["message"].startswith('Delete "reports/gone.csv" (3 bytes)?')
    assert question(asked)["requestedSchema"]["properties"]["name"]["type"] == "string"
    assert text.startswith('Deleted "reports/gone.csv"')
    assert not (folder / "reports/gone.csv").exists()
    assert deeds(files.data, "delete_file")[-1]["path"] == "reports/gone.csv"


@pytest.mark.parametrize("typed", ["Stays.txt", "stays", "", True])
def test_a_wrong_name_is_an_error_that_keeps_the_file_and_ends_the_matter(
    files: Sample, folder: Path, typed: object
) -> None:
    (folder / "stays.txt").write_text("x")
    asked = files.call("delete_file", {"path": "stays.txt"})

    result = files.call("delete_file", {"path": "stays.txt"}, **answered(asked, "accept", {"name": typed}))
    error = files.refused("delete_file", {"path": "stays.txt"}, **answered(asked, "accept", {"name": "stays.txt"}))

    assert result["isError"]
    assert "This is final" in text_of(result)
    assert error["data"]["reason"] == "state_used"
    assert (folder / "stays.txt").exists()


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_refused_deletion_keeps_the_file(files: Sample, folder: Path, action: str) -> None:
    (folder / "refused.txt").write_text("x")
    asked = files.call("delete_file", {"path": "refused.txt"})

    text = text_of(files.call("delete_file", {"path": "refused.txt"}, **answered(asked, action)))

    assert text.startswith('Kept "refused.txt"')
    assert (folder / "refused.txt").exists()


def test_of_two_identical_answers_exactly_one_deletes(files: Sample, folder: Path) -> None:
    (folder / "raced.txt").write_text("x")
    answer = answered(files.call("delete_file", {"path": "raced.txt"}), "accept", {"name": "raced.txt"})
    barrier = Barrier(3)

    def send(_: int) -> dict[str, Any]:
        barrier.wait()
        return files.rpc("tools/call", name="delete_file", arguments={"path": "raced.txt"}, **answer)

    with ThreadPoolExecutor(3) as pool:
        replies = list(pool.map(send, range(3)))

    assert sorted("result" in reply for reply in replies) == [False, False, True]
    assert {reply["error"]["data"]["reason"] for reply in replies if "error" in reply} == {"state_used"}


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.txt",
        "reports/../../outside/secret.txt",
        "/etc/passwd",
        "~/secret.txt",
        "..\\outside\\secret.txt",
        "notes.txt\0.md",
        "two\nlines.txt",
        "",
        ".",
        "reports/",
        "reports",
        "notes.txt/inside",
        "nowhere/secret.txt",
        "x" * 300,
        "a/" * 30 + "b",
    ],
)
@pytest.mark.parametrize("tool", ["read_file", "delete_file"])
def test_a_path_that_names_no_file_inside_is_a_readable_error(
    files: Sample, outside: Path, tool: str, path: str
) -> None:
    result = files.call(tool, {"path": path})

    assert result["isError"]
    assert len(text_of(result)) > len(f"Error executing tool {tool}") + 10
    assert "secret" not in text_of(result).replace(path, "")


@pytest.mark.parametrize("path", ["../outside/new.txt", "/new.txt", "reports/../../new.txt", "", "reports"])
def test_nothing_is_written_outside(files: Sample, outside: Path, path: str) -> None:
    result = files.call("write_file", {"path": path, "content": "x"})

    assert result["isError"]
    assert sorted(os.listdir(outside)) == ["secret.txt"]
    assert not (files.data / "new.txt").exists()


@pytest.mark.parametrize("tool", ["read_file", "write_file", "delete_file", "list_files"])
def test_links_are_not_followed_neither_to_files_nor_to_folders(
    files: Sample, folder: Path, outside: Path, tool: str
) -> None:
    links = {folder / "file-link": outside / "secret.txt", folder / "folder-link": outside}
    for link, target in links.items():
        if not link.is_symlink():
            link.symlink_to(target)
    paths = ["folder-link"] if tool == "list_files" else ["file-link", "folder-link/secret.txt", "folder-link/new.txt"]

    for path in paths:
        arguments = {"folder": path} if tool == "list_files" else {"path": path}
        result = files.call(tool, arguments | ({"content": "x"} if tool == "write_file" else {}))

        assert result["isError"]
        assert "link" in text_of(result).replace("-link", "")
    assert (outside / "secret.txt").read_text() == "secret"
    assert os.listdir(outside) == ["secret.txt"]


def test_a_folder_that_becomes_a_link_after_the_question_is_not_followed(
    files: Sample, folder: Path, outside: Path
) -> None:
    (folder / "swap").mkdir()
    (folder / "swap/secret.txt").write_text("secret")
    asked = files.call("delete_file", {"path": "swap/secret.txt"})
    (folder / "swap").rename(folder / "swapped")
    (folder / "swap").symlink_to(outside)

    result = files.call("delete_file", {"path": "swap/secret.txt"}, **answered(asked, "accept", {"name": "secret.txt"}))

    assert result["isError"]
    assert (outside / "secret.txt").exists()


def test_a_named_pipe_does_not_hold_the_server(files: Sample, folder: Path) -> None:
    os.mkfifo(folder / "pipe")

    assert "no ordinary file" in text_of(files.call("read_file", {"path": "pipe"}))
    assert "pipe" not in text_of(files.call("list_files", {})).splitlines()


def test_too_long_a_text_is_refused(files: Sample, folder: Path) -> None:
    result = files.call("write_file", {"path": "huge.txt", "content": "x" * 1_000_001})

    assert result["isError"]
    assert not (folder / "huge.txt").exists()


def test_a_deleted_first_file_does_not_come_back_with_a_restart(tmp_path: Path) -> None:
    Cabinet(Workplace.prepare("files", tmp_path))
    (tmp_path / "files/notes.txt").unlink()

    Cabinet(Workplace.prepare("files", tmp_path))

    assert sorted(os.listdir(tmp_path / "files")) == ["letters", "reports", "todo.md"]
