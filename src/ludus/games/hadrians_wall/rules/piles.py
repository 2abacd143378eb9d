"""The Fate pile: a bag of cards nobody has seen, refilled from the discard pile [fate.17-19]."""

from __future__ import annotations

from ludus.core.errors import RulesBug
from ludus.core.protocol import Emit, Event
from ludus.games.hadrians_wall.state import State


def await_fate(state: State, emit: Emit | None) -> None:
    """Make sure that a Fate card can be turned: shuffle the discard pile if the pile is empty.

    Cards face up for the current attack are on neither pile, so they stay out [fate.18].
    """
    if state.fate_pile:
        return
    if not state.fate_discard:
        raise RulesBug("all Fate cards are face up, which no number of attackers can bring about")
    state.fate_pile = state.fate_discard
    state.fate_discard = 0
    if emit is not None:
        emit(Event("reshuffle", {"cards": state.fate_pile.bit_count()}))


def turn_fate(state: State, card: int) -> None:
    """Turn a card of the Fate pile and discard it."""
    state.fate_pile &= ~(1 << card)
    state.fate_discard |= 1 << card


def members(mask: int) -> list[int]:
    """The cards in a pile, by number."""
    cards: list[int] = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards
