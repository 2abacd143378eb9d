"""Dice with a purpose: rolled, perhaps rolled again by the Druids, then carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact
from ludus.games.agricola import state as s
from ludus.games.agricola.board import CALEDONIAN
from ludus.games.agricola.rules import (
    arrival,
    battle,
    events,
    recruiting,
    sailing,
    sequence,
    stratagems,
)
from ludus.games.agricola.rules.machine import DICE, Machine
from ludus.games.agricola.rules.points import add_points
from ludus.games.agricola.rules.sequence import druids_may_ask
from ludus.games.agricola.state import DRUIDS_WINDOW, FOR_ADVANTAGE, Frame, State

Rolled: TypeAlias = Callable[[Machine, State, Frame, "Emit | None"], None]


def rolled_sword(m: Machine, state: State, frame: Frame, emit: Emit | None) -> None:
    """A Supreme Leader fell: his side loses the roll [22.1]."""
    die = (frame.rolled or [0])[0]
    if emit is not None:
        emit(Event("sword", {"side": frame.side, "die": die}))
    add_points(m, state, frame.side, -die, emit)


ON_ROLL: Final[dict[int, Rolled]] = {
    s.FOR_EVENT: events.rolled_event,
    s.FOR_OMENS: events.rolled_omens,
    s.FOR_EMPEROR: events.rolled_emperor,
    s.FOR_REVOLT: events.rolled_revolt,
    s.FOR_GERMANY: events.rolled_germany,
    s.FOR_WEATHER: events.rolled_weather,
    s.FOR_TRIBES: events.rolled_tribes,
    s.FOR_RAIDS: events.rolled_raids,
    s.FOR_POINTS: sequence.rolled_points,
    s.FOR_MONOLITH: recruiting.rolled_monolith,
    s.FOR_SWORD: rolled_sword,
    s.FOR_SAILING: sailing.rolled_sailing,
    s.FOR_THULE: sailing.rolled_thule,
    s.FOR_AMBUSH: arrival.rolled_ambush,
    s.FOR_IMPERIUM: stratagems.rolled_imperium,
    s.FOR_IMPERIUM_POINTS: stratagems.rolled_imperium_points,
    s.FOR_UNITE: stratagems.rolled_unite,
    s.FOR_UNITE_UNITS: stratagems.rolled_unite_units,
    s.FOR_ROMAN_TRIBUTE: arrival.rolled_roman_tribute,
    s.FOR_TRIBUTE_UNITS: stratagems.rolled_tribute_units,
    s.FOR_ADVANTAGE: battle.rolled_advantage,
    s.FOR_WON: battle.rolled_won,
    s.FOR_LOST: battle.rolled_lost,
}


def decide_roll(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    left = frame.value - len(frame.rolled or [])
    return m.dice[min(left, DICE)]


def act_roll(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    faces = m.faces[action.verb][action.arg]
    frame.rolled = (frame.rolled or []) + faces
    if emit is not None:
        facts: dict[str, Fact] = {
            "purpose": frame.step,
            "side": frame.side,
            "dice": tuple(frame.rolled),
        }
        emit(Event("rolled", facts))


def step_roll(m: Machine, state: State, frame: Frame, emit: Emit | None) -> bool:
    if len(frame.rolled or []) < frame.value:
        return True
    if not frame.flags:
        roller = CALEDONIAN if frame.step == FOR_ADVANTAGE else frame.side
        if druids_may_ask(state, roller):
            frame.flags = 1
            state.stack.append(Frame(DRUIDS_WINDOW, CALEDONIAN))
            return False
    state.stack.pop()
    ON_ROLL[frame.step](m, state, frame, emit)
    return False
