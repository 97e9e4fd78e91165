"""Work of a tool that is done in one round and remembered in the later ones."""

import asyncio
import functools
import hashlib
import inspect
import json
from collections.abc import Awaitable, Callable
from typing import Any, overload

from mcp.server.mcpserver import Context

from mcpbridge.authoring.current import doing_once, replay_of

MAX_RESULT_BYTES = 8192


@overload
def once[**P, T](work: Callable[P, Awaitable[T]], /) -> Callable[P, Awaitable[T]]: ...


@overload
def once[T](ctx: Context[Any, Any], key: str, work: Callable[[], Awaitable[T]], /) -> Awaitable[T]: ...


@overload
def once[T](ctx: Context[Any, Any], key: str, work: Callable[[], T], /) -> Awaitable[T]: ...


def once(first: Any, key: str | None = None, work: Callable[[], Any] | None = None, /) -> Any:
    """Do ``work`` in the first round that comes to it and give its result again in the later ones.

    As a decorator it is done once for each set of arguments (JSON, the context aside). The result is JSON of at most
    8 kB and rides in the sealed state, so it counts from the moment the next question is asked: when the server
    crashes before that reply, the work may be done again. A pause waits until it is finished, so it cannot ask.

    Raises:
        ValueError: the result is no JSON or too long.
        RuntimeError: the tool is not run by an ``AskingServer``.
    """
    if key is not None and work is not None:
        return _once(first, key, work)

    @functools.wraps(first)
    async def kept(*args: Any, **kwargs: Any) -> Any:
        return await _once(None, _key(first, args, kwargs), functools.partial(first, *args, **kwargs))

    return kept


async def _once(ctx: Context[Any, Any] | None, key: str, work: Callable[[], Any]) -> Any:
    replay = replay_of(ctx)
    async with replay.locks.setdefault(key, asyncio.Lock()):
        if key in replay.memory.once:
            return replay.memory.once[key]
        replay.working(+1)
        token = doing_once.set(True)
        try:
            result = work()
            if inspect.isawaitable(result):
                result = await result
            replay.memory.once[key] = _kept(key, result)
        finally:
            doing_once.reset(token)
            replay.working(-1)
        return replay.memory.once[key]


def _kept(key: str, result: Any) -> Any:
    try:
        text = json.dumps(result, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"The result of {key!r} is no JSON and cannot be kept: {error}") from error
    if len(text) > MAX_RESULT_BYTES:
        raise ValueError(f"The result of {key!r} is longer than {MAX_RESULT_BYTES} bytes and cannot be kept.")
    return json.loads(text)


def _key(work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    given = [arg for arg in args if not isinstance(arg, Context)]
    named = {name: arg for name, arg in kwargs.items() if not isinstance(arg, Context)}
    digest = hashlib.sha256(json.dumps([given, named], sort_keys=True).encode()).hexdigest()[:24]
    return f"{work.__module__}.{work.__qualname__}:{digest}"
