"""A game's pictures in a page.

A face's SVG is our own drawing: it is trusted and escapes its own words. Its style sheet travels
inside of it, so that it looks right anywhere; in a page that part comes from `/games/GAME/face.css`
instead, since the Content-Security-Policy switches off styles within the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ludus.core.face import Picture, Scene

_AS_IT_IS: Final = ('<g id="', "</g>")
"""How most parts begin that have an id of their own, and what closes a group."""
_STYLE: Final = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)


def picture(drawn: Picture, key: str) -> list[str]:
    """The picture in pieces without its style; it and its parts get an id if they have none.

    The opening and closing tags of groups that are given part by part stay as they are.
    """
    opening, _, *parts, closing = drawn.pieces
    named = [
        part
        if part.startswith(_AS_IT_IS) or ' id="' in part[: part.find(">")]
        else _named(part, f"{key}-part-{number}")
        for number, part in enumerate(parts)
    ]
    return [_identified(opening, key), *named, closing]


@lru_cache(maxsize=500)
def _identified(opening: str, key: str) -> str:
    return opening if ' id="' in opening else opening.replace("<svg", f'<svg id="picture-{key}"', 1)


# What has no name of its own is mostly printed, and long.
@lru_cache(maxsize=500)
def _named(part: str, name: str) -> str:
    return f'<g id="{name}">{part}</g>'


def face_css(scenes: Sequence[Scene]) -> str:
    """The styles of these pictures, each once."""
    found = (match[1] for scene in scenes for match in _STYLE.finditer(scene.svg))
    return "\n".join(dict.fromkeys(found))


def mini_board(scene: Scene) -> str:
    """A picture without its styles, to stand apart from the board."""
    opening, _, *parts = scene.picture.pieces
    return "".join([opening, *parts])


def css_address(game: str) -> str:
    return f"/games/{game}/face.css"
