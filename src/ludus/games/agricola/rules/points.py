"""Action Points [10.0]."""

from __future__ import annotations

from ludus.core.protocol import Emit, Event
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def add_points(t: Tables, state: State, side: int, count: int, emit: Emit | None) -> None:
    """Change an index; never above nine nor below zero [10.2]."""
    before = state.points[side]
    after = min(t.most, max(0, before + count))
    state.points[side] = after
    if emit is not None and count:
        emit(Event("points", {"side": side, "by": after - before, "now": after}))


def pay(t: Tables, state: State, side: int, count: int, emit: Emit | None) -> None:
    if count:
        add_points(t, state, side, -count, emit)
