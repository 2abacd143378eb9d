"""What a seat or a spectator may know.

Boards, sheets and face-up cards are public; only the order of piles and the cards of this
Year that are not yet turned up are secret [flow.10].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ludus.core.protocol import Seat
from ludus.games.hadrians_wall.board import Board, bits
from ludus.games.hadrians_wall.ids import (
    DIFFICULTIES,
    NONE,
    PARTS,
    SET,
    WIDTH,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.points import total
from ludus.games.hadrians_wall.rules.piles import members
from ludus.games.hadrians_wall.state import State

SheetView: TypeAlias = Mapping[str, int | tuple[int, ...]]
"""A sheet by the names of its places (`ids.PARTS`)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A frame of the state: a phase, whose it is, and what it is about."""

    phase: int
    seat: int
    about: int


@dataclass(frozen=True, slots=True)
class View:
    """The table as `viewer` sees it."""

    viewer: Seat
    waiting: tuple[Seat, ...]
    seats: int
    difficulty: str
    year: int
    sheets: tuple[SheetView, ...]
    points: tuple[int, ...]
    hand: tuple[int, ...]
    """The viewer's own cards of this Year, before they are turned up."""
    laid: int
    """The one of them that the viewer has laid as a Path."""
    hand_sizes: tuple[int, ...]
    has_laid: tuple[bool, ...]
    deck_sizes: tuple[int, ...]
    fate_left: int
    fate_discard: tuple[int, ...]
    fate_card: int
    attack: tuple[int, ...]
    neutral_left: int
    neutral_gone: tuple[int, ...]
    """Neutral cards of earlier Years."""
    neutral_cards: tuple[int, ...]
    neutral_items: tuple[int, ...]
    questions: tuple[Question, ...]

    @property
    def question(self) -> Question | None:
        """What is happening now."""
        return self.questions[-1] if self.questions else None


def sheet_view(sheet: Sheet) -> SheetView:
    """A sheet with its places by name."""
    return {
        name: sheet[start] if size == 1 else tuple(sheet[start : start + size])
        for name, start, size in PARTS
    }


def sheet_of(view: SheetView) -> Sheet:
    """The sheet that a view of it shows."""
    sheet = [0] * WIDTH
    for name, start, _ in PARTS:
        value = view[name]
        if isinstance(value, int):
            sheet[start] = value
        else:
            sheet[start : start + len(value)] = value
    return sheet


def view_of(board: Board, state: State, viewer: Seat, waiting: tuple[Seat, ...]) -> View:
    """The table as `viewer` sees it; `waiting` are the seats that have something to decide."""
    own = 0 <= viewer < state.seats
    neutral_seen = 0
    if state.seats <= 2:
        neutral_seen = bits(0, SET) & ~state.neutral_deck
        for card in state.neutral_cards:
            neutral_seen &= ~(1 << card)
    return View(
        viewer=viewer,
        waiting=waiting,
        seats=state.seats,
        difficulty=DIFFICULTIES[state.difficulty],
        year=state.year,
        sheets=tuple(sheet_view(sheet) for sheet in state.sheets),
        points=tuple(total(board, sheet) for sheet in state.sheets),
        hand=tuple(members(state.hands[viewer])) if own else (),
        laid=state.laid[viewer] if own else NONE,
        hand_sizes=tuple(hand.bit_count() for hand in state.hands),
        has_laid=tuple(card != NONE for card in state.laid),
        deck_sizes=tuple(deck.bit_count() for deck in state.decks),
        fate_left=state.fate_pile.bit_count(),
        fate_discard=tuple(members(state.fate_discard)),
        fate_card=state.fate_card,
        attack=tuple(state.attack),
        neutral_left=state.neutral_deck.bit_count(),
        neutral_gone=tuple(members(neutral_seen)),
        neutral_cards=tuple(state.neutral_cards),
        neutral_items=tuple(state.neutral_items),
        questions=tuple(Question(f.phase, f.seat, f.about) for f in state.stack),
    )
