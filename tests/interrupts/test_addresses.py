"""Addresses of strangers: where they lead, what is odd about them, and which are never opened."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interrupts.addresses import read_address

LONG = "https://ok.example.test/" + "a" * 8000


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("https://ok.example.test/a?b=c", "ok.example.test"),
        ("HTTPS://OK.Example.test", "ok.example.test"),
        ("https://github.com@evil.example.test/login", "evil.example.test"),
        ("https://a@b@evil.example.test/", "evil.example.test"),
        ("https://xn--pple-43d.com/", "xn--pple-43d.com"),
        ("https://раураl.example.test/", "xn--l-7sba6dbr.example.test"),
        ("https://e%78ample.test/", "example.test"),
        ("http://pay.example.test/", "pay.example.test"),
        ("https://ok.example.test:8443/", "ok.example.test"),
        ("http://0x7f000001/", "127.0.0.1"),
        ("http://127.1/", "127.0.0.1"),
        ("http://[::1]:3000/", "[::1]"),
        ("https://straße.example.test/", "xn--strae-oqa.example.test"),
        (LONG, "ok.example.test"),
    ],
)
def test_the_host_is_the_one_a_browser_goes_to(text: str, host: str) -> None:
    found = read_address(text)

    assert (found.host, found.refusal) == (host, "")
    assert found.link.startswith(("http://", "https://")) and host in found.link


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(document.cookie)",
        "JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        " javascript://ok.example.test/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "file:///etc/passwd",
        "blob:https://ok.example.test/x",
        "//evil.example.test/x",
        "https://evil.example.test\\@github.com/",
        "https:\\\\evil.example.test/",
        "https:evil.example.test/",
        "https:///evil.example.test/",
        "https://ok.example.test/\u202egnp.exe",
        "https://ok.exa\tmple.test/",
        "https://ok.example.test:99999/",
        "https:///",
        "https://a b.example.test/",
        "https://1.2.3.4.5/",
        "https://[::1/",
        "not a url",
        "",
        None,
        7,
        {"url": "https://ok.example.test/"},
    ],
)
def test_what_is_no_plain_web_address_cannot_be_opened_and_says_why(text: Any) -> None:
    found = read_address(text)

    assert found.link == "" and found.refusal.endswith((".", ":"))


def test_the_host_is_told_even_where_the_address_is_refused() -> None:
    assert read_address("https://evil.example.test\\@github.com/").host == "evil.example.test"
    assert read_address("//evil.example.test/x").host == "evil.example.test"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://github.com@evil.example.test/login", "leads to evil.example.test"),
        ("https://xn--pple-43d.com/", "reads “аpple.com”"),
        ("https://xn--pple-43d.com/", "several scripts (Cyrillic, Latin)"),
        ("https://раураl.example.test/", "several scripts (Cyrillic, Latin)"),
        ("http://pay.example.test/", "not encrypted"),
        ("https://ok.example.test:8443/", "port 8443"),
    ],
)
def test_what_may_mislead_is_told(text: str, told: str) -> None:
    assert told in " ".join(read_address(text).warnings)


@pytest.mark.parametrize(
    "text",
    [
        "https://ok.example.test/a?b=c",
        "https://ok.example.test:443/",
        "http://localhost/",
        "https://sub.ok-example.test/%D0%B0#x",
    ],
)
def test_an_ordinary_address_has_no_warning_and_is_opened_as_it_is(text: str) -> None:
    found = read_address(text)

    assert found.warnings == () and found.link == text.replace(":443", "")


def test_japanese_writes_in_several_scripts_and_is_only_told_to_have_other_letters() -> None:
    found = read_address("https://ひらカタ漢字.example.test/")

    assert len(found.warnings) == 1 and "reads “ひらカタ漢字.example.test”" in found.warnings[0]


def test_what_html_or_a_header_could_trip_over_is_escaped_in_the_link() -> None:
    assert read_address('https://ok.example.test/a b"<é>').link == "https://ok.example.test/a%20b%22%3C%C3%A9%3E"


@given(
    st.text()
    | st.text().map("https://{}".format)
    | st.text(alphabet="htps:/\\@?#[]%.x0:-\u0430\t ").map("http://{}".format)
)
def test_whatever_is_written_a_link_is_plain_http_and_leads_to_the_host_that_is_shown(text: str) -> None:
    found = read_address(text)

    assert bool(found.link) != bool(found.refusal)
    if found.link:
        assert found.link.isascii() and found.link.startswith(("http://", "https://"))
        authority = re.split("[/?#]", found.link)[2]
        assert authority.rpartition("@")[2].startswith(found.host)
