"""A provider's own words, put after ours: short, on one line, and without keys."""

import re

from django.utils.translation import gettext as _

_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|gsk|key|xai)-[\w*.-]{4,}|\bAIza[\w-]{10,}|\bBearer\s+\S+", re.IGNORECASE)
_LONGEST_QUOTE = 300
_SHORTEST_KEY = 8


def quote(words: str, *secrets: str | None) -> str:
    """Give a sentence that quotes the words, with a blank before it; nothing where there are none."""
    if not words.strip():
        return ""
    for secret in filter(None, secrets):
        # One that is shorter keeps nothing secret, and would blank out letters.
        words = words.replace(secret, "…") if len(secret) >= _SHORTEST_KEY else words
    words = " ".join(_LOOKS_LIKE_A_KEY.sub("…", words[:4000]).split())
    cut = words[:_LONGEST_QUOTE] + ("…" if len(words) > _LONGEST_QUOTE else "")
    return " " + _("It says: “{words}”").format(words=cut)
