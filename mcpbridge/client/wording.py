"""A stranger's words inside our sentences."""

_LONGEST = 300


def clipped(text: str) -> str:
    """One printable line of bounded length, without a full stop at its end."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text[: 4 * _LONGEST]).split())
    return (line if len(line) <= _LONGEST else line[:_LONGEST] + "…").rstrip(".")
