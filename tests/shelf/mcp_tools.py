"""Tools that read and change the names of accounts, since every project has those."""

from django.contrib.auth import get_user_model
from mcp.server.mcpserver import Context
from mcp_types import InputRequiredResult

from interrupts.tools import current_person, tool
from mcpbridge.authoring import Accepted, Missing, accepted_content, confirm, form, input_required


@tool(read_only=True)
def who_am_i(ctx: Context) -> str:
    """Say for whom the assistant works."""
    return f"You are {current_person(ctx).get_username()}."


@tool(read_only=True)
async def count_people() -> str:
    """Count the accounts of this site."""
    return f"{await get_user_model().objects.acount()} people."


@tool(asks=True)
async def rename_me(name: str, ctx: Context) -> str:
    """Change the person's name, after asking."""
    person = current_person(ctx)
    if not await confirm(ctx, f"Rename {person.get_username()} to {name}?"):
        return "Nothing was changed."
    # A word more with each time it runs, so that a second time would show.
    person.first_name = f"{person.first_name} {name}".strip()
    await person.asave(update_fields=["first_name"])
    return f"You are called {person.first_name} now."


@tool(asks=True)
def rename_slowly(name: str, ctx: Context) -> str | InputRequiredResult:
    """The same as a synchronous tool, which says itself what it wants to know."""
    person = current_person(ctx)
    match accepted_content(ctx, "sure"):
        case Missing():
            return input_required([form("sure", f"Rename {person.get_username()} to {name}?")])
        case Accepted():
            person.first_name = f"{person.first_name} {name}".strip()
            person.save(update_fields=["first_name"])
            return f"You are called {person.first_name} now."
    return "Nothing was changed."


@tool()
def shout(text: str) -> str:
    """Say it louder; without asking by itself, so that the chat asks."""
    return text.upper()


@tool()
def stumble() -> str:
    """Fail."""
    raise RuntimeError("a secret of this site")
