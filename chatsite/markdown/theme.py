"""``python -m chatsite.markdown.theme > static/code.css``: the colours of code, on a light and on a dark page."""

import sys
from collections.abc import Iterator

from pygments.style import StyleMeta
from pygments.styles import get_style_by_name
from pygments.token import STANDARD_TYPES

from chatsite.markdown.code import CLASS_PREFIX

SURFACES = {"light": "f5f6f8", "dark": "1d2129"}
"""What code stands on: --q-surface of interrupts.css."""
STYLES = {"light": "xcode", "dark": "nord"}
CONTRAST = 4.5
"""What WCAG asks of text at level AA."""


def stylesheet() -> str:
    """Return the whole of static/code.css."""
    dark = "".join(f"  {line}\n" for line in _rules("dark"))
    head = "/* The colours of code. Written by chatsite/markdown/theme.py; change them there. */\n"
    return f"{head}{''.join(f'{line}\n' for line in _rules('light'))}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG reckons it, between 1 and 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _rules(scheme: str) -> Iterator[str]:
    """One rule for each colour, with all kinds of words that have it."""
    style: StyleMeta = get_style_by_name(STYLES[scheme])
    classes: dict[str, list[str]] = {}
    for kind, name in STANDARD_TYPES.items():
        color = style.style_for_token(kind)["color"] if name else None
        if color:
            classes.setdefault(_legible(color, SURFACES[scheme]), []).append(f".code .{CLASS_PREFIX}{name}")
    for color, names in sorted(classes.items()):
        yield f"{', '.join(sorted(names))} {{ color: #{color}; }}"


def _legible(color: str, surface: str) -> str:
    """Return a colour as it is, or as much darker or lighter as it takes to be read."""
    target = "000000" if _luminance(surface) > 0.5 else "ffffff"
    for share in range(0, 101, 5):
        mixed = _mixed(color, target, share / 100)
        if contrast(mixed, surface) >= CONTRAST:
            return mixed
    return target


def _mixed(color: str, target: str, share: float) -> str:
    parts = (round(a + (b - a) * share) for a, b in zip(_parts(color), _parts(target), strict=True))
    return "".join(f"{part:02x}" for part in parts)


def _luminance(color: str) -> float:
    shares = (part / 255 for part in _parts(color))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(color: str) -> tuple[int, ...]:
    return tuple(int(color[place : place + 2], 16) for place in (0, 2, 4))


if __name__ == "__main__":
    sys.stdout.write(stylesheet())
