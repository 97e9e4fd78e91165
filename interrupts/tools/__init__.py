"""Tools of your own: declared in any app's ``mcp_tools.py``, used in the chat and served to others at ``/mcp/``."""

from interrupts.tools.declaring import current_person, tool

__all__ = ["current_person", "tool"]
