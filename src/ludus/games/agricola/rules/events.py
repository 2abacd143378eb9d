"""The Events Phase [9.0, event.2-12]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ALLIES,
    AS_ALLY,
    AUXILIARY,
    CALEDONIAN,
    CAVALRY,
    EMPEROR,
    EQUITATA,
    FIRST_EVENT,
    FOR_EMPEROR,
    FOR_GERMANY,
    FOR_OMENS,
    FOR_RAIDS,
    FOR_REVOLT,
    FOR_TRIBES,
    FOR_WEATHER,
    FREE_RECRUIT,
    GIVE,
    GO_HOME,
    NONE,
    OMENS,
    ON_A_CENTER,
    PLACE,
    ROMAN,
    SUPREME,
    TAKE,
    UNREST,
    WITHDRAW,
)
from ludus.games.agricola.rules.action_points import add_points
from ludus.games.agricola.rules.chance import draw_markers, draw_units, roll
from ludus.games.agricola.rules.forces import (
    alike,
    be_sure,
    box_of,
    in_play,
    on_map,
    passengers,
    places_of,
    strength_of,
)
from ludus.games.agricola.rules.hidden import forget, only_side, seat_of, withdraw_unit
from ludus.games.agricola.rules.losses import disrupt
from ludus.games.agricola.rules.markers import take_marker
from ludus.games.agricola.rules.recruiting import leave_box, recruits
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

EventEffect: TypeAlias = Callable[[Tables, State, "Emit | None"], None]

REVOLT_STEP: Final = 0
GERMANY_STEP: Final = 1
ALLIED: Final = (AUXILIARY, EQUITATA, CAVALRY)


def rolled_event(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Each player rolls one die; the sum names the event, applied at once."""
    dice = frame.dice
    state.event = sum(dice)
    if emit is not None:
        emit(Event("event", {"dice": tuple(dice), "event": state.event}))
    EVENT_EFFECTS[t.charts.event[state.event - FIRST_EVENT].key](t, state, emit)


# Omens -------------------------------------------------------------------------------------------


def _omens(t: Tables, state: State, emit: Emit | None) -> None:
    roll(state, NONE, FOR_OMENS, 2)


def rolled_omens(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    dice = frame.dice
    if emit is not None:
        emit(Event("omens", {"dice": tuple(dice)}))
    # The Romans choose first; the frame below goes on with the Caledonians.
    for side in (CALEDONIAN, ROMAN):
        state.stack.append(Frame(OMENS, side, value=dice[side]))


def step_omens(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Odd: select a marker from the bin. Even: select a held one and return it."""
    state.stack.pop()
    if frame.value % 2:
        if state.bin[frame.side]:
            state.stack.append(Frame(TAKE, frame.side))
    elif state.hand[frame.side]:
        state.stack.append(Frame(GIVE, frame.side))
    return False


def decide_take(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.take[kind] for kind in units(state.bin[frame.side])]
    return (Decision(seat_of(state, frame.side), "take", options),)


def act_take(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    take_marker(state, frame.side, action.arg, emit)


def decide_give(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.give[kind] for kind in units(state.hand[frame.side])]
    return (Decision(seat_of(state, frame.side), "give", options),)


def act_give(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """A held marker goes back unseen; with step 1 another one is then selected."""
    side = frame.side
    state.stack.pop()
    state.hand[side] &= ~(1 << action.arg)
    state.bin[side] |= 1 << action.arg
    if not state.hand[side]:
        # With an empty hand everybody knows where all markers are.
        state.shelved[side] = state.bin[side]
    if emit is not None:
        emit(Event("marker_returned", {"side": side}))
        facts = {"side": side, "marker": action.arg}
        emit(Event("marker_back", facts, only_side(state, side)))
    if frame.step:
        state.stack.append(Frame(TAKE, side))


# The Emperor visits ------------------------------------------------------------------------------


def _emperor(t: Tables, state: State, emit: Emit | None) -> None:
    place = state.at[ROMAN][_agricola(t)]
    if place < t.board.hexes:
        state.stack.append(Frame(EMPEROR, ROMAN))
    elif emit is not None:
        emit(Event("no_effect", {"event": state.event}))


def _agricola(t: Tables) -> int:
    return t.rome.type.index(SUPREME)


def decide_emperor(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(seat_of(state, ROMAN), "emperor", (t.accept, t.refuse)),)


def act_emperor(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "refuse":
        if emit is not None:
            emit(Event("emperor_refused", {"side": ROMAN}))
        roll(state, ROMAN, FOR_EMPEROR)
        return
    _meet_emperor(t, state, emit)
    if box_of(t, state, ROMAN) & ~t.rome.praesidia:
        state.stack.append(Frame(FREE_RECRUIT, ROMAN))


def _meet_emperor(t: Tables, state: State, emit: Emit | None) -> None:
    """Both players know that Agricola leaves; where from, only if they knew where he was."""
    if emit is not None:
        emit(Event("emperor_met", {"side": ROMAN}))
    agricola = _agricola(t)
    known = state.known[CALEDONIAN]
    if not known >> agricola & 1:
        forget(t, state, ROMAN, t.rome.all)
        known = state.known[CALEDONIAN]
    withdraw_unit(t, state, ROMAN, agricola, t.board.britannia, emit)
    be_sure(state, CALEDONIAN, known | 1 << agricola)


def rolled_emperor(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    add_points(t, state, ROMAN, -frame.dice[0], emit)


def decide_free_recruit(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    box = box_of(t, state, ROMAN) & ~t.rome.praesidia
    options = [t.recruit[unit] for unit in recruits(t, state, box)]
    return (Decision(seat_of(state, ROMAN), "free_recruit", options or [t.done]),)


def act_free_recruit(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "recruit":
        leave_box(t, state, action.arg, t.board.britannia, emit)


# Revolt and Germany ------------------------------------------------------------------------------


def _revolt(t: Tables, state: State, emit: Emit | None) -> None:
    roll(state, ROMAN, FOR_REVOLT)


def _germany(t: Tables, state: State, emit: Emit | None) -> None:
    roll(state, ROMAN, FOR_GERMANY)


def rolled_revolt(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    die = frame.dice[0]
    forget(t, state, ROMAN, t.rome.mobile)
    state.stack.append(Frame(WITHDRAW, ROMAN, step=REVOLT_STEP, value=die))


def rolled_germany(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    die = frame.dice[0]
    draw_markers(state, ROMAN, 1)
    forget(t, state, ROMAN, t.rome.all & ~t.rome.static & ~t.rome.supreme)
    state.stack.append(Frame(WITHDRAW, ROMAN, step=GERMANY_STEP, value=die))


def withdrawable(t: Tables, state: State, step: int, chosen: int) -> int:
    """Units that may be sent: for the revolt mobile ones on the map, for Germany all in play.

    A fleet at sea with units aboard cannot go, as it would leave them in the water.
    """
    if step == REVOLT_STEP:
        mask = on_map(t, state, ROMAN) & t.rome.mobile & ~chosen
    else:
        mask = in_play(t, state, ROMAN) & ~(t.rome.static | t.rome.supreme | chosen)
    for fleet in units(mask & t.rome.fleets):
        if t.board.is_sea[state.at[ROMAN][fleet]] and passengers(t, state, fleet):
            mask &= ~(1 << fleet)
    return mask


def sendable(t: Tables, state: State, frame: Frame) -> int:
    """Units that can be part of a selection with none to spare [event.4.2]."""
    pool = withdrawable(t, state, frame.step, frame.mask)
    counts = [0] * 8
    for unit in units(pool):
        counts[strength_of(t, state, ROMAN, unit)] += 1
    chosen = [strength_of(t, state, ROMAN, unit) for unit in units(frame.mask)]
    smallest = min(chosen, default=8)
    fits = [
        counts[s] > 0 and _can_end(frame.value, sum(chosen) + s, min(smallest, s), _less(counts, s))
        for s in range(8)
    ]
    mask = 0
    for unit in units(pool):
        if fits[strength_of(t, state, ROMAN, unit)]:
            mask |= 1 << unit
    return mask


def _less(counts: Sequence[int], strength: int) -> list[int]:
    rest = list(counts)
    rest[strength] -= 1
    return rest


def _can_end(target: int, total: int, smallest: int, counts: list[int]) -> bool:
    """Whether units can be added until the total is reached and none is superfluous."""
    if total >= target:
        return total - smallest < target
    return any(
        counts[s] > 0 and _can_end(target, total + s, min(smallest, s), _less(counts, s))
        for s in range(1, 8)
    )


def step_withdraw(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """If all units together do not reach the total, all of them go [11.6.2]."""
    chosen = sum(strength_of(t, state, ROMAN, unit) for unit in units(frame.mask))
    pool = withdrawable(t, state, frame.step, frame.mask)
    rest = sum(strength_of(t, state, ROMAN, unit) for unit in units(pool))
    if chosen < frame.value <= chosen + rest:
        return True
    mask = frame.mask if chosen >= frame.value else frame.mask | pool
    state.stack.pop()
    target = t.board.britannia if frame.step == REVOLT_STEP else t.board.recruit
    for unit in units(mask):
        withdraw_unit(t, state, ROMAN, unit, target, emit)
    if emit is not None:
        emit(Event("withdrawal_over", {"side": ROMAN}))
    return False


def decide_withdraw(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.unit[unit] for unit in alike_at(t, state, sendable(t, state, frame))]
    return (Decision(seat_of(state, ROMAN), "withdraw", options or [t.done]),)


def alike_at(t: Tables, state: State, mask: int) -> list[int]:
    """One of the units that are alike and stand in the same place."""
    found: list[int] = []
    for place in places_of(state, ROMAN, mask):
        found += alike(t, state, ROMAN, mask & state.here[ROMAN][place])
    return sorted(found)


def act_withdraw(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "unit":
        frame.mask |= 1 << action.arg
        if emit is not None:
            emit(Event("chosen", {"side": ROMAN, "unit": action.arg}, only_side(state, ROMAN)))
    else:
        frame.value = 0


# Unrest, weather, tribes, raids, allies ----------------------------------------------------------


def _undisrupted(t: Tables, state: State) -> int:
    return in_play(t, state, ROMAN) & t.rome.two_step & ~state.disrupted[ROMAN]


def _unrest(t: Tables, state: State, emit: Emit | None) -> None:
    if _undisrupted(t, state):
        state.stack.append(Frame(UNREST, ROMAN))
    elif emit is not None:
        emit(Event("no_effect", {"event": state.event}))


def decide_unrest(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.unit[unit] for unit in alike_at(t, state, _undisrupted(t, state))]
    return (Decision(seat_of(state, ROMAN), "unrest", options or [t.done]),)


def act_unrest(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if emit is not None:
        emit(Event("unrest", {"side": ROMAN}))
    if action.verb == "unit":
        disrupt(t, state, ROMAN, action.arg, emit, hidden=True)


def _weather(t: Tables, state: State, emit: Emit | None) -> None:
    roll(state, NONE, FOR_WEATHER, 2)


def rolled_weather(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Odd: gain the roll. Even: lose it."""
    dice = frame.dice
    if emit is not None:
        emit(Event("weather", {"dice": tuple(dice)}))
    for side, die in enumerate(dice):
        add_points(t, state, side, die if die % 2 else -die, emit)


def _tribes(t: Tables, state: State, emit: Emit | None) -> None:
    """Once per game [2.2.5]."""
    if state.tribes_home:
        if emit is not None:
            emit(Event("no_effect", {"event": state.event}))
        return
    state.tribes_home = True
    roll(state, CALEDONIAN, FOR_TRIBES)


def rolled_tribes(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    forget(t, state, CALEDONIAN, t.tribes.mobile)
    state.stack.append(Frame(GO_HOME, CALEDONIAN, value=frame.dice[0]))


def _withdrawable_tribes(t: Tables, state: State) -> int:
    """Caledonian mobile units on the map, leaders excepted."""
    return on_map(t, state, CALEDONIAN) & t.tribes.mobile


def step_go_home(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if frame.value and _withdrawable_tribes(t, state):
        return True
    state.stack.pop()
    if emit is not None:
        emit(Event("withdrawal_over", {"side": CALEDONIAN}))
    return False


def decide_go_home(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.unit[unit] for unit in units(_withdrawable_tribes(t, state))]
    return (Decision(seat_of(state, CALEDONIAN), "go_home", options or [t.done]),)


def act_go_home(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.value -= 1
    if action.verb == "unit":
        withdraw_unit(t, state, CALEDONIAN, action.arg, t.board.recruit, emit)


def _raids(t: Tables, state: State, emit: Emit | None) -> None:
    roll(state, CALEDONIAN, FOR_RAIDS)


def rolled_raids(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    add_points(t, state, CALEDONIAN, -frame.dice[0], emit)


def _celtic_allies(t: Tables, state: State, emit: Emit | None) -> None:
    state.stack.append(Frame(PLACE, CALEDONIAN, step=ON_A_CENTER))
    draw_units(state, CALEDONIAN, 1, t.board.limbo)


def _roman_allies(t: Tables, state: State, emit: Emit | None) -> None:
    if _available_allies(t, state):
        state.stack.append(Frame(ALLIES, ROMAN))
    elif emit is not None:
        emit(Event("no_effect", {"event": state.event}))


def _available_allies(t: Tables, state: State) -> int:
    box = box_of(t, state, ROMAN)
    return sum(1 << unit for unit in units(box) if t.rome.type[unit] in ALLIED)


def decide_allies(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.recruit[unit] for unit in alike(t, state, ROMAN, _available_allies(t, state))]
    return (Decision(seat_of(state, ROMAN), "allies", options or [t.done]),)


def act_allies(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "recruit":
        state.stack.append(Frame(PLACE, ROMAN, step=AS_ALLY))
        leave_box(t, state, action.arg, t.board.limbo, emit)


def _solitude(t: Tables, state: State, emit: Emit | None) -> None:
    """Nothing happens."""
    if emit is not None:
        emit(Event("no_effect", {"event": state.event}))


EVENT_EFFECTS: Final[dict[str, EventEffect]] = {
    "omens": _omens,
    "emperor": _emperor,
    "revolt": _revolt,
    "germany": _germany,
    "unrest": _unrest,
    "weather": _weather,
    "tribes": _tribes,
    "raids": _raids,
    "celtic_allies": _celtic_allies,
    "roman_allies": _roman_allies,
    "solitude": _solitude,
}
