"""A Django app with tools of its own, as a project would have it; tests/chatsite/tools_settings.py installs it."""
