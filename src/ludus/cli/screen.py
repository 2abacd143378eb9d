"""A terminal's window: long lines break between words, long texts are shown by pages.

Nothing is asked for between two pages. What does not fit is kept, and an empty line shows the next
page of it, so that a player can choose at any time without reading all.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Sequence

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
"""Codes for colours, which take no room."""
LEAST_ROWS = 12
"""A window lower than this is treated as one of this height."""
SIZE = (110, 40)
"""Columns and rows where the terminal does not say how large it is."""


def interactive() -> bool:
    """Whether somebody looks at the output in a window, which has an end."""
    return sys.stdout.isatty()


def width_of(text: str) -> int:
    return len(ESCAPES.sub("", text))


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Lines of at most `width`, broken between words; later ones begin `indent` further right.

    A word that is longer than a line stays whole, and so does a line that fits.
    """
    if width_of(text) <= width:
        return [text]
    start = text[: len(text) - len(text.lstrip())]
    later = start + " " * indent
    lines: list[str] = []
    line = start
    for word in text.split():
        if line.strip() and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line = later
        line += word if not line.strip() else f" {word}"
    return [*lines, line]


class Screen:
    """Prints to a terminal, and keeps what does not fit for later."""

    def __init__(self) -> None:
        self._rest: list[tuple[str, list[str]]] = []
        """What is still to be shown: what it is, and its lines."""

    @property
    def width(self) -> int:
        return shutil.get_terminal_size(SIZE).columns

    @property
    def rows(self) -> int:
        return max(LEAST_ROWS, shutil.get_terminal_size(SIZE).lines)

    def wrap(self, lines: Iterable[str], indent: int = 4) -> list[str]:
        """Texts as lines that fit the window; as they are where nobody looks."""
        split = [line for text in lines for line in text.split("\n")]
        if not interactive():
            return split
        return [part for line in split for part in wrapped(line, self.width, indent)]

    def show(self, lines: Sequence[str], what: str = "lines") -> None:
        """Print a text, as much as fits; the rest is kept as `what`."""
        self._rest = []
        self._page(self.wrap(lines), self.rows - 2, what)
        self._say_rest()

    def show_all(
        self,
        news: Sequence[str],
        board: Sequence[str],
        asked: Sequence[str],
        choices: Sequence[str],
    ) -> None:
        """Print news, a position, what is asked and the choices, so that some of each is in sight.

        Where there is not enough room for all, the rest of the choices comes on the next page, then
        that of the board.
        """
        news = self._latest(self.wrap(news))
        if news:
            print("\n".join(news))
        board, asked, choices = self.wrap(board), self.wrap(asked), self.wrap(choices)
        room = self.rows - len(news) - len(asked) - 4
        for_choices = max(room // 2, room - len(board))
        for_board = max(room // 2, room - len(choices))
        self._rest = []
        print()
        self._page(board, for_board, "lines of the board")
        rest, self._rest = self._rest, []
        print("\n" + "\n".join(asked))
        self._page(choices, for_choices, "lines of choices")
        self._rest += rest
        self._say_rest()

    def more(self) -> bool:
        """Print the next page of what did not fit; False if there is none."""
        if not self._rest:
            return False
        what, lines = self._rest.pop(0)
        later, self._rest = self._rest, []
        self._page(lines, self.rows - 2, what)
        self._rest += later
        self._say_rest()
        return True

    def _latest(self, news: list[str]) -> list[str]:
        """The end of the news, if there is too much."""
        most = self.rows // 4
        if not interactive() or len(news) <= most:
            return news
        left = len(news) - most + 1
        return [f"-- {left} lines before this one: `l` shows the whole log --", *news[left:]]

    def _page(self, lines: Sequence[str], room: int, what: str) -> None:
        if not interactive() or len(lines) <= room:
            print("\n".join(lines))
            return
        print("\n".join(lines[: room - 1]))
        self._rest.append((what, list(lines[room - 1 :])))

    def _say_rest(self) -> None:
        if self._rest:
            kept = ", then ".join(f"{len(lines)} more {what}" for what, lines in self._rest)
            print(f"-- Enter shows {kept} --")
