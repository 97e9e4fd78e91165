"""Files a person attaches to a message: what they really are is found out from their content, and kept beside the rows.

Nothing is opened, unpacked or decoded here, so nothing in a file can do anything.
"""

import hashlib
import os.path
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import filetype  # type: ignore[import-untyped]
from django.conf import settings
from django.core.files import File as Upload
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from interrupts import storing
from interrupts.ledger import Change
from interrupts.models import File, Message, Stored
from interrupts.posted import BadMessage

_SETTINGS: dict[str, Any] = getattr(settings, "INTERRUPTS", {})
MOST: int = _SETTINGS.get("ATTACHMENTS", 5)
"""Files of one message."""
MOST_BYTES: int = _SETTINGS.get("ATTACHMENT_BYTES", 10 * 2**20)
"""Bytes of one file."""
MOST_BYTES_TOGETHER: int = _SETTINGS.get("ATTACHMENTS_BYTES", 25 * 2**20)
"""Bytes of all files of one message, and of all that a model is given at once."""

TEXTS = {
    ".csv": "text/csv",
    ".htm": "text/html",
    ".html": "text/html",
    ".json": "application/json",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
}
"""How a text is called, by the end of its name; any other is plain."""
KINDS = {
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
    "image/gif": (".gif",),
    "image/webp": (".webp",),
    "application/pdf": (".pdf",),
    "audio/mpeg": (".mp3",),
    "audio/ogg": (".ogg", ".oga", ".opus"),
    "audio/wav": (".wav",),
}
"""What may be attached besides text, each with the ends of names that belong to it."""
ACCEPT = ",".join((*KINDS, "text/*", *TEXTS, ".log", ".txt", ".yaml", ".yml", ".xml"))
"""For a browser's file chooser; what counts is what is found in the file."""
_SAME = {"audio/x-wav": "audio/wav"}
_NAME = 120


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that was found fit and is written; a message has yet to name it."""

    stored: Stored
    name: str
    media_type: str
    sha256: str


def is_text(media_type: str) -> bool:
    """Whether any model can be given its content as words."""
    return media_type.startswith("text/") or media_type == "application/json"


def check_files(uploads: Sequence[Upload]) -> list[tuple[str, str, bytes]]:
    """Return name, media type and content of files that may be attached. Raises: BadMessage."""
    if uploads and storing.storage() is None:
        raise BadMessage(_("This site keeps no files."))
    if len(uploads) > MOST:
        raise BadMessage(_("At most %(most)d files can be attached to one message.") % {"most": MOST})
    for upload in uploads:
        if upload.size > MOST_BYTES:
            facts = {
                "name": safe_name(upload.name),
                "size": filesizeformat(upload.size),
                "most": filesizeformat(MOST_BYTES),
            }
            raise BadMessage(_("“%(name)s” has %(size)s. A file can have %(most)s at most.") % facts)
    if sum(upload.size for upload in uploads) > MOST_BYTES_TOGETHER:
        most = filesizeformat(MOST_BYTES_TOGETHER)
        raise BadMessage(_("Together these files are too large. All of a message can have %(most)s.") % {"most": most})
    return [_checked(safe_name(upload.name), upload.read()) for upload in uploads]


def _checked(name: str, data: bytes) -> tuple[str, str, bytes]:
    if not data:
        raise BadMessage(_("“%(name)s” is empty.") % {"name": name})
    media_type = media_type_of(name, data)
    if media_type is None:
        raise BadMessage(_("“%(name)s” cannot be attached. Images, PDF, text and sound can.") % {"name": name})
    return _fitting(name, media_type), media_type, data


def media_type_of(name: str, data: bytes) -> str | None:
    """Return what a file is by its content, None for what may not be attached. Only of texts the name says more."""
    known = filetype.guess_mime(data[:8192])
    if known is not None:
        known = _SAME.get(known, known)
        return known if known in KINDS else None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if any(sign < " " and sign not in "\t\n\r\f\x1b" for sign in set(text)):
        return None
    return TEXTS.get(os.path.splitext(name)[1].lower(), "text/plain")


def safe_name(name: object) -> str:
    """Return a file's name without folders and without signs that cannot be seen or that turn text around."""
    last = str(name or "").replace("\\", "/").rsplit("/", 1)[-1]
    seen = "".join(sign if sign.isprintable() else "_" for sign in last).strip(" .")
    stem, end = os.path.splitext(seen)
    return f"{stem[: _NAME - len(end[:20])]}{end[:20]}" or "file"


def _fitting(name: str, media_type: str) -> str:
    """An image that is named like a program gets the end of an image, so that nobody runs it after a download."""
    fitting = KINDS.get(media_type)
    return name if fitting is None or name.lower().endswith(fitting) else f"{name}{fitting[0]}"


def keep_files(uploads: Sequence[Upload], *, at: datetime) -> list[Attached]:
    """Check files and write them; never in a transaction. Raises: BadMessage."""
    kept = []
    for name, media_type, data in check_files(uploads):
        stored = storing.announce(len(data), at=at)
        try:
            storing.write(stored, data)
        except storing.StorageFailed:
            raise BadMessage(_("The files could not be kept just now. Send it again in a moment.")) from None
        kept.append(Attached(stored, name, media_type, hashlib.sha256(data).hexdigest()))
    return kept


def attach(c: Change, message: Message, files: Sequence[Attached]) -> None:
    """Have a new message name its files; from then on they are kept as long as its thread."""
    for each in files:
        known = {"name": each.name, "media_type": each.media_type, "size": each.stored.size, "sha256": each.sha256}
        row = File.objects.create(thread=c.thread, message=message, stored=each.stored, **known)
        storing.claim(each.stored, c.thread)
        c.record("file.attached", f"file {row.pk}", message=message.pk, **known)


def attach_again(message: Message, old: Message) -> None:
    """Have a message that stands in the place of another name the same files."""
    for file in File.objects.filter(message=old):
        file.pk, file.message = None, message
        file.save(force_insert=True)
