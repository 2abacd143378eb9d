"""Sides and seats, and who sees what units do [20.0]."""

from __future__ import annotations

from ludus.core.protocol import EVERYONE, Audience, Seat, only
from ludus.games.agricola.ids import (
    CALEDONIAN,
    NONE,
    ROMAN,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def seat_of(state: State, side: int) -> Seat:
    return side ^ state.flip


def side_of(state: State, seat: Seat) -> int:
    return seat ^ state.flip


def own(state: State, side: int) -> Audience:
    """The audience of one side alone."""
    return only(side ^ state.flip)


def watching(t: Tables, state: State, side: int, *places: int) -> Audience:
    """Who sees which units of a side do something in these places [20.0].

    Its own side; the Caledonians in center hexes; whoever was shown the hex; and everybody where
    both sides stand.
    """
    enemy = 1 - side
    audience = only(side ^ state.flip)
    for place in places:
        if place >= t.board.hexes:
            continue
        if place in state.sieges or (state.here[ROMAN][place] and state.here[CALEDONIAN][place]):
            return EVERYONE
        center = enemy == CALEDONIAN and t.board.center_at[place] != NONE
        if center or state.peek[enemy] == place:
            audience |= only(enemy ^ state.flip)
    return audience
