"""Durable questions for Django: rows, moves, the engine, forms, inbox and admin."""
