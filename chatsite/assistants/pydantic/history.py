"""From a ModelRequest of ours to the messages of pydantic_ai."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import ValidationError
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)

from chatsite.assistants.files import PDF, in_words
from chatsite.assistants.names import ToolNames
from chatsite.assistants.spelling import arguments_of, call_ids_of, clean, output_of, words_of
from interrupts import ports

FORMAT = "pydantic-ai"
VERSION = 1
_MOST_CHARACTERS = 2_000_000


def messages_of(request: ports.ModelRequest, names: ToolNames, system: str, reads: Sequence[str]) -> list[ModelMessage]:
    """Give the thread as pydantic_ai wants it. ``system`` is the provider asked: only its own signatures go back."""
    found: list[ModelMessage] = []
    call_ids: list[str] = []
    for message in request.messages:
        if message.role == "assistant":
            call_ids = call_ids_of(message)
            found.extend(_spoken(message, call_ids, names, system))
            continue
        asked = list(_asked(message, call_ids, names, reads))
        if found and isinstance(found[-1], ModelRequest):
            found[-1] = replace(found[-1], parts=[*found[-1].parts, *asked])
        else:
            found.append(ModelRequest(parts=asked))
    if request.system.strip() and found and isinstance(found[-1], ModelRequest):
        found[-1] = replace(found[-1], instructions=clean(request.system))
    return found


def kept_for_next_time(response: ModelResponse) -> ports.ProviderBlob | None:
    """Give what the provider wants back with this reply, or None where its text and calls say it all."""
    if all(isinstance(part, TextPart | ToolCallPart) and not part.provider_details for part in response.parts):
        return None
    try:
        data = ModelMessagesTypeAdapter.dump_json([response]).decode()
    except ValueError:
        return None
    return ports.ProviderBlob(FORMAT, VERSION, data) if len(data) <= _MOST_CHARACTERS else None


def _kept(blob: ports.ProviderBlob | None, system: str) -> ModelResponse | None:
    if blob is None or (blob.format, blob.version) != (FORMAT, VERSION):
        return None
    try:
        (kept,) = ModelMessagesTypeAdapter.validate_json(blob.data)
    except (ValidationError, ValueError):
        return None
    return kept if isinstance(kept, ModelResponse) and kept.provider_name == system else None


def _spoken(
    message: ports.ModelMessage, call_ids: Sequence[str], names: ToolNames, system: str
) -> Iterator[ModelResponse]:
    """What the model said: as the provider signed it where that is kept, else from our rows.

    The calls are always those of our rows: the person may have changed their arguments, and each has its result.
    """
    uses = [part for part in message.parts if isinstance(part, ports.ToolUse)]
    calls = [
        ToolCallPart(names.to_wire(use.name), arguments_of(use.arguments), tool_call_id=call_id)
        for use, call_id in zip(uses, call_ids, strict=True)
    ]
    kept = _kept(message.blob, system)
    if kept is None or sum(isinstance(part, ToolCallPart) for part in kept.parts) < len(calls):
        words = words_of(message)
        if words or calls:
            yield ModelResponse(parts=[*([TextPart(words)] if words else []), *calls])
        return
    parts: list[ModelResponsePart] = []
    waiting = iter(calls)
    for part in kept.parts:
        if not isinstance(part, ToolCallPart):
            parts.append(part)
        elif (call := next(waiting, None)) is not None:
            signed = {"provider_name": part.provider_name, "provider_details": part.provider_details, "id": part.id}
            parts.append(replace(call, **signed))  # type: ignore[arg-type]
    yield replace(kept, parts=parts)


def _asked(
    message: ports.ModelMessage, call_ids: Sequence[str], names: ToolNames, reads: Sequence[str]
) -> Iterator[ModelRequestPart]:
    if message.role == "user":
        files = [part for part in message.parts if isinstance(part, ports.Attachment)]
        words = words_of(message)
        yield UserPromptPart([*([words] if words else []), *(_file(file, reads) for file in files)] if files else words)
        return
    results = [part for part in message.parts if isinstance(part, ports.ToolResult)]
    for position, result in enumerate(results):
        text = output_of(result)
        # By position, since the port promises the order and a provider may have used one id twice.
        yield ToolReturnPart(
            names.to_wire(result.name),
            [text, *(_file(file, reads) for file in result.attachments)] if result.attachments else text,
            call_ids[position] if position < len(call_ids) else result.id,
            outcome="failed" if result.is_error else "success",
        )


def _file(file: ports.Attachment, reads: Sequence[str]) -> UserContent:
    kind = file.media_type.split("/")[0]
    if (kind == "image" and "image/*" in reads) or (file.media_type == PDF and PDF in reads):
        return BinaryContent(data=file.data, media_type=file.media_type)
    return in_words(file)
