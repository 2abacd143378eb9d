"""Winter turns [8.0]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.mechanics import is_quartered
from ludus.games.agricola.rules.forces import be_sure, on_map, places_of, put, standing
from ludus.games.agricola.rules.hidden import emit_transfer, forget, seat_of, who_sees
from ludus.games.agricola.rules.recruiting import praesidium_hexes, take, takeable, taken
from ludus.games.agricola.rules.scoring import roman_points, seen_points
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State


def unquartered(t: Tables, state: State, side: int) -> int:
    """Units on the map that may not stay where they are."""
    here = state.here[side]
    mask = 0
    for place in places_of(state, side, on_map(t, state, side)):
        camp = side == ROMAN and here[place] & t.rome.praesidia != 0
        if not is_quartered(t.board, side, place, camp):
            mask |= here[place]
    return mask


def homeless(t: Tables, state: State, side: int) -> int:
    """Units that must go into quarters next: land units first, then fleets."""
    mask = unquartered(t, state, side)
    return mask & ~t.musters[side].fleets or mask


def quarters(t: Tables, state: State, side: int, fleet: bool) -> list[int]:
    """Where they may go; nothing limits how many [8.1]."""
    if side == CALEDONIAN:
        return sorted(p for p in t.board.center_hex if not standing(state, ROMAN, p))
    camps = praesidium_hexes(t, state)
    if fleet:
        found = {place for place in camps if t.board.coastal[place]}
    else:
        forts = t.board.fortress_hex
        found = {place for place in forts if not standing(state, CALEDONIAN, place)}
        found |= set(camps)
    found.add(t.board.britannia)
    return sorted(found)


def step_winter(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if not frame.flags:
        frame.flags = 1
        forget(t, state, frame.side, unquartered(t, state, frame.side))
    if homeless(t, state, frame.side):
        return True
    if frame.side == ROMAN:
        # Nobody stays embarked through the winter [8.1.6].
        for unit in range(t.rome.count):
            state.aboard[unit] = NONE
    state.stack.pop()
    return False


def _is_fleet(t: Tables, side: int, mask: int) -> bool:
    return bool(mask & t.musters[side].fleets)


def decide_winter(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    mask = homeless(t, state, side)
    places = quarters(t, state, side, _is_fleet(t, side, mask))
    several = mask.bit_count() > 1
    options = takeable(t, frame, mask) if several else []
    options += [t.place[place] for place in places]
    if several:
        options += [t.every[place] for place in places]
    return (Decision(seat_of(state, side), "winter", options),)


def act_winter(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """The units that were taken go, else the lowest one; or all of them."""
    side = frame.side
    if action.verb == "unit":
        take(state, frame, action.arg, emit)
        return
    mask = homeless(t, state, side)
    chosen = mask if action.verb == "all" else taken(frame, mask)
    frame.mask = 0
    for unit in units(chosen):
        start = state.at[side][unit]
        if side == ROMAN:
            state.aboard[unit] = NONE
        before = state.known[1 - side]
        put(t, state, side, unit, action.arg)
        if who_sees(t, state, side, start, action.arg) >> seat_of(state, 1 - side) & 1:
            be_sure(state, 1 - side, before | 1 << unit)
        emit_transfer(t, state, side, unit, start, action.arg, emit)


def end_winter(t: Tables, state: State, emit: Emit | None) -> None:
    """Points are lost, eliminated elites can be recruited again, pillaged land recovers."""
    if emit is not None:
        turns = t.charts.turns
        facts: dict[str, Fact] = {
            "year": turns.years[turns.winters.index(state.turn)],
            "roman": tuple(roman_points(t, state).values()),
            "tribes": tuple(seen_points(t, state).values()),
        }
        emit(Event("year_over", facts))
    state.points = [0, 0]
    for side, muster in enumerate(t.musters):
        for unit in units(state.here[side][t.board.fallen] & ~muster.supreme):
            before = state.known[1 - side]
            put(t, state, side, unit, t.board.recruit)
            be_sure(state, 1 - side, before | 1 << unit)
    state.pillaged.clear()
    if emit is not None:
        emit(Event("winter_over", {"turn": state.turn}))
