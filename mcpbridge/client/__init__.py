"""MCP's client side: every revision, over Streamable HTTP and standard input and output.

In revision 2026-07-28 one function is one round on the wire. Calls of the revisions before it are held: ``HeldCall``.
"""

from mcpbridge.client.cache import ToolCache
from mcpbridge.client.calling import call_tool
from mcpbridge.client.closing import close_pool
from mcpbridge.client.command import Command, Place
from mcpbridge.client.eras import Era, find_era, has_sessions
from mcpbridge.client.errors import (
    CallRejected,
    HoldLost,
    OutcomeUnknown,
    QuestionWithdrawn,
    ReplyTooLarge,
    ServerUnreachable,
    SessionGone,
    WrongEra,
)
from mcpbridge.client.held import HeldCall
from mcpbridge.client.inside import inside_client
from mcpbridge.client.listing import Discovery, discover, list_tools
from mcpbridge.client.outcomes import Completed, Failed, InputRequest, InputRequired
from mcpbridge.client.pauses import Pause
from mcpbridge.client.pool import HttpClient, shared_pool
from mcpbridge.client.questions import Refusal
from mcpbridge.client.reports import LogLine, Progress
from mcpbridge.client.requests import FORMS_ONLY, PROTOCOL_VERSION, new_request_id
from mcpbridge.client.server import Address, BadAddress
from mcpbridge.client.subscriptions import offers_tool_changes, tool_changes
from mcpbridge.client.tools import BrokenTool, Tool, ToolList, description_free_fingerprint, fingerprint, read_tool
from mcpbridge.client.transfer import MAX_REPLY_BYTES

__all__ = [
    "FORMS_ONLY",
    "MAX_REPLY_BYTES",
    "PROTOCOL_VERSION",
    "Address",
    "BadAddress",
    "BrokenTool",
    "CallRejected",
    "Command",
    "Completed",
    "Discovery",
    "Era",
    "Failed",
    "HeldCall",
    "HoldLost",
    "HttpClient",
    "InputRequest",
    "InputRequired",
    "LogLine",
    "OutcomeUnknown",
    "Pause",
    "Place",
    "Progress",
    "QuestionWithdrawn",
    "Refusal",
    "ReplyTooLarge",
    "ServerUnreachable",
    "SessionGone",
    "Tool",
    "ToolCache",
    "ToolList",
    "WrongEra",
    "call_tool",
    "close_pool",
    "description_free_fingerprint",
    "discover",
    "find_era",
    "fingerprint",
    "has_sessions",
    "inside_client",
    "list_tools",
    "new_request_id",
    "offers_tool_changes",
    "read_tool",
    "shared_pool",
    "tool_changes",
]
