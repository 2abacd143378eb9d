"""What a seat may do now, read off its sheet as a mask over the numbers of actions."""

from __future__ import annotations

from typing import Final

from ludus.games.hadrians_wall.board import NOT_BUILDS, Board, bits
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

ANY_GOOD: Final[int] = bits(DO_GOOD, MARKET_BOXES)
ANY_PERFORMANCE: Final[int] = bits(DO_PERFORM, THEATRE_BOXES)
ANY_SPAR: Final[int] = bits(DO_SPAR, GLADIATORS * SPAR_PARTNERS)
SPARS_OF: Final[list[int]] = [
    bits(DO_SPAR + SPAR_PARTNERS * gladiator, SPAR_PARTNERS) for gladiator in range(GLADIATORS)
]
ANY_BATTLE: Final[int] = bits(DO_BATTLE, GLADIATORS)
ANY_OFFERING: Final[int] = bits(DO_TEMPLE, WORKERS)
ANY_BRIBE: Final[int] = bits(DO_BRIBE, BATHS_BOXES)
ANY_RULING: Final[int] = bits(DO_RULING, COURT_COLUMNS)
ANY_DIPLOMAT: Final[int] = bits(DO_DIPLOMAT, COHORTS)
ANY_PATTERN: Final[int] = bits(DO_PATTERN, SLOTS)
ANY_ATTRIBUTE: Final[int] = bits(DO_ATTRIBUTE, len(ATTRIBUTES))


def free_actions(board: Board, sheet: Sheet, slots: tuple[int, int, int]) -> int:
    """Every action that this sheet can pay for and has open; `stop` is always one of them.

    `slots` are the player cards whose patterns are in reach.
    """
    mask = NOT_BUILDS
    built = sheet[BUILT]
    # A building stands once, and after the one before it in its row.
    mask |= (~built & (built << 1 | board.building_first)) << DO_BUILD & ~NOT_BUILDS
    for item, row in enumerate(board.pay):
        held = sheet[item]
        mask &= row[held if held < 4 else 4]
    for place, table in board.gates[open_column(built)]:
        mask &= table[sheet[place]]
    mask &= ~(sheet[USED_UP] | sheet[RESTING])
    if board.wall_link[sheet[WALL]] > sheet[FORT]:
        mask &= ~(1 << DO_WALL)
    if board.cippi_link[sheet[CIPPI]] > sheet[FORT]:
        mask &= ~(1 << DO_CIPPI)
    if not built >> MARKET_HALL & 1:
        mask &= ~ANY_GOOD
    if not built >> THEATRE_HALL & 1:
        mask &= ~ANY_PERFORMANCE
    if not built >> BATHS_HALL & 1 or sheet[DISDAIN] == sheet[REMOVED]:
        mask &= ~ANY_BRIBE
    offering = sheet[TEMPLE]
    hall = board.temple_of[offering]
    if hall == NONE or not built >> hall & 1 or sheet[PRIESTS] < board.temple_needs[offering]:
        mask &= ~ANY_OFFERING
    mask = _fighters(board, sheet, mask)
    mask = _rulings(board, sheet, mask)
    return _patricians(board, sheet, slots, mask)


def _fighters(board: Board, sheet: Sheet, mask: int) -> int:
    """Gladiators train while alive and within the Performers' number, battle while alive."""
    if not sheet[BUILT] >> LUDUS_HALL & 1:
        return mask & ~(ANY_SPAR | ANY_BATTLE)
    for gladiator in range(GLADIATORS):
        strength = sheet[STRENGTH + gladiator]
        alive = sheet[WOUNDS + gladiator] < strength
        if not alive:
            mask &= ~(1 << (DO_BATTLE + gladiator))
        untrained = strength == 0
        if not (alive or untrained) or board.spar_needs[strength] > sheet[PERFORMERS]:
            mask &= ~SPARS_OF[gladiator]
    return mask


def _rulings(board: Board, sheet: Sheet, mask: int) -> int:
    if not sheet[BUILT] >> COURTHOUSE & 1:
        return mask & ~ANY_RULING
    for column in range(COURT_COLUMNS):
        box = first_free(sheet, COURT + COURT_BOXES * column, COURT_BOXES)
        if board.ruling_needs[column][box] > sheet[APPARITORES]:
            mask &= ~(1 << (DO_RULING + column))
    return mask


def _patricians(board: Board, sheet: Sheet, slots: tuple[int, int, int], mask: int) -> int:
    """Diplomats for cohorts that have none, and patterns that fit the map somewhere."""
    level = sheet[PATRICIANS]
    if mask & ANY_DIPLOMAT:
        if board.diplomat_needs[diplomat_count(sheet)] > level:
            mask &= ~ANY_DIPLOMAT
        for cohort in range(COHORTS):
            if sheet[DIPLOMAT + cohort]:
                mask &= ~(1 << (DO_DIPLOMAT + cohort))
    if mask & ANY_PATTERN:
        if board.scout_needs[sheet[SCOUTS]] > level:
            return mask & ~ANY_PATTERN
        for slot, card in enumerate(slots):
            if card == NONE or not fits(board, sheet[MAP], board.card_pattern[card]):
                mask &= ~(1 << (DO_PATTERN + slot))
    return mask


def fits(board: Board, filled: int, pattern: int) -> bool:
    """Whether there is room on the map for a pattern [scout.12-16]."""
    places = board.places
    return any(not places[number] & filled for number in board.places_of[pattern])


def answers(board: Board, sheet: Sheet, slots: tuple[int, int, int]) -> int:
    """The answers to the question that waits on this sheet."""
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
