"""What a terminal can do: colours for names, columns for choices, a bar for long work."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TextIO

from ludus.core.text import SEAT, Bit

SEAT_COLOURS = (31, 34, 32, 33, 35, 90)
"""Cinnabar, lapis, verdigris, ochre, purple, ash, as near as any terminal has them."""
SEAT_SHAPES = "■●▲◆⬢✚"
PLAIN_SHAPES = "#o^*@+"

BAR_WIDTH = 28
DRAW_EVERY = 0.1


class Style:
    """Colours text if the stream is a terminal."""

    def __init__(self, stream: TextIO | None = None, colours: bool | None = None) -> None:
        out = sys.stdout if stream is None else stream
        if colours is None:
            colours = out.isatty() and "NO_COLOR" not in os.environ
        self.colours = colours
        encoding = (out.encoding or "ascii").lower().replace("-", "")
        self.shapes = SEAT_SHAPES if encoding.startswith("utf") else PLAIN_SHAPES

    def paint(self, text: str, *codes: int) -> str:
        if not self.colours:
            return text
        return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"

    def bold(self, text: str) -> str:
        return self.paint(text, 1)

    def quiet(self, text: str) -> str:
        return self.paint(text, 2)

    def seat(self, seat: int, name: str) -> str:
        """A player's name in the seat's colour and with its shape."""
        if not 0 <= seat < len(SEAT_COLOURS):
            return name
        return self.paint(f"{self.shapes[seat]} {name}", SEAT_COLOURS[seat])

    def sentence(self, bits: Sequence[Bit]) -> str:
        """A sentence with the names in it painted."""
        return "".join(
            self.seat(int(bit.ref), bit.text) if bit.kind == SEAT else bit.text for bit in bits
        )


def in_columns(cells: Sequence[str], width: int | None = None) -> list[str]:
    """Short texts as lines of columns, read downwards, as many columns as fit."""
    if not cells:
        return []
    room = shutil.get_terminal_size().columns if width is None else width
    cell = max(map(len, cells)) + 3
    columns = max(1, room // cell)
    rows = -(-len(cells) // columns)
    return ["".join(text.ljust(cell) for text in cells[row::rows]).rstrip() for row in range(rows)]


class Progress:
    """A progress bar on stderr for long work; silent unless stderr is a terminal."""

    def __init__(self, total: int, what: str, show: bool | None = None) -> None:
        self._total = max(total, 1)
        self._what = what
        self._done = 0
        self._show = sys.stderr.isatty() if show is None else show
        self._start = self._drawn = time.monotonic()
        self._width = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._show and self._width:
            if error is None:
                self._draw()
            print(file=sys.stderr)

    def step(self, count: int = 1) -> None:
        """Add to what is done."""
        self.reach(self._done + count)

    def reach(self, done: int) -> None:
        """Set how much is done in all."""
        self._done = done
        now = time.monotonic()
        if self._show and now - self._drawn >= DRAW_EVERY:
            self._drawn = now
            self._draw()

    def _draw(self) -> None:
        share = min(1.0, self._done / self._total)
        filled = round(share * BAR_WIDTH)
        spent = max(time.monotonic() - self._start, 1e-9)
        rate = self._done / spent
        line = f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {share:4.0%}"
        line += f"  {self._done:,} of {self._total:,} {self._what}"
        if rate:
            line += f"  {rate:,.3g}/s" if rate < 100 else f"  {rate:,.0f}/s"
            left = (self._total - self._done) / rate
            line += f"  {_clock(left)} left" if left > 0 else f"  in {_clock(spent)}"
        print("\r" + line.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(line)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes}:{rest:02}"
