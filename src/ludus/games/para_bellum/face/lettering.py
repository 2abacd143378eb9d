"""Card texts set in lines, with dice, coins and actions as symbols among the words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludus.core.svg import esc, num, text
from ludus.games.para_bellum.face.art import Palette

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
_GROUPS = {
    225: "'",
    260: " .,:;ijlJ",
    310: "()-!/",
    345: "ftI",
    413: "r",
    480: "csz",
    520: "kvxyFL",
    555: "aeETSY",
    615: "bdghnopquéACKPRVX",
    650: "B",
    730: "DGHUN",
    780: "wOQ",
    920: "mMW",
    1000: "…—",
}
WIDTHS = {letter: width / 1000 for width, group in _GROUPS.items() for letter in group}
"""Widths of a humanist sans face; digits, signs and all others are 0.57 of their height."""
_TOKEN = re.compile(r"(\d+) (vp|coins?)\b|\S+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a symbol with a number before it."""

    word: str
    icon: str = ""
    after: str = ""


def tokens(line: str) -> list[Token]:
    """The words of a text; `k`, `2 coins` and the like become symbols."""
    found: list[Token] = []
    for match in _TOKEN.finditer(line):
        if match[1]:
            rest = line[match.end() :]
            found.append(Token(match[1], "vp" if match[2] == "vp" else "coin", _tail(rest)))
            continue
        bare = match[0].rstrip(".,:;)")
        if bare in ICONS:
            found.append(Token("", ICONS[bare], match[0][len(bare) :]))
        elif not re.fullmatch(r"[.,:;)]+", match[0]):
            found.append(Token(match[0]))
    return found


def _tail(rest: str) -> str:
    found = re.match(r"[.,:;)]+", rest)
    return found[0] if found else ""


def width_of(word: str, size: float) -> float:
    """About how wide a word is."""
    return size * sum(WIDTHS.get(letter, 0.57) for letter in word)


def _span(token: Token, size: float) -> float:
    icon = size * 1.12 if token.icon else 0.0
    return width_of(token.word, size) + icon + width_of(token.after, size)


def wrapped(line: str, width: float, size: float) -> list[list[Token]]:
    """A text broken into lines that fit."""
    lines: list[list[Token]] = [[]]
    room = width
    space = size * 0.26
    for token in tokens(line):
        need = _span(token, size)
        if lines[-1] and need > room:
            lines.append([])
            room = width
        lines[-1].append(token)
        room -= need + space
    return lines


def paragraph(
    palette: Palette,
    line: str,
    x: float,
    y: float,
    width: float,
    size: float,
    shade: str = "t",
) -> tuple[str, float]:
    """A text set in lines from the base line `y` down; the drawing and the next base line."""
    parts: list[str] = []
    lines = wrapped(line, width, size)
    for row in lines:
        parts.append(_row(palette, row, x, y, size, shade))
        y += size * 1.17
    return "".join(parts), y


def _row(palette: Palette, row: list[Token], x: float, y: float, size: float, shade: str) -> str:
    """One line: words that follow each other are set together, symbols go between."""
    parts: list[str] = []
    runs: list[tuple[float, str]] = []
    space = size * 0.26
    run, start = "", x
    for token in row:
        if token.word:
            run += token.word
            x += width_of(token.word, size)
        if token.icon:
            runs.append((start, run))
            parts.append(palette.use(token.icon, x, y - size * 0.84, size * 1.05))
            x += size * 1.12
            run, start = "", x
        if token.after:
            run += token.after
            x += width_of(token.after, size)
        run += " "
        x += space
    runs.append((start, run))
    spans = "".join(
        f'<tspan x="{num(at)}">{esc(words.rstrip())}</tspan>' for at, words in runs if words.strip()
    )
    if spans:
        parts.append(f'<text class="{shade}" y="{num(y)}" font-size="{num(size)}">{spans}</text>')
    return "".join(parts)


def fitted(words: str, x: float, y: float, width: float, size: float, **kind: str) -> str:
    """A single line, made smaller where it would not fit."""
    wide = width_of(words, size)
    if wide > width:
        size = max(size * width / wide, 8)
    return text(words, x=x, y=y, font_size=size, **kind)
