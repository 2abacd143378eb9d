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
from ludus.web.pages.html import Markup

_STYLE: Final = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)


def picture(svg: str) -> Markup:
    """The picture without its styles."""
    # On the path of every move, and a picture is long: looked for by hand.
    start = svg.find("<style")
    while start >= 0:
        end = svg.find("</style>", start)
        svg = svg[:start] + (svg[end + len("</style>") :] if end >= 0 else "")
        start = svg.find("<style", start)
    return Markup(svg)


def face_css(scenes: Sequence[Scene]) -> str:
    """The styles of these pictures, each once."""
    found = (match[1] for scene in scenes for match in _STYLE.finditer(scene.svg))
    return "\n".join(dict.fromkeys(found))


def css_address(game: str) -> str:
    return f"/games/{game}/face.css"
