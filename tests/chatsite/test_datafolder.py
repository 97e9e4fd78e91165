"""The data folder is made on demand, closed to others, and holds one key."""

import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chatsite.datafolder import kept_key, prepare_data_folder
from chatsite.environment import SettingRefused


def test_the_folder_is_made_and_closed_to_others(tmp_path: Path) -> None:
    folder = prepare_data_folder(tmp_path / "a" / "b")

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_in_the_place_of_the_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")

    with pytest.raises(SettingRefused, match=r"cannot be written to .*; name another one in SAYSO_DATA"):
        prepare_data_folder(tmp_path / "data")


def test_the_key_is_the_same_the_next_time(tmp_path: Path) -> None:
    assert kept_key(tmp_path) == kept_key(tmp_path)


def test_the_key_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    kept_key(tmp_path)

    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_all_who_ask_at_once_get_the_same_key(tmp_path: Path) -> None:
    barrier = threading.Barrier(8)

    def ask(_: int) -> str:
        barrier.wait(timeout=10)
        return kept_key(tmp_path)

    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(ask, range(8)))

    assert len(keys) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 60])
def test_a_damaged_key_is_refused_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(content)

    with pytest.raises(SettingRefused, match="key file"):
        kept_key(tmp_path)

    assert (tmp_path / "secret.key").read_bytes() == content
