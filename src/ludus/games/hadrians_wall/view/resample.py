"""A position that fits a view: what the viewer cannot see is drawn at random."""

from __future__ import annotations

from ludus.core.protocol import Rng
from ludus.games.hadrians_wall.board import Board, bits
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
    PATH,
    PROSPECT,
    ROADS,
    SET,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of
from ludus.games.hadrians_wall.mechanics.offers import answers, favour_actions
from ludus.games.hadrians_wall.rules.actions import refresh
from ludus.games.hadrians_wall.rules.piles import members
from ludus.games.hadrians_wall.state import Frame, State
from ludus.games.hadrians_wall.view.view import View, sheet_of


def resample(board: Board, view: View, rng: Rng) -> State:
    """A position that fits the view: other seats' hidden cards are drawn at random."""
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
        _deal_again(state, view, seat, rng)
        _offer_again(board, state, view, seat)
    return state


def _deal_again(state: State, view: View, seat: int, rng: Rng) -> None:
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


def _offer_again(board: Board, state: State, view: View, seat: int) -> None:
    """What the seat may do follows from the rest."""
    if not state.stack:
        return
    phase = state.stack[-1].phase
    sheet = state.sheets[seat]
    if phase in (ACTIONS, GOOD, BATTLE):
        refresh(board, state, seat)
    elif phase == LAY and not view.has_laid[seat]:
        state.offers[seat] = state.hands[seat] << DO_PATH
    elif phase == ROADS and sheet[ASK] != NOTHING:
        state.offers[seat] = answers(board, sheet, (NONE, NONE, NONE))
    elif phase == DEFENCE and seat in view.waiting:
        state.offers[seat] = favour_actions(sheet, arrows_of(board, state.attack))
