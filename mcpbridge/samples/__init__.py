"""Three small MCP servers that ask before they do what cannot be undone: a database, a folder of files, a deployer."""
