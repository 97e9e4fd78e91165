"""An address that cannot work is refused when it is made, and none gives its secrets away."""

import pytest

from mcpbridge.client import Address, BadAddress
from mcpbridge.errors import BridgeError

URL = "https://user:hunter2@mcp.example:8443/mcp?key=hunter2#hunter2"


def test_no_secret_is_shown() -> None:
    address = Address(URL, {"Authorization": "Bearer hunter2"})

    assert "hunter2" not in repr(address) + str(address) + f"{address!r:>10}" + address.shown
    assert "Authorization" in repr(address)
    assert address.shown == "https://mcp.example:8443/mcp"


NO_URLS = [
    "",
    "mcp.example/mcp",
    "ftp://mcp.example",
    "file:///etc/passwd",
    "http://",
    "http://[::1",
    "http://a:99999/",
]
ODD_URLS = ["http://a b/", "http://a/\n", "javascript:alert(1)", "http://a:0/"]


@pytest.mark.parametrize("url", [*NO_URLS, *ODD_URLS])
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        Address(url)


BAD_VALUES = ["hunter2\r\nX-B: 1", "hunter2\x00", " hunter2", "hunter2\ud800"]
BAD_NAMES = ["X A", "", "Ü", "Content-Length", "mcp-name"]


@pytest.mark.parametrize(
    ("name", "value"), [*(("X-A", value) for value in BAD_VALUES), *((name, "hunter2") for name in BAD_NAMES)]
)
def test_a_bad_header_is_refused_without_telling_its_value(name: str, value: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Address("https://mcp.example/", {name: value})

    assert "hunter2" not in str(refused.value)
    assert isinstance(refused.value, BridgeError)


def test_equal_addresses_are_one_key_and_later_changes_do_not_reach_in() -> None:
    headers = {"A": "1"}
    address = Address("https://mcp.example/", headers)
    headers["A"] = "2"

    assert {address: "kept"}[Address("https://mcp.example/", {"A": "1"})] == "kept"
    assert address != Address("https://mcp.example/", {"A": "2"})
