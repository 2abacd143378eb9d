"""Drawings of a pack: SVG symbols that are safe to show on a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Final

from ludus.core.errors import BadContent

_SYMBOL: Final = re.compile(
    r'<symbol id="([a-z0-9-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL
)
DRAWN: Final = frozenset(
    (
        *("svg", "symbol", "title", "desc", "g", "defs", "use", "path", "circle", "ellipse"),
        *("rect", "line", "polyline", "polygon", "text", "tspan", "linearGradient"),
        *("radialGradient", "stop", "clipPath", "mask", "pattern"),
    )
)
"""The elements that a drawing may have. Nothing that runs, loads or embeds."""


def symbols_in(path: Path, prefix: str) -> dict[str, tuple[str, str]]:
    """The symbols of a file by name without its prefix: view box and drawing."""
    try:
        text = path.read_text(encoding="utf-8")
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
            loads = "url(" in value.replace("url(#", "") or "javascript:" in value.lower()
            if plain.startswith("on") or outside or loads:
                raise BadContent(f"{path}: <{tag}> may not have {name}={value!r}", path)
    found = {name: (box, drawing) for name, box, drawing in _SYMBOL.findall(text)}
    return {
        name.removeprefix(prefix): part for name, part in found.items() if name.startswith(prefix)
    }
