"""MCP, both ways, without Django: a client for hosts, helpers and samples for authors."""
