"""What a seat may do now, read off its sheet as a mask over the numbers of actions."""

from __future__ import annotations

from typing import Final

from ludus.games.hadrians_wall.board import (
    BATHS_HALL,
    COURTHOUSE,
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
    LUDUS_HALL,
    MARKET_HALL,
    NOT_BUILDS,
    THEATRE_HALL,
    VERBS,
    Board,
    bits,
    granaries,
)
from ludus.games.hadrians_wall.deeds import diplomats, first_free
from ludus.games.hadrians_wall.sheet import (
    ABOUT,
    APPARITORES,
    ASK,
    ASK_BUILT_ROAD,
    ASK_COHORT,
    ASK_PLACE,
    ASK_SOURCE,
    ATTRIBUTES,
    BUILT,
    CIPPI,
    COHORT,
    COURT,
    DIPLOMAT,
    DISDAIN,
    FAVOUR,
    FORT,
    IGNORED,
    MAP,
    MEDIATION,
    NONE,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    REMOVED,
    RESTING,
    SCOUTS,
    STRENGTH,
    TEMPLE,
    USED_UP,
    WALL,
    WOUNDS,
    Sheet,
)

GOODS: Final[int] = bits(DO_GOOD, VERBS["good"])
PERFORMANCES: Final[int] = bits(DO_PERFORM, VERBS["perform"])
SPARS: Final[int] = bits(DO_SPAR, VERBS["spar"])
BATTLES: Final[int] = bits(DO_BATTLE, VERBS["battle"])
OFFERINGS: Final[int] = bits(DO_TEMPLE, VERBS["temple"])
BRIBES: Final[int] = bits(DO_BRIBE, VERBS["bribe"])
RULINGS: Final[int] = bits(DO_RULING, VERBS["ruling"])
DIPLOMATS: Final[int] = bits(DO_DIPLOMAT, VERBS["diplomat"])
PATTERNS: Final[int] = bits(DO_PATTERN, VERBS["pattern"])
EVERY_ATTRIBUTE: Final[int] = bits(DO_ATTRIBUTE, len(ATTRIBUTES))


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
    for place, table in board.gates[granaries(built)]:
        mask &= table[sheet[place]]
    mask &= ~(sheet[USED_UP] | sheet[RESTING])
    if board.wall_link[sheet[WALL]] > sheet[FORT]:
        mask &= ~(1 << DO_WALL)
    if board.cippi_link[sheet[CIPPI]] > sheet[FORT]:
        mask &= ~(1 << DO_CIPPI)
    if not built >> MARKET_HALL & 1:
        mask &= ~GOODS
    if not built >> THEATRE_HALL & 1:
        mask &= ~PERFORMANCES
    if not built >> BATHS_HALL & 1 or sheet[DISDAIN] == sheet[REMOVED]:
        mask &= ~BRIBES
    offering = sheet[TEMPLE]
    hall = board.temple_of[offering]
    if hall == NONE or not built >> hall & 1 or sheet[PRIESTS] < board.temple_needs[offering]:
        mask &= ~OFFERINGS
    mask = _fighters(board, sheet, mask)
    mask = _rulings(board, sheet, mask)
    return _patricians(board, sheet, slots, mask)


def _fighters(board: Board, sheet: Sheet, mask: int) -> int:
    """Gladiators train while alive and within the Performers' number, battle while alive."""
    if not sheet[BUILT] >> LUDUS_HALL & 1:
        return mask & ~(SPARS | BATTLES)
    for gladiator in range(2):
        strength = sheet[STRENGTH + gladiator]
        alive = sheet[WOUNDS + gladiator] < strength
        if not alive:
            mask &= ~(1 << (DO_BATTLE + gladiator))
        untrained = strength == 0
        if not (alive or untrained) or board.spar_needs[strength] > sheet[PERFORMERS]:
            mask &= ~(3 << (DO_SPAR + 2 * gladiator))
    return mask


def _rulings(board: Board, sheet: Sheet, mask: int) -> int:
    if not sheet[BUILT] >> COURTHOUSE & 1:
        return mask & ~RULINGS
    for column in range(3):
        box = first_free(sheet, COURT + 3 * column, 3)
        if board.ruling_needs[column][box] > sheet[APPARITORES]:
            mask &= ~(1 << (DO_RULING + column))
    return mask


def _patricians(board: Board, sheet: Sheet, slots: tuple[int, int, int], mask: int) -> int:
    """Diplomats for cohorts that have none, and patterns that fit the map somewhere."""
    level = sheet[PATRICIANS]
    if mask & DIPLOMATS:
        if board.diplomat_needs[diplomats(sheet)] > level:
            mask &= ~DIPLOMATS
        for cohort in range(3):
            if sheet[DIPLOMAT + cohort]:
                mask &= ~(1 << (DO_DIPLOMAT + cohort))
    if mask & PATTERNS:
        if board.scout_needs[sheet[SCOUTS]] > level:
            return mask & ~PATTERNS
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
        for cohort in range(3):
            if sheet[COHORT + cohort] < board.size[COHORT]:
                mask |= 1 << (DO_COHORT + cohort)
        return mask
    if ask == ASK_BUILT_ROAD:
        mask = 0
        for icon in board.building_gives[sheet[ABOUT]]:
            mask |= 1 << (DO_ATTRIBUTE + icon - ATTRIBUTES[0])
        return mask
    if ask == ASK_SOURCE:
        mask = 1 << (DO_BUY + 2)
        for slot in range(2):
            if slots[slot] != NONE:
                mask |= 1 << (DO_BUY + slot)
        return mask
    if ask == ASK_PLACE:
        mask = 0
        for number in board.places_of[board.card_pattern[slots[sheet[ABOUT]]]]:
            if not board.places[number] & sheet[MAP]:
                mask |= 1 << (DO_PLACE + number)
        return mask
    return EVERY_ATTRIBUTE


def favours(sheet: Sheet, arrows: list[int]) -> int:
    """Cards that Favours can still ignore, by cohort; 0 where there is no such choice."""
    mask = 0
    for cohort in range(3):
        if sheet[IGNORED + cohort] < arrows[cohort]:
            if sheet[FAVOUR]:
                mask |= 1 << (DO_IGNORE + cohort)
            if sheet[MEDIATION + cohort]:
                mask |= 1 << (DO_IGNORE + 3 + cohort)
    return mask | 1 << DO_DEFEND if mask else 0
