"""Units lifted from one place to another or set down, and what the enemy sees of it [11.0]."""

from __future__ import annotations

from ludus.core.protocol import Emit, Event
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import NONE, ROMAN
from ludus.games.agricola.rules.aboard import passengers
from ludus.games.agricola.rules.sides import seat_of, watching
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.troops import put
from ludus.games.agricola.state import State


def withdraw_unit(
    t: Tables, state: State, side: int, unit: int, place: int, emit: Emit | None
) -> None:
    """Lift a unit from the map to a box or base: no movement, no elimination [11.6]."""
    start = state.at[side][unit]
    before = state.known[1 - side]
    if side == ROMAN:
        state.aboard[unit] = NONE
        if t.rome.fleets >> unit & 1:
            # Whoever was aboard stays behind, ashore.
            for other in units(passengers(t, state, unit)):
                state.aboard[other] = NONE
    put(t, state, side, unit, place)
    # Who might have gone was forgotten before anybody went; of the others the enemy is still sure.
    seen = watching(t, state, side, start, place) >> seat_of(state, 1 - side) & 1
    state.known[1 - side] = before | 1 << unit if seen else before & ~(1 << unit)
    if place == t.board.recruit:
        state.disrupted[side] &= ~(1 << unit)
    tell_transfer(t, state, side, unit, start, place, emit)


def tell_transfer(
    t: Tables, state: State, side: int, unit: int, start: int, end: int, emit: Emit | None
) -> None:
    """A unit was lifted from one place to another.

    The owner hears which; the others only what a look at the map tells: a place that is empty now,
    and one that was empty before.
    """
    if emit is None:
        return
    mobile = ~t.musters[side].static
    here = state.here[side]
    gone = NONE if here[start] & mobile else start
    came = end if (here[end] & mobile).bit_count() == 1 or end > t.board.britannia else NONE
    if gone != NONE or came != NONE:
        emit(Event("withdrawn", {"side": side, "place": gone, "to": came}))
    facts = {"side": side, "unit": unit, "place": start, "to": end}
    emit(Event("withdrawn_unit", facts, watching(t, state, side, start, end)))


def tell_placed(
    t: Tables, state: State, side: int, unit: int, emit: Emit | None, quietly: bool = False
) -> None:
    """A unit was set down; the others hear of it only if the place was empty before."""
    if emit is None:
        return
    place = state.at[side][unit]
    alone = (state.here[side][place] & ~t.musters[side].static).bit_count() == 1
    fixed = bool(t.musters[side].static >> unit & 1)
    if (alone or fixed) and not quietly:
        emit(Event("placed", {"side": side, "place": place}))
    facts = {"side": side, "unit": unit, "place": place}
    emit(Event("placed_unit", facts, watching(t, state, side, place)))
