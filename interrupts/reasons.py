"""Why a server asks, as the person reads it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mcpbridge.reasons import DEFAULT_REASON

_WORDS = {"auth_required": gettext_lazy("The server says that you have to sign in first.")}


def reason_in_words(reason: str) -> str:
    """Say a reason that a server gave in a sentence; the ordinary one needs none."""
    if reason in ("", DEFAULT_REASON):
        return ""
    return str(_WORDS.get(reason) or _("The server gives a reason: {reason}.").format(reason=reason.replace("_", " ")))
