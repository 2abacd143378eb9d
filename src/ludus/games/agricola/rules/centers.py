"""The counters of Tribal Centers [24.0]."""

from __future__ import annotations

from ludus.games.agricola.ids import (
    CALEDONIAN,
    NONE,
    OPPIDUM,
)
from ludus.games.agricola.rules.machine import Machine
from ludus.games.agricola.rules.troops import put
from ludus.games.agricola.state import State


def remove_counter(m: Machine, state: State, center: int) -> None:
    """Take a center counter off the map; the caller says where it goes."""
    if state.center[center] == OPPIDUM:
        put(m, state, CALEDONIAN, m.first_oppidum + center, m.board.absent)
    state.center[center] = NONE
    state.center_up &= ~(1 << center)


def set_counter(m: Machine, state: State, center: int, kind: int) -> None:
    """Lay a counter face down on a center."""
    state.center[center] = kind
    if kind == OPPIDUM:
        put(m, state, CALEDONIAN, m.first_oppidum + center, m.board.center_hex[center])


def oppidum_at(m: Machine, state: State, place: int) -> bool:
    center = m.board.center_at[place]
    return center != NONE and state.center[center] == OPPIDUM


def face_down(m: Machine, state: State, place: int) -> bool:
    """Whether a center counter lies face down in the hex."""
    center = m.board.center_at[place]
    return center != NONE and state.center[center] != NONE and not state.center_up >> center & 1
