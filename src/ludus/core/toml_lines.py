"""Where things stand in a TOML file: the line of every table, key and item of a list.

`tomllib` tells values and not their places. The text has been parsed by it before, so that what is
read here is sound.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

Step: TypeAlias = str | int
Steps: TypeAlias = tuple[Step, ...]

_SPACE: Final = re.compile(r"[ \t]*")
_GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
"""White space and comments, over lines."""
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL
)
_BARE_VALUE: Final = re.compile(r"[^,\]}\n#]+")


def lines_of(text: str) -> dict[Steps, int]:
    """The line, counted from one, of everything in a TOML text, by the steps that lead there."""
    return _Scanner(text).scan()


def line_at(lines: dict[Steps, int], steps: Sequence[Step]) -> int:
    """The line of a place, or of the nearest that holds it; 0 for the whole file."""
    for length in range(len(steps), 0, -1):
        line = lines.get(tuple(steps[:length]))
        if line is not None:
            return line
    return 0


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.seen_to = 0
        self.line = 1
        self.lines: dict[Steps, int] = {}
        self.counts: dict[Steps, int] = {}
        """How many tables each list of tables has so far."""

    def scan(self) -> dict[Steps, int]:
        table: Steps = ()
        self._skip(_GAP)
        while self.at < len(self.text):
            if self._next("[["):
                table = self._header("]]", True)
            elif self._next("["):
                table = self._header("]", False)
            else:
                self._pair(table)
            self._skip(_GAP)
        return self.lines

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at
        return found.group() if found is not None else ""

    def _next(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def _note(self, steps: Steps) -> None:
        self.line += self.text.count("\n", self.seen_to, self.at)
        self.seen_to = self.at
        self.lines.setdefault(steps, self.line)

    def _header(self, end: str, listed: bool) -> Steps:
        names = self._key()
        steps: Steps = ()
        for number, name in enumerate(names):
            steps = (*steps, name)
            self._note(steps)
            if listed and number == len(names) - 1:
                self.counts[steps] = self.counts.get(steps, 0) + 1
            if steps in self.counts:
                steps = (*steps, self.counts[steps] - 1)
                self._note(steps)
        self._next(end)
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
        steps = table
        for name in self._key():
            steps = (*steps, name)
            self._note(steps)
        self._next("=")
        self._skip(_SPACE)
        self._value(steps)

    def _value(self, steps: Steps) -> None:
        if self._next("["):
            number = 0
            self._skip(_GAP)
            while not self._next("]"):
                self._note((*steps, number))
                self._value((*steps, number))
                number += 1
                self._skip(_GAP)
                self._next(",")
                self._skip(_GAP)
        elif self._next("{"):
            self._skip(_GAP)
            while not self._next("}"):
                self._pair(steps)
                self._skip(_GAP)
                self._next(",")
                self._skip(_GAP)
        elif self.text[self.at] in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_BARE_VALUE)
