"""Winter turns [8.0]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    NONE,
    ROMAN,
)
from ludus.games.agricola.rules.machine import Machine
from ludus.games.agricola.rules.memory import forget
from ludus.games.agricola.rules.placing import praesidium_hexes
from ludus.games.agricola.rules.sides import seat_of, watching
from ludus.games.agricola.rules.transfers import tell_transfer
from ludus.games.agricola.rules.troops import put, standing
from ludus.games.agricola.rules.whereabouts import on_map, places_of
from ludus.games.agricola.state import (
    Frame,
    State,
)


def unquartered(m: Machine, state: State, side: int) -> int:
    """Units on the map that may not stay where they are."""
    board = m.board
    here = state.here[side]
    mask = 0
    for place in places_of(state, side, on_map(m, state, side)):
        if board.is_fortress[place]:
            continue
        quartered = (
            board.center_at[place] != NONE
            if side == CALEDONIAN
            else here[place] & m.rome.praesidia != 0
        )
        if not quartered:
            mask |= here[place]
    return mask


def homeless(m: Machine, state: State, side: int) -> int:
    """Units that must go into quarters now: land units first, then fleets."""
    mask = unquartered(m, state, side)
    return mask & ~m.musters[side].fleets or mask


def quarters(m: Machine, state: State, side: int, fleet: bool) -> list[int]:
    """Where they may go; nothing limits how many [8.1]."""
    if side == CALEDONIAN:
        return sorted(p for p in m.board.center_hex if not standing(state, ROMAN, p))
    camps = praesidium_hexes(m, state)
    if fleet:
        found = {place for place in camps if m.board.coastal[place]}
    else:
        forts = m.board.fortress_hex
        found = {place for place in forts if not standing(state, CALEDONIAN, place)}
        found |= set(camps)
    found.add(m.board.britannia)
    return sorted(found)


def step_winter(m: Machine, state: State, frame: Frame, emit: Emit | None) -> bool:
    if not frame.flags:
        frame.flags = 1
        forget(m, state, frame.side, unquartered(m, state, frame.side))
    if homeless(m, state, frame.side):
        return True
    if frame.side == ROMAN:
        # Nobody stays embarked through the winter [8.1.6].
        for unit in range(m.rome.count):
            state.aboard[unit] = NONE
    state.stack.pop()
    return False


def _is_fleet(m: Machine, side: int, mask: int) -> bool:
    return bool(mask & m.musters[side].fleets)


def decide_winter(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    mask = homeless(m, state, side)
    places = quarters(m, state, side, _is_fleet(m, side, mask))
    options = [m.place[place] for place in places]
    if mask.bit_count() > 1:
        options += [m.every[place] for place in places]
    return (Decision(seat_of(state, side), "winter", options),)


def act_winter(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    """The lowest unit goes, or all of them."""
    mask = homeless(m, state, side)
    chosen = mask if action.verb == "all" else mask & -mask
    for unit in units(chosen):
        start = state.at[side][unit]
        if side == ROMAN:
            state.aboard[unit] = NONE
        before = state.known[1 - side]
        put(m, state, side, unit, action.arg)
        if watching(m, state, side, start, action.arg) >> seat_of(state, 1 - side) & 1:
            state.known[1 - side] = before | 1 << unit
        tell_transfer(m, state, side, unit, start, action.arg, emit)


def end_winter(m: Machine, state: State, emit: Emit | None) -> None:
    """Points are lost, eliminated elites can be recruited again, pillaged land recovers."""
    state.points = [0, 0]
    for side, muster in enumerate(m.musters):
        for unit in units(state.here[side][m.board.fallen] & ~muster.supreme):
            before = state.known[1 - side]
            put(m, state, side, unit, m.board.recruit)
            state.known[1 - side] = before | 1 << unit
    state.pillaged.clear()
    if emit is not None:
        emit(Event("winter_over", {"turn": state.turn}))
