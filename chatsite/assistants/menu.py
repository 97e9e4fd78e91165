"""Several models of one site: the first is the default, the others are there by name."""

from collections.abc import AsyncGenerator, Callable, Sequence

from interrupts.ports import Model, ModelFailed, ModelRequest, ReplyEvent


class Menu:
    """The models a site offers, itself a model: that of a thread which chose none."""

    def __init__(self, specs: Sequence[str], make: Callable[[str], Model]) -> None:
        """Make them all now, since some take seconds to load.

        Raises: ValueError, for the first. Another that cannot be made is there and says why when it is asked.
        """
        default = make(specs[0])
        self.name = default.name
        self.writes: bool = getattr(default, "writes", True)
        self.reads: tuple[str, ...] = tuple(getattr(default, "reads", ()))
        self._default = default
        self._models = {specs[0]: default} | {spec: _made(spec, make) for spec in specs[1:]}

    def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        """Stream one reply of the default."""
        return self._default.reply(request)

    def named(self, spec: str) -> Model:
        """Give the model of this name. Raises: LookupError, for one that is not offered."""
        return self._models[spec]

    async def close(self) -> None:
        """Close what each of them keeps open."""
        for model in self._models.values():
            if close := getattr(model, "close", None):
                await close()


class _Unusable:
    def __init__(self, spec: str, why: str) -> None:
        self.name = spec
        self._why = why

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        raise ModelFailed(self._why, kind="key")
        yield  # it is a generator, as the engine expects


def _made(spec: str, make: Callable[[str], Model]) -> Model:
    try:
        return make(spec)
    except ValueError as error:
        return _Unusable(spec, str(error))
