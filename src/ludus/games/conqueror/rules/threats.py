"""External threats: secret bids and their consequences [threat]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Decision, Emit, Event, Fact
from ludus.games.conqueror.cards import (
    ALL,
    ALL_BUT_LOWEST,
    GIVE_CURRENCY,
    GIVE_UNITS,
    HIGHEST,
    LOWEST,
    TAKE_CURRENCY,
    TAKE_UNITS,
    Consequence,
    Threat,
)
from ludus.games.conqueror.ids import BID, BID_ROLL, BID_STEP, NONE
from ludus.games.conqueror.rules import army, losses, rolling
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State


def open_bidding(t: Tables, state: State, emit: Emit | None) -> None:
    """Ask every player who is still in the game for a sealed bid."""
    state.bids = [NONE] * state.seats
    state.pledged = [0] * state.seats
    state.stack.append(Frame(BID))
    if emit is not None:
        minimum = threat_of(t, state).minimum_for(len(bidders(state)))
        emit(Event("bidding", {"card": state.card, "minimum": minimum}))


def threat_of(t: Tables, state: State) -> Threat:
    threat = t.cards[state.card].threat
    assert threat is not None
    return threat


def decide_bid(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """A purse longer than the table of bids is bid by steps, unseen by the others like the rest."""
    bid = t.actions["bid"]
    more = t.actions["more"]
    decisions = []
    for seat in bidders(state):
        if state.bids[seat] == NONE:
            left = state.purse[seat] - state.pledged[seat]
            options = bid[: left + 1]
            if left >= BID_STEP:
                options += more
            decisions.append(Decision(seat, "bid", options))
    return decisions


def bidders(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.alive >> seat & 1]


def act_bid(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    if action.verb == "more":
        state.pledged[seat] += BID_STEP
        return
    state.bids[seat] = state.pledged[seat] + action.arg
    if emit is not None:
        emit(Event("bid_made", {"seat": seat}))
    if all(state.bids[other] != NONE for other in bidders(state)):
        state.stack.pop()
        reveal(t, state, emit)


def reveal(t: Tables, state: State, emit: Emit | None) -> None:
    """All bids are opened and paid; then the card's consequences [threat.5-18]."""
    seats = bidders(state)
    total = 0
    for seat in seats:
        total += state.bids[seat]
        state.purse[seat] -= state.bids[seat]
    threat = threat_of(t, state)
    minimum = threat.minimum_for(len(seats))
    won = total >= minimum
    if emit is not None:
        facts: dict[str, Fact] = {
            "bids": tuple(state.bids),
            "total": total,
            "minimum": minimum,
            "won": int(won),
        }
        emit(Event("bids", facts, bars=EVERYONE))
    if not won:
        consequences(t, state, threat.lost, NONE, emit)
        return
    best = max(state.bids[seat] for seat in seats)
    highest = [seat for seat in seats if state.bids[seat] == best]
    if len(highest) > 1:
        rolling.begin(state, BID_ROLL, highest, emit)
    else:
        consequences(t, state, threat.won, highest[0], emit)


def act_bid_roll(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    winner = rolling.roll(state, frame, action.arg, emit)
    if winner != NONE:
        state.stack.pop()
        consequences(t, state, threat_of(t, state).won, winner, emit)


# What follows, as a table of small functions by primitive ----------------------------------------


def consequences(
    t: Tables, state: State, lines: Sequence[Consequence], highest: int, emit: Emit | None
) -> None:
    # Frames for chosen losses go on a stack, so the last in turn order is put down first.
    for line in lines:
        for seat in reversed(hit(state, line.who, highest)):
            CONSEQUENCES[line.op](t, state, seat, line, emit)


def hit(state: State, who: int, highest: int) -> list[int]:
    """The seats that a line speaks of, in turn order."""
    seats = [seat for seat in state.order if state.alive >> seat & 1]
    if who == ALL:
        return seats
    if who == HIGHEST:
        return [highest]
    least = min(state.bids[seat] for seat in seats)
    lowest = who == LOWEST
    assert lowest or who == ALL_BUT_LOWEST
    return [seat for seat in seats if (state.bids[seat] == least) == lowest]


def _take_currency(
    t: Tables, state: State, seat: int, line: Consequence, emit: Emit | None
) -> None:
    paid = min(line.n, state.purse[seat])
    state.purse[seat] -= paid
    if emit is not None:
        emit(Event("threat_coins", {"seat": seat, "coins": -paid}))


def _give_currency(
    t: Tables, state: State, seat: int, line: Consequence, emit: Emit | None
) -> None:
    state.purse[seat] += line.n
    if emit is not None:
        emit(Event("threat_coins", {"seat": seat, "coins": line.n}))


def _take_units(t: Tables, state: State, seat: int, line: Consequence, emit: Emit | None) -> None:
    losses.demand_units(t, state, seat, line.n, emit)


def _give_units(t: Tables, state: State, seat: int, line: Consequence, emit: Emit | None) -> None:
    """At the player's home, as far as food allows; without the home they are lost [threat.21]."""
    if not army.holds_home(t, state, seat):
        return
    count = max(0, min(line.n, army.room_of(t, state, seat)))
    place = army.home_of(t, state, seat)
    army.add(state, seat, place, line.unit, count)
    if emit is not None:
        facts = {"seat": seat, "place": place, "kind": line.unit, "count": count}
        emit(Event("threat_units", facts))


CONSEQUENCES: Final[dict[int, Callable[[Tables, State, int, Consequence, Emit | None], None]]] = {
    TAKE_CURRENCY: _take_currency,
    GIVE_CURRENCY: _give_currency,
    TAKE_UNITS: _take_units,
    GIVE_UNITS: _give_units,
}
