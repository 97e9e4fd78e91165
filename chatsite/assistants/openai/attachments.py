"""Files a person attached, as parts of a chat completions message."""

import base64
from typing import Any

from chatsite.assistants.manner import is_text
from interrupts.ports import Attachment

PDF = "application/pdf"
_LONGEST_TEXT = 200_000


def part_of(file: Attachment, *, images: bool, pdf: bool) -> dict[str, Any]:
    """Give the part that shows a file to the model; one it cannot read is only named."""
    if file.media_type.startswith("image/") and images:
        return {"type": "image_url", "image_url": {"url": _data_url(file)}}
    if file.media_type == PDF and pdf:
        return {"type": "file", "file": {"filename": file.name, "file_data": _data_url(file)}}
    return {"type": "text", "text": in_words(file)}


def in_words(file: Attachment) -> str:
    """Give a file as text: what is in it, or that it cannot be read."""
    if not is_text(file.media_type):
        return f"[The person attached the file {file.name!r} ({file.media_type}), which you cannot read.]"
    text = file.data.decode("utf-8-sig", "replace")
    left_out = f"\n[{len(text) - _LONGEST_TEXT} more characters left out]" if len(text) > _LONGEST_TEXT else ""
    return f"[The person attached the file {file.name!r}. It reads:]\n{text[:_LONGEST_TEXT]}{left_out}"


def _data_url(file: Attachment) -> str:
    return f"data:{file.media_type};base64,{base64.b64encode(file.data).decode()}"
