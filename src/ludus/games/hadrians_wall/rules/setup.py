"""The position before the first choice."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.games.hadrians_wall.board import bits
from ludus.games.hadrians_wall.ids import DIFFICULTIES, FATE_CARDS, NONE, SET
from ludus.games.hadrians_wall.mechanics.sheet import empty_sheet
from ludus.games.hadrians_wall.rules.tables import Tables
from ludus.games.hadrians_wall.rules.year import begin_year
from ludus.games.hadrians_wall.state import State


def new_state(tables: Tables, seats: int, options: Mapping[str, str]) -> State:
    """Empty sheets, full piles, and the first Fate card to be turned [setup.1-12]."""
    state = State(
        seats=seats,
        difficulty=DIFFICULTIES.index(options["difficulty"]),
        year=0,
        sheets=[empty_sheet(tables.board) for _ in range(seats)],
        decks=[bits(0, SET)] * seats,
        hands=[0] * seats,
        laid=[NONE] * seats,
        offers=[0] * seats,
        fate_pile=bits(0, FATE_CARDS),
        fate_discard=0,
        fate_card=NONE,
        attack=[],
        neutral_deck=bits(0, SET) if seats <= 2 else 0,
        neutral_cards=[],
        neutral_items=[],
        stack=[],
    )
    begin_year(state, None)
    return state
