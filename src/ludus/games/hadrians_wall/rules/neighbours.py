"""The cards in reach of a seat, and who is paid for their use [flow.9, few.6-9, few.16]."""

from __future__ import annotations

from ludus.core.protocol import Emit, Event, all_but, only
from ludus.games.hadrians_wall.ids import ACTIVE, NEUTRAL_SLOT, NONE, OWN, PROSPECT, RESOURCE
from ludus.games.hadrians_wall.mechanics.neighbours import owner_of
from ludus.games.hadrians_wall.state import State


def slots(state: State, seat: int) -> tuple[int, int, int]:
    """The current Prospects of the left neighbour, of the right one, and one's own."""
    place = PROSPECT + state.year - 1
    sheets = state.sheets
    seats = state.seats
    own = sheets[seat][place]
    if seats > 2:
        return sheets[(seat + 1) % seats][place], sheets[seat - 1][place], own
    cards = state.neutral_cards
    if len(cards) < 3 - seats:
        return NONE, NONE, own
    if seats == 2:
        return sheets[1 - seat][place], cards[0], own
    return cards[0], cards[1], own


def hand_over(state: State, seat: int, slot: int, item: int, emit: Emit | None) -> int:
    """Pay one item for the use of a card; the seat that got it, or NONE.

    A gift makes a receiver who has stopped active again [flow.7]. Items on neutral cards bring
    more attackers [few.10].
    """
    state.sheets[seat][item] -= 1
    if slot == OWN:
        return NONE
    who = owner_of(state.seats, seat, slot)
    if who >= NEUTRAL_SLOT:
        card = who - NEUTRAL_SLOT
        kind = 0 if item == RESOURCE else len(state.neutral_cards)
        state.neutral_items[kind + card] += 1
        if emit is not None:
            facts = {"seat": seat, "card": state.neutral_cards[card], "item": item}
            # The others face the attacker that this brings and have learned of it; whoever placed
            # it has learned nothing, and may take it back.
            emit(Event("placed", facts, bars=all_but(seat)))
        return NONE
    sheet = state.sheets[who]
    sheet[item] += 1
    sheet[ACTIVE] = 1
    if emit is not None:
        emit(Event("gift", {"seat": seat, "to": who, "item": item}, bars=only(seat, who)))
    return who
