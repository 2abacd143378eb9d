"""Who has won: by forts held, as the last one left, or by the round limit [victory]."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.protocol import Outcome
from ludus.games.conqueror.board import Board, icons
from ludus.games.conqueror.ids import BY_FORTS, BY_SURVIVAL, NONE, REASONS
from ludus.games.conqueror.state import State


def outcome_of(state: State, board: Board) -> Outcome:
    """The winner first; the others, and all at the round limit, by forts, food and currency."""
    champion = NONE
    if state.ended == BY_FORTS:
        champion = state.order[state.turn]
    elif state.ended == BY_SURVIVAL:
        champion = state.alive.bit_length() - 1
    keys: list[tuple[int, int, int, int]] = []
    parts: list[Mapping[str, int]] = []
    for seat in range(state.seats):
        held = state.held[seat]
        forts = (held & board.fort_mask).bit_count()
        food = icons(held, board.food_masks)
        keys.append((-int(seat == champion), -forts, -food, -state.purse[seat]))
        parts.append({"forts": forts, "food": food, "currency": state.purse[seat]})
    order = sorted(keys)
    decided_by = "forts"
    if champion != NONE:
        decided_by = REASONS[state.ended]
    elif order[0][1] == order[1][1]:
        decided_by = "food" if order[0][2] != order[1][2] else "currency"
    return Outcome(
        scores=tuple(-key[1] for key in keys),
        ranks=tuple(order.index(key) + 1 for key in keys),
        reason=REASONS[state.ended],
        decided_by=decided_by,
        parts=tuple(parts),
    )
