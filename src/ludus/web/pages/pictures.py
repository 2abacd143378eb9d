"""A game's pictures in a page.

A face's SVG is our own drawing: it is trusted and escapes its own words. Its style sheet travels
inside of it, so that it looks right anywhere; in a page that part comes from `/games/GAME/face.css`
instead, since the Content-Security-Policy switches off styles within the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ludus.core.face import Scene

_STYLE: Final = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)


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
