"""The one folder where everything Sayso keeps lies: made on demand, closed to others, with the key that signs."""

import os
import secrets
import tempfile
from pathlib import Path

from chatsite.environment import SettingRefused


def prepare_data_folder(folder: Path) -> Path:
    """Make the folder if it is not there, and prove that it can be written to.

    Raises: SettingRefused.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or "it cannot be used").lower()
        raise SettingRefused(
            f"the data folder {folder} cannot be written to ({reason}); name another one in SAYSO_DATA."
        ) from None
    return folder


def kept_key(folder: Path) -> str:
    """The signing key of this data folder, made by whoever asks first; all who ask get the same one.

    Written whole under another name and linked into place, so that no process ever reads half a key.

    Raises: SettingRefused.
    """
    place = prepare_data_folder(folder) / "secret.key"
    if not place.exists():
        draft = place.with_name(f"secret.key.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, place)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return _read_key(place)


def _read_key(place: Path) -> str:
    try:
        key = place.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise SettingRefused(f"the key file {place} cannot be read.") from None
    if len(key) < 50:
        raise SettingRefused(f"the key file {place} is damaged: it must hold at least 50 characters.")
    return key
