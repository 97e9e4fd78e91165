"""Calls a server refuses until a person has been to a web page (MCP error -32042, in both eras).

The person is asked as about any address; when they have been there, the call begins anew: no state goes back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client import Failed, InputRequest, InputRequired


@dataclass(frozen=True, slots=True)
class OpenFirst(InputRequired):
    """What is asked before the call is looked at at all."""


def read_open_first(came_back: Any) -> Any:
    """Return a refusal that names addresses as the questions it stands for, anything else as it is."""
    if not (isinstance(came_back, Failed) and came_back.why == "input_required_by_url"):
        return came_back
    listed = came_back.data.get("elicitations") if isinstance(came_back.data, Mapping) else None
    asked = [params for params in listed if isinstance(params, dict)] if isinstance(listed, list) else []
    requests = tuple(
        InputRequest(f"u{number}", "elicitation/create", {**params, "mode": "url"})
        for number, params in enumerate(asked, start=1)
    )
    return OpenFirst(requests, None, came_back.message or None, came_back.raw) if requests else came_back
