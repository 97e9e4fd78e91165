"""Forms from JSON Schemas of strangers: what is shown is what is sent.

``parse`` makes a form from a stored schema, ``bind`` makes it ready for a page, ``read`` turns a post into an answer
or into errors, ``shown_lines`` tells an answer again, ``edit`` lets an object that exists be changed. Pure: no Django,
no database, no clock. The templates are in ``interrupts/templates/interrupts/fields/``.
"""

from interrupts.forms.answered import shown_lines
from interrupts.forms.binding import bind
from interrupts.forms.bound import BoundField, Option
from interrupts.forms.editing import Editor, changed_keys, edit, masked_change
from interrupts.forms.model import MISSING, WHOLE_FORM, Accepted, Choice, Field, Form, Invalid, Line
from interrupts.forms.parse import parse, parse_text
from interrupts.forms.reading import read
from interrupts.forms.text import visible

__all__ = [
    "MISSING",
    "WHOLE_FORM",
    "Accepted",
    "BoundField",
    "Choice",
    "Editor",
    "Field",
    "Form",
    "Invalid",
    "Line",
    "Option",
    "bind",
    "changed_keys",
    "edit",
    "masked_change",
    "parse",
    "parse_text",
    "read",
    "shown_lines",
    "visible",
]
