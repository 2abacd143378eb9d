"""Dice that are rolled, units and stratagem markers that are drawn at random."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, DICE, DRAW, DRUIDS, NONE, PICK, ROLL
from ludus.games.agricola.rules.forces import box_of, put
from ludus.games.agricola.rules.hidden import who_sees
from ludus.games.agricola.rules.markers import may_be_asked, take_marker
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

# Dice --------------------------------------------------------------------------------------------


def roll(state: State, side: int, purpose: int, dice: int = 1, place: int = NONE) -> None:
    """Ask for dice; their purpose says what is done with the result."""
    state.stack.append(Frame(ROLL, side, step=purpose, value=dice, place=place))


def decide_roll(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    left = frame.value - len(frame.rolled or [])
    return t.dice[min(left, DICE)]


def act_roll(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
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


def druids_may_ask(state: State, side: int) -> bool:
    """Whether the Caledonians are asked to roll again: their own roll in their own turn."""
    return (
        side == CALEDONIAN
        and state.active == CALEDONIAN
        and may_be_asked(state, CALEDONIAN, DRUIDS)
    )


# Caledonian units --------------------------------------------------------------------------------


def draw_units(state: State, side: int, count: int, place: int) -> None:
    """Ask for units to be drawn from the Recruit box and put in a place."""
    if count > 0:
        state.stack.append(Frame(DRAW, side, value=count, place=place))


def step_draw(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """A box that holds fewer gives all it has [11.1.5]."""
    if frame.value and box_of(t, state, frame.side):
        return True
    state.stack.pop()
    return False


def decide_draw(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.pick[unit] for unit in units(box_of(t, state, frame.side))]
    return (Decision(CHANCE, "draw", options),)


def act_draw(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """The owner sees what was drawn, the others only that something was."""
    frame.value -= 1
    put(t, state, frame.side, action.arg, frame.place)
    if emit is not None:
        facts = {"side": frame.side, "place": frame.place}
        emit(Event("drawn", facts))
        audience = who_sees(t, state, frame.side, frame.place)
        emit(Event("drawn_unit", {**facts, "unit": action.arg}, audience))


# Stratagem markers -------------------------------------------------------------------------------


def draw_markers(state: State, side: int, count: int) -> None:
    if count > 0:
        state.stack.append(Frame(PICK, side, value=count))


def step_pick(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if frame.value and state.bin[frame.side]:
        return True
    state.stack.pop()
    return False


def decide_pick(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.marker[kind] for kind in units(state.bin[frame.side])]
    return (Decision(CHANCE, "pick", options),)


def act_pick(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.value -= 1
    take_marker(state, frame.side, action.arg, emit)
