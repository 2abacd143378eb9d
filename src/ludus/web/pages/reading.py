"""A game's page made ready to read: symbols before the words they stand for, quiet references."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ludus.web.pages.components import symbol
from ludus.web.pages.html import Markup, a, escaped
from ludus.web.pages.markdown import render

_TAG: Final = re.compile(r"(<[^>]+>)")
_CITE: Final = re.compile(r'<a href="#([^"]+)">[^<]*</a>')
_CITES: Final = re.compile(rf"\s*\(({_CITE.pattern}(?:, {_CITE.pattern})*)\)")
"""References in brackets: they follow the word before them."""
_BLOCKS: Final = frozenset({"p", "li", "td", "tr"})
_PLAIN: Final = frozenset({"a", "code", "h1", "h2", "h3", "h4", "pre", "th"})
"""Within these no symbols are put."""


def reading(
    source: str, titles: Mapping[str, str], icons: Sequence[tuple[str, str]], lowest: int
) -> Markup:
    """Markdown of our own as HTML, with references by sign and with symbols."""
    html = _CITES.sub(lambda found: found[1].replace(", ", ""), render(source, lowest))
    html = _CITE.sub(lambda found: _cite(found, titles), html)
    return with_symbols(Markup(html), icons)


def _cite(found: re.Match[str], titles: Mapping[str, str]) -> str:
    """A reference to a clause as a small sign; its title is what a screen reader says."""
    id = found[1]
    if id not in titles:
        return found[0]
    title = titles[id]
    return a(
        "§", href=f"#{id}", class_="cite", data_clause=id, title=title, aria_label=f"Rule: {title}"
    )


def with_symbols(html: Markup, icons: Sequence[tuple[str, str]]) -> Markup:
    """A symbol before the first mention of each thing in a paragraph, list item or cell."""
    if not icons:
        return html
    keys = {escaped(words): key for words, key in icons}
    longest = sorted(keys, key=len, reverse=True)
    words = re.compile(r"\b(" + "|".join(map(re.escape, longest)) + r")\b")
    shown: set[str] = set()
    plain = 0

    def put(found: re.Match[str]) -> str:
        key = keys[found[1]]
        if key in shown:
            return found[0]
        shown.add(key)
        return f'<span class="named">{symbol(key)}{found[0]}</span>'

    parts: list[str] = []
    for part in _TAG.split(html):
        if part.startswith("<"):
            name = part.strip("</>").split()[0] if part.strip("</>") else ""
            if name in _BLOCKS and not part.startswith("</"):
                shown.clear()
            if name in _PLAIN:
                plain += -1 if part.startswith("</") else 1
            parts.append(part)
        else:
            parts.append(part if plain else words.sub(put, part))
    return Markup("".join(parts))
