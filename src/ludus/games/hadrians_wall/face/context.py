"""A view, and what words and pictures need to know about it.

A context is made for one call of the face and thrown away after it.
"""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.games.hadrians_wall.face.names import Names
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    ACTIONS,
    ATTACK,
    BATTLE,
    DEFENCE,
    FATE_DECK,
    GOOD,
    NEUTRAL_SLOT,
    NONE,
    OWN,
    PATH,
    PROSPECT,
    RESOURCE,
    SOLDIER,
    STOCK,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of
from ludus.games.hadrians_wall.mechanics.effects import EFFECTS, Trace, carry_out, record_good
from ludus.games.hadrians_wall.mechanics.neighbours import owner_of
from ludus.games.hadrians_wall.view import View, sheet_of


class Context:
    """Sheets as lists, cards in reach, and what an action would do, worked out from a view."""

    def __init__(self, view: View, names: Names) -> None:
        self.view = view
        self.names = names
        self.words = names.words
        self.board = names.board
        self.sheets: list[Sheet] = [sheet_of(sheet) for sheet in view.sheets]

    def owner(self, seat: int, slot: int) -> int:
        """The seat behind slot 0 (left) or 1 (right), or NEUTRAL_SLOT plus a card's number."""
        return owner_of(self.view.seats, seat, slot)

    def prospect(self, seat: int) -> int:
        """A seat's Prospect of this Year, NONE before it is turned up."""
        return self.sheets[seat][PROSPECT + self.view.year - 1]

    def card(self, seat: int, slot: int) -> int:
        """The card in a slot: the neighbours' and, as the third, one's own."""
        if slot == OWN:
            return self.prospect(seat)
        who = self.owner(seat, slot)
        if who < NEUTRAL_SLOT:
            return self.prospect(who)
        cards = self.view.neutral_cards
        return cards[who - NEUTRAL_SLOT] if who - NEUTRAL_SLOT < len(cards) else NONE

    def foresee(self, seat: int, action: Action) -> tuple[Sheet, Trace]:
        """The sheet after an action, and what it marks and gains before any card is turned."""
        sheet = self.sheets[seat][:]
        trace: Trace = []
        if action.verb == "buy":
            sheet[RESOURCE] -= 1
            if action.arg != FATE_DECK:
                good = self.board.card_good[self.card(seat, action.arg)]
                record_good(self.board, sheet, sheet[ABOUT], good, trace)
        elif action.verb in EFFECTS:
            carry_out(
                self.board, sheet, self.view.year, action.verb, action.arg, action.number, trace
            )
            if action.verb == "place":
                sheet[SOLDIER] -= 1
        elif action.verb == "path":
            sheet[PATH + self.view.year - 1] = action.arg
        return sheet, trace

    def neutral_items(self, card: int) -> list[int]:
        """The items on a neutral card, counted like a player's."""
        held = [0] * STOCK
        count = len(self.view.neutral_cards)
        if self.view.neutral_items:
            held[RESOURCE] = self.view.neutral_items[card]
            held[SOLDIER] = self.view.neutral_items[count + card]
        return held

    @property
    def under_attack(self) -> bool:
        """Whether attack cards are being turned or faced now."""
        return self._in_phase(ATTACK, DEFENCE)

    @property
    def acting(self) -> bool:
        """Whether this is the action phase."""
        return self._in_phase(ACTIONS, GOOD, BATTLE)

    def _in_phase(self, *phases: int) -> bool:
        question = self.view.question
        return question is not None and question.phase in phases

    def arrows(self) -> list[int]:
        """How many attack cards point at each cohort."""
        return arrows_of(self.board, self.view.attack)
