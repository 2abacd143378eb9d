"""The symbols of one picture, defined once and used by name."""

from __future__ import annotations

from ludus.core.svg import num
from ludus.games.para_bellum.face.art import Art


class Palette:
    """`prefix` goes before the names of symbols: two pictures on one page must not share an id."""

    def __init__(self, art: Art, prefix: str, without: tuple[str, ...]) -> None:
        self._prefix = prefix
        self.defs = art.definitions(prefix, without)

    def use(self, name: str, x: float, y: float, width: float, height: float = 0) -> str:
        """A symbol in a box; as high as it is wide if no height is given."""
        # Written out rather than made by `el`: a position has many of them.
        box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height or width)}"'
        return f'<use href="#{self._prefix}-{name}" {box}/>'
