"""Card texts as words and symbols, how wide they are, and where their lines break."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.lettering import SANS, SANS_BOLD
from ludus.core.svg import text

ICONS = {
    "k": "die-k",
    "ks": "die-k",
    "r": "die-r",
    "rs": "die-r",
    "b": "die-b",
    "x": "action",
    "red1": "pay-r1",
    "red2": "pay-r2",
    "gray1": "pay-k1",
    "gray2": "pay-k2",
}
SPACE = SANS.width(" ", 1)
ICON = 1.12
GAP = 0.1
LEADING = 1.17
"""In heights: a space, a symbol, what is between a number and its symbol, and from one base line to
the next."""
_TOKEN = re.compile(r"(\d+) (vp|coins?)\b|\S+")
_ENDING = re.compile(r"[.,:;)]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a symbol with a number before it; and its widths in heights."""

    word: str
    icon: str = ""
    after: str = ""
    word_width: float = 0.0
    after_width: float = 0.0

    def width(self, size: float) -> float:
        if not self.icon and not self.after:
            return size * self.word_width
        icon = (ICON + (GAP if self.word else 0.0)) if self.icon else 0.0
        return size * (self.word_width + icon + self.after_width)


def tokens(line: str) -> list[Token]:
    """The words of a text; `k`, `2 coins` and the like become symbols."""
    found: list[Token] = []
    for match in _TOKEN.finditer(line):
        if match[1]:
            ending = _ENDING.match(line, match.end())
            found.append(
                _token(match[1], "vp" if match[2] == "vp" else "coin", ending[0] if ending else "")
            )
            continue
        bare = match[0].rstrip(".,:;)")
        if bare in ICONS:
            found.append(_token("", ICONS[bare], match[0][len(bare) :]))
        elif bare:
            found.append(_token(match[0]))
    return found


def _token(word: str, icon: str = "", after: str = "") -> Token:
    return Token(word, icon, after, width_of(word, 1), width_of(after, 1))


def width_of(word: str, size: float) -> float:
    """How wide a word is."""
    return SANS.width(word, size)


def wrapped(words: Sequence[Token], width: float, size: float) -> list[list[Token]]:
    """A text broken into lines that fit."""
    lines: list[list[Token]] = [[]]
    room = width
    space = size * SPACE
    for token in words:
        need = token.width(size)
        if lines[-1] and need > room:
            lines.append([])
            room = width
        lines[-1].append(token)
        room -= need + space
    return lines


def fitted(words: str, x: float, y: float, width: float, size: float, **kind: str) -> str:
    """A single line, made smaller where it would not fit; in bold it is widest."""
    wide = SANS_BOLD.width(words, size)
    if wide > width:
        size = max(size * width / wide, 8)
    return text(words, x=x, y=y, font_size=size, **kind)
