"""The planning phase: recruiting, income, heroes and a card's offers [planning, fort, heroes]."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Emit, Event, only
from ludus.games.conqueror.cards import BUY_AT_FORT, BUY_AT_HOME
from ludus.games.conqueror.ids import CAVALRY, GREAT_FORT, INFANTRY
from ludus.games.conqueror.mechanics.costs import hero_price, income
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State


def options(t: Tables, state: State, seat: int) -> list[Action]:
    """What may be done before the first action, in the order of the action space."""
    found: list[Action] = []
    if not state.collected:
        found.append(t.collect)
    law = t.laws[state.card + 1]
    room = army.room_of(t, state, seat)
    if law.recruit and room + law.recruit_quota > 0:
        _recruits(t, state, seat, found)
    offer = law.buy_place and state.bought < law.buy_limit and room > 0
    if offer and state.purse[seat] >= law.buy_price:
        _offers(t, state, seat, found)
    _heroes(t, state, seat, found)
    return found


def _recruits(t: Tables, state: State, seat: int, found: list[Action]) -> None:
    board = t.boards[state.map]
    forts = state.held[seat] & board.fort_mask & ~state.drained
    fresh: list[Action] = []
    while forts:
        low = forts & -forts
        forts ^= low
        place = low.bit_length() - 1
        found.append(t.recruit_infantry[place])
        if board.fort[place] == GREAT_FORT and not state.drafted & low:
            fresh.append(t.recruit_cavalry[place])
    found += fresh


def _offers(t: Tables, state: State, seat: int, found: list[Action]) -> None:
    law = t.laws[state.card + 1]
    places = 0
    if law.buy_place == BUY_AT_FORT:
        places = state.held[seat] & t.boards[state.map].fort_mask
    elif law.buy_place == BUY_AT_HOME and army.holds_home(t, state, seat):
        places = 1 << army.home_of(t, state, seat)
    while places:
        low = places & -places
        places ^= low
        found.append(t.hire[low.bit_length() - 1])


def _heroes(t: Tables, state: State, seat: int, found: list[Action]) -> None:
    faction = state.faction[seat]
    if state.purse[seat] < t.cheapest[faction] + t.laws[state.card + 1].hero_price:
        return
    taken = state.hand[seat] | state.burnt[seat]
    first = faction * t.heroes_each
    for number in range(t.heroes_each):
        if not taken >> number & 1:
            hero = t.heroes[first + number]
            if hero_price(hero, t.laws[state.card + 1]) <= state.purse[seat]:
                found.append(t.buy[first + number])


def income_of(t: Tables, state: State, seat: int) -> int:
    """What collecting pays a seat [currency.1-3]."""
    return income(t.boards[state.map], t.laws[state.card + 1], state.held[seat])


def collect(t: Tables, state: State, seat: int, emit: Emit | None) -> None:
    coins = income_of(t, state, seat)
    state.purse[seat] += coins
    state.collected = True
    if emit is not None:
        emit(Event("income", {"seat": seat, "coins": coins}))


def act_collect(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    collect(t, state, seat, emit)


def act_recruit(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """A great fort gives a second infantry after a first one, but then no cavalry."""
    place = action.arg
    bit = 1 << place
    kind = INFANTRY if action.verb == "recruit_infantry" else CAVALRY
    if (
        kind == INFANTRY
        and t.boards[state.map].fort[place] == GREAT_FORT
        and not state.drafted & bit
    ):
        state.drafted |= bit
    else:
        state.drained |= bit
    army.add(state, seat, place, kind, 1)
    if emit is not None:
        emit(Event("recruit", {"seat": seat, "place": place, "kind": kind}))


def act_hire(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    law = t.laws[state.card + 1]
    state.purse[seat] -= law.buy_price
    state.bought += 1
    army.add(state, seat, action.arg, law.buy_unit, 1)
    if emit is not None:
        facts = {"seat": seat, "place": action.arg, "kind": law.buy_unit, "price": law.buy_price}
        emit(Event("hire", facts))


def act_buy(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """A hero goes into the hand face down; its price is public [heroes.14]."""
    hero = t.heroes[action.arg]
    price = hero_price(hero, t.laws[state.card + 1])
    state.purse[seat] -= price
    state.hand[seat] |= 1 << action.arg % t.heroes_each
    if emit is not None:
        emit(Event("hero_bought", {"seat": seat, "price": price}, EVERYONE))
        emit(Event("hero_name", {"seat": seat, "hero": action.arg}, only(seat)))
