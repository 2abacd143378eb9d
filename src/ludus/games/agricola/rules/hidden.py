"""Hidden units: who sees what they do, what is remembered, and what the others are shown [20.0].

A player remembers which units were in a battle or in a hex that was shown, for as long as none of
them can have left unseen. If a whole stack moves, what is known about it moves with it.
"""

from __future__ import annotations

from ludus.core.protocol import EVERYONE, Audience, Emit, Event, Seat, only
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.rules.forces import be_sure, lose_track, passengers, put, vacated
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def seat_of(state: State, side: int) -> Seat:
    return side ^ state.flip


def side_of(state: State, seat: Seat) -> int:
    return seat ^ state.flip


def only_side(state: State, side: int) -> Audience:
    """The audience of one side alone."""
    return only(side ^ state.flip)


def who_sees(t: Tables, state: State, side: int, *places: int) -> Audience:
    """Who sees which units of a side do something in these places [20.0].

    Its own side; the Caledonians in center hexes; the enemy if it was shown the hex; and everybody
    where both sides are.
    """
    enemy = 1 - side
    audience = only(side ^ state.flip)
    for place in places:
        if place >= t.board.hexes:
            continue
        if place in state.sieges or (state.here[ROMAN][place] and state.here[CALEDONIAN][place]):
            return EVERYONE
        center = enemy == CALEDONIAN and t.board.center_at[place] != NONE
        if center or state.peek[enemy] == place:
            audience |= only(enemy ^ state.flip)
    return audience


# What a side has seen and still knows ------------------------------------------------------------


def remember(state: State, side: int, mask: int) -> None:
    """A side sees enemy units; it knows where they are until one of them might have left."""
    be_sure(state, side, state.known[side] | mask)


def follow_known(
    t: Tables, state: State, side: int, mask: int, start: int, end: int, before: int
) -> None:
    """Units have gone from one place to another. The enemy still knows what it knew `before` if it
    saw who went, and of those who went if nobody stayed behind."""
    enemy = 1 - side
    if who_sees(t, state, side, start, end) >> seat_of(state, enemy) & 1:
        be_sure(state, enemy, before | mask)
    elif vacated(t, state, side, start):
        be_sure(state, enemy, state.known[enemy] | before & mask)


def forget(t: Tables, state: State, side: int, mask: int) -> None:
    """Units of a side may leave the map unseen: the enemy is no longer sure of any of them.

    This is done before they leave, and for all that might: to forget only the units that left
    would give away which ones they are.
    """
    enemy = 1 - side
    seat = seat_of(state, enemy)
    for unit in units(state.known[enemy] & mask):
        place = state.at[side][unit]
        if place <= t.board.britannia and not who_sees(t, state, side, place) >> seat & 1:
            lose_track(state, side, 1 << unit, place)


# Units set down and lifted -----------------------------------------------------------------------


def withdraw_unit(
    t: Tables, state: State, side: int, unit: int, place: int, emit: Emit | None
) -> None:
    """Lift a unit from the map to a box or base: no movement, no elimination [11.6]."""
    start = state.at[side][unit]
    before = state.known[1 - side]
    if side == ROMAN:
        state.aboard[unit] = NONE
        if t.rome.fleets >> unit & 1:
            # The units aboard stay behind, ashore.
            for other in units(passengers(t, state, unit)):
                state.aboard[other] = NONE
    put(t, state, side, unit, place)
    # Units that might leave were forgotten before; the enemy is still sure of the others.
    seen = who_sees(t, state, side, start, place) >> seat_of(state, 1 - side) & 1
    be_sure(state, 1 - side, before | 1 << unit if seen else before & ~(1 << unit))
    if place == t.board.recruit:
        state.disrupted[side] &= ~(1 << unit)
    emit_transfer(t, state, side, unit, start, place, emit)


def emit_transfer(
    t: Tables, state: State, side: int, unit: int, start: int, end: int, emit: Emit | None
) -> None:
    """A unit was lifted from one place to another.

    The owner learns which one; the others only what the map shows: a place that is empty now, and
    one that was empty before.
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
    emit(Event("withdrawn_unit", facts, who_sees(t, state, side, start, end)))


def emit_placed(
    t: Tables, state: State, side: int, unit: int, emit: Emit | None, quietly: bool = False
) -> None:
    """A unit was placed; the others see it only if the place was empty before."""
    if emit is None:
        return
    place = state.at[side][unit]
    alone = (state.here[side][place] & ~t.musters[side].static).bit_count() == 1
    fixed = bool(t.musters[side].static >> unit & 1)
    if (alone or fixed) and not quietly:
        emit(Event("placed", {"side": side, "place": place}))
    facts = {"side": side, "unit": unit, "place": place}
    emit(Event("placed_unit", facts, who_sees(t, state, side, place)))
