"""Stratagem markers: held, asked about, played, and cancelled by Treachery [21.0]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ASK_ALL,
    CALEDONIAN,
    CANCEL,
    IMPERIUM,
    NONE,
    PLAYED,
    ROMAN,
    TREACHERY,
    UNITE,
)
from ludus.games.agricola.rules.hidden import own, seat_of
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

CANCELLED: Final = 1
"""In the flags of a PLAYED frame."""


SAFE: Final = ((ROMAN, IMPERIUM), (CALEDONIAN, UNITE))
"""Markers that Treachery cannot touch."""


def possible(state: State, side: int, kind: int) -> bool:
    """Whether the side is to be asked about a marker, by what everybody knows.

    It holds something, the marker is not known to lie elsewhere, and it wants to be asked. What is
    really in the hand must not matter, or the pause would tell.
    """
    if not state.hand[side]:
        return False
    if (state.shelved[side] | state.gone[side]) >> kind & 1:
        return False
    return bool(state.asks[side] >> kind & 1)


def holds(state: State, side: int, kind: int) -> bool:
    return bool(state.hand[side] >> kind & 1)


def take_marker(state: State, side: int, kind: int, emit: Emit | None) -> None:
    """A marker goes from the bin to the hand; nobody else knows which."""
    state.bin[side] &= ~(1 << kind)
    state.hand[side] |= 1 << kind
    state.shelved[side] = 0
    if emit is not None:
        emit(Event("marker_taken", {"side": side}))
        emit(Event("marker_known", {"side": side, "marker": kind}, own(state, side)))


def shelve(state: State, side: int, kind: int) -> None:
    """A marker that was played goes back to its bin, as everybody sees [21.3]."""
    bit = 1 << kind
    state.hand[side] &= ~bit
    state.bin[side] |= bit
    state.shelved[side] |= bit


def remove_marker(state: State, side: int, kind: int) -> None:
    """A marker that was played leaves the game."""
    bit = 1 << kind
    state.bin[side] &= ~bit
    state.shelved[side] &= ~bit
    state.gone[side] |= bit


def window(
    t: Tables, state: State, side: int, prompt: str, kind: int, options: list[Action]
) -> Sequence[Decision]:
    """A question about one marker: play it if it is there, pass, or ask no more."""
    options.append(t.decline)
    options.append(t.quiet[kind])
    return (Decision(seat_of(state, side), prompt, options),)


def hush(state: State, side: int, kind: int, emit: Emit | None) -> None:
    """The side does not want to be asked about this any more; everybody may know."""
    state.asks[side] &= ~(1 << kind)
    if emit is not None:
        emit(Event("quiet", {"side": side, "marker": kind}, bars=own(state, side)))


def passes(state: State, side: int, kind: int, emit: Emit | None) -> None:
    """The game goes on, and how it does may tell something: passing cannot be taken back."""
    if emit is not None:
        emit(Event("passes", {"side": side, "marker": kind}, bars=own(state, side)))


def wakes(t: Tables, state: State, side: int) -> list[Action]:
    """What the side has stopped being asked about, to be asked again."""
    silent = ASK_ALL & ~state.asks[side]
    return [t.wake[kind] for kind in units(silent)] if silent else []


# Playing a marker --------------------------------------------------------------------------------


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
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Undo the play below, or with step 1 undo the undoing; each may be answered once."""
    side = frame.side
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
