"""Year set-up: the Fate card, the player cards, and the income of the sheets [year, cards, few]."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Emit, Event, Seat, only
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    ASK,
    ASK_ROAD_YEAR,
    BUILDER,
    BUILT,
    CIVILIAN,
    DEAL,
    DO_PATH,
    LAY,
    NEUTRAL,
    NONE,
    NOTHING,
    PATH,
    PRODUCTION,
    PROSPECT,
    RESOURCE,
    RESTING,
    ROADS,
    STOCK,
    YEAR_CARD,
)
from ludus.games.hadrians_wall.mechanics.effects import Trace, attribute
from ludus.games.hadrians_wall.mechanics.offers import answers
from ludus.games.hadrians_wall.rules.piles import await_fate, turn_fate
from ludus.games.hadrians_wall.rules.tables import Tables
from ludus.games.hadrians_wall.state import Frame, State

HAND = 2
NO_SLOTS = (NONE, NONE, NONE)


def begin_year(state: State, emit: Emit | None) -> None:
    """The next Year: what is allowed once a Year is allowed again [endyear.4]."""
    state.year += 1
    for sheet in state.sheets:
        sheet[RESTING] = 0
    state.stack = [Frame(YEAR_CARD)]
    if emit is not None:
        emit(Event("year", {"year": state.year}))
    await_fate(state, emit)


def turn_year_card(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Step 1: everyone takes what the lower half of the card shows [year.2-5]."""
    board, card = tables.board, action.arg
    turn_fate(state, card)
    state.fate_card = card
    items = board.fate_items[card]
    for sheet in state.sheets:
        for item in range(STOCK):
            sheet[item] += items[item]
    if emit is not None:
        emit(Event("fate", {"year": state.year, "card": card}))
    state.stack = [Frame(DEAL, 0, HAND)]


def deal(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Step 2: each player draws two of their own cards [cards.1]."""
    drawer, card = frame.seat, action.arg
    state.decks[drawer] &= ~(1 << card)
    state.hands[drawer] |= 1 << card
    if emit is not None:
        emit(Event("dealt", {"seat": drawer, "card": card}, only(drawer)))
    frame.about -= 1
    if frame.about:
        return
    if drawer + 1 < state.seats:
        frame.seat = drawer + 1
        frame.about = HAND
        return
    state.stack = [Frame(LAY)]
    for other in range(state.seats):
        state.offers[other] = state.hands[other] << DO_PATH


def lay(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Lay one card face down as a Path, the other as Prospect; it cannot be changed [cards.2-6]."""
    state.laid[seat] = action.arg
    state.offers[seat] = 0
    if emit is not None:
        emit(Event("laid", {"seat": seat}, bars=only(seat)))


def reveal(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Once nobody has a card to lay, all are turned up at once; Prospects pay [cards.5, 7, 12]."""
    if any(state.offers):
        return True
    board = tables.board
    for seat, sheet in enumerate(state.sheets):
        path = state.laid[seat]
        prospect = (state.hands[seat] & ~(1 << path)).bit_length() - 1
        sheet[PATH + state.year - 1] = path
        sheet[PROSPECT + state.year - 1] = prospect
        for item in board.card_gives[prospect]:
            sheet[item] += 1
        state.hands[seat] = 0
        state.laid[seat] = NONE
        if emit is not None:
            facts = {"seat": seat, "year": state.year, "path": path, "prospect": prospect}
            emit(Event("reveal", facts, bars=EVERYONE))
    if state.seats <= 2:
        state.stack = [Frame(NEUTRAL, NONE, 3 - state.seats)]
    else:
        income(board, state, emit)
    return False


def turn_neutral(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """A card of the Neutral Deck stands in for a neighbour's Prospect [few.3-7]."""
    card = action.arg
    state.neutral_deck &= ~(1 << card)
    state.neutral_cards.append(card)
    if emit is not None:
        emit(Event("neutral", {"card": card}))
    frame.about -= 1
    if not frame.about:
        state.neutral_items = [0] * (2 * len(state.neutral_cards))
        income(tables.board, state, emit)


def income(board: Board, state: State, emit: Emit | None) -> None:
    """Step 3: production, Hotels and Workshops pay, Roads ask for an attribute [year.7-11]."""
    for seat, sheet in enumerate(state.sheets):
        built = sheet[BUILT]
        civilians = (built & board.yearly_civilian).bit_count()
        builders = (built & board.yearly_builder).bit_count()
        roads = (built & board.yearly_attribute).bit_count()
        sheet[RESOURCE] += sheet[PRODUCTION]
        sheet[CIVILIAN] += civilians
        sheet[BUILDER] += builders
        if emit is not None:
            facts = {
                "seat": seat,
                "resource": sheet[PRODUCTION],
                "civilian": civilians,
                "builder": builders,
                "roads": roads,
            }
            emit(Event("income", facts))
        if roads:
            sheet[ASK] = ASK_ROAD_YEAR
            sheet[ABOUT] = roads
            state.offers[seat] = answers(board, sheet, NO_SLOTS)
    state.stack = [Frame(ROADS)]


def pick_attribute(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """A Road's yearly attribute [year.10-12]."""
    arg = action.arg
    sheet = state.sheets[seat]
    trace: Trace | None = None if emit is None else []
    attribute(tables.board, sheet, state.year, arg, trace)
    if emit is not None and trace is not None:
        emit(Event("road", {"seat": seat, "attribute": arg, "trace": tuple(trace)}))
    if sheet[ASK] == NOTHING:
        state.offers[seat] = 0
