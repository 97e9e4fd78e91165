"""Markdown of assistants: what it becomes, what never comes of it, and that nothing takes long."""

import re

import pytest

from chatsite.markdown import to_html
from chatsite.markdown.theme import CONTRAST, SURFACES, contrast, stylesheet
from tests.chatsite.started import ROOT

LINK = '<a href="{0}" target="_blank" rel="noopener noreferrer nofollow">{1}</a>'


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**bold** and *slanted*", "<p><strong>bold</strong> and <em>slanted</em></p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("# A\n\n### B", "<h3>A</h3>\n<h4>B</h4>"),
        ("3. c\n4. d", '<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>'),
        ("~~gone~~", "<p><s>gone</s></p>"),
        # While a list begins to grow below it, a line is no heading.
        ("shopping\n-", "<p>shopping<br>\n-</p>"),
        ("[1]: https://a.example", f"<p>[1]: {LINK.format('https://a.example', 'https://a.example')}</p>"),
    ],
)  # fmt: skip
def test_texts_are_set_as_markdown_says(written: str, shown: str) -> None:
    assert to_html(written).strip() == shown


@pytest.mark.parametrize(
    "formula",
    [
        "$x_1 * y_2 * z_3$",
        r"\(a_b * c_d * e\)",
        r"\[ \frac{*a*}{b} \]",
        "$$ a_1 * b_1 * c $$",
        "$$\nx = 1\n- y\n# z\n$$",
        "\\[\n1. x\n* y\n\\]",
        # Its end is still to come.
        r"\(a_b",
    ],
)
def test_formulas_stay_as_they_were_written(formula: str) -> None:
    assert re.sub(r"</?p[^>]*>", "", to_html(formula)).strip() == formula


def test_prices_are_no_formula() -> None:
    assert "<em>now</em>" in to_html("from $5 *now* to $7")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![cat](https://evil.example/track.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](vbscript:x) [y](file:///etc/passwd) [z](//evil.example) [a](/admin/logout/)",
        '[x](https://a.example "onclick=alert(1)")',
        "```x\" onclick=alert(1) y\n<b onmouseover=alert(1)>\n```",
        "<svg/onload=alert(1)>\n\n<style>*{display:none}</style>",
    ],
)  # fmt: skip
def test_no_markup_of_strangers_comes_through(hostile: str) -> None:
    html = to_html(hostile)

    assert set(re.findall(r"<(\w+)", html)) <= {"p", "a", "br", "div", "span", "button", "pre", "code"}
    assert not re.search(r"<[^>]*\s(?:on\w+|style|src|title)\s*=", html)
    assert re.findall(r'href="(\w+):', html) in ([], ["https"])


def test_an_image_is_a_link_with_its_words() -> None:
    assert LINK.format("https://pictures.example/a.png", "a cat") in to_html("![a cat](https://pictures.example/a.png)")


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("[bank.example](https://evil.example/)", "evil.example"),
        ("[https://bank.example/x](https://evil.example/x)", "evil.example"),
        ("[Open bank.example now](https://evil.example/?bank.example)", "evil.example"),
        ("https://bank.example@evil.example/", "evil.example"),
        ("[bank.example](https://bank.example.evil.example)", "bank.example.evil.example"),
        ("[here](https://xn--ggle-55da.com/)", "xn--ggle-55da.com (gооgle.com)"),
        ("[ana@bank.example](mailto:eve@evil.example)", "eve@evil.example"),
        ("[127.0.0.1](https://evil.example)", "evil.example"),
        ("![bank.example](https://evil.example/a.png)", "evil.example"),
        # Words in which no names are looked for: that would take minutes.
        (f"[{'w ' * 10_000}](https://evil.example)", "evil.example"),
        (f"[{'w ' * 10_000}](mailto:eve@evil.example)", "eve@evil.example"),
    ],
)
def test_a_link_in_disguise_says_where_it_leads(written: str, place: str) -> None:
    assert f"(leads to {place})" in to_html(written)


@pytest.mark.parametrize(
    "written",
    [
        "https://docs.example.org/3/index.html",
        "[the guide](https://docs.example.org/)",
        "[example.org](https://docs.example.org/)",
        "[write to us](mailto:us@example.org)",
    ],
)
def test_an_open_link_says_nothing_more(written: str) -> None:
    assert "<a " in to_html(written) and "leads to" not in to_html(written)


def test_links_and_images_without_an_address_are_only_their_words() -> None:
    assert to_html("[*a*](), ![c]()") == "<p><em>a</em>, c</p>\n"


def test_a_bare_address_ends_where_its_sentence_goes_on() -> None:
    html = to_html("See https://a.example/x_y_(z). Or (https://b.example).")

    assert re.findall('href="([^"]+)"', html) == ["https://a.example/x_y_(z)", "https://b.example"]


def test_signs_that_hide_or_turn_text_are_shown() -> None:
    assert "⟨U+202E⟩" in to_html("safe \u202etxt.exe")
    assert "⟨U+202E⟩" in to_html("```\n\u202e\n```")


def test_code_has_its_language_its_colours_and_stays_itself() -> None:
    html = to_html("```python\nif a < b:\n    pass\n```")

    assert '<span class="language">python</span>' in html and 'data-copy-code="Copied"' in html
    assert '<span class="c-k">if</span>' in html
    text = re.sub("<[^>]+>", "", html.split("<code>")[1])
    assert text.strip() == "if a &lt; b:\n    pass"


def test_code_in_an_unknown_language_is_plain() -> None:
    assert "<code>a &lt; b\n</code>" in to_html("```no-such-language\na < b\n```")


@pytest.mark.parametrize("code", ["x = 1 # " + "/" * 300, "x = 1" + "\n" * 60 + "y", "x = 1\n" * 2_000])
def test_code_that_takes_long_to_be_read_stays_without_colours(code: str) -> None:
    html = to_html(f"```python\n{code}\n```")

    assert '<span class="language">python</span>' in html and 'class="c-' not in html


def test_a_table_scrolls_and_keeps_its_columns() -> None:
    html = to_html("| a | b |\n|---|--:|\n| 1 | 2 |")

    assert html.startswith('<div class="wide" tabindex="0"') and '<td class="right">2</td>' in html


@pytest.mark.parametrize(
    "text",
    [
        "a *b* " * 10_000,
        ">" * 40 + " *deep*",
        "[" * 500 + "*a*",
        "\n".join("  " * n + "- *a*" for n in range(20)),
        f"|{'a|' * 100}\n|{'-|' * 100}\n{'*x*' + chr(10)}" + "x\n" * 50,
    ],
)
def test_what_is_too_long_or_too_deep_stays_plain(text: str) -> None:
    html = to_html(text)

    assert html.startswith('<div class="as-written">') and "<em>" not in html


def test_the_colours_of_code_are_those_of_the_theme_and_can_be_read() -> None:
    css = (ROOT / "static" / "code.css").read_text()
    assert css == stylesheet(), "uv run python -m chatsite.markdown.theme > static/code.css"

    light, dark = css.split("@media")
    for part, surface in ((light, SURFACES["light"]), (dark, SURFACES["dark"])):
        colours = re.findall(r"color: #(\w{6})", part)
        assert len(colours) > 5 and min(contrast(each, surface) for each in colours) >= CONTRAST


def test_code_stands_on_the_surface_the_theme_was_made_for() -> None:
    css = (ROOT / "interrupts" / "static" / "interrupts" / "interrupts.css").read_text()

    assert re.findall(r"--q-surface: #(\w+)", css) == [SURFACES["light"], SURFACES["dark"]]
