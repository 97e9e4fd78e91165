"""What the built-in assistant says when it calls nothing: who it is, what it can do, why it does not act."""

import re
from collections.abc import Sequence

from chatsite.assistants.builtin.tools import Parameter, Tool

WHO = "I am the built-in assistant of Sayso, not a language model: I follow simple sentences only."
CONNECT = (
    "To connect a real model, set SAYSO_MODEL=openai:<model> (for example openai:gpt-5), OPENAI_API_KEY and, for a"
    " server other than OpenAI's, OPENAI_BASE_URL, and start Sayso again."
)
NOTHING_DONE = "Nothing was done."
NEVER_MIND = "All right, I leave it. Nothing was done."

_GREETING = re.compile(
    r"(?:hi|hello|hey|hallo|howdy|greetings|good (?:morning|afternoon|evening|day)|yo)"
    r"(?: there| all| everyone| sayso| assistant)?\b[\s!.,]*\Z",
    re.IGNORECASE,
)
_HELP = re.compile(
    r"(?:please )?(?:help(?: me)?(?: please)?|\?+|commands|usage|tools|(?:show|list)(?: me)?(?: the| your| all)* tools"
    r"|what (?:can|could) (?:you|i|we) (?:do|say|ask|use)(?: here| for me| with .{1,40})?"
    r"|what (?:tools|commands) (?:do you have|are there|can you use|have you got)|which tools .{0,40}"
    r"|what do you do|how does this work|how do (?:i|you) (?:start|use this|work)|what(?: is|'s) possible)[\s?!.]*\Z",
    re.IGNORECASE,
)
_IDENTITY = re.compile(
    r"(?:and )?(?:who|what) are you(?: exactly| really)?|are you (?:an? )?(?:ai|bot|robot|human|real|chatgpt|gpt|llm|"
    r"language model|model)\b.{0,40}|what(?: is|'s) your name|what model (?:is this|are you)|which model .{0,40}"
    r"|introduce yourself|tell me about yourself"
    r"|how (?:do|can) i (?:connect|use|get|add) an?(?:other)? (?:real |better )?model.{0,40}",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:many |ok |okay )?(?:thanks|thank you|thx|cheers|great|perfect|nice|good|well done|cool|ok|okay|"
    r"fine|got it|bye|goodbye)"
    r"(?: a lot| very much| so much| again)?[\s!.,]*\Z",
    re.IGNORECASE,
)
_MOST_TOOLS = 60


def small_talk(text: str, tools: Sequence[Tool]) -> str | None:
    """Give the reply to a greeting, thanks, a call for help or the question who speaks; None for anything else."""
    said = text[:200].replace("’", "'").strip()
    if len(text) > 200:
        return None
    if not said:
        return f"Your message is empty. {WHO} Write “help” to see what I can do."
    if _GREETING.match(said):
        return f"Hello! {WHO}\n\n{_short_offer(tools)}\n\n{CONNECT}"
    if _HELP.match(said):
        return help_text(tools)
    if _IDENTITY.fullmatch(said.rstrip(" ?!.")):
        return f"{WHO}\n\n{_short_offer(tools)}\n\n{CONNECT}"
    if _THANKS.match(said):
        return "You are welcome. Write “help” to see what I can do."
    return None


def help_text(tools: Sequence[Tool]) -> str:
    """List the tools by server and how to use them."""
    if not tools:
        return no_tools()
    lines = [WHO, "", "The tools that are connected:"]
    servers: dict[str, list[Tool]] = {}
    for tool in tools[:_MOST_TOOLS]:
        servers.setdefault(tool.spec.server or "tools", []).append(tool)
    for server, listed in servers.items():
        lines += ["", f"{server}:"]
        lines += [f"- {tool.spec.tool}{' (read-only)' if tool.read_only else ''}: {tool.summary}" for tool in listed]
    if len(tools) > _MOST_TOOLS:
        lines += ["", f"… and {len(tools) - _MOST_TOOLS} more."]
    lines += ["", f"Say for example: {_examples(tools)}."]
    lines += ["Or exactly: /tool name=value, for example " + _command(tools[0]) + ".", "", CONNECT]
    return "\n".join(lines)


def no_tools() -> str:
    """Say that there is nothing to work with."""
    return (
        f"{WHO} No server with tools is connected, so there is nothing I can do yet. An admin can add one with"
        f" “manage.py addserver NAME URL” or in the admin.\n\n{CONNECT}"
    )


def not_understood(tools: Sequence[Tool]) -> str:
    """Say that the sentence is beyond this assistant, and what is not."""
    return f"I do not understand that. {WHO} Say for example: {_examples(tools)}. Or write “help”.\n\n{CONNECT}"


def only_a_thing(name: str, tools: Sequence[Tool]) -> str:
    """Ask what to do with something that was only named."""
    takers = [tool for tool in tools if len(tool.required) == 1 and not tool.required[0].free_text][:4]
    offers = " or ".join(f"“{' '.join(tool.words)} {name}”" for tool in takers)
    return f"What shall I do with “{name[:80]}”? {f'Say for example {offers}. ' if offers else ''}{NOTHING_DONE}"


def too_long() -> str:
    """Say that a message is too long for plain sentences."""
    return (
        f'That message is too long for me, so I did nothing. {WHO} For long values use /tool name="value".\n\n{CONNECT}'
    )


def too_many(count: int, most: int) -> str:
    """Say that one message asks for too many calls."""
    return f"That would be {count} calls, and I make at most {most} at once. {NOTHING_DONE} Please split it."


def question_for(tool: Tool, parameter: Parameter) -> str:
    """Ask for an argument."""
    label = tool.label_of(parameter)
    ask = f"What should the {label} be?" if parameter.free_text else f"Which {label}?"
    hint = f" ({parameter.description.rstrip('.')})" if parameter.description else ""
    options = f" One of: {', '.join(parameter.options[:12])}." if parameter.options else ""
    return f"{ask} {tool.label} needs it{hint}.{options} Answer with the {label}, or say “never mind”."


def question_between(candidates: Sequence[Tool]) -> str:
    """Ask which tool was meant."""
    listed = "\n".join(f"{number}. {tool.label}: {tool.summary}" for number, tool in enumerate(candidates, 1))
    return f"Which of these do you mean? Answer with the number or the name, or say “never mind”.\n{listed}"


def only_a_question(tool: Tool) -> str:
    """Explain a tool that was asked about instead of using it."""
    return (
        f"I did nothing, since that reads like a question. {tool.label}: {tool.summary or 'no description.'}"
        f" To have it done, say “{tool.example}”."
    )


def able_to(tool: Tool) -> str:
    """Answer “can you …?” without doing it."""
    return f"Yes, with {tool.label}: {tool.summary or 'no description.'} To have it done, say “{tool.example}”."


def said_otherwise(word: str, tool: Tool) -> str:
    """Say why nothing was done after an order with “not”, “if” or the like."""
    return (
        f"I did nothing: with “{word[:40]}” in the sentence I cannot be sure what you want, and {tool.label} changes"
        f" things. To have it done, say only “{tool.example}”."
    )


def words_left(words: Sequence[str], tool: Tool) -> str:
    """Say which words of an order had no place in the call."""
    quoted = ", ".join(f"“{word[:60]}”" for word in words[:5])
    takes = ", ".join(each.name for each in tool.parameters[:10]) or "nothing"
    return (
        f"I did nothing: I do not know what to make of {quoted} here. {tool.label} takes: {takes}."
        f" Say for example “{tool.example}”, or exactly {_command(tool)}."
    )


def _short_offer(tools: Sequence[Tool]) -> str:
    if not tools:
        return "No server with tools is connected yet; an admin can add one with “manage.py addserver NAME URL”."
    return f"You can say for example: {_examples(tools)}. “help” lists all tools."


def _examples(tools: Sequence[Tool]) -> str:
    """A few sentences, from each server in turn."""
    servers: dict[str, list[Tool]] = {}
    for tool in tools[:300]:
        servers.setdefault(tool.spec.server, []).append(tool)
    chosen = [listed[0] for listed in servers.values()]
    chosen += [next((tool for tool in listed if not tool.read_only), listed[-1]) for listed in servers.values()]
    return ", ".join(f"“{example}”" for example in list(dict.fromkeys(tool.example for tool in chosen))[:6])


def _command(tool: Tool) -> str:
    return " ".join([f"/{tool.spec.tool}", *(f"{each.name}=…" for each in tool.required)])
