"""A game of Hadrian's Wall in progress, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.machine import BaseFrame, BaseState
from ludus.games.hadrians_wall.ids import Sheet


@dataclass(slots=True)
class Frame(BaseFrame):
    """What is happening; the topmost frame is asked. Turning a card interrupts the action phase."""

    phase: int
    seat: int = -1
    about: int = 0
    """The Market box, the gladiator, or how many cards are still to come."""


@dataclass(slots=True)
class State(BaseState):
    """Piles and hands are masks: a pile is a set of unseen cards, without an order."""

    seats: int
    difficulty: int
    year: int
    sheets: list[Sheet]
    """Per seat, both sheets and the board, which everyone can see."""
    decks: list[int]
    """Per seat, the player cards still to be drawn."""
    hands: list[int]
    """Per seat, cards drawn this Year and not yet turned up."""
    laid: list[int]
    """Per seat, the card laid face down as a Path; NONE before that."""
    offers: list[int]
    """Per seat, what it may do now, as a mask over the numbers of actions."""
    fate_pile: int
    fate_discard: int
    fate_card: int
    """The card that opened this Year."""
    attack: list[int]
    """The Fate cards face up for the attack, in order."""
    neutral_deck: int
    neutral_cards: list[int]
    neutral_items: list[int]
    """Per neutral card, Resources; then per neutral card, Soldiers."""
    stack: list[Frame]

    def copy(self) -> State:
        return State(
            self.seats,
            self.difficulty,
            self.year,
            [sheet[:] for sheet in self.sheets],
            self.decks[:],
            self.hands[:],
            self.laid[:],
            self.offers[:],
            self.fate_pile,
            self.fate_discard,
            self.fate_card,
            self.attack[:],
            self.neutral_deck,
            self.neutral_cards[:],
            self.neutral_items[:],
            [Frame(f.phase, f.seat, f.about) for f in self.stack],
        )
