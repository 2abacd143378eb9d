"""What chance is asked for: dice, units and stratagem markers."""

from __future__ import annotations

from ludus.games.agricola.ids import (
    DRAW,
    NONE,
    PICK,
    ROLL,
)
from ludus.games.agricola.state import (
    Frame,
    State,
)


def draw_units(state: State, side: int, count: int, place: int) -> None:
    """Have so many Caledonian units picked from the Recruit box and set down in a place."""
    if count > 0:
        state.stack.append(Frame(DRAW, side, value=count, place=place))


def draw_markers(state: State, side: int, count: int) -> None:
    if count > 0:
        state.stack.append(Frame(PICK, side, value=count))


def roll(state: State, side: int, purpose: int, dice: int = 1, place: int = NONE) -> None:
    """Have dice rolled; what they are for goes on when they lie."""
    state.stack.append(Frame(ROLL, side, step=purpose, value=dice, place=place))
