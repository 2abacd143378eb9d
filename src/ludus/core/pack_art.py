"""Drawings of a pack: SVG symbols that are safe to show on a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Final

from ludus.core.errors import BadContent

_SYMBOL: Final = re.compile(
    r'<symbol id="([a-z0-9_-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL
)
DRAWN: Final = frozenset(
    (
        *("svg", "symbol", "title", "desc", "g", "defs", "use", "path", "circle", "ellipse"),
        *("rect", "line", "polyline", "polygon", "text", "tspan", "linearGradient"),
        *("radialGradient", "stop", "clipPath", "mask", "pattern"),
    )
)
"""The elements that a drawing may have. Nothing that runs, loads or embeds."""
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_DECLARATION: Final = re.compile(r"^\ufeff?\s*<\?xml[^<>]*\?>")


def read_svg(path: Path) -> str:
    """The text of a drawing that is safe to show, without comments.

    Parts of the text itself go into pages. So nothing may stand in it that a browser reads in
    another way than the check: comments are taken out first, and CDATA, document types and
    processing instructions are refused.
    """
    try:
        text = _COMMENT.sub("", _DECLARATION.sub("", path.read_text(encoding="utf-8")))
        if "<!" in text or "<?" in text:
            raise BadContent(f"{path}: a drawing has elements only, no <! and no <?", path)
        root = ET.fromstring(text)
    except (OSError, UnicodeDecodeError, ET.ParseError) as error:
        raise BadContent(f"{path}: not SVG: {error}", path) from error
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        if tag not in DRAWN:
            raise BadContent(f"{path}: a drawing has no <{tag}>", path)
        for name, value in element.attrib.items():
            plain = name.rpartition("}")[2].lower()
            outside = plain == "href" and not value.startswith("#")
            said = value.lower()
            inside = said.replace("url(#", "")
            # A backslash could spell any of them in another way.
            loads = any(part in inside for part in ("url(", "//", "javascript:", "\\"))
            if plain.startswith("on") or outside or loads:
                raise BadContent(f"{path}: <{tag}> may not have {name}={value!r}", path)
    return text


def symbols_in(path: Path, prefix: str) -> dict[str, tuple[str, str]]:
    """The symbols of a file by name without its prefix: view box and drawing.

    Ids of cards have underscores, names of symbols hyphens. In a drawing both will do, so that
    whoever gives a card another id can do so everywhere.
    """
    found = {name: (box, drawing) for name, box, drawing in _SYMBOL.findall(read_svg(path))}

    def named(drawing: str) -> str:
        for name in found:
            drawing = drawing.replace(f'href="#{name}"', f'href="#{_hyphens(name)}"')
        return drawing

    return {
        _hyphens(name).removeprefix(prefix): (box, named(drawing) if "_" in drawing else drawing)
        for name, (box, drawing) in found.items()
        if name.startswith(prefix)
    }


def _hyphens(name: str) -> str:
    return name.replace("_", "-")
