"""Positions as rows of whole numbers: what nets are told. `encode.py` makes features of them."""

from __future__ import annotations

from typing import Final

from ludus.core.protocol import Seat
from ludus.games.cambria.ids import BOATS, MAX_SEATS, NONE, PHASE_COUNT
from ludus.games.cambria.state import State

SLOTS: Final = MAX_SEATS

# Where the numbers stand in a row.
VIEWER: Final = 0
SIDE: Final = 1
SEATS: Final = 2
RULINGS: Final = 3
HELD: Final = 4
SUPPLY: Final = HELD + SLOTS + 1
LATEST: Final = SUPPLY + SLOTS + 1
ROLLS: Final = LATEST + SLOTS + 1
ABOARD: Final = ROLLS + SLOTS + 1
LEGION: Final = ABOARD + BOATS
TOUCHED: Final = LEGION + 1
START: Final = TOUCHED + 1
TURN: Final = START + 1
PASSES: Final = TURN + 1
DICE: Final = PASSES + 1
QUESTION: Final = DICE + 2
EXPECTED: Final = QUESTION + 5
SITES: Final = EXPECTED + SLOTS + 1
"""Who took each fort token, then who took each victory point token."""

FINE: Final = 64
"""What the evaluation expects is kept in parts of a point."""


def pack_position(state: State, viewer: Seat, worth: list[float]) -> tuple[int, ...]:
    """The position as a row. Nothing in it is secret."""
    rulings = (
        state.boat_doubles
        + 2 * state.eagle_doubles
        + 4 * state.may_decline
        + 8 * state.dummy_may_stay
    )
    row: list[int] = [viewer, state.side, state.seats, rulings]
    idle = [0] * (SLOTS + 1 - state.players)
    missing = [0] * (SLOTS + 1 - state.seats)
    row += state.held
    row += idle
    row += state.supply
    row += idle
    row += state.latest
    row += missing
    row += state.rolls
    row += missing
    row += state.aboard
    row.append(state.legion)
    row.append(state.touched)
    row.append(state.start)
    row.append(state.turn)
    row.append(state.passes)
    row.append(state.die_a)
    row.append(state.die_b)
    if state.stack:
        frame = state.stack[-1]
        row += (frame.phase, frame.seat, frame.player, frame.die, frame.target)
    else:
        row += (PHASE_COUNT, NONE, NONE, 0, NONE)
    row += [int(points * FINE) for points in worth]
    row += idle
    row += state.captor
    row += state.second
    return tuple(row)
