"""What assistants write, in templates: ``{% load chat_text %}``, then ``{{ message.text|markdown:growing }}``."""

from django import template
from django.utils.safestring import SafeString

from chatsite.markdown import to_html

register = template.Library()


@register.filter
def markdown(text: str, growing: bool = False) -> SafeString:
    """Show Markdown. The one place where markup passes unescaped: ``to_html`` has made and cleaned every sign of it."""
    return SafeString(to_html(text, growing=growing))
