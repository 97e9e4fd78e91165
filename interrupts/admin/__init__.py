"""The Django admin of this package: everything can be looked at, little can be changed, nothing past the domain.

Rows that the engine moves are read-only. Questions are declined or withdrawn through ``interrupts.answers``; servers,
tools and rules are what a person configures.
"""

from interrupts.admin import (
    configuration,
    conversations,
    feedback,
    questions,
    records,
    servers,
    sign_ins,
    tokens,
    work,
)

__all__ = [
    "configuration",
    "conversations",
    "feedback",
    "questions",
    "records",
    "servers",
    "sign_ins",
    "tokens",
    "work",
]
