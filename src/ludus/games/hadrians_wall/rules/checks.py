"""Invariants of every position, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.games.hadrians_wall.board import Board, bits
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ATTACK,
    BATHS,
    BATHS_BOXES,
    BATTLE,
    BATTLES,
    BUILT,
    CIPPI,
    COHORTS,
    COURT,
    COURT_BOXES,
    COURT_COLUMNS,
    DEFENCE,
    DIPLOMAT,
    DISDAIN,
    DO_BATTLE,
    DO_BRIBE,
    DO_FORUM,
    DO_GOOD,
    DO_PERFORM,
    DO_RULING,
    DO_TRAIN,
    EXCHANGES,
    FATE_CARDS,
    FAVOUR,
    FORT,
    FORUM,
    GLADIATORS,
    GOOD,
    GUARD,
    MAP,
    MARKET,
    MEDIATION,
    MINING,
    NONE,
    PATH,
    PROSPECT,
    REMOVED,
    RENOWN,
    RESTING,
    SCOUTS,
    SET,
    STOCK,
    STRENGTH,
    TEMPLE,
    THEATRE,
    THEATRE_BOXES,
    TRAINING,
    USED_UP,
    VERBS,
    WALL,
    WIDTH,
    WOUNDS,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.points import full_temples
from ludus.games.hadrians_wall.mechanics.sheet import open_column
from ludus.games.hadrians_wall.rules.actions import offer_of
from ludus.games.hadrians_wall.state import State


def broken(board: Board, state: State) -> Iterator[str]:
    """Broken invariants, in words."""
    for seat, sheet in enumerate(state.sheets):
        for trouble in _sheet(board, sheet, state.year):
            yield f"seat {seat}: {trouble}"
        seen = state.decks[seat] | state.hands[seat]
        count = state.decks[seat].bit_count() + state.hands[seat].bit_count()
        for place in range(PATH, PROSPECT + YEARS):
            if sheet[place] != NONE:
                seen |= 1 << sheet[place]
                count += 1
        if seen != bits(0, SET) or count != SET:
            yield f"seat {seat}: the set of player cards is not whole"
    yield from _piles(state)
    if state.stack and state.stack[-1].phase == ACTIONS:
        for seat in range(state.seats):
            if state.offers[seat] != offer_of(board, state, seat):
                yield f"seat {seat}: the offer is not what the sheet allows"


def _piles(state: State) -> Iterator[str]:
    known = state.fate_pile | state.fate_discard
    count = state.fate_pile.bit_count() + state.fate_discard.bit_count()
    if state.stack and state.stack[-1].phase in (ATTACK, DEFENCE):
        count += len(state.attack)
        for card in state.attack:
            known |= 1 << card
    if known != bits(0, FATE_CARDS) or count != FATE_CARDS:
        yield "a Fate card is missing or there twice"
    if state.stack and state.stack[-1].phase in (GOOD, BATTLE) and not state.fate_pile:
        yield "a Fate card is to be turned, but the pile is empty"
    if state.seats > 2 and (state.neutral_deck or state.neutral_cards):
        yield "neutral cards at a table of three or more"


def _sheet(board: Board, sheet: Sheet, year: int) -> Iterator[str]:
    if len(sheet) != WIDTH:
        yield f"{len(sheet)} places, not {WIDTH}"
    if min(sheet[:STOCK]) < 0:
        yield "less than nothing in stock"
    for place in range(RENOWN, TEMPLE + 1):
        if not 0 <= sheet[place] <= board.size[place]:
            yield f"track {place} is at {sheet[place]} of {board.size[place]}"
    column = open_column(sheet[BUILT])
    for place in (MINING, GUARD, CIPPI, WALL, FORT):
        if sheet[place] > board.columns[place][column]:
            yield f"track {place} is beyond its granary column"
    if sheet[WALL] and board.wall_link[sheet[WALL] - 1] > sheet[FORT]:
        yield "the Wall is ahead of the Fort"
    if sheet[CIPPI] and board.cippi_link[sheet[CIPPI] - 1] > sheet[FORT]:
        yield "the Cippi are ahead of the Fort"
    yield from _marks(board, sheet, year)


def _marks(board: Board, sheet: Sheet, year: int) -> Iterator[str]:
    if sheet[MAP].bit_count() != 4 * sheet[SCOUTS]:
        yield "the map does not fit the number of Scouts"
    if not 0 <= sheet[REMOVED] <= sheet[DISDAIN] <= board.disdain_boxes:
        yield "Disdain is out of bounds"
    for gladiator in range(GLADIATORS):
        if not 0 <= sheet[WOUNDS + gladiator] <= sheet[STRENGTH + gladiator] <= 6:
            yield "a gladiator has more wounds than strength"
    if not 0 <= sheet[FAVOUR] <= full_temples(board, sheet):
        yield "more Temple Favours than full Temples"
    for cohort in range(COHORTS):
        if sheet[MEDIATION + cohort] and not sheet[DIPLOMAT + cohort]:
            yield "a Favour of a Diplomat who is not there"
    if sheet[USED_UP] != used_up(board, sheet):
        yield "boxes that are full are not those marked as such"
    if sheet[RESTING] != resting(board, sheet, year):
        yield "what was used this Year is not what is marked as such"


def used_up(board: Board, sheet: Sheet) -> int:
    """Actions whose boxes are all full, read off the boxes."""
    mask = 0
    if sheet[TRAINING + board.training_boxes - 1]:
        mask |= 1 << DO_TRAIN
    if sheet[FORUM + board.forum_boxes - 1]:
        mask |= bits(DO_FORUM, EXCHANGES)
    for start, verb, first in (
        (MARKET, "good", DO_GOOD),
        (THEATRE, "perform", DO_PERFORM),
        (BATHS, "bribe", DO_BRIBE),
    ):
        for box in range(VERBS[verb]):
            if sheet[start + box]:
                mask |= 1 << (first + box)
    for column in range(COURT_COLUMNS):
        if sheet[COURT + COURT_BOXES * column + COURT_BOXES - 1]:
            mask |= 1 << (DO_RULING + column)
    return mask


def resting(board: Board, sheet: Sheet, year: int) -> int:
    """Actions that have been used up for this Year, read off the boxes."""
    mask = 0
    if year in sheet[TRAINING : TRAINING + board.training_boxes]:
        mask |= 1 << DO_TRAIN
    if year in sheet[FORUM : FORUM + board.forum_boxes]:
        mask |= bits(DO_FORUM, EXCHANGES)
    if year in sheet[THEATRE : THEATRE + THEATRE_BOXES]:
        mask |= bits(DO_PERFORM, THEATRE_BOXES)
    if sheet[BATHS : BATHS + BATHS_BOXES].count(year) >= board.bribes_yearly:
        mask |= bits(DO_BRIBE, BATHS_BOXES)
    for column in range(COURT_COLUMNS):
        if year in sheet[COURT + COURT_BOXES * column : COURT + COURT_BOXES * (column + 1)]:
            mask |= 1 << (DO_RULING + column)
    for gladiator in range(GLADIATORS):
        if year in sheet[BATTLES + YEARS * gladiator : BATTLES + YEARS * (gladiator + 1)]:
            mask |= 1 << (DO_BATTLE + gladiator)
    return mask
