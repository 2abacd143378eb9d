"""What a seat or a spectator may know, and a position that fits it.

Boards, sheets and face-up cards lie open to all; only the order of piles and the cards of this
Year that are not yet turned up are secret [flow.10].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ludus.core.protocol import Rng, Seat
from ludus.games.hadrians_wall.board import bits
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ASK,
    ATTACK,
    BATTLE,
    DEFENCE,
    DIFFICULTIES,
    DO_PATH,
    FATE_CARDS,
    GOOD,
    LAY,
    NONE,
    NOTHING,
    PARTS,
    PATH,
    PROSPECT,
    ROADS,
    SET,
    WIDTH,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.offers import answers, favours
from ludus.games.hadrians_wall.points import total
from ludus.games.hadrians_wall.rules.actions import refresh
from ludus.games.hadrians_wall.rules.attack import arrows_of
from ludus.games.hadrians_wall.rules.game import HadriansWallRules
from ludus.games.hadrians_wall.rules.piles import members
from ludus.games.hadrians_wall.state import Frame, State

SheetView: TypeAlias = Mapping[str, int | tuple[int, ...]]
"""A sheet by the names of its places (`sheet.PARTS`)."""


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
        """What is going on now."""
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


class HadriansWall(HadriansWallRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
        own = 0 <= viewer < state.seats
        neutral_seen = 0
        if state.seats <= 2:
            neutral_seen = bits(0, SET) & ~state.neutral_deck
            for card in state.neutral_cards:
                neutral_seen &= ~(1 << card)
        return View(
            viewer=viewer,
            waiting=tuple(d.seat for d in self.decisions(state) if d.seat >= 0),
            seats=state.seats,
            difficulty=DIFFICULTIES[state.difficulty],
            year=state.year,
            sheets=tuple(sheet_view(sheet) for sheet in state.sheets),
            points=tuple(total(self.board, sheet) for sheet in state.sheets),
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

    def resample(self, view: View, rng: Rng) -> State:
        """A position that fits the view: other seats' hidden cards are drawn afresh."""
        sheets = [sheet_of(sheet) for sheet in view.sheets]
        stack = [Frame(q.phase, q.seat, q.about) for q in view.questions]
        pile = bits(0, FATE_CARDS)
        for card in view.fate_discard:
            pile &= ~(1 << card)
        if stack and stack[-1].phase in (ATTACK, DEFENCE):
            for card in view.attack:
                pile &= ~(1 << card)
        neutral = bits(0, SET) if view.seats <= 2 else 0
        for card in (*view.neutral_gone, *view.neutral_cards):
            neutral &= ~(1 << card)
        state = State(
            seats=view.seats,
            difficulty=DIFFICULTIES.index(view.difficulty),
            year=view.year,
            sheets=sheets,
            decks=[0] * view.seats,
            hands=[0] * view.seats,
            laid=[NONE] * view.seats,
            offers=[0] * view.seats,
            fate_pile=pile,
            fate_discard=sum(1 << card for card in view.fate_discard),
            fate_card=view.fate_card,
            attack=list(view.attack),
            neutral_deck=neutral,
            neutral_cards=list(view.neutral_cards),
            neutral_items=list(view.neutral_items),
            stack=stack,
        )
        for seat in range(view.seats):
            self._deal_again(state, view, seat, rng)
            self._offer_again(state, view, seat)
        return state

    def _deal_again(self, state: State, view: View, seat: int, rng: Rng) -> None:
        """The viewer's own cards as they are, those of others drawn from what is unseen."""
        unseen = bits(0, SET)
        for place in range(PATH, PROSPECT + YEARS):
            card = state.sheets[seat][place]
            if card != NONE:
                unseen &= ~(1 << card)
        hand: list[int] = []
        if seat == view.viewer:
            hand = list(view.hand)
            state.laid[seat] = view.laid
        else:
            cards = members(unseen)
            hand = [cards.pop(rng.below(len(cards))) for _ in range(view.hand_sizes[seat])]
            if view.has_laid[seat]:
                state.laid[seat] = hand[rng.below(len(hand))]
        for card in hand:
            state.hands[seat] |= 1 << card
        state.decks[seat] = unseen & ~state.hands[seat]

    def _offer_again(self, state: State, view: View, seat: int) -> None:
        """What the seat may do follows from the rest."""
        if not state.stack:
            return
        phase = state.stack[-1].phase
        sheet = state.sheets[seat]
        if phase in (ACTIONS, GOOD, BATTLE):
            refresh(self.board, state, seat)
        elif phase == LAY and not view.has_laid[seat]:
            state.offers[seat] = state.hands[seat] << DO_PATH
        elif phase == ROADS and sheet[ASK] != NOTHING:
            state.offers[seat] = answers(self.board, sheet, (NONE, NONE, NONE))
        elif phase == DEFENCE and seat in view.waiting:
            state.offers[seat] = favours(sheet, arrows_of(self.board, state))
