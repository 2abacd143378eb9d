"""Bonus missions: drawn at the start and after each one that was completed [missions]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import CHANCE, EVERYONE, Decision, Emit, Event, only
from ludus.games.conqueror.cards import CONTROL_ALL
from ludus.games.conqueror.ids import MISSION, NONE
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

# Drawing [missions.3-4, missions.9] --------------------------------------------------------------


def decide_mission(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    actions = t.actions["mission"]
    done = state.done[frame.seat]
    options = [actions[number] for number in range(t.missions_each) if not done >> number & 1]
    return (Decision(CHANCE, "mission", options),)


def draw(t: Tables, state: State, owner: int, number: int, emit: Emit | None) -> None:
    """A player draws a mission, and the count of battles won starts again."""
    state.mission[owner] = number
    row = owner * state.seats
    for other in range(state.seats):
        state.wins[row + other] = 0
    if emit is not None:
        mission = state.faction[owner] * t.missions_each + number
        emit(Event("mission", {"seat": owner, "mission": mission}, only(owner), EVERYONE))


# Completing [missions.5-12] ----------------------------------------------------------------------


def try_mission(t: Tables, state: State, seat: int, emit: Emit | None) -> bool:
    """Pay a completed mission. True if another one is drawn for it before the next turn."""
    if state.mission[seat] == NONE:
        return False
    first = state.faction[seat] * t.missions_each
    held = state.mission[seat]
    for number in range(t.missions_each):
        # Everybody can see which goals are met, so one that is met and not paid is not in hand.
        if not state.ruled_out[seat] >> number & 1 and met(t, state, seat, first + number):
            state.ruled_out[seat] |= 1 << number
    if not state.ruled_out[seat] >> held & 1:
        return False
    pays = t.missions[first + held].pays
    state.purse[seat] += pays
    state.done[seat] |= 1 << held
    state.ruled_out[seat] = state.done[seat]
    state.mission[seat] = NONE
    if emit is not None:
        emit(Event("mission_done", {"seat": seat, "mission": first + held, "pays": pays}))
    if state.done[seat] == (1 << t.missions_each) - 1:
        return False
    state.stack = [Frame(MISSION, seat)]
    return True


def met(t: Tables, state: State, seat: int, mission: int) -> bool:
    """Whether one of the goals of a mission holds."""
    for goal in t.missions[mission].goals[state.map]:
        if goal.op == CONTROL_ALL:
            if not goal.places & ~state.held[seat]:
                return True
        elif goal.faction in state.faction:
            rival = state.faction.index(goal.faction)
            if state.wins[seat * state.seats + rival] >= goal.n:
                return True
    return False
