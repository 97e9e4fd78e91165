"""What a person writes, before it becomes a message."""

from django.utils.translation import gettext as _

from interrupts import wire

MESSAGE_LIMIT = 200_000
"""Characters of one message."""


class BadMessage(Exception):
    """A message that cannot be posted as it is; the text says why."""


def checked_text(text: str) -> str:
    """Return a message as it is stored. Raises: BadMessage."""
    text = wire.storable(text.replace("\r\n", "\n")).strip()
    if not text:
        raise BadMessage(_("Write something first."))
    if len(text) > MESSAGE_LIMIT:
        raise BadMessage(
            _("This message has {length} characters; {most} is the most.").format(
                length=format(len(text), ","), most=format(MESSAGE_LIMIT, ",")
            )
        )
    return text
