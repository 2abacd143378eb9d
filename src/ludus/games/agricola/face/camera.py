"""Where the map opens: on the theatre of action, close enough for every counter to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ludus.core.face import Choice
from ludus.core.protocol import Event
from ludus.games.agricola.drawing import Point, Sheet
from ludus.games.agricola.ids import NONE
from ludus.games.agricola.view import View

Box: TypeAlias = tuple[float, float, float, float]

WIDE: Final = 430.0
HIGH: Final = 372.0
"""So much of the map is in sight at least. It never changes: the camera glides and does not zoom.
A counter has then 52 px on a small laptop and 46 on a phone."""
QUIET: Final = frozenset(("reveal", "betray", "dismantle"))
"""What can be done almost anywhere at any time says nothing about where the action is."""


def theatre(sheet: Sheet, view: View, choices: Sequence[Choice], lately: Sequence[Event]) -> Box:
    """The part of the map to show, from the upper left corner of what is drawn of it."""
    west, north, width, height = sheet.frame
    x, y = _middle(sheet, view, choices, lately)
    left = min(max(west, x - WIDE / 2), west + width - WIDE)
    top = min(max(north, y - HIGH / 2), north + height - HIGH)
    return (round(left - west), round(top - north), WIDE, HIGH)


def _middle(sheet: Sheet, view: View, choices: Sequence[Choice], lately: Sequence[Event]) -> Point:
    if view.battle is not None:
        return sheet.middles[view.battle.place]
    if view.marching != NONE:
        return sheet.middles[view.marching]
    question = view.question
    here = question is not None and question.side == view.side
    if question is not None and here and 0 <= question.place < sheet.board.hexes:
        return sheet.middles[question.place]
    waiting = next(_standing(sheet, choices), None)
    if waiting is not None:
        return waiting
    open_now = [*_chosen(sheet, choices)]
    home = _home(sheet, view)
    if open_now:
        return min(open_now, key=lambda spot: _far(spot, home))
    moved = [*_went(sheet, lately)]
    return moved[-1] if moved else home


def _chosen(sheet: Sheet, choices: Sequence[Choice]) -> Iterator[Point]:
    """The hexes that can be chosen."""
    for choice in choices:
        if choice.action.verb in QUIET:
            continue
        for place in choice.places:
            kind, _, digits = place.partition("-")
            if kind == "hex" and int(digits) < sheet.board.hexes:
                yield sheet.middles[int(digits)]


def _standing(sheet: Sheet, choices: Sequence[Choice]) -> Iterator[Point]:
    """Where units stand that wait to be sent elsewhere."""
    for choice in choices:
        if choice.action.verb == "unit":
            for place in choice.lights:
                yield sheet.middles[int(place.partition("-")[2])]


def _went(sheet: Sheet, lately: Sequence[Event]) -> Iterator[Point]:
    """Where forces went of late."""
    for event in lately:
        if event.kind in ("moved", "sailed", "retreat", "battle"):
            place = event.number("place" if event.kind == "battle" else "to")
            if 0 <= place < sheet.board.hexes:
                yield sheet.middles[place]


def _home(sheet: Sheet, view: View) -> Point:
    """Where the viewer's Supreme Leader is, else the middle of all stacks."""
    board = sheet.board
    if view.side != NONE:
        place = view.at[view.side][0]
        if 0 <= place < board.hexes:
            return sheet.middles[place]
    sides = (view.side,) if view.side != NONE else (0, 1)
    spots = [
        sheet.middles[place] for side in sides for place in view.stacks[side] if place < board.hexes
    ]
    if not spots:
        spots = [sheet.middles[place] for place in board.fortress_hex]
    x = sum(spot[0] for spot in spots) / len(spots)
    y = sum(spot[1] for spot in spots) / len(spots)
    return min(spots, key=lambda spot: _far(spot, (x, y)))


def _far(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
