"""Components that all pages share: icons, seat marks, dice, sentences and times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ludus.core.models import SYMBOL_ID, Symbol
from ludus.core.protocol import Seat
from ludus.core.text import DIE, ICON, ODDS, PLACE, SEAT, STRONG, TEXT, Bit
from ludus.web.assets import address
from ludus.web.pages.html import (
    Attr,
    Child,
    Markup,
    a,
    button,
    circle,
    classes,
    div,
    escape,
    escaped,
    rect,
    span,
    strong,
    svg,
    text,
    time,
    use,
)

STATIC: Final = address()
MARKS: Final = 6
"""How many seat colours and shapes there are."""
ODDS_KINDS: Final = ("won", "drawn", "lost")
ODDS_LABELLED: Final = 11
"""From how many per cent on a part of a bar has room for its number."""
PICTURES: Final = {
    "eagle": "eagle-face",
    "shield": "shield",
    "gladius": "gladius",
    "helmet": "helmet",
    "laurel": "laurel",
    "coin": "coin",
    "standard": "standard",
}
"""Faces of dice that are drawn, and the icon that draws them."""
TIED: Final = re.compile(r"[,.;:)!?]+|\s?(?:\d+ )?: \d+")
"""What belongs to the symbol or the die before it, and so never begins a line."""
DRAWN: Final = frozenset({DIE, ICON})
DICE_COLOURS: Final = frozenset({"red", "black", "white", "blue", "green", "gold", "purple"})

_PIPS: Final = {
    "1": ((12, 12),),
    "2": ((7, 7), (17, 17)),
    "3": ((7, 7), (12, 12), (17, 17)),
    "4": ((7, 7), (17, 7), (7, 17), (17, 17)),
    "5": ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    "6": ((7, 6.5), (17, 6.5), (7, 12), (17, 12), (7, 17.5), (17, 17.5)),
}


@lru_cache(maxsize=512)
def icon(name: str, label: str = "", class_: str = "") -> Markup:
    """One of our line icons; decoration unless it has a label."""
    return svg(
        use(href=f"{STATIC}/icons.svg#{name}"),
        class_=classes("icon", class_),
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )


@lru_cache(maxsize=64)
def mark(seat: Seat) -> Markup:
    """The seat's shape in the seat's colour. Somebody without a seat has an eye instead."""
    if seat < 0:
        return icon("eye", class_="mark")
    return icon(f"seat-{seat % MARKS}", class_=f"mark seat-{seat % MARKS}")


def seat_name(seat: Seat, name: str) -> Markup:
    """A player's name in colour, with the shape before it."""
    if seat < 0:
        return span(name, class_="who")
    return span(mark(seat), name, class_=f"who seat-{seat % MARKS}", data_seat=seat)


def die(face: str, name: str) -> Markup:
    """A die showing `face`: pips for a number, an icon for a picture, else what is written on it.

    `red:4` is the same on a red die.
    """
    colour, _, rest = face.rpartition(":")
    kind = f"die-{colour}" if colour in DICE_COLOURS else None
    if rest in _PIPS and name == rest:
        shown: Child = svg(
            (circle(cx=x, cy=y, r=2.3) for x, y in _PIPS[rest]), viewBox="0 0 24 24", class_="pips"
        )
    elif rest in PICTURES:
        shown = icon(PICTURES[rest])
    else:
        shown = name
    return span(
        span(shown, aria_hidden="true"),
        class_=classes("die", kind),
        role="img",
        aria_label=name or rest,
    )


@lru_cache(maxsize=1024)
def symbol(key: str, label: str = "", class_: str = "") -> Markup:
    """One of the game's symbols; the page must hold their `sprite`."""
    return svg(
        use(href=f"#{SYMBOL_ID}{key}"),
        class_=classes("ic", class_),
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )


def sprite(symbols: Mapping[str, Symbol]) -> Markup:
    """The definitions of a game's symbols, to be put into a page once."""
    drawn = "".join(
        f'<symbol id="{SYMBOL_ID}{key}" viewBox="{each.box}">{each.drawing}</symbol>'
        for key, each in symbols.items()
    )
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true">{drawn}</svg>')


def percent(share: float, signed: bool = False) -> str:
    """A share as players read it: "36 %", or with its sign "+9 %"."""
    said = f"{share:+.0%}" if signed else f"{share:.0%}"
    return said.replace("-", "\u2212").replace("%", "\u00a0%")


def sentence(bits: Iterable[Bit]) -> Markup:
    """A sentence with its names, dice and places marked up."""
    said: list[str] = []
    after = ""
    for bit in bits:
        kind, words = bit.kind, bit.text
        if kind != TEXT:
            said.append(_marked(kind, words, bit.ref))
        elif after in DRAWN and (tied := TIED.match(words)):
            said[-1] = span(Markup(said[-1]), tied[0], class_="tied")
            said.append(escaped(words[tied.end() :]))
        else:
            said.append(escaped(words))
        after = kind
    return Markup("".join(said))


@lru_cache(maxsize=8192)
def _marked(kind: str, said: str, ref: str) -> Markup:
    """A bit that is more than text; pages show the same few again and again."""
    if kind == SEAT:
        return seat_name(int(ref), said)
    if kind == DIE:
        return die(ref, said)
    if kind == PLACE:
        return span(said, class_="place", data_place=ref, data_about=ref)
    if kind == ICON:
        return symbol(ref, said)
    if kind == STRONG:
        return strong(said)
    if kind == ODDS:
        return _odds(ref, said)
    return escape(said)


def _odds(parts: str, words: str) -> Markup:
    """Chances as a bar: won, drawn and lost, each as long as it is likely."""
    shares = [part.partition("=")[::2] for part in parts.split("|")]
    kinds: Sequence[str] = ODDS_KINDS
    if len(shares) > len(ODDS_KINDS):
        first, second = shares.pop()
        kinds = (f"whose seat-{first}", ODDS_KINDS[1], f"whose seat-{second}")
    drawn: list[Markup] = []
    start = 0
    for kind, (percent, words_on) in zip(kinds, shares, strict=True):
        share = int(percent)
        # A pixel more, so that nothing shines through between two parts.
        drawn.append(rect(x=f"{start}%", width=f"{share + 1}%", height="100%", class_=kind))
        if share >= ODDS_LABELLED:
            drawn.append(text(words_on, x=f"{start + share / 2:g}%", y="50%"))
        start += share
    return svg(drawn, class_="odds", role="img", aria_label=words)


def moment(at: int) -> Markup:
    """A time that the script writes out in the reader's own way."""
    return time(data_at=at)


def rules_address(game: str, clause: str = "") -> str:
    return f"/rules/{game}#{clause}" if clause else f"/rules/{game}"


@lru_cache(maxsize=2048)
def clause_link(game: str, clause: str, title: str = "") -> Markup | None:
    """A quiet link to the clause that asks for something, by its title where there is one."""
    if not clause:
        return None
    return a(
        title or clause,
        href=rules_address(game, clause),
        class_="clause",
        data_clause=clause,
        target="_blank",
        rel="noopener",
    )


def push(*children: Child, kind: str = "", **given: Attr) -> Markup:
    """A button of the page's own kind."""
    return button(
        *children, class_=classes("button", kind), type=given.pop("type", "button"), **given
    )


def note(*children: Child, kind: str = "") -> Markup:
    return div(*children, class_=classes("note", kind))


def meander() -> Markup:
    """The ornament between things: a short stretch of the Greek key."""
    return span(class_="meander", aria_hidden="true")
