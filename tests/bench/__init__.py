"""How fast a question goes round: ``uv run python -m tests.bench`` prints one table."""
