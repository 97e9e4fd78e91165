"""A server with every tool, prompt and resource the conformance suite looks for, its questions asked by our helpers.

``python -m tests.conformance.server`` prints ``READY <address>`` once it listens, and ends with its stdin. The names,
the texts and what each is to do are the suite's.
"""

import asyncio
import base64
import os
import socket
import sys
import threading
import time
from typing import Annotated, Any

import uvicorn
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp_types import (
    AudioContent,
    Completion,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from pydantic import Field

from mcpbridge.authoring import (
    Accepted,
    AskingServer,
    MemoryNonces,
    Question,
    Seal,
    accepted_content,
    elicit,
    form,
    input_required,
    sample,
    sampling,
)
from mcpbridge.authoring.answers import answer_of_round

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
WAV = b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0@\x1f\0\0\1\0\x08\0data\0\0\0\0"

_LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read")
server = AskingServer(
    "conformance",
    version="1",
    seal=Seal(nonces=MemoryNonces(), clock=time.time),
    keys=[os.urandom(32)],
    cache_hints={method: CacheHint(ttl_ms=60_000) for method in (*_LISTS, "server/discover")},
    log_level="CRITICAL",
)


def _image() -> ImageContent:
    return ImageContent(data=base64.b64encode(PNG).decode(), mime_type="image/png")


def _embedded(uri: str, text: str, mime_type: str = "text/plain") -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


def _one_field(name: str, kind: str = "string") -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}


# --- Tools that answer


@server.tool()
def test_simple_text() -> str:
    """Answer with a text."""
    return "This is a simple text response for testing."


@server.tool(structured_output=False)
def test_image_content() -> ImageContent:
    """Answer with an image."""
    return _image()


@server.tool(structured_output=False)
def test_audio_content() -> AudioContent:
    """Answer with a sound."""
    return AudioContent(data=base64.b64encode(WAV).decode(), mime_type="audio/wav")


@server.tool(structured_output=False)
def test_embedded_resource() -> EmbeddedResource:
    """Answer with a resource."""
    return _embedded("test://embedded-resource", "This is an embedded resource content.")


@server.tool(structured_output=False)
def test_multiple_content_types() -> list[TextContent | ImageContent | EmbeddedResource]:
    """Answer with a text, an image and a resource."""
    data = _embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
    return [TextContent(text="Multiple content types test:"), _image(), data]


@server.tool()
def test_error_handling() -> str:
    """Fail."""
    raise ToolError("This tool intentionally returns an error for testing")


@server.tool()
async def test_tool_with_logging(ctx: Context) -> str:
    """Log three lines."""
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.info(line)
        await asyncio.sleep(0.05)
    return "It logged."


@server.tool()
async def test_logging_tool(ctx: Context) -> str:
    """Log one line, for whoever asked for that."""
    await ctx.info("A line")
    return "It logged."


@server.tool()
async def test_tool_with_progress(ctx: Context) -> str:
    """Report progress."""
    for done in (0, 50, 100):
        await ctx.report_progress(done, 100)
        await asyncio.sleep(0.05)
    return "It is done."


@server.tool()
async def test_trigger_tool_change(ctx: Context) -> str:
    """Say that the tools changed."""
    await ctx.notify_tools_changed()
    return "Said."


@server.tool()
async def test_trigger_prompt_change(ctx: Context) -> str:
    """Say that the prompts changed."""
    await ctx.notify_prompts_changed()
    return "Said."


@server.tool()
def test_header(region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]) -> str:
    """Take an argument that travels as a header too."""
    return region


# --- Tools that ask in the middle, on every revision


@server.tool()
async def test_sampling(prompt: str, ctx: Context) -> str:
    """Ask the client's model."""
    said = await sample(ctx, prompt, max_tokens=100)
    return f"LLM response: {said['content']['text']}"


@server.tool()
async def test_missing_capability(ctx: Context) -> str:
    """Need a model that the client may not have."""
    return str(await sample(ctx, "Hello?", max_tokens=10))


@server.tool()
async def test_elicitation(message: str, ctx: Context) -> str:
    """Ask for a name and an address."""
    schema = {
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        },
        "required": ["username", "email"],
    }
    return f"User response: {await elicit(ctx, message, schema)}"


@server.tool()
async def test_streaming_elicitation(ctx: Context) -> str:
    """Report something, then ask."""
    await ctx.report_progress(1, 2)
    return f"User response: {await elicit(ctx, 'Go on?')}"


@server.tool()
async def test_elicitation_sep1034_defaults(ctx: Context) -> str:
    """Ask with a proposal in each field."""
    properties: dict[str, Any] = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    said = await elicit(ctx, "Is this right?", {"type": "object", "properties": properties})
    return f"Elicitation completed: {said}"


@server.tool()
async def test_elicitation_sep1330_enums(ctx: Context) -> str:
    """Ask with every way to name choices."""
    options = ["option1", "option2", "option3"]
    titled = [{"const": f"value{n}", "title": f"{word} Option"} for n, word in enumerate(("First", "Second"), 1)]
    names = ["Option One", "Option Two", "Option Three"]
    properties: dict[str, Any] = {
        "untitledSingle": {"type": "string", "enum": options},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    said = await elicit(ctx, "Which?", {"type": "object", "properties": properties})
    return f"Elicitation completed: {said}"


# --- Tools that return their questions


@server.tool()
def test_input_required_result_elicitation(ctx: Context) -> str | InputRequiredResult:
    """Ask for a name. The suite also sends answers nobody asked for, which our own helpers would not count."""
    match answer_of_round(ctx, "user_name"):
        case Accepted({"name": name}):
            return f"Hello, {name}!"
    return input_required([form("user_name", "What is your name?", _one_field("name"))])


@server.tool()
def test_input_required_result_sampling(ctx: Context) -> str | InputRequiredResult:
    """Ask the client's model."""
    match accepted_content(ctx, "capital_question"):
        case Accepted({"content": content}):
            return str(content)
    return input_required([sampling("capital_question", "What is the capital of France?", max_tokens=100)])


@server.tool()
def test_input_required_result_list_roots(ctx: Context) -> str | InputRequiredResult:
    """Ask for the roots, for which we have no helper: no client of ours declares them."""
    roots = (ctx.input_responses or {}).get("client_roots")
    if isinstance(roots, ListRootsResult):
        return ", ".join(str(root.uri) for root in roots.roots)
    return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()}, request_state="roots")


@server.tool()
def test_input_required_result_request_state(ctx: Context) -> str | InputRequiredResult:
    """Ask, and keep something sealed."""
    if isinstance(accepted_content(ctx, "confirm"), Accepted):
        return "state-ok"
    return input_required([form("confirm", "Please confirm", _one_field("ok", "boolean"))], state={"kept": True})


@server.tool()
def test_input_required_result_tampered_state(ctx: Context) -> str | InputRequiredResult:
    """Ask, and take no state but the one that was given."""
    return test_input_required_result_request_state(ctx)


@server.tool()
def test_input_required_result_multiple_inputs(ctx: Context) -> str | InputRequiredResult:
    """Ask for three things at once."""
    if {"user_name", "greeting", "client_roots"} <= (ctx.input_responses or {}).keys():
        return "All three came."
    asks: tuple[Question, ...] = (
        form("user_name", "What is your name?", _one_field("name")),
        sampling("greeting", "Generate a greeting", max_tokens=50),
    )
    requests = {question.id: question.request for question in asks}
    return InputRequiredResult(
        input_requests={**requests, "client_roots": ListRootsRequest()}, request_state="three at once"
    )


@server.tool()
def test_input_required_result_multi_round(ctx: Context) -> str | InputRequiredResult:
    """Ask twice, one after the other."""
    name, color = accepted_content(ctx, "step1"), accepted_content(ctx, "step2")
    if not isinstance(name, Accepted):
        return input_required([form("step1", "Step 1: What is your name?", _one_field("name"))], state=1)
    if not isinstance(color, Accepted):
        return input_required([form("step2", "Step 2: What is your favorite color?", _one_field("color"))], state=2)
    return f"{name.content['name']} likes {color.content['color']}."


@server.tool()
def test_input_required_result_capabilities(ctx: Context) -> str | InputRequiredResult:
    """Ask what this client can show: a person if it can, else its model."""
    can = ctx.client_capabilities
    if can is not None and can.elicitation is not None:
        return input_required([form("who", "What is your name?", _one_field("name"))])
    return input_required([sampling("who", "What is your name?", max_tokens=20)])


# --- Prompts, resources and the rest of the protocol


@server.prompt()
def test_simple_prompt() -> str:
    """Say something."""
    return "This is a simple prompt for testing."


@server.prompt()
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """Say two things."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@server.prompt()
def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:
    """Say something about a resource."""
    resource = _embedded(resourceUri, "Embedded resource content for testing.")
    return [UserMessage(resource), UserMessage("Please process the embedded resource above.")]


@server.prompt()
def test_prompt_with_image() -> list[UserMessage]:
    """Say something about an image."""
    return [UserMessage(_image()), UserMessage("Please analyze the image above.")]


@server.prompt()
def test_input_required_result_prompt(ctx: Context) -> str | InputRequiredResult:
    """Ask before saying something."""
    match answer_of_round(ctx, "user_context"):
        case Accepted({"context": context}):
            return f"The context is {context}."
    question = form("user_context", "What context should the prompt use?", _one_field("context"))
    return InputRequiredResult(input_requests={question.id: question.request})


@server.resource("test://static-text", mime_type="text/plain")
def static_text() -> str:
    """A text."""
    return "This is the content of the static text resource."


@server.resource("test://static-binary", mime_type="image/png")
def static_binary() -> bytes:
    """An image."""
    return PNG


@server.resource("test://watched-resource", mime_type="text/plain")
def watched_resource() -> str:
    """A text that could change."""
    return "Still the same."


@server.resource("test://template/{id}/data", mime_type="application/json")
def template(id: str) -> str:
    """Data by number."""
    return f'{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}'


@server.completion()
async def complete(ref: Any, argument: Any, context: Any) -> Completion:
    """Propose nothing."""
    return Completion(values=[])


async def _nothing(ctx: Any, params: Any) -> EmptyResult:
    return EmptyResult()


for method, params in (
    ("resources/subscribe", SubscribeRequestParams),
    ("resources/unsubscribe", UnsubscribeRequestParams),
    ("logging/setLevel", SetLevelRequestParams),
):
    server._lowlevel_server.add_request_handler(method, params, _nothing)


def _stop_with_stdin() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    threading.Thread(target=_stop_with_stdin, daemon=True).start()
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(server.streamable_http_app(), log_level="error")
    print(f"READY http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)  # noqa: T201 - whoever started this waits for the line
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
