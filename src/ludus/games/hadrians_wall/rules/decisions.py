"""Who has a choice in each phase, and what there is to choose from.

What players choose, they choose side by side [flow.3]: a seat with an offer has a decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import CHANCE, Decision
from ludus.games.hadrians_wall.ids import ASK, PROMPT_COUNT, PROMPT_DEFENCE, PROMPT_PATH
from ludus.games.hadrians_wall.rules.tables import Tables, listed
from ludus.games.hadrians_wall.state import Frame, State


def by_sheets(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """One decision per seat that can act, by the question on its sheet."""
    known = tables.known
    sheets = state.sheets
    asked: list[Decision] = []
    place = 0
    for seat, offer in enumerate(state.offers):
        if offer:
            prompt = sheets[seat][ASK]
            decision = known[place + prompt].get(offer)
            if decision is None:
                decision = tables.new_decision(seat, prompt, offer)
            asked.append(decision)
        place += PROMPT_COUNT
    return asked


def for_path(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Which card each seat lays as a Path."""
    return _same_for_all(tables, state, PROMPT_PATH)


def for_defence(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Whether each seat with Favours spends them."""
    return _same_for_all(tables, state, PROMPT_DEFENCE)


def _same_for_all(tables: Tables, state: State, prompt: int) -> list[Decision]:
    asked: list[Decision] = []
    for seat, offer in enumerate(state.offers):
        if offer:
            decision = tables.known[seat * PROMPT_COUNT + prompt].get(offer)
            asked.append(decision or tables.new_decision(seat, prompt, offer))
    return asked


def for_fate(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """The next card of the Fate pile."""
    return (Decision(CHANCE, "fate", listed(tables.fate_cards, state.fate_pile)),)


def for_deal(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """The next card that a seat draws from its own deck."""
    return (Decision(CHANCE, "deal", listed(tables.player_cards, state.decks[frame.seat])),)


def for_neutral(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """The next card of the Neutral Deck."""
    return (Decision(CHANCE, "neutral", listed(tables.neutral_cards, state.neutral_deck)),)
