"""The dice rolled last and what they were for: a tray above the field."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Event
from ludus.core.svg import at, el, mark, text
from ludus.core.text import Words
from ludus.games.para_bellum.board import RED
from ludus.games.para_bellum.face.lettering import width_of
from ludus.games.para_bellum.face.look import CINNABAR, INK, VERDIGRIS
from ludus.games.para_bellum.face.palette import Palette

HIGH = 27
GAP = 5


def tray(palette: Palette, words: Words, events: Sequence[Event], left: float, right: float) -> str:
    """The rolls of the last move by player, with Morale tests apart, as far as there is room."""
    rows: list[tuple[int, list[str], str, str]] = []
    for event in events:
        facts = {name: value for name, value in event.facts.items() if isinstance(value, int)}
        if event.kind == "morale":
            plus = f"{facts['plus']:+d} " if facts["plus"] else ""
            sign = "≤" if facts["passed"] else ">"
            ruling = words.text("short.holds" if facts["passed"] else "short.fails")
            said = f"{plus}{sign} {facts['limit']}: {ruling}"
            paint = VERDIGRIS if facts["passed"] else CINNABAR
            rows.append((facts["seat"], [f"die-k-{facts['roll']}"], said, paint))
            continue
        symbol = _rolled(event.kind, facts)
        if not symbol:
            continue
        if rows and rows[-1][0] == facts["seat"] and not rows[-1][2]:
            rows[-1][1].append(symbol)
        else:
            rows.append((facts["seat"], [symbol], "", INK))
    drawn: list[str] = []
    for row in reversed(rows):
        wide = _width(row[1], row[2])
        if right - wide < left:
            break
        right -= wide
        drawn.append(_plate(palette, right, wide, *row))
        right -= GAP
    return "".join(drawn)


def _width(dice: list[str], said: str) -> float:
    return 31 + 25 * len(dice) + (width_of(said, 14) + 8 if said else 0)


def _rolled(kind: str, facts: dict[str, int]) -> str:
    """The symbol of a die that was rolled; empty for any other event."""
    if kind == "new_red":
        return f"die-r-{facts['face']}"
    if kind in ("new_gray", "rolled", "die_back"):
        return f"die-k-{facts['face']}"
    if kind == "rerolled" and facts["slot"] < RED:
        return f"die-k-{facts['roll']}"
    return ""


def _plate(
    palette: Palette, x: float, wide: float, seat: int, dice: list[str], said: str, paint: str
) -> str:
    parts = [
        el("rect", class_="plate", width=wide, height=HIGH, rx=7),
        el("g", mark(seat), transform=at(15, 13.5, 0.8)),
    ]
    parts += [palette.use(name, 28 + 25 * index, 2.5, 22) for index, name in enumerate(dice)]
    if said:
        parts.append(
            text(said, x=32 + 25 * len(dice), y=18.5, font_size=14, fill=paint, font_weight="bold")
        )
    return el("g", *parts, class_="rolled", transform=at(x, 0))
