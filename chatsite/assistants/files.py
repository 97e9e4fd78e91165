"""Files a person attached, as far as any model reads them."""

from interrupts.ports import Attachment

PDF = "application/pdf"
TEXT_TYPES = (
    "text/*",
    "application/json",
    "application/xml",
    "application/yaml",
    "application/x-yaml",
    "application/toml",
    "application/javascript",
)
"""Media types whose bytes are text, which every model reads."""
_LONGEST_TEXT = 200_000


def is_text(media_type: str) -> bool:
    """Say whether a file of this type can be read as text."""
    return media_type.startswith("text/") or media_type in TEXT_TYPES


def kinds_read(*, images: bool, pdf: bool) -> tuple[str, ...]:
    """Give what a model says it reads, from what it can see besides text."""
    return (*TEXT_TYPES, *(["image/*"] if images else []), *([PDF] if pdf else []))


def in_words(file: Attachment) -> str:
    """Give a file as text: what is in it, or that it cannot be read."""
    if not is_text(file.media_type):
        return f"[The person attached the file {file.name!r} ({file.media_type}), which you cannot read.]"
    text = file.data.decode("utf-8-sig", "replace")
    left_out = f"\n[{len(text) - _LONGEST_TEXT} more characters left out]" if len(text) > _LONGEST_TEXT else ""
    return f"[The person attached the file {file.name!r}. It reads:]\n{text[:_LONGEST_TEXT]}{left_out}"
