"""What a picture is drawn with: symbols, and texts set in lines with symbols among the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.svg import esc, num
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.face.lettering import (
    GAP,
    ICON,
    LEADING,
    SPACE,
    Token,
    tokens,
    wrapped,
)


class Palette:
    """The symbols of one picture, defined once and used by name.

    `prefix` goes before the names of symbols, for two pictures on one page must not share an id.
    `texts` are the texts of cards, taken apart once and for all.
    """

    def __init__(
        self,
        art: Art,
        prefix: str,
        without: tuple[str, ...],
        texts: Mapping[str, Sequence[Token]],
    ) -> None:
        self._prefix = prefix
        self._texts = texts
        self.defs = art.definitions(prefix, without)

    def use(self, name: str, x: float, y: float, width: float, height: float = 0) -> str:
        """A symbol in a box; as high as it is wide if no height is given."""
        # Written out rather than made by `el`: a position has nearly two hundred of them.
        box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height or width)}"'
        return f'<use href="#{self._prefix}-{name}" {box}/>'

    def lines(self, text: str, width: float, size: float) -> list[list[Token]]:
        """A text broken into lines that fit."""
        words = self._texts.get(text)
        return wrapped(tokens(text) if words is None else words, width, size)

    def paragraph(
        self, text: str, x: float, y: float, width: float, size: float, shade: str = "t"
    ) -> tuple[str, float]:
        """A text set in lines from the base line `y` down; the drawing and the next base line."""
        parts: list[str] = []
        for row in self.lines(text, width, size):
            parts.append(self._row(row, x, y, size, shade))
            y += size * LEADING
        return "".join(parts), y

    def _row(self, row: Sequence[Token], x: float, y: float, size: float, shade: str) -> str:
        """One line: words that follow each other are set together, symbols go between."""
        parts: list[str] = []
        runs: list[tuple[float, str]] = []
        space = size * SPACE
        run, start = "", x
        for token in row:
            if token.word:
                run += token.word
                x += size * token.word_width
            if token.icon:
                runs.append((start, run))
                x += size * GAP if token.word else 0.0
                parts.append(self.use(token.icon, x, y - size * 0.84, size * 1.05))
                x += size * ICON
                run, start = "", x
            if token.after:
                run += token.after
                x += size * token.after_width
            run += " "
            x += space
        runs.append((start, run))
        spans = "".join(
            f'<tspan x="{num(at)}">{esc(words.rstrip())}</tspan>'
            for at, words in runs
            if words.strip()
        )
        if spans:
            attributes = f'class="{shade}" y="{num(y)}" font-size="{num(size)}"'
            parts.append(f"<text {attributes}>{spans}</text>")
        return "".join(parts)
