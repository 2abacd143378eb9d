"""What must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.games.cambria.ids import GONE, ON_BOARD, STANDARD, WARRIORS
from ludus.games.cambria.state import State


def broken(state: State) -> Iterator[str]:
    """Pieces are neither made nor lost, and a road holds one of them [components.6-7]."""
    seen = 0 if state.legion == STANDARD else 1 << state.legion
    for player in range(state.players):
        if seen & state.held[player]:
            yield f"player {player} shares a road with another piece"
        seen |= state.held[player]
        out = state.held[player].bit_count() + state.aboard.count(player)
        if state.supply[player] < 0 or state.supply[player] + out != WARRIORS:
            yield f"player {player} has {state.supply[player]} + {out} warriors"
    for site, taken in enumerate(state.second):
        if taken == ON_BOARD and state.captor[site] not in (ON_BOARD, GONE):
            yield f"site {site} has a victory point token but no fort"
    if bool(state.stack) == bool(state.ended):
        yield "the game is over and goes on"
