"""Final places, and what decided them."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.protocol import Outcome
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import ATTRIBUTES
from ludus.games.hadrians_wall.mechanics.points import (
    final_disdain,
    paths_points,
    penalty,
    solo_rank,
)
from ludus.games.hadrians_wall.state import State


def outcome_of(board: Board, state: State) -> Outcome:
    """Points, then less Disdain, then more from Paths; else shared [endgame.4-7]."""
    parts: list[Mapping[str, int]] = []
    keys: list[tuple[int, int, int]] = []
    for sheet in state.sheets:
        paths = paths_points(board, sheet)
        lost = penalty(board, sheet)
        renown, piety, valour, discipline = (sheet[place] for place in ATTRIBUTES)
        parts.append(
            {
                "renown": renown,
                "piety": piety,
                "valour": valour,
                "discipline": discipline,
                "paths": paths,
                "disdain": -lost,
            }
        )
        points = renown + piety + valour + discipline + paths - lost
        keys.append((-points, final_disdain(board, sheet), -paths))
    scores = tuple(-key[0] for key in keys)
    if state.seats == 1:
        return Outcome(scores, (1,), "years", f"rank.{solo_rank(board, scores[0])}", tuple(parts))
    order = sorted(keys)
    decided_by = "points"
    if order[0][0] == order[1][0]:
        decided_by = "shared"
        if order[0][1] != order[1][1]:
            decided_by = "disdain"
        elif order[0][2] != order[1][2]:
            decided_by = "paths"
    ranks = tuple(order.index(key) + 1 for key in keys)
    return Outcome(scores, ranks, "years", decided_by, tuple(parts))
