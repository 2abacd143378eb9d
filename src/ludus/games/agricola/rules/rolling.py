"""Dice with a purpose: rolled, perhaps rolled again by the Druids, then carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact
from ludus.games.agricola import ids
from ludus.games.agricola.ids import (
    CALEDONIAN,
    DICE,
    DRUIDS_WINDOW,
    FOR_ADVANTAGE,
)
from ludus.games.agricola.rules import (
    arrival,
    battle,
    events,
    recruiting,
    sailing,
    sequence,
    stratagems,
)
from ludus.games.agricola.rules.points import add_points
from ludus.games.agricola.rules.sequence import druids_may_ask
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import (
    Frame,
    State,
)

Rolled: TypeAlias = Callable[[Tables, State, Frame, "Emit | None"], None]


def rolled_sword(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """A Supreme Leader fell: his side loses the roll [22.1]."""
    die = (frame.rolled or [0])[0]
    if emit is not None:
        emit(Event("sword", {"side": frame.side, "die": die}))
    add_points(t, state, frame.side, -die, emit)


ON_ROLL: Final[dict[int, Rolled]] = {
    ids.FOR_EVENT: events.rolled_event,
    ids.FOR_OMENS: events.rolled_omens,
    ids.FOR_EMPEROR: events.rolled_emperor,
    ids.FOR_REVOLT: events.rolled_revolt,
    ids.FOR_GERMANY: events.rolled_germany,
    ids.FOR_WEATHER: events.rolled_weather,
    ids.FOR_TRIBES: events.rolled_tribes,
    ids.FOR_RAIDS: events.rolled_raids,
    ids.FOR_POINTS: sequence.rolled_points,
    ids.FOR_MONOLITH: recruiting.rolled_monolith,
    ids.FOR_SWORD: rolled_sword,
    ids.FOR_SAILING: sailing.rolled_sailing,
    ids.FOR_THULE: sailing.rolled_thule,
    ids.FOR_AMBUSH: arrival.rolled_ambush,
    ids.FOR_IMPERIUM: stratagems.rolled_imperium,
    ids.FOR_IMPERIUM_POINTS: stratagems.rolled_imperium_points,
    ids.FOR_UNITE: stratagems.rolled_unite,
    ids.FOR_UNITE_UNITS: stratagems.rolled_unite_units,
    ids.FOR_ROMAN_TRIBUTE: arrival.rolled_roman_tribute,
    ids.FOR_TRIBUTE_UNITS: stratagems.rolled_tribute_units,
    ids.FOR_ADVANTAGE: battle.rolled_advantage,
    ids.FOR_WON: battle.rolled_won,
    ids.FOR_LOST: battle.rolled_lost,
}


def decide_roll(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    left = frame.value - len(frame.rolled or [])
    return t.dice[min(left, DICE)]


def act_roll(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    faces = t.faces[action.verb][action.arg]
    frame.rolled = (frame.rolled or []) + faces
    if emit is not None:
        facts: dict[str, Fact] = {
            "purpose": frame.step,
            "side": frame.side,
            "dice": tuple(frame.rolled),
        }
        emit(Event("rolled", facts))


def step_roll(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if len(frame.rolled or []) < frame.value:
        return True
    if not frame.flags:
        roller = CALEDONIAN if frame.step == FOR_ADVANTAGE else frame.side
        if druids_may_ask(state, roller):
            frame.flags = 1
            state.stack.append(Frame(DRUIDS_WINDOW, CALEDONIAN))
            return False
    state.stack.pop()
    ON_ROLL[frame.step](t, state, frame, emit)
    return False
