"""The clock of the player in turn, warnings and bribes [planning.3-4, bribe, bribe_action].

Time running out is a move of the CLOCK seat. A first bribe opens a short window in which bribes of
others count as made at the same moment; then the die decides among them [bribe.8].

Warning and bribing are optional: the offer stands until the player in turn acts. Who lets it pass
is asked again after whatever that player does meanwhile, and may take it back [bribe.24].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.machine import Act
from ludus.core.protocol import CLOCK, EVERYONE, Decision, Emit, Event
from ludus.games.conqueror.ids import (
    CAVALRY,
    CLAIM,
    CLAIM_ROLL,
    CLAIM_TIME,
    INFANTRY,
    INSIDE,
    NONE,
    PLANNING_TIME,
    QUIET,
    QUIET_TIME,
    STILL,
    TIME_UP,
    TRIM,
    TURN,
    WARNED,
    WHICH,
)
from ludus.games.conqueror.mechanics.costs import bribe_price, quota
from ludus.games.conqueror.rules import army, rolling
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

AFTER_TIME: Final = {PLANNING_TIME: TIME_UP, QUIET: STILL, WARNED: TIME_UP}
"""What the clock turns to when it has run out."""
TIME_PROMPT: Final = {PLANNING_TIME: "planning_time", QUIET: "quiet_time", WARNED: "warned_time"}


def restart(state: State) -> None:
    """After an action: a running clock stops, and the quiet time before a warning starts."""
    state.acting = True
    if state.time_limit:
        state.clock = QUIET
        state.timer += 1
        state.declined = 0


def beside(t: Tables, state: State, seat: int) -> list[Decision]:
    """What the clock and the others may do while `seat` is thinking."""
    clock = state.clock
    if clock in AFTER_TIME:
        wait = QUIET_TIME if clock == QUIET else state.time_limit
        return [Decision(CLOCK, TIME_PROMPT[clock], t.time, wait=wait, timer=state.timer)]
    found: list[Decision] = []
    for rival in range(state.seats):
        if rival == seat or not state.alive >> rival & 1 or state.declined >> rival & 1:
            continue
        if clock == STILL:
            options = (*t.wait, *t.actions["warn"])
            found.append(Decision(rival, "warn", options, declines=t.wait))
        else:
            bribes = bribes_of(t, state, seat, rival)
            if bribes:
                found.append(Decision(rival, "bribe", (*t.wait, *bribes), declines=t.wait))
    return found


def inside(state: State, seat: int) -> bool:
    """Whether `seat` is in turn and has to answer a question inside it [bribe_action.10]."""
    stack = state.stack
    return stack[-1].phase in INSIDE and stack[0].phase == TURN and stack[0].seat == seat


def bribes_of(t: Tables, state: State, late: int, briber: int) -> list[Action]:
    """The late player's armies that a rival can pay and feed [bribe.9-16]."""
    found = []
    for place in range(t.boards[state.map].places):
        if state.owner[place] == late and (state.infantry[place] or state.cavalry[place]):
            affordable = price_of(t, state, place) <= state.purse[briber]
            if affordable and not exempt(t, state, place) and feeds(t, state, briber, place):
                found.append(t.actions["bribe"][place])
    return found


def price_of(t: Tables, state: State, place: int) -> int:
    """What the army of a territory costs."""
    return bribe_price(army.strength(state, place), t.laws[state.card + 1])


def exempt(t: Tables, state: State, place: int) -> bool:
    """Armies in the home of any faction in the game cannot be bribed, nor those under way."""
    home = t.boards[state.map].home_of[place]
    return (home != NONE and home in state.faction) or under_way(t, state, place)


def under_way(t: Tables, state: State, place: int) -> bool:
    """Whether units there are fighting, or about to move, until that is over [bribe_action.11]."""
    fight = state.battle
    if fight is not None and place in (fight.origin, fight.target):
        return True
    for frame in state.stack:
        if frame.phase == WHICH and t.boards[state.map].links[frame.which][0] == place:
            return True
    return False


def feeds(t: Tables, state: State, briber: int, place: int) -> bool:
    """Whether the army fits the briber's quota, the food that comes with it counted in."""
    units = state.size[briber] + state.infantry[place] + state.cavalry[place]
    held = state.held[briber] | 1 << place
    return units <= quota(t.quota, t.boards[state.map], t.laws[state.card + 1], held)


def act_time(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """Time has run out, or the moment of quiet is over."""
    if state.clock == PLANNING_TIME and state.bribed:
        # Nothing more can be bribed in planning, so a second minute ends it [bribe.23].
        restart(state)
        if emit is not None:
            emit(Event("planning_over", {"seat": frame.seat}, bars=EVERYONE))
        return
    warned = state.clock != QUIET
    state.clock = AFTER_TIME[state.clock]
    state.declined = 0
    if emit is not None and warned:
        emit(Event("time_up", {"seat": frame.seat}))


def act_wait(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    state.declined |= 1 << seat


def act_warn(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    state.clock = WARNED
    state.timer += 1
    state.declined = 0
    if emit is not None:
        facts = {"seat": seat, "late": frame.seat, "wait": state.time_limit}
        emit(Event("warning", facts, bars=EVERYONE))


# Bribes and claims to them -----------------------------------------------------------------------


def act_bribe(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """The first claim: others have a moment to make theirs."""
    state.claims = [NONE] * state.seats
    state.declined = 0
    state.timer += 1
    state.stack.append(Frame(CLAIM, frame.seat))
    act_claim(t, state, state.stack[-1], seat, action, emit)


def decide_claim(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    found = [Decision(CLOCK, "claim_time", t.time, wait=CLAIM_TIME, timer=state.timer)]
    for seat in rivals(t, state, frame.seat):
        bribes = bribes_of(t, state, frame.seat, seat)
        # The same question as before the first bribe: an answer already on its way still counts.
        found.append(Decision(seat, "bribe", (*t.wait, *bribes), declines=t.wait))
    return found


def rivals(t: Tables, state: State, late: int) -> list[int]:
    """Who may still join in: neither declined nor claimed, and able to pay something.

    Who is out of the game has no coins.
    """
    return [
        seat
        for seat in range(state.seats)
        if seat != late
        and not state.declined >> seat & 1
        and state.claims[seat] == NONE
        and bribes_of(t, state, late, seat)
    ]


def act_claim(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    verb = action.verb
    if verb == "bribe":
        state.claims[seat] = action.arg
        if emit is not None:
            facts = {"seat": seat, "place": action.arg, "late": frame.seat}
            emit(Event("claim", facts, bars=EVERYONE))
    elif verb == "wait":
        state.declined |= 1 << seat
    if verb == "time" or not rivals(t, state, frame.seat):
        close_claims(t, state, frame, emit)


def close_claims(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    claimants = [seat for seat in range(state.seats) if state.claims[seat] != NONE]
    state.declined = 0
    if len(claimants) > 1:
        frame.phase = CLAIM_ROLL
        state.stack.pop()
        late = frame.seat
        rolling.begin(state, CLAIM_ROLL, claimants, emit)
        state.stack[-1].which = late
    else:
        state.stack.pop()
        succeed(t, state, frame.seat, claimants[0], emit)


def act_claim_roll(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    winner = rolling.roll(state, frame, action.arg, emit)
    if winner != NONE:
        state.stack.pop()
        succeed(t, state, frame.which, winner, emit)


def succeed(t: Tables, state: State, late: int, briber: int, emit: Emit | None) -> None:
    """Army and territory change hands for the full price to the bank [bribe.2-4]."""
    place = state.claims[briber]
    price = price_of(t, state, place)
    state.purse[briber] -= price
    state.claims = [NONE] * state.seats
    infantry = state.infantry[place]
    cavalry = state.cavalry[place]
    army.settle_place(state, place)
    army.lift(state, place, INFANTRY, infantry)
    army.lift(state, place, CAVALRY, cavalry)
    army.take(state, briber, place)
    army.add(state, briber, place, INFANTRY, infantry)
    army.add(state, briber, place, CAVALRY, cavalry)
    if emit is not None:
        facts = {"seat": briber, "late": late, "place": place, "price": price}
        emit(Event("bribe", facts, bars=EVERYONE))
    if state.stack[-1].phase == TRIM and army.room_of(t, state, late) >= 0:
        # With the army the hunger has gone.
        state.stack.pop()
    if state.acting:
        restart(state)
    else:
        # One territory at most is lost in a planning phase; a new minute runs [bribe.7, bribe.23].
        state.bribed = True
        state.clock = PLANNING_TIME
        state.timer += 1


BESIDE_ACTS: Final[dict[str, Act[Tables, State, Frame]]] = {
    "time": act_time,
    "wait": act_wait,
    "warn": act_warn,
    "bribe": act_bribe,
}
"""What the clock and the others do while the player in turn is thinking."""
