"""What a person writes, before it becomes a message."""

from interrupts import wire

MESSAGE_LIMIT = 200_000
"""Characters of one message."""


class BadMessage(Exception):
    """A message that cannot be posted as it is; the text says why."""


def checked_text(text: str) -> str:
    """Return a message as it is stored. Raises: BadMessage."""
    text = wire.storable(text.replace("\r\n", "\n")).strip()
    if not text:
        raise BadMessage("Write something first.")
    if len(text) > MESSAGE_LIMIT:
        raise BadMessage(f"This message has {len(text):,} characters; {MESSAGE_LIMIT:,} is the most.")
    return text
