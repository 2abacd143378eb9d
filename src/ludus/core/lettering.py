"""How much room text takes in a picture, in the fonts that come with the pages.

A picture cannot break lines or shrink words by itself, so a face asks here. Without the fonts, as
in a file on its own, text may be a little wider or narrower; leave some room.
"""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

from ludus.core import font_widths


class Lettering:
    """The widths of the letters of one font at one weight."""

    def __init__(self, widths: str) -> None:
        numbers = map(int, widths.split())
        self._widths = dict(zip(font_widths.LETTERS, numbers, strict=True))

    def width(self, words: str, size: float) -> float:
        """How wide a text is, without kerning: if anything a little less."""
        known = self._widths
        total = 0
        for letter in words:
            try:
                total += known[letter]
            except KeyError:
                total += self._learn(letter)
        return total * size / 1000

    def _learn(self, letter: str) -> int:
        """With an accent a letter is as wide as without; all others are taken for an M."""
        width = self._widths.get(normalize("NFD", letter)[0], self._widths["M"])
        self._widths[letter] = width
        return width

    def fit(self, words: str, room: float, size: float, smallest: float = 12) -> tuple[str, float]:
        """Text and its size so that it fits a width: smaller if necessary, then cut short."""
        wide = self.width(words, size)
        if wide <= room:
            return words, size
        size = max(smallest, size * room / wide)
        if self.width(words, size) <= room + 0.01:
            return words, size
        shown = words
        while shown and self.width(shown.rstrip() + "…", size) > room:
            shown = shown[:-1]
        return f"{shown.rstrip()}…", size


INSCRIPTION: Final = Lettering(font_widths.INSCRIPTION)
INSCRIPTION_BOLD: Final = Lettering(font_widths.INSCRIPTION_BOLD)
SERIF: Final = Lettering(font_widths.SERIF)
SERIF_BOLD: Final = Lettering(font_widths.SERIF_BOLD)
SANS: Final = Lettering(font_widths.SANS)
SANS_BOLD: Final = Lettering(font_widths.SANS_BOLD)
"""For the families of the same names in `svg`."""
