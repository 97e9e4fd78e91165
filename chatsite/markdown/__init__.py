"""Markdown of assistants as HTML that is safe to show: nothing of a stranger's markup, nothing that is loaded."""

from chatsite.markdown.rendering import HTML, to_html

__all__ = ["HTML", "to_html"]
