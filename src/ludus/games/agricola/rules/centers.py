"""The counters of Tribal Centers: laid, turned up, removed [24.0]."""

from __future__ import annotations

from ludus.core.protocol import Emit, Event
from ludus.games.agricola.ids import AMBUSH, CALEDONIAN, NONE, OPPIDUM, ROMAN, WASTES
from ludus.games.agricola.rules.forces import put
from ludus.games.agricola.rules.hidden import seat_of
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def remove_counter(t: Tables, state: State, center: int) -> None:
    """Take a center counter off the map; the caller says where it goes."""
    if state.center[center] == OPPIDUM:
        put(t, state, CALEDONIAN, t.first_oppidum + center, t.board.absent)
    state.center[center] = NONE
    state.center_up &= ~(1 << center)


def set_counter(t: Tables, state: State, center: int, kind: int) -> None:
    """Lay a counter face down on a center."""
    state.center[center] = kind
    if kind == OPPIDUM:
        put(t, state, CALEDONIAN, t.first_oppidum + center, t.board.center_hex[center])


def oppidum_at(t: Tables, state: State, place: int) -> bool:
    center = t.board.center_at[place]
    return center != NONE and state.center[center] == OPPIDUM


def face_down(t: Tables, state: State, place: int) -> bool:
    """Whether a center counter lies face down in the hex."""
    center = t.board.center_at[place]
    return center != NONE and state.center[center] != NONE and not state.center_up >> center & 1


def turn_up(t: Tables, state: State, center: int, emit: Emit | None) -> int:
    """Turn a center counter face up and take away what does not stay; its type [24.2, 24.3]."""
    kind = state.center[center]
    state.center_up |= 1 << center
    if emit is not None:
        bars = 1 << seat_of(state, ROMAN)
        emit(Event("counter_up", {"center": center, "type": kind}, bars=bars))
    if kind in (AMBUSH, WASTES):
        remove_counter(t, state, center)
        state.spare[kind] += 1
    return kind
