"""The base of every error that leaves mcpbridge."""


class BridgeError(Exception):
    """Something went wrong between this program and an MCP peer. ``str(error)`` is a sentence a person can read."""
