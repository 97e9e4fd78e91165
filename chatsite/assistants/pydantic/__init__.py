"""Models of every provider that pydantic_ai speaks to. Importing it takes seconds, so only who needs it does."""

from chatsite.assistants.pydantic.adapter import PydanticModel

__all__ = ["PydanticModel"]
