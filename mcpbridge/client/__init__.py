"""MCP's client side over Streamable HTTP, revision 2026-07-28. One function is one round on the wire."""

from mcpbridge.client.cache import ToolCache
from mcpbridge.client.calling import call_tool
from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ReplyTooLarge, ServerUnreachable
from mcpbridge.client.exchange import MAX_REPLY_BYTES
from mcpbridge.client.listing import Discovery, discover, list_tools
from mcpbridge.client.outcomes import Completed, Failed, InputRequest, InputRequired
from mcpbridge.client.pool import HttpClient, close_pool, inside_client, shared_pool
from mcpbridge.client.requests import FORMS_ONLY, PROTOCOL_VERSION, new_request_id
from mcpbridge.client.server import Address, BadAddress
from mcpbridge.client.tools import BrokenTool, Tool, ToolList, description_free_fingerprint, fingerprint, read_tool

__all__ = [
    "FORMS_ONLY",
    "MAX_REPLY_BYTES",
    "PROTOCOL_VERSION",
    "Address",
    "BadAddress",
    "BrokenTool",
    "CallRejected",
    "Completed",
    "Discovery",
    "Failed",
    "HttpClient",
    "InputRequest",
    "InputRequired",
    "OutcomeUnknown",
    "ReplyTooLarge",
    "ServerUnreachable",
    "Tool",
    "ToolCache",
    "ToolList",
    "call_tool",
    "close_pool",
    "description_free_fingerprint",
    "discover",
    "fingerprint",
    "inside_client",
    "list_tools",
    "new_request_id",
    "read_tool",
    "shared_pool",
]
