"""Content packs: what is printed on boards and cards, as TOML with its source.

A pack is a folder with a `pack.toml` and the game's content files. A custom pack needs only the
files it changes; the rest comes from the built-in pack. Each item names its source: `rulebook`,
`public` or `reconstruction`, and in `sources` that of single values where they differ.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec

from ludus.core.codec import fingerprint
from ludus.core.content_errors import wrong
from ludus.core.errors import BadContent
from ludus.core.misread import misread
from ludus.core.toml_lines import Step

Source = Literal["rulebook", "public", "reconstruction"]
Sources: TypeAlias = dict[str, Source]
"""The values of an item that have another source than the item: `copies`, `action.cost`."""
SOURCES: Final = "sources"
"""Below this key an item says of single values where they come from, if not whence itself."""
Id: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]+$", max_length=40)]
"""What files and words call an item by."""
Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\S", max_length=60)]
"""What people call it."""
T = TypeVar("T")
MOST_PROBLEMS: Final = 40
"""No author wants to read more of them at a time."""
WORDS: Final = "words.toml"
"""The words of a pack, over those of the game."""
RECIPE: Final = "net.toml"
WEIGHTS: Final = "net.npz"
"""The net of a game or pack, and how it was made (`core/nets.py`)."""
_CONVERTING: Final = Lock()
"""msgspec works out a type when it is first used, and crashes if two threads do so at once: a
server that installs packs opens games in one thread, and shows them in another."""
_AT_LINE: Final = re.compile(r"at line (\d+)")


class PackInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pack.toml`: what the pack is, where it comes from and how it was checked."""

    name: Annotated[str, msgspec.Meta(pattern=r"\S", max_length=80)]
    """Longer names no request for a table can send."""
    game: str
    title: Name
    what: str
    checked: str


@dataclass(frozen=True, slots=True)
class Pack:
    """A content pack on disk, on top of the built-in one."""

    info: PackInfo
    folder: Path
    base: Path

    @classmethod
    def open(cls, game: str, base: Path, folder: Path | None = None) -> Pack:
        """The built-in pack in `base`, or the custom one in `folder` on top of it."""
        place = base if folder is None else folder
        if not place.is_dir():
            raise BadContent(f"{place}: no such pack; a pack is a folder with a pack.toml")
        info = read_toml(place / "pack.toml", PackInfo)
        if info.game != game:
            raise wrong(place / "pack.toml", f"game is {info.game!r}, not {game!r}", ("game",))
        own = {path.name for path in place.glob("*.toml")}
        known = {path.name for path in base.glob("*.toml")} | {WORDS, RECIPE}
        for name in sorted(own - known):
            raise BadContent(f"{place / name}: {game} has no such file; it has {sorted(known)}")
        return cls(info, place, base)

    def path(self, name: str) -> Path:
        """Where a content file is: in the pack if it has one, else in the built-in pack."""
        own = self.folder / name
        return own if own.is_file() else self.base / name

    @property
    def built_in(self) -> bool:
        return self.folder == self.base

    def read(self, name: str, kind: type[T]) -> T:
        """A content file as a checked value."""
        noted = _kinds.get()
        if noted is not None:
            noted[name] = kind
        return read_toml(self.path(name), kind)

    def hash(self, *names: str) -> str:
        """A digest of the files that the rules depend on, but for where single values come from."""
        return fingerprint([_without_sources(parse_toml(self.path(name))) for name in names])


def _without_sources(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_sources(part) for key, part in value.items() if key != SOURCES}
    return [_without_sources(part) for part in value] if isinstance(value, list) else value


def parse_toml(path: Path) -> dict[str, object]:
    """A TOML file as it is. The same text is parsed once, so the result must not be changed."""
    try:
        return _parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadContent(f"{path}: cannot be read: {error.strerror}", path) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else 0
        where = f"{path}:{line}" if line else str(path)
        raise BadContent(f"{where}: not TOML: {error}", path, line) from error


@lru_cache(maxsize=64)
def _parsed(text: str) -> dict[str, object]:
    return tomllib.loads(text)


def read_toml(path: Path, kind: type[T]) -> T:
    """A TOML file as a value of `kind`: unknown and missing keys are errors that name the place."""
    document = parse_toml(path)
    try:
        with _CONVERTING:
            value = msgspec.convert(document, type=kind, strict=True)
    except msgspec.ValidationError as error:
        with _CONVERTING:
            told = islice(misread(document, kind), MOST_PROBLEMS)
            found = [wrong(path, what, at) for at, what in told]
        problems = _problems.get()
        if problems is None:
            raise found[0] from error
        problems += found
        raise problems.pop() from error
    # Of the value, not of the document: that a value has its default may come from somewhere too.
    for name in _unknown_sources(msgspec.to_builtins(value)):
        raise wrong(path, f"`sources` names {name!r}, which the item does not have")
    return value


def _unknown_sources(value: object) -> Iterator[str]:
    """What `sources` anywhere in a value names, but is not there."""
    parts = value if isinstance(value, list) else []
    if isinstance(value, dict):
        parts = [part for key, part in value.items() if key != SOURCES]
        names = value.get(SOURCES)
        if isinstance(names, dict):
            yield from (name for name in names if not _has(value, name.split(".")))
    for part in parts:
        yield from _unknown_sources(part)


def _has(value: object, names: Sequence[str]) -> bool:
    """Whether there is a value by this way through tables; a list has what one of its items has."""
    if isinstance(value, list):
        return any(_has(part, names) for part in value)
    if not names:
        return True
    return isinstance(value, dict) and names[0] in value and _has(value[names[0]], names[1:])


_kinds: ContextVar[dict[str, type] | None] = ContextVar("_kinds", default=None)


@contextmanager
def noting_kinds() -> Iterator[dict[str, type]]:
    """The type by which each file is read while a pack is opened: the schema of the game."""
    kinds: dict[str, type] = {}
    token = _kinds.set(kinds)
    try:
        yield kinds
    finally:
        _kinds.reset(token)


_problems: ContextVar[list[BadContent] | None] = ContextVar("_problems", default=None)


@contextmanager
def collecting() -> Iterator[list[BadContent]]:
    """All demands that do not hold while a pack is opened, instead of the first alone.

    Once something is wrong, what is made from it may fail in other ways; that is no news then.
    """
    problems: list[BadContent] = []
    token = _problems.set(problems)
    try:
        yield problems
    except BadContent as error:
        problems.append(error)
    except Exception:
        if not problems:
            raise
    finally:
        _problems.reset(token)


_advice: ContextVar[list[BadContent] | None] = ContextVar("_advice", default=None)


@contextmanager
def advised() -> Iterator[list[BadContent]]:
    """What looks wrong while a pack is opened, and can be played with all the same."""
    advice: list[BadContent] = []
    token = _advice.set(advice)
    try:
        yield advice
    finally:
        _advice.reset(token)


def advise(holds: bool, path: Path, what: str, at: Sequence[Step] = ()) -> None:
    """Say that something differs from the box, to those who asked: `advised`."""
    advice = _advice.get()
    if not holds and advice is not None:
        advice.append(wrong(path, what, at))


def demand(holds: bool, path: Path, what: str, at: Sequence[Step] = ()) -> None:
    """Raise `BadContent` unless a rule about the content holds.

    The line is that of the place `at`, or of what the words begin with: `side cambria, fort isca`.
    """
    if holds:
        return
    error = wrong(path, what, at)
    problems = _problems.get()
    if problems is None:
        raise error
    problems.append(error)
    if len(problems) >= MOST_PROBLEMS:
        raise error
