"""A game's player aid: one page with its symbols, a turn in pictures, costs, scoring and the end.

`aid.toml` in a game's folder holds it. Symbols are written as in the word table (`{#coin}`) and
have the same names there and here. Figures come from the game's content: `{=tables.recruit.fleet}`
is what `content/tables.toml` has under `recruit` as `fleet`, so that the aid cannot drift from it.
In a list of tables the key of one of them finds it (`{=sheets.building.market.needs}`), or its
number; a list of numbers is written out, a table of counts becomes symbols, and so do the words of
a text after `{=#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.content import parse_toml, read_toml
from ludus.core.errors import BadContent
from ludus.core.text import Sentence, Words

AID_FILE: Final = "aid.toml"
_FIGURE: Final = re.compile(r"\{=(#?)([\w.]+)\}")
_NAMED: Final = re.compile(r"\{#([\w-]+)\} [^{]+")
"""A cell with one symbol and its name."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the position of a worked example, as the game draws it."""

    example: str
    """The key of the example."""
    shows: tuple[str, ...]
    """The elements of its picture that are shown."""
    name: str
    says: str = ""
    wide: float = 1.5
    """How wide it is, by its height."""
    room: int = 3
    """How much is shown round them, in units of the picture."""
    tall: bool = False
    """Whether it stands beside the other pictures of the step, which are above one another."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of a turn, in pictures."""

    title: str
    says: str
    rows: tuple[str, ...] = ()
    """Lines of symbols and short words."""
    acts: tuple[str, ...] = ()
    """What can be done, each in a box: `SYMBOLS | name | what it does`."""
    picture: tuple[Picture, ...] = ()
    width: int = 2
    """Its share of the row."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A titled box: symbols with their names, a table, remarks."""

    title: str
    note: str = ""
    """A remark beside the title."""
    icons: tuple[str, ...] = ()
    """Symbols: `KEY | name | meaning`. Without a name, that of the word table; `mark-*` stands for
    all symbols of that kind."""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """A table, with symbols in its cells."""
    says: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()
    """An example, in large symbols."""
    advice: tuple[str, ...] = ()
    """A numbered list."""
    chapter: str = ""
    """The chapter of the rules page that shows it too, beside its text."""


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    part: tuple[Part, ...]
    width: int = 2


class Aid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole page."""

    line: str
    """The turn and the aim in a few words."""
    step: tuple[Step, ...]
    column: tuple[Column, ...]
    icon: Mapping[str, str] = {}
    """Names of symbols that stand in no sentence of the word table."""
    plain: tuple[str, ...] = ()
    """Symbols that the rules page does not put before their words, since these mean more."""


class Act(msgspec.Struct, frozen=True):
    """Something that can be done in a step."""

    symbols: Sentence
    name: str
    does: Sentence


class Entry(msgspec.Struct, frozen=True):
    """A symbol of the legend."""

    key: str
    name: str
    meaning: str = ""


@cache
def aid_of(folder: Path) -> Aid | None:
    """The aid of the game in a folder; None if it has no such file."""
    path = folder / AID_FILE
    if not path.is_file():
        return None
    figures = Figures(folder)
    return msgspec.convert(figures.filled(msgspec.to_builtins(read_toml(path, Aid))), Aid)


class Figures:
    """Looks up the figures of an aid in the content of its game."""

    def __init__(self, folder: Path) -> None:
        files = (folder / "content").glob("*.toml")
        self._content: dict[str, object] = {path.stem: parse_toml(path) for path in files}
        self._where = folder / AID_FILE

    def filled(self, value: object) -> object:
        """The aid with its figures, wherever a text asks for one."""
        if isinstance(value, str):
            return _FIGURE.sub(lambda found: self._said(found[1], found[2]), value)
        if isinstance(value, dict):
            return {key: self.filled(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.filled(each) for each in value]
        return value

    def _said(self, mark: str, path: str) -> str:
        found = self._find(path)
        if mark and isinstance(found, str):
            return " ".join(f"{{#{word}}}" for word in found.split())
        if isinstance(found, dict):
            counts = [key for key, count in found.items() for _ in range(count)]
            return " ".join(f"{{#{key}}}" for key in counts)
        if isinstance(found, list) and all(isinstance(each, int) for each in found):
            return ", ".join(map(str, found))
        if isinstance(found, int | str):
            return str(found)
        raise BadContent(f"{self._where}: {path} is no figure")

    def _find(self, path: str) -> object:
        file, *keys = path.split(".")
        if file not in self._content:
            raise BadContent(f"{self._where}: {path}: there is no content file {file!r}")
        found = self._content[file]
        for key in keys:
            found = _step_into(found, key)
            if found is None:
                raise BadContent(f"{self._where}: {path}: there is no {key!r}")
        return found


def _step_into(value: object, key: str) -> object:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list):
        if key.isdecimal() and int(key) < len(value):
            return value[int(key)]
        named = (each for each in value if isinstance(each, dict) and key in each.values())
        return next(named, None)
    return None


class AidWords:
    """Reads the sentences of an aid, and names its symbols."""

    def __init__(self, aid: Aid, words: Words) -> None:
        known = {key: words.template(key) for key in words.keys("icon.")}
        self._table = {**{f"icon.{key}": said for key, said in aid.icon.items()}, **known}
        self._names = Words(self._table, AID_FILE)

    def say(self, text: str) -> Sentence:
        return Words({**self._table, "said": text}, AID_FILE).say("said")

    def act(self, text: str) -> Act:
        symbols, name, does = (each.strip() for each in text.split("|"))
        return Act(self.say(symbols), name, self.say(does))

    def entry(self, text: str) -> Entry:
        """A symbol of a part's list."""
        key, name, meaning = (*(each.strip() for each in text.split("|")), "", "")[:3]
        if not name:
            said = self._names.icon(key).text
            name = said[:1].upper() + said[1:]
        return Entry(key, name, meaning)


def legend(aid: Aid) -> Iterator[str]:
    """The keys, or patterns of keys, that the aid names: in its lists, and before the name of a
    row."""
    for column in aid.column:
        for part in column.part:
            yield from (each.partition("|")[0].strip() for each in part.icons)
            for first, *_ in part.rows:
                named = _NAMED.fullmatch(first)
                if named:
                    yield named[1]


def explains(aid: Aid, symbol: str) -> bool:
    """Whether the legend has an entry for a symbol."""
    return any(fnmatchcase(symbol, key) for key in legend(aid))
