"""Playing a stratagem marker, and the answers of Treachery [21.0, stratagem.*.treachery]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.agricola.ids import (
    CALEDONIAN,
    CANCEL,
    IMPERIUM,
    NONE,
    PLAYED,
    ROMAN,
    TREACHERY,
    UNITE,
)
from ludus.games.agricola.rules.markers import holds, hush, passes, possible, shelve, window
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import (
    Frame,
    State,
)

CANCELLED: Final = 1
SAFE: Final = ((ROMAN, IMPERIUM), (CALEDONIAN, UNITE))
"""Markers that Treachery cannot touch."""


def play_marker(
    t: Tables,
    state: State,
    side: int,
    kind: int,
    emit: Emit | None,
    place: int = NONE,
    value: int = 0,
    secret: int = 0,
) -> None:
    """Play a held marker. Before it takes effect the other side may answer with Treachery."""
    shelve(state, side, kind)
    if emit is not None:
        emit(Event("played", {"side": side, "marker": kind, "place": place}))
    state.stack.append(Frame(PLAYED, side, step=kind, place=place, value=value, mask=secret))
    if (side, kind) not in SAFE and possible(state, 1 - side, TREACHERY):
        state.stack.append(Frame(CANCEL, 1 - side, value=kind))


def decide_cancel(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options: list[Action] = []
    if holds(state, frame.side, TREACHERY):
        options.append(t.play[TREACHERY])
    return window(t, state, frame.side, "cancel", TREACHERY, options)


def act_cancel(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    """Undo the play below, or with step 1 undo the undoing; each may be answered once."""
    state.stack.pop()
    if action.verb == "quiet":
        hush(state, side, TREACHERY, emit)
        return
    if action.verb == "decline":
        passes(state, side, TREACHERY, emit)
        return
    shelve(state, side, TREACHERY)
    played = state.stack[-1]
    played.flags ^= CANCELLED
    if emit is not None:
        emit(Event("betrayed", {"side": side, "marker": played.step}))
    if frame.step == 0 and possible(state, 1 - side, TREACHERY):
        state.stack.append(Frame(CANCEL, 1 - side, step=1, value=TREACHERY))
