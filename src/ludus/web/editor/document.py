"""A pack as it is edited: the texts of its files, changes as data, undo, and saving.

Every change is written to the folder at once, so that nothing is lost with a page or a process. A
folder that somebody else has changed meanwhile is never written over unasked.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ludus.core.content import WORDS, PackInfo, read_toml
from ludus.core.errors import BadContent, BadRequest, LudusError
from ludus.core.files import write_text
from ludus.core.game import AnyGame
from ludus.core.pack_files import MOST_BYTES, pack_digest, pack_files
from ludus.core.registry import find_game
from ludus.core.toml_edit import Edit, edited

MOST_UNDO: Final = 200
MOST_EDITS: Final = 2000
"""Of one change: a border that is shared by many."""
TOLD: Final = 3
"""Lines round a difference."""


class Conflict(LudusError):
    """The folder was changed by somebody else; nothing was written."""


class FileEdit(Edit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A change in one of the files. A drawing has no places: it is set as a whole."""

    file: str


@dataclass(frozen=True, slots=True)
class Splice:
    """A part of a file before and after a change; None where the pack has no such file."""

    file: str
    at: int
    old: str
    new: str
    added: bool = False


class Document:
    """The files of a pack in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game: AnyGame = find_game(read_toml(folder / "pack.toml", PackInfo).game)
        self.base = pack_files(self.game.folder / "content")
        self.texts = pack_files(folder)
        self._done: list[tuple[Splice, ...]] = []
        self._undone: list[tuple[Splice, ...]] = []

    @property
    def names(self) -> list[str]:
        """The files that a pack of this game can have."""
        known = dict.fromkeys(["pack.toml", *self.base, WORDS])
        return list(known | dict.fromkeys(self.texts))

    @property
    def revision(self) -> str:
        """Changes whenever a file does."""
        return pack_digest(self.texts)[:16]

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def text(self, name: str) -> str:
        """A file of the pack, or of the built-in one where it has none."""
        return self.texts.get(name, self.base.get(name, ""))

    def values(self, name: str) -> object:
        """What a file holds; None if it is no TOML."""
        try:
            return tomllib.loads(self.text(name))
        except tomllib.TOMLDecodeError:
            return None

    # Changes --------------------------------------------------------------------------------------

    def change(self, edits: Sequence[FileEdit]) -> None:
        """Carry out changes as one step, and write them; all of them or none."""
        if not 0 < len(edits) <= MOST_EDITS:
            raise BadRequest(f"a change has 1 to {MOST_EDITS} parts, not {len(edits)}")
        texts = dict(self.texts)
        for edit in edits:
            if edit.file not in self.names:
                raise BadRequest(f"{edit.file[:60]!r} is no file of this pack")
            before = texts.get(edit.file, self.base.get(edit.file, ""))
            texts[edit.file] = self._edited(before, edit)
        self._take(texts)

    def replace(self, texts: Mapping[str, str]) -> None:
        """Other files in the place of all that there are, as one step."""
        for name in texts:
            if name not in self.names:
                raise BadRequest(f"{name[:60]!r} is no file of this pack")
        self._take(dict(texts))

    def _edited(self, before: str, edit: FileEdit) -> str:
        if edit.file.endswith(".toml"):
            try:
                return edited(before, edit)
            except tomllib.TOMLDecodeError as error:
                raise BadRequest(f"{edit.file}: not TOML: {error}; mend the file first") from error
        if edit.op != "set" or edit.path or not isinstance(edit.value, str):
            raise BadRequest(f"{edit.file}: a drawing can only be set as a whole")
        return edit.value

    def _take(self, texts: dict[str, str]) -> None:
        step = tuple(_splice(name, self.texts, texts) for name in {**self.texts, **texts})
        step = tuple(each for each in step if each.old != each.new or each.added)
        if not step:
            return
        self._write(texts)
        self._done = [*self._done[-MOST_UNDO:], step]
        self._undone = []

    def undo(self) -> None:
        if self._done:
            step = self._done[-1]
            self._write(_with(self.texts, step, back=True))
            self._undone.append(self._done.pop())

    def redo(self) -> None:
        if self._undone:
            step = self._undone[-1]
            self._write(_with(self.texts, step, back=False))
            self._done.append(self._undone.pop())

    # The folder -----------------------------------------------------------------------------------

    def _write(self, texts: Mapping[str, str]) -> None:
        if sum(len(text.encode()) for text in texts.values()) > MOST_BYTES:
            raise BadRequest(f"the pack would be larger than {MOST_BYTES >> 20} MB")
        if pack_files(self.folder) != self.texts:
            raise Conflict("these files were changed elsewhere meanwhile")
        self._put(texts)

    def _put(self, texts: Mapping[str, str]) -> None:
        there = pack_files(self.folder)
        for name, text in texts.items():
            if there.get(name) != text:
                write_text(self.folder / name, text)
        for name in there.keys() - texts.keys():
            (self.folder / name).unlink()
        self.texts = dict(texts)

    def reload(self) -> None:
        """Go on with what is in the folder now."""
        found = pack_files(self.folder)
        read_toml(self.folder / "pack.toml", PackInfo)
        self.texts = found
        self._done, self._undone = [], []

    def keep(self, texts: Mapping[str, str]) -> None:
        """Write these files over what somebody else has put into the folder."""
        self._put(texts)

    def compared(self) -> dict[str, list[str]]:
        """How each file differs from the built-in one, as lines of a comparison."""
        found: dict[str, list[str]] = {}
        for name, text in sorted(self.texts.items()):
            before = self.base.get(name)
            if before is not None and before != text and name != "pack.toml":
                lines = difflib.unified_diff(before.splitlines(), text.splitlines(), n=TOLD)
                found[name] = list(lines)[2:400]
        return found


def open_document(folder: Path) -> Document:
    """The document of a folder; what keeps it from being edited at all is said."""
    if not folder.is_dir():
        raise BadContent(f"{folder}: no such pack; a pack is a folder with a pack.toml")
    return Document(folder)


def _splice(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> Splice:
    old, new = before.get(name, ""), after.get(name, "")
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    same = 0
    while same < most - start and old[-1 - same] == new[-1 - same]:
        same += 1
    added = name not in before or name not in after
    return Splice(name, start, old[start : len(old) - same], new[start : len(new) - same], added)


def _with(texts: Mapping[str, str], step: Sequence[Splice], back: bool) -> dict[str, str]:
    found = dict(texts)
    for splice in step:
        was, now = (splice.new, splice.old) if back else (splice.old, splice.new)
        text = found.get(splice.file, "")
        text = text[: splice.at] + now + text[splice.at + len(was) :]
        if splice.added and not text:
            del found[splice.file]
        else:
            found[splice.file] = text
    return found
