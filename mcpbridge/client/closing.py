"""The end of all that calls of one event loop share."""

from mcpbridge.client.pool import close_connections
from mcpbridge.client.processes import close_processes


async def close_pool() -> None:
    """Close the connections and stop the processes of the running event loop. The next call opens new ones."""
    await close_processes()
    await close_connections()
