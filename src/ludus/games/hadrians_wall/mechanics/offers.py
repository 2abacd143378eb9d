"""What a seat may do now, read off its sheet as a mask over the numbers of actions."""

from __future__ import annotations

from typing import Final

from ludus.games.hadrians_wall.board import Board, bits
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    APPARITORES,
    ASK,
    ASK_BUILT_ROAD,
    ASK_COHORT,
    ASK_PLACE,
    ASK_SOURCE,
    ATTRIBUTES,
    BATHS_BOXES,
    BATHS_HALL,
    BUILDINGS,
    BUILT,
    CIPPI,
    COHORT,
    COHORTS,
    COURT,
    COURT_BOXES,
    COURT_COLUMNS,
    COURTHOUSE,
    DIPLOMAT,
    DISDAIN,
    DO_ATTRIBUTE,
    DO_BATTLE,
    DO_BRIBE,
    DO_BUILD,
    DO_BUY,
    DO_CIPPI,
    DO_COHORT,
    DO_DEFEND,
    DO_DIPLOMAT,
    DO_GOOD,
    DO_IGNORE,
    DO_PATTERN,
    DO_PERFORM,
    DO_PLACE,
    DO_RULING,
    DO_SPAR,
    DO_TEMPLE,
    DO_WALL,
    FATE_DECK,
    FAVOUR,
    FORT,
    GLADIATORS,
    IGNORED,
    LUDUS_HALL,
    MAIN,
    MAP,
    MARKET_BOXES,
    MARKET_HALL,
    MEDIATION,
    NONE,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    REMOVED,
    RESTING,
    SCOUTS,
    SLOTS,
    SPAR_PARTNERS,
    STRENGTH,
    TEMPLE,
    THEATRE_BOXES,
    THEATRE_HALL,
    USED_UP,
    WALL,
    WORKERS,
    WOUNDS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.sheet import diplomat_count, first_free, open_column

ANY_BUILD: Final[int] = bits(DO_BUILD, len(BUILDINGS))
NOT_BUILDS: Final[int] = bits(0, MAIN) & ~ANY_BUILD
THE_WALL: Final[int] = 1 << DO_WALL
THE_CIPPI: Final[int] = 1 << DO_CIPPI
ANY_GOOD: Final[int] = bits(DO_GOOD, MARKET_BOXES)
ANY_PERFORMANCE: Final[int] = bits(DO_PERFORM, THEATRE_BOXES)
ANY_SPAR: Final[int] = bits(DO_SPAR, GLADIATORS * SPAR_PARTNERS)
SPARS_OF: Final[list[int]] = [
    bits(DO_SPAR + SPAR_PARTNERS * gladiator, SPAR_PARTNERS) for gladiator in range(GLADIATORS)
]
ANY_BATTLE: Final[int] = bits(DO_BATTLE, GLADIATORS)
ANY_FIGHT: Final[int] = ANY_SPAR | ANY_BATTLE
ANY_OFFERING: Final[int] = bits(DO_TEMPLE, WORKERS)
ANY_BRIBE: Final[int] = bits(DO_BRIBE, BATHS_BOXES)
ANY_RULING: Final[int] = bits(DO_RULING, COURT_COLUMNS)
ANY_DIPLOMAT: Final[int] = bits(DO_DIPLOMAT, COHORTS)
ANY_PATTERN: Final[int] = bits(DO_PATTERN, SLOTS)
FOR_PATRICIANS: Final[int] = ANY_DIPLOMAT | ANY_PATTERN
ANY_ATTRIBUTE: Final[int] = bits(DO_ATTRIBUTE, len(ATTRIBUTES))


def free_actions(board: Board, sheet: Sheet) -> int:
    """Every action that this sheet can pay for and has open; `stop` is always one of them.

    Whether a pattern fits depends on cards as well: see `fitting_patterns`.
    """
    built = sheet[BUILT]
    # A building stands once, and after the one before it in its row.
    mask = NOT_BUILDS | (~built & (built << 1 | board.building_first)) << DO_BUILD & ANY_BUILD
    for item, row in enumerate(board.pay):
        held = sheet[item]
        mask &= row[held if held < 4 else 4]
    for place, table in board.gates[open_column(built)]:
        mask &= table[sheet[place]]
    shut = sheet[USED_UP] | sheet[RESTING]
    if board.wall_link[sheet[WALL]] > sheet[FORT]:
        shut |= THE_WALL
    if board.cippi_link[sheet[CIPPI]] > sheet[FORT]:
        shut |= THE_CIPPI
    if not built >> MARKET_HALL & 1:
        shut |= ANY_GOOD
    if not built >> THEATRE_HALL & 1:
        shut |= ANY_PERFORMANCE
    if not built >> BATHS_HALL & 1 or sheet[DISDAIN] == sheet[REMOVED]:
        shut |= ANY_BRIBE
    offering = sheet[TEMPLE]
    hall = board.temple_of[offering]
    if hall == NONE or not built >> hall & 1 or sheet[PRIESTS] < board.temple_needs[offering]:
        shut |= ANY_OFFERING
    shut |= _shut_ludus(board, sheet) if built >> LUDUS_HALL & 1 else ANY_FIGHT
    shut |= _shut_rulings(board, sheet) if built >> COURTHOUSE & 1 else ANY_RULING
    mask &= ~shut
    if mask & FOR_PATRICIANS:
        mask &= ~_shut_patricians(board, sheet)
    return mask


def _shut_ludus(board: Board, sheet: Sheet) -> int:
    """Gladiators train while alive and within the Performers' number, battle while alive."""
    shut = 0
    for gladiator in range(GLADIATORS):
        strength = sheet[STRENGTH + gladiator]
        alive = sheet[WOUNDS + gladiator] < strength
        if not alive:
            shut |= 1 << (DO_BATTLE + gladiator)
        untrained = strength == 0
        if not (alive or untrained) or board.spar_needs[strength] > sheet[PERFORMERS]:
            shut |= SPARS_OF[gladiator]
    return shut


def _shut_rulings(board: Board, sheet: Sheet) -> int:
    shut = 0
    for column in range(COURT_COLUMNS):
        box = first_free(sheet, COURT + COURT_BOXES * column, COURT_BOXES)
        if board.ruling_needs[column][box] > sheet[APPARITORES]:
            shut |= 1 << (DO_RULING + column)
    return shut


def _shut_patricians(board: Board, sheet: Sheet) -> int:
    """Diplomats for cohorts that have one, and what takes more Patricians."""
    level = sheet[PATRICIANS]
    shut = 0
    if board.diplomat_needs[diplomat_count(sheet)] > level:
        shut |= ANY_DIPLOMAT
    for cohort in range(COHORTS):
        if sheet[DIPLOMAT + cohort]:
            shut |= 1 << (DO_DIPLOMAT + cohort)
    if board.scout_needs[sheet[SCOUTS]] > level:
        shut |= ANY_PATTERN
    return shut


def fitting_patterns(board: Board, sheet: Sheet, slots: tuple[int, int, int], mask: int) -> int:
    """The mask without the patterns that fit nowhere on the map.

    `slots` are the player cards whose patterns are in reach.
    """
    for slot, card in enumerate(slots):
        if card == NONE or not fits(board, sheet[MAP], board.card_pattern[card]):
            mask &= ~(1 << (DO_PATTERN + slot))
    return mask


def fits(board: Board, filled: int, pattern: int) -> bool:
    """Whether there is room on the map for a pattern [scout.12-16]."""
    places = board.places
    return any(not places[number] & filled for number in board.places_of[pattern])


def answers(board: Board, sheet: Sheet, slots: tuple[int, int, int]) -> int:
    """The answers to the open question on this sheet."""
    ask = sheet[ASK]
    if ask == ASK_COHORT:
        mask = 0
        for cohort in range(COHORTS):
            if sheet[COHORT + cohort] < board.size[COHORT]:
                mask |= 1 << (DO_COHORT + cohort)
        return mask
    if ask == ASK_BUILT_ROAD:
        mask = 0
        for icon in board.building_gives[sheet[ABOUT]]:
            mask |= 1 << (DO_ATTRIBUTE + icon - ATTRIBUTES[0])
        return mask
    if ask == ASK_SOURCE:
        mask = 1 << (DO_BUY + FATE_DECK)
        for slot in range(FATE_DECK):
            if slots[slot] != NONE:
                mask |= 1 << (DO_BUY + slot)
        return mask
    if ask == ASK_PLACE:
        mask = 0
        for number in board.places_of[board.card_pattern[slots[sheet[ABOUT]]]]:
            if not board.places[number] & sheet[MAP]:
                mask |= 1 << (DO_PLACE + number)
        return mask
    return ANY_ATTRIBUTE


def favour_actions(sheet: Sheet, arrows: list[int]) -> int:
    """Cards that Favours can still ignore, by cohort; 0 where there is no such choice."""
    mask = 0
    for cohort in range(COHORTS):
        if sheet[IGNORED + cohort] < arrows[cohort]:
            if sheet[FAVOUR]:
                mask |= 1 << (DO_IGNORE + cohort)
            if sheet[MEDIATION + cohort]:
                mask |= 1 << (DO_IGNORE + COHORTS + cohort)
    return mask | 1 << DO_DEFEND if mask else 0
