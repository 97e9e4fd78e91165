"""A folder of files: reading is free, a new file is free, what would be lost is asked about.

Run it with ``python -m mcpbridge.samples.files --port N``.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import InputRequiredResult
from pydantic import Field

from mcpbridge.authoring import Accepted, Answer, AskingServer, Form, Missing, Round
from mcpbridge.samples.folder import MAX_LISTED, MAX_READ_BYTES, MAX_WRITE_BYTES, Facts, Folder, tidy
from mcpbridge.samples.serving import main
from mcpbridge.samples.words import CHANGES, READS, TOOLS_KEPT, counted, kept, moment, sendable
from mcpbridge.samples.workplace import Workplace, WorkplaceError

_OVERWRITE = "overwrite"
_NAME = "name"
_INSTRUCTIONS = (
    "A folder of text files. Reading, listing and writing a new file are free. write_file asks a person before it "
    "overwrites, delete_file always asks, both by themselves: call them right away and do not ask in the chat."
)
_FIRST_FILES = {
    "notes.txt": "Call the roaster about the October delivery.\nThe key for the storeroom is with Vera.\n",
    "todo.md": "# This week\n\n- [x] count the stock\n- [ ] answer Greta's complaint\n- [ ] order paper filters\n",
    "reports/2026-09.csv": "day,orders,revenue\n2026-09-01,4,182.30\n2026-09-02,6,240.10\n2026-09-03,3,97.60\n",
    "reports/2026-10.csv": "day,orders,revenue\n2026-10-01,5,201.70\n2026-10-02,7,310.40\n2026-10-03,2,64.90\n",
    "letters/welcome.txt": "Dear customer,\n\nthank you for your first order. We roast every Tuesday.\n",
}

_Folder = Annotated[str, Field(description="Folder to list, for example reports; empty for the top")]
_Path = Annotated[str, Field(description="Path of the file below the folder, for example reports/2026-10.csv")]
_Content = Annotated[str, Field(description="The whole new text of the file")]


class Cabinet:
    """The tools of the file store."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        root = place.data / "files"
        _fill(root)
        self._folder = Folder(root)

    def list_files(self, folder: _Folder = "") -> str:
        """List the files and folders in one folder, with the size of each file."""
        entries = self._folder.list(folder)
        lines = [
            f"{entry.name}/" if entry.is_folder else f"{entry.name} ({counted(entry.size, 'byte')})"
            for entry in entries[:MAX_LISTED]
        ]
        if len(entries) > MAX_LISTED:
            lines.append(f"(the first {MAX_LISTED} of {len(entries)} entries)")
        return "\n".join(lines) or "This folder is empty."

    def read_file(self, path: _Path) -> str:
        """Read a text file. Of a long one the beginning comes back, and what is not text is only said to be binary."""
        path = tidy(path)
        content = self._folder.read(path)
        shown = content[:MAX_READ_BYTES]
        try:
            # A character cut in two at the end is no sign of a binary file.
            text = shown.decode("utf-8", errors="strict" if len(content) == len(shown) else "ignore")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            return f'"{path}" is a binary file and cannot be shown as text.'
        if len(content) > len(shown):
            return f"{text}\n(the first {counted(MAX_READ_BYTES, 'byte')}; the file is longer)"
        return text or f'"{path}" is empty.'

    def write_file(self, path: _Path, content: _Content, ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Write a text file. A new file is written at once; before an existing one is overwritten a person is asked."""
        with self._place.seal.open(ctx) as this_round, self._place.turn:
            path, data = tidy(path), sendable(content, "content").encode()
            if len(data) > MAX_WRITE_BYTES:
                raise ToolError(f"The content is longer than {counted(MAX_WRITE_BYTES, 'byte')}. Nothing was written.")
            answer = this_round.answer(_OVERWRITE)
            if _is_no(answer):
                return self._keep(this_round, "write_file", path, answer)
            facts = self._folder.facts(path)
            if facts is not None:
                if isinstance(answer, Missing) or this_round.kept != _kept(facts):
                    return _ask_to_overwrite(this_round, path, facts, len(data))
                this_round.settle()
                self._place.log("write_file", path=path, replaced=facts.digest, bytes=len(data))
                self._folder.replace(path, data)
                return f'Overwrote "{path}" with {counted(len(data), "byte")} at {moment(self._place.now())}.'
            if this_round.kept is not None:
                this_round.settle()
            self._place.log("write_file", path=path, bytes=len(data))
            if not self._folder.create(path, data):
                raise ToolError(f'"{path}" came into being this very moment. Nothing was written; call again.')
            return f'Wrote the new file "{path}" with {counted(len(data), "byte")} at {moment(self._place.now())}.'

    def delete_file(self, path: _Path, ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Delete a file for good. A person is always asked first, and has to type the file's name."""
        with self._place.seal.open(ctx) as this_round, self._place.turn:
            path, answer = tidy(path), this_round.answer(_NAME)
            if not isinstance(answer, Missing | Accepted):
                return self._keep(this_round, "delete_file", path, answer)
            facts = self._folder.facts(path)
            if facts is None:
                raise ToolError(f'There is no "{path}" here; list_files shows what there is.')
            if isinstance(answer, Accepted) and answer.content.get(_NAME) != _last_step(path):
                refused = self._keep(this_round, "delete_file", path, answer)
                raise ToolError(f'The typed name is not "{_last_step(path)}". {refused}')
            if isinstance(answer, Missing) or this_round.kept != _kept(facts):
                return _ask_for_name(this_round, path, facts)
            this_round.settle()
            self._place.log("delete_file", path=path, digest=facts.digest)
            self._folder.delete(path)
            return f'Deleted "{path}" ({counted(facts.size, "byte")}) at {moment(self._place.now())}.'

    def _keep(self, this_round: Round, tool: str, path: str, answer: Answer) -> str:
        this_round.settle()
        self._place.log(f"{tool} refused", path=path, answer=type(answer).__name__.lower())
        return kept(f'"{path}"', answer)


def build(place: Workplace) -> AskingServer:
    """The server, on the folder ``files`` in the data folder of ``place``."""
    server = AskingServer(
        "files", title="File cabinet", instructions=_INSTRUCTIONS, seal=place.seal, keys=place.keys,
        principal=place.principal, middleware=[place.know_who],
        log_level="WARNING", cache_hints=TOOLS_KEPT,
    )  # fmt: skip
    cabinet = Cabinet(place)
    server.add_tool(cabinet.list_files, title="List files", annotations=READS, structured_output=False)
    server.add_tool(cabinet.read_file, title="Read a file", annotations=READS, structured_output=False)
    server.add_tool(cabinet.write_file, title="Write a file", annotations=CHANGES, structured_output=False)
    server.add_tool(cabinet.delete_file, title="Delete a file", annotations=CHANGES, structured_output=False)
    return server


def _fill(root: Path) -> None:
    """Put the first files there, all at once or not at all; a folder that exists is left as it is."""
    if root.is_dir():
        return
    draft = Path(tempfile.mkdtemp(prefix=".files-", dir=root.parent))
    try:
        for name, text in _FIRST_FILES.items():
            file = draft / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        draft.chmod(0o755)
        draft.rename(root)
    except OSError as error:
        raise WorkplaceError(f"The folder {root} cannot be made: {error.strerror}.") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _is_no(answer: Answer) -> bool:
    match answer:
        case Missing():
            return False
        case Accepted(content):
            return content.get(_OVERWRITE) is not True
        case _:
            return True


def _kept(facts: Facts) -> dict[str, Any]:
    return {"digest": facts.digest, "size": facts.size}


def _last_step(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _ask_to_overwrite(this_round: Round, path: str, facts: Facts, size: int) -> InputRequiredResult:
    message = f'Overwrite "{path}" ({counted(facts.size, "byte")}) with a new text of {counted(size, "byte")}?'
    form = Form(message, {_OVERWRITE: {"type": "boolean", "title": "Overwrite it"}}, required=(_OVERWRITE,))
    explanation = (
        f"The text that is in the file now, last changed on {moment(facts.changed_at)}, will be lost. There is no "
        "undo. Any other answer than yes keeps it and ends the matter."
    )
    return this_round.ask({_OVERWRITE: form}, keep=_kept(facts), explanation=explanation)


def _ask_for_name(this_round: Round, path: str, facts: Facts) -> InputRequiredResult:
    message = f'Delete "{path}" ({counted(facts.size, "byte")})? Type the name of the file to agree.'
    field = {"type": "string", "title": "Name of the file", "description": f"Type {_last_step(path)}", "minLength": 1}
    explanation = (
        f"The file, last changed on {moment(facts.changed_at)}, will be removed for good. There is no undo. "
        "A wrong name keeps it and ends the matter."
    )
    return this_round.ask({_NAME: Form(message, {_NAME: field}, (_NAME,))}, keep=_kept(facts), explanation=explanation)


if __name__ == "__main__":
    main("files", build)
