"""Files a person attached, as parts of a chat completions message."""

import base64
from typing import Any

from chatsite.assistants.files import PDF, in_words
from interrupts.ports import Attachment


def part_of(file: Attachment, *, images: bool, pdf: bool) -> dict[str, Any]:
    """Give the part that shows a file to the model; one it cannot read is only named."""
    if file.media_type.startswith("image/") and images:
        return {"type": "image_url", "image_url": {"url": _data_url(file)}}
    if file.media_type == PDF and pdf:
        return {"type": "file", "file": {"filename": file.name, "file_data": _data_url(file)}}
    return {"type": "text", "text": in_words(file)}


def _data_url(file: Attachment) -> str:
    return f"data:{file.media_type};base64,{base64.b64encode(file.data).decode()}"
