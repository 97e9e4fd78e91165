"""The official SDK takes long to import, so it is brought in where it is first needed: within ``with importing:``."""

from threading import RLock

importing = RLock()
"""Held around such imports: two threads that import different parts of the SDK at once see each other's half done."""
