"""Stratagem markers: held, asked about, played, and cancelled by Treachery [21.0]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import NOBODY, Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ASK_ALL,
    CALEDONIAN,
    CANCEL,
    IMPERIUM,
    MARCH_MENU,
    NONE,
    OUT_OF_TURN,
    PLAYED,
    ROMAN,
    TREACHERY,
    TRIBUTE_ASKED,
    UNITE,
)
from ludus.games.agricola.rules.hidden import only_side, seat_of
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

CANCELLED: Final = 1
"""In the flags of a PLAYED frame."""


SAFE: Final = ((ROMAN, IMPERIUM), (CALEDONIAN, UNITE))
"""Markers that Treachery cannot touch."""


def may_be_asked(state: State, side: int, kind: int) -> bool:
    """Whether the side is asked about a marker; this depends only on what both players know.

    It holds a marker, this one is not known to be elsewhere, and the side wants to be asked. What
    it really holds must not matter, or the pause would give it away.
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
        emit(Event("marker_known", {"side": side, "marker": kind}, only_side(state, side)))


def return_to_bin(state: State, side: int, kind: int) -> None:
    """A marker that was played goes back to its bin; both players see it [21.3]."""
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
    """A question about one marker: play it if it is there, pass, or ask no more.

    Out of turn it is optional: the other side must not wait for it for ever.
    """
    declines = (t.decline, t.quiet[kind])
    options += declines
    seat = seat_of(state, side)
    optional = side != state.active
    return (Decision(seat, prompt, options, declines=declines, optional=optional),)


def stop_asking(
    state: State, side: int, kind: int, emit: Emit | None, answers: bool = True
) -> None:
    """The side does not want to be asked about this any more; that is public.

    As an answer to a question it bars undo, since what follows may reveal something.
    """
    state.asks[side] &= ~(1 << kind)
    if emit is not None:
        bars = only_side(state, side) if answers else NOBODY
        emit(Event("quiet", {"side": side, "marker": kind}, bars=bars))


def let_pass(state: State, side: int, kind: int, emit: Emit | None) -> None:
    """The side plays nothing. What follows may reveal something, so this bars undo."""
    if emit is not None:
        emit(Event("passes", {"side": side, "marker": kind}, bars=only_side(state, side)))


def note_tribute(state: State, settled: bool) -> None:
    """Keep in the March phase whether its end has nothing to ask about Tribute any more: it was
    asked about since the tribes last came to stand somewhere else."""
    for frame in state.stack:
        if frame.phase == MARCH_MENU:
            frame.flags = frame.flags | TRIBUTE_ASKED if settled else frame.flags & ~TRIBUTE_ASKED


def ask_again(t: Tables, state: State, side: int) -> list[Action]:
    """Options to be asked again about what the side has stopped."""
    silent = ASK_ALL & ~state.asks[side]
    return [t.wake[kind] for kind in units(silent)] if silent else []


def ask_no_more(t: Tables, state: State, side: int) -> list[Action]:
    """Options not to be asked about something out of turn, before the question comes."""
    open_now = state.asks[side] & ~state.gone[side]
    return [t.quiet[kind] for kind in OUT_OF_TURN[side] if open_now >> kind & 1]


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
    return_to_bin(state, side, kind)
    if emit is not None:
        emit(Event("played", {"side": side, "marker": kind, "place": place}))
    state.stack.append(Frame(PLAYED, side, step=kind, place=place, value=value, mask=secret))
    if (side, kind) not in SAFE and may_be_asked(state, 1 - side, TREACHERY):
        state.stack.append(Frame(CANCEL, 1 - side, value=kind))


def decide_cancel(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options: list[Action] = []
    if holds(state, frame.side, TREACHERY):
        options.append(t.play[TREACHERY])
    return window(t, state, frame.side, "cancel", TREACHERY, options)


def act_cancel(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Cancel the marker below, or with step 1 cancel the cancelling; each may be answered once."""
    side = frame.side
    state.stack.pop()
    if action.verb == "quiet":
        stop_asking(state, side, TREACHERY, emit)
        return
    if action.verb == "decline":
        let_pass(state, side, TREACHERY, emit)
        return
    return_to_bin(state, side, TREACHERY)
    played = state.stack[-1]
    played.flags ^= CANCELLED
    if emit is not None:
        emit(Event("betrayed", {"side": side, "marker": played.step}))
    if frame.step == 0 and may_be_asked(state, 1 - side, TREACHERY):
        state.stack.append(Frame(CANCEL, 1 - side, step=1, value=TREACHERY))
