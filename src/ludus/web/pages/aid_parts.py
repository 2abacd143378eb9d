"""The boxes of a player aid: symbols with their names, tables, remarks. The rules show some too."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

from ludus.core.aid import AidWords, Part
from ludus.core.models import Symbol
from ludus.web.pages.components import sentence, symbol
from ludus.web.pages.html import (
    Markup,
    classes,
    div,
    h2,
    h3,
    li,
    ol,
    p,
    section,
    span,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)


def aid_part(
    words: AidWords, symbols: Mapping[str, Symbol], part: Part, below: bool = False
) -> Markup:
    """A box of the aid; `below` the heading of a chapter its own is of the next level."""
    heading = h3 if below else h2
    return section(
        heading(
            part.title,
            span(sentence(words.say(part.note)), class_="aid-note") if part.note else None,
        ),
        _icons(words, symbols, part) if part.icons else None,
        _table(words, part) if part.rows else None,
        (p(sentence(words.say(line))) for line in part.says),
        div((p(sentence(words.say(line))) for line in part.boxed), class_="aid-boxed")
        if part.boxed
        else None,
        ol((li(sentence(words.say(line))) for line in part.advice), class_="aid-advice")
        if part.advice
        else None,
        class_="aid-part",
    )


def _icons(words: AidWords, symbols: Mapping[str, Symbol], part: Part) -> Markup:
    entries = [words.entry(text) for text in part.icons]
    short = not any(entry.meaning for entry in entries)
    return ul(
        (
            li(
                symbol(_drawn(symbols, entry.key)),
                strong(entry.name),
                span(sentence(words.say(entry.meaning))) if entry.meaning else None,
            )
            for entry in entries
        ),
        class_="aid-icons pairs" if short else "aid-icons",
    )


def _drawn(symbols: Mapping[str, Symbol], key: str) -> str:
    """The symbol that is shown for an entry: for a kind of symbols, its first."""
    return next((each for each in symbols if fnmatchcase(each, key)), key)


def _table(words: AidWords, part: Part) -> Markup:
    say = words.say
    return table(
        thead(tr(th(sentence(say(cell)), scope="col") if cell else td() for cell in part.head))
        if part.head
        else None,
        tbody(
            tr(
                th(sentence(say(first)), scope="row"),
                (td(sentence(say(cell))) for cell in rest),
            )
            for first, *rest in part.rows
        ),
        class_=classes("aid-table", len(part.rows[0]) > 2 and "ends"),
    )
