"""The position before the first choice."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.games.cambria.ids import (
    BOATS,
    NO_TOKEN,
    NONE,
    ON_BOARD,
    RUNNING,
    STANDARD,
    START,
    WARRIORS,
)
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.state import Frame, State


def new_state(tables: Tables, seats: int, options: Mapping[str, str]) -> State:
    """Forts, tokens and supplies in place, the legion on its standard [setup.1-8]."""
    side = [board.key for board in tables.boards].index(options["side"])
    board = tables.boards[side]
    players = 3 if seats == 2 else seats
    return State(
        side=side,
        boat_doubles=options["boat_can_make_doubles"] == "on",
        eagle_doubles=options["eagle_can_make_doubles"] == "on",
        may_decline=options["decline_after_rolling"] == "on",
        dummy_may_stay=options.get("dummy_may_stay", "off") == "on",
        seats=seats,
        players=players,
        held=[0] * players,
        supply=[WARRIORS] * players,
        aboard=[NONE] * BOATS,
        legion=STANDARD,
        captor=[ON_BOARD] * board.sites,
        second=[ON_BOARD if points else NO_TOKEN for points in board.victory],
        touched=0,
        rolls=[0] * seats,
        start=NONE,
        latest=[0] * seats,
        turn=0,
        passes=0,
        die_a=0,
        die_b=0,
        ended=RUNNING,
        stack=[
            Frame(
                START,
                seat=0,
                player=0,
            )
        ],
    )
