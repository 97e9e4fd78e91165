"""Text of strangers in templates: ``{% load interrupts_text %}``, then ``{{ text|visible }}``."""

from django import template

from interrupts.forms.text import visible as _visible

register = template.Library()


@register.filter
def visible(text: object) -> str:
    """Show control and bidi characters as marks. The result is ordinary text: Django escapes it as any other."""
    return _visible(text)
