"""Where things stand in a TOML file: the place of every table, key and item of a list.

`tomllib` tells values and not their places. The text has been parsed by it before, so that what is
read here is sound.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

Step: TypeAlias = str | int
Steps: TypeAlias = tuple[Step, ...]
Kind: TypeAlias = Literal["value", "array", "inline", "table", "item", "tables", "implied"]
"""`table` and `item` have a header, `[x]` and `[[x]]`; `tables` is a list of such items; `implied`
is a table that has neither a header nor braces of its own, as `a` in `a.b = 1` or `[a.b]`."""

_SPACE: Final = re.compile(r"[ \t]*")
_GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
"""White space and comments, over lines."""
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL
)
_BARE_VALUE: Final = re.compile(r"[^,\]}\n#]+")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?=[ ,\]}\n])")


class Place:
    """From where to where something stands: `start` is that of its key or header."""

    __slots__ = ("end", "kind", "start", "value")

    def __init__(self, kind: Kind, start: int, value: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.value = value
        """Where the value begins, or what follows the header."""
        self.end = end
        """Behind the value; of a table with a header, behind its last own value."""


class Layout:
    """The places of a text by the steps that lead there, and its headers in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[Steps, Place] = {(): Place("table", 0, 0, 0)}
        self.headers: list[tuple[int, Steps]] = []


def layout_of(text: str) -> Layout:
    """The place of everything in a TOML text."""
    return _Scanner(text).scan()


def lines_of(text: str) -> dict[Steps, int]:
    """The line, counted from one, of everything in a TOML text, by the steps that lead there."""
    return {steps: line for steps, _, line in _lined(text)}


def _lined(text: str) -> Iterator[tuple[Steps, Place, int]]:
    breaks = [match.start() for match in re.finditer("\n", text)]
    places = layout_of(text).places
    del places[()]
    for steps, place in places.items():
        yield steps, place, bisect_right(breaks, place.start) + 1


def line_at(lines: dict[Steps, int], steps: Sequence[Step]) -> int:
    """The line of a place, or of the nearest that holds it; 0 for the whole file."""
    for length in range(len(steps), 0, -1):
        line = lines.get(tuple(steps[:length]))
        if line is not None:
            return line
    return 0


def steps_at(text: str, line: int) -> Steps:
    """What begins on a line: the outermost of it; nothing if the line goes on with something."""
    here = [(steps, place) for steps, place, at in _lined(text) if at == line]
    # The header of the first item is also where its list begins.
    found = [steps for steps, place in here if place.kind not in ("tables", "implied")]
    return min(found, key=len, default=())


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.layout = Layout(text)
        self.places = self.layout.places
        self.counts: dict[Steps, int] = {}
        """How many tables each list of tables has so far."""

    def scan(self) -> Layout:
        table: Steps = ()
        self._skip(_GAP)
        while self.at < len(self.text):
            start = self.at
            if self._next("[["):
                table = self._header("]]", True, start)
            elif self._next("["):
                table = self._header("]", False, start)
            else:
                self._pair(table)
                self.places[table].end = self.at
            self._skip(_GAP)
        return self.layout

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at
        return found.group() if found is not None else ""

    def _next(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def _note(self, steps: Steps, kind: Kind, start: int, value: int, end: int) -> None:
        if steps not in self.places:
            self.places[steps] = Place(kind, start, value, end)

    def _header(self, end: str, listed: bool, start: int) -> Steps:
        names = self._key()
        self._next(end)
        steps: Steps = ()
        for number, name in enumerate(names):
            steps = (*steps, name)
            last = number == len(names) - 1
            kind: Kind = "implied" if not last else "tables" if listed else "table"
            self._note(steps, kind, start, self.at, self.at)
            if listed and last:
                self.counts[steps] = self.counts.get(steps, 0) + 1
            if steps in self.counts:
                steps = (*steps, self.counts[steps] - 1)
                self._note(steps, "item", start, self.at, self.at)
        if not listed and self.places[steps].kind == "implied":
            # `[a]` after `[a.b]`: only now it has a header of its own.
            self.places[steps] = Place("table", start, self.at, self.at)
        self.layout.headers.append((start, steps))
        return steps

    def _key(self) -> list[str]:
        names: list[str] = []
        while True:
            self._skip(_SPACE)
            if self.text[self.at] in "\"'":
                names.append(self._skip(_STRING)[1:-1])
            else:
                names.append(self._skip(_BARE_KEY))
            self._skip(_SPACE)
            if not self._next("."):
                return names

    def _pair(self, table: Steps) -> None:
        start = self.at
        steps = table
        names = self._key()
        for name in names[:-1]:
            steps = (*steps, name)
            self._note(steps, "implied", start, start, start)
        self._next("=")
        self._skip(_SPACE)
        self._value((*steps, names[-1]), start)

    def _value(self, steps: Steps, start: int) -> None:
        begin = self.at
        kind: Kind = "value"
        place = Place(kind, start, begin, begin)
        self.places.setdefault(steps, place)
        if self._next("["):
            place.kind = "array"
            number = 0
            self._skip(_GAP)
            while not self._next("]"):
                self._value((*steps, number), self.at)
                number += 1
                self._skip(_GAP)
                self._next(",")
                self._skip(_GAP)
        elif self._next("{"):
            place.kind = "inline"
            self._skip(_GAP)
            while not self._next("}"):
                self._pair(steps)
                self._skip(_GAP)
                self._next(",")
                self._skip(_GAP)
        elif self.text[self.at] in "\"'":
            self._skip(_STRING)
        elif not self._skip(_NUMBER):
            self.at += len(self._bare().rstrip())
        place.end = self.at

    def _bare(self) -> str:
        found = _BARE_VALUE.match(self.text, self.at)
        return found.group() if found is not None else ""
