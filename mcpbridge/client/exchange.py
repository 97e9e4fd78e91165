"""One request and the one JSON-RPC message that answers it, or a named error that says what the host may do next."""

from contextlib import aclosing

import httpx

from mcpbridge.client.command import Command, Place
from mcpbridge.client.errors import OutcomeUnknown
from mcpbridge.client.jsontext import UnreadableJSON, parse
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.processes import exchange_with_process
from mcpbridge.client.reply import Listener, Reply
from mcpbridge.client.requests import Request
from mcpbridge.client.transfer import answers, is_event_stream, read_events, read_message, read_refusal, transfer


async def exchange(
    place: Place,
    request: Request,
    *,
    seconds: float,
    http: HttpClient | None = None,
    listener: Listener | None = None,
) -> Reply:
    """Send the request once and wait at most so many ``seconds`` for its response.

    Raises: ServerUnreachable, OutcomeUnknown (ReplyTooLarge), CallRejected, AddressRefused
    """
    if isinstance(place, Command):
        return await exchange_with_process(place, request.message(place), seconds=seconds, listener=listener)
    body, headers = request.body(place), request.all_headers(place)
    async with transfer(place, "POST", headers, body=body, seconds=seconds, http=http) as response:
        return await _read(place.shown, request.id, response, listener)


async def _read(server: str, request_id: str, response: httpx.Response, listener: Listener | None) -> Reply:
    if not response.is_success:
        message, raw = await read_refusal(server, request_id, response)
        return Reply(message, raw, response.status_code)
    if is_event_stream(response):
        return await _read_events(server, request_id, response, listener)
    message, raw = await read_message(server, response)
    if not answers(message, request_id):
        raise OutcomeUnknown(server, "its reply is no JSON-RPC response to this request", raw)
    return Reply(message, raw, response.status_code)


async def _read_events(server: str, request_id: str, response: httpx.Response, listener: Listener | None) -> Reply:
    last: str | None = None
    async with aclosing(read_events(server, response)) as events:
        async for last in events:
            try:
                message = parse(last)
            except UnreadableJSON:
                continue
            if answers(message, request_id):
                return Reply(message, last, response.status_code)
            if listener is not None and isinstance(message, dict):
                listener(message, last)
    raise OutcomeUnknown(server, "its event stream ended without a response to this request", last)
