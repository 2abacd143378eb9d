"""A game's card in the lobby: its own drawing, its board, or a stone with its name.

A game may have a `card.svg` in its folder. Without one its opening picture is framed; and a game
that draws nothing yet gets its title cut in stone, in a colour that its name decides.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from zlib import crc32

from ludus.core.errors import BadRequest
from ludus.core.registry import find_game
from ludus.web.api.schemas import GameInfo
from ludus.web.pages.html import Markup, Tag, escape, g, path, svg, text

WIDTH: Final = 480
HEIGHT: Final = 270
FAMILY: Final = "Cinzel, Palatino Linotype, Palatino, URW Palladio L, Noto Serif, Georgia, serif"
"""A picture in a page of its own cannot use the page's fonts, only the reader's."""
INKS: Final = ("#6b2a4a", "#b5382a", "#a06a0c", "#3f7d6e", "#2f5a8f")

rect = Tag("rect")

_OPENING: Final = re.compile(r"<svg\b([^>]*)>", re.DOTALL)
_SIZES: Final = re.compile(
    r"\s(?:width|height|x|y|preserveAspectRatio|id)\s*=\s*(?:\"[^\"]*\"|'[^']*')"
)


def card(game: GameInfo, picture: str) -> str:
    """An SVG document of its own. `picture` is the game's opening scene, or nothing."""
    drawn = _drawn(game.name)
    if drawn:
        return drawn
    return str(_framed(game, picture) if picture else _stone(game))


@cache
def _drawn(name: str) -> str:
    try:
        path_ = find_game(name).folder / "card.svg"
    except BadRequest:
        return ""
    return path_.read_text(encoding="utf-8") if path_.is_file() else ""


def _document(*children: Markup) -> Markup:
    return svg(
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def _framed(game: GameInfo, picture: str) -> Markup:
    """The picture, cut to the card's shape."""
    opening = _OPENING.search(picture)
    if opening is None:
        return _stone(game)
    kept = _SIZES.sub("", opening[1])
    inner = Markup(
        f'<svg{kept} x="0" y="0" width="{WIDTH}" height="{HEIGHT}" '
        f'preserveAspectRatio="xMidYMid slice">{picture[opening.end() :]}'
    )
    return _document(inner)


def _title(words: str, y: int, ink: str) -> Markup:
    size = min(40, int(620 / max(1, len(words))))
    return text(
        words.upper(),
        x=WIDTH // 2,
        y=y,
        fill=ink,
        text_anchor="middle",
        font_family=FAMILY,
        font_size=size,
        letter_spacing=size // 6,
    )


def _stone(game: GameInfo) -> Markup:
    """The title as an inscription between two stretches of the Greek key."""
    ink = INKS[crc32(game.name.encode()) % len(INKS)]
    key = "".join(f"M{x} 24h20v-16h-12v8h4" for x in range(18, WIDTH - 30, 26))
    return _document(
        rect(width=WIDTH, height=HEIGHT, fill="#efe3c6"),
        rect(x=8, y=8, width=WIDTH - 16, height=HEIGHT - 16, fill="none", stroke=ink),
        g(
            path(d=key, transform="translate(0 8)"),
            path(d=key, transform=f"translate(0 {HEIGHT - 40})"),
            fill="none",
            stroke=ink,
            stroke_width=3,
        ),
        text(
            escape(game.title[:1].upper()),
            x=WIDTH // 2,
            y=178,
            fill=ink,
            fill_opacity="0.13",
            text_anchor="middle",
            font_family=FAMILY,
            font_size=170,
        ),
        _title(game.title, HEIGHT // 2 + 14, ink),
    )
