"""Standing or retreating with the advantage, and leaving a siege that was broken up [16.3, 32]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.agricola.ids import (
    CALEDONIAN,
    ROMAN,
)
from ludus.games.agricola.rules.battle import end_battle, open_battle
from ludus.games.agricola.rules.retreat import (
    leave_by,
    retreat_options,
    romans_may_leave,
    sail_off,
)
from ludus.games.agricola.rules.sides import seat_of
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State


def act_stand(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    """With the advantage: fight on, or retreat and lose the battle."""
    state.stack.pop()
    if action.verb == "fight":
        if emit is not None:
            emit(Event("stands", {"side": side}))
    elif leave_by(t, state, side, frame.place, action, emit):
        end_battle(t, state, 1 - side, emit)


def act_retreat_sea(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    sail_off(t, state, frame, action.arg, emit)
    if state.battle is not None:
        end_battle(t, state, CALEDONIAN, emit)


def decide_break_siege(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """The Praesidium of a siege is gone: the Romans leave by the retreat rules, or attack."""
    options = [t.attack]
    if romans_may_leave(t, state, frame.place):
        options += retreat_options(t, state, ROMAN, frame.place)
    return (Decision(seat_of(state, ROMAN), "break_siege", options),)


def act_break_siege(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "attack":
        open_battle(t, state, frame.place, ROMAN, emit)
    else:
        leave_by(t, state, ROMAN, frame.place, action, emit)
