"""How good a position of Hadrian's Wall is for a seat: the evaluation for greedy play and search.

The worth of a sheet is counted in points: those it has, what its board can still be turned into,
what its buildings will bring in, how the coming attacks are likely to go, and how far each Path is.
"""

from __future__ import annotations

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus.core.terms import NOTHING, UNNAMED, Term
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    ACTIONS,
    ACTIVE,
    APPARITORES,
    ASK,
    ASK_COHORT,
    ASK_PLACE,
    ASK_ROAD_YEAR,
    ASK_SOURCE,
    ATTACK,
    ATTRIBUTES,
    BATHS,
    BATHS_BOXES,
    BATHS_HALL,
    BATTLE,
    BUILDER,
    BUILT,
    CIPPI,
    CIVILIAN,
    COHORT,
    COHORTS,
    COURTHOUSE,
    DEFENCE,
    FORT,
    GLADIATORS,
    GOOD,
    GRANARY_LARGE,
    GRANARY_MEDIUM,
    GUARD,
    LUDUS_HALL,
    MARKET_HALL,
    MINING,
    NONE,
    PATH,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    PRODUCTION,
    RESOURCE,
    SOLDIER,
    STOCK,
    STRENGTH,
    TEMPLE,
    THEATRE_HALL,
    TRADERS,
    WALL,
    WOUNDS,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of, breaches
from ludus.games.hadrians_wall.mechanics.points import (
    attribute_points,
    final_disdain,
    path_count,
    path_points,
    total,
)
from ludus.games.hadrians_wall.mechanics.sheet import different_goods, favours_left
from ludus.games.hadrians_wall.rules.game import HadriansWallRules
from ludus.games.hadrians_wall.state import State

SCALE: Final = 7.0
"""How many points of lead make a win about three times as likely as a loss."""
REMEMBER: Final = 2_000
"""How many results are kept for other players' sheets, and for states of cohorts."""
SOLO_AIM: Final = 60.0
"""The points that a solo player's position is compared with."""

ITEM: Final[list[float]] = [0.62, 0.62, 0.55, 0.6, 0.6]
"""What a Soldier, Builder, Servant, Civilian and Resource on the board is worth."""
YEARLY: Final[list[float]] = [1.9, 2.0, 2.3, 1.6, 1.8]
"""How many of them the cards bring in an average Year."""
ROAD_YEAR: Final = 1.0
GRANARY: Final[list[float]] = [0.7, 0.9]
"""What an open column is worth, per Year it can be used."""
OPEN_AREA: Final[dict[int, float]] = {
    MARKET_HALL: 0.8,
    THEATRE_HALL: 0.8,
    LUDUS_HALL: 0.8,
    BATHS_HALL: 0.15,
    COURTHOUSE: 0.9,
}
"""What a building with a yearly use is worth, per Year it can be used."""
BOX: Final[dict[int, float]] = {
    MINING: 0.3,
    GUARD: 0.28,
    CIPPI: 0.3,
    WALL: 0.22,
    FORT: 0.34,
    TRADERS: 0.27,
    PERFORMERS: 0.26,
    PRIESTS: 0.36,
    APPARITORES: 0.34,
    PATRICIANS: 0.32,
    TEMPLE: 0.2,
}
"""What a filled box is worth besides what it gave: it leads to the next ones."""
DISDAIN: Final = 1.9
"""Points that one more Disdain costs, on average."""
GROWTH: Final = 0.75
"""How many boxes each cohort gains in a Year, roughly."""
FAVOUR_WORTH: Final = 0.55
ACTING: Final = 0.75
"""A bonus for not having stopped: unspent items are lost, so stopping early is rarely right."""
PATH_HOPE: Final = 0.62
"""How much of a Path's next point counts for being part of the way there."""


class Evaluation:
    """Expected points of each player, turned into a chance to win."""

    def __init__(self, rules: HadriansWallRules) -> None:
        self._board = rules.board
        self._beyond = _beyond_table()
        # Both depend on little and are asked for often: attacks to come, and sheets of others.
        self._ahead: dict[tuple[int, ...], float] = {}
        self._rivals: dict[tuple[int, ...], float] = {}

    def __call__(self, state: State, seat: Seat) -> float:
        return self.chance(state, seat, self.worth(state, seat))

    def chance(self, state: State, seat: Seat, mine: float) -> float:
        """The chance of a seat that can expect to end with `mine` points."""
        if state.seats == 1:
            rival = SOLO_AIM
        else:
            rival = max(self._rival(state, s) for s in range(state.seats) if s != seat)
        return 1.0 / (1.0 + math.exp((rival - mine) / SCALE))

    def _rival(self, state: State, seat: Seat) -> float:
        """The worth of another seat; most of one's own choices do not change it."""
        phase = state.stack[-1].phase if state.stack else NONE
        if phase in (ATTACK, DEFENCE):
            return self.worth(state, seat)
        key = (state.year, phase, state.difficulty, *state.neutral_items, *state.sheets[seat])
        found = self._rivals.get(key)
        if found is None:
            if len(self._rivals) >= REMEMBER:
                self._rivals.clear()
            found = self._rivals[key] = self.worth(state, seat)
        return found

    def worth(self, state: State, seat: Seat) -> float:
        """The points that a seat can expect to end with, up to a constant common to all."""
        board, sheet = self._board, state.sheets[seat]
        if not state.stack:
            return float(total(board, sheet))
        phase = state.stack[-1].phase
        left = YEARS - state.year
        worth = float(attribute_points(sheet))
        worth += _paths(board, sheet, left)
        worth += self._attacks(state, sheet, phase)
        worth += _income(board, sheet, left)
        worth += _areas(sheet, state.year)
        fade = _fade(left)
        for track, credit in BOX.items():
            worth += credit * fade * sheet[track]
        acting = phase in (ACTIONS, GOOD, BATTLE)
        if not acting or sheet[ACTIVE]:
            worth += _stock(sheet, left)
        if acting and sheet[ACTIVE]:
            worth += ACTING
        return worth + _question(board, sheet)

    def terms(self, state: State, seat: Seat) -> list[Term]:
        """The parts of `worth` by name, about places of the sheet; a Path is about PATH + card."""
        board, sheet = self._board, state.sheets[seat]
        found = [Term("attribute", place, float(sheet[place])) for place in ATTRIBUTES]
        if not state.stack:
            rest = total(board, sheet) - attribute_points(sheet)
            return [*found, Term("end", NOTHING, float(rest))]
        phase = state.stack[-1].phase
        left = YEARS - state.year
        for year in range(YEARS):
            card = sheet[PATH + year]
            if card != NONE:
                found.append(Term("path", PATH + card, _path(board, sheet, card, left)))
        disdain = -DISDAIN * final_disdain(board, sheet)
        favours = FAVOUR_WORTH * favours_left(sheet)
        found.append(Term("disdain", NOTHING, disdain))
        found.append(Term("favours", NOTHING, favours))
        attacks = self._attacks(state, sheet, phase) - disdain - favours
        found.append(Term("defence", NOTHING, attacks))
        found.append(Term("income", NOTHING, _income(board, sheet, left)))
        found.append(Term("areas", NOTHING, _areas(sheet, state.year)))
        for track, credit in BOX.items():
            found.append(Term("boxes", track, credit * _fade(left) * sheet[track]))
        acting = phase in (ACTIONS, GOOD, BATTLE)
        if not acting or sheet[ACTIVE]:
            found.append(Term("stock", NOTHING, _stock(sheet, left)))
        if acting and sheet[ACTIVE]:
            found.append(Term("acting", NOTHING, ACTING))
        found.append(Term(UNNAMED, NOTHING, _question(board, sheet)))
        return found

    def _attacks(self, state: State, sheet: Sheet, phase: int) -> float:
        """Expected Valour and Disdain, and the Disdain so far."""
        board = self._board
        disdain = final_disdain(board, sheet)
        worth = -DISDAIN * disdain
        cohorts = [sheet[COHORT + cohort] for cohort in range(COHORTS)]
        favours = favours_left(sheet)
        worth += FAVOUR_WORTH * favours
        first = state.year
        if phase in (ATTACK, DEFENCE):
            if phase == DEFENCE and not state.offers[state.sheets.index(sheet)]:
                first += 1
            else:
                worth += self._facing(state, sheet)
                first += 1
        extra = sum(state.neutral_items)
        key = (first, state.year, state.difficulty, extra, *cohorts)
        ahead = self._ahead.get(key)
        if ahead is None:
            if len(self._ahead) >= REMEMBER:
                self._ahead.clear()
            ahead = self._ahead[key] = self._to_come(state, cohorts, first, extra)
        return worth + ahead

    def _to_come(self, state: State, cohorts: list[int], first: int, extra: int) -> float:
        """What all attacks from Year `first` on are likely to bring and cost."""
        board = self._board
        worth = 0.0
        for year in range(first, YEARS + 1):
            count = board.attacks[state.difficulty][year]
            if year == state.year:
                count += extra
            grown = GROWTH * (year - state.year)
            through = 0.0
            row = self._beyond[min(count, len(self._beyond) - 1)]
            for boxes in cohorts:
                size = boxes + grown
                low = int(size)
                part = size - low
                through += row[min(low, 9)] * (1 - part) + row[min(low + 1, 9)] * part
            worth += _flagged(through, board.flag[year])
        return worth

    def _facing(self, state: State, sheet: Sheet) -> float:
        """An attack whose cards are being turned."""
        unseen = state.stack[-1].about if state.stack[-1].phase == ATTACK else 0
        through = unseen / 6 + breaches(sheet, arrows_of(self._board, state.attack))
        return _flagged(through, self._board.flag[state.year])


def _flagged(through: float, flag: int) -> float:
    """What this many attacks are likely to cost and earn; the flag caps both."""
    disdain = min(float(flag), through)
    if through < 2 * flag:
        disdain *= 0.92
    return (flag - disdain) - DISDAIN * disdain


def _fade(left: int) -> float:
    """How much a filled box still counts for what it leads to."""
    return 1.0 if left > 1 else 0.75 if left else 0.3


def _stock(sheet: Sheet, left: int) -> float:
    fade = 1.0 if left else 0.8
    worth = 0.0
    for item in range(STOCK):
        count = sheet[item]
        # A fifth of a kind is harder to use than the first.
        worth += ITEM[item] * fade * (count if count < 5 else 4 + 0.6 * (count - 4))
    return worth


def _income(board: Board, sheet: Sheet, left: int) -> float:
    """What cards and circles will bring in the Years to come."""
    built = sheet[BUILT]
    yearly = ITEM[RESOURCE] * (sheet[PRODUCTION] - 1)
    yearly += ITEM[CIVILIAN] * (built & board.yearly_civilian).bit_count()
    yearly += ITEM[BUILDER] * (built & board.yearly_builder).bit_count()
    yearly += ROAD_YEAR * (built & board.yearly_attribute).bit_count()
    for item in range(STOCK):
        yearly += ITEM[item] * YEARLY[item]
    return yearly * left


def _areas(sheet: Sheet, year: int) -> float:
    """Granaries and the buildings with a yearly use."""
    built = sheet[BUILT]
    left = YEARS - year
    worth = 0.0
    if built >> GRANARY_MEDIUM & 1:
        worth += GRANARY[0] * (left + 0.5)
    if built >> GRANARY_LARGE & 1:
        worth += GRANARY[1] * (left + 0.5)
    for hall, yearly in OPEN_AREA.items():
        if built >> hall & 1:
            worth += yearly * (left + 0.3)
    if built >> LUDUS_HALL & 1:
        for gladiator in range(GLADIATORS):
            alive = sheet[STRENGTH + gladiator] - sheet[WOUNDS + gladiator]
            worth += 0.3 * alive * min(left + 1, 3) / 3
    if built >> BATHS_HALL & 1:
        worth += 0.25 * min(4, sheet[BATHS : BATHS + BATHS_BOXES].count(0))
    return worth


def _paths(board: Board, sheet: Sheet, left: int) -> float:
    """Points of Paths, and part of the next point for those under way."""
    worth = 0.0
    for year in range(YEARS):
        card = sheet[PATH + year]
        if card != NONE:
            worth += _path(board, sheet, card, left)
    return worth


def _path(board: Board, sheet: Sheet, card: int, left: int) -> float:
    points = path_points(board, sheet, card)
    tiers = board.card_tiers[card]
    if points == 3 or tiers[0] >= tiers[2]:
        return points
    count = path_count(board, sheet, card)
    before = tiers[points - 1] if points else 0
    done = (count - before) / (tiers[points] - before)
    return points + PATH_HOPE * done + 0.25 * left * PATH_HOPE / 5


def _question(board: Board, sheet: Sheet) -> float:
    """What answering an open question will bring, so that raising it does not look like a loss."""
    ask = sheet[ASK]
    if ask == ASK_COHORT:
        return 0.9
    if ask == ASK_SOURCE:
        goods = different_goods(sheet)
        return 0.7 * board.new_good[min(goods, 5)] - ITEM[RESOURCE]
    if ask == ASK_PLACE:
        return 1.2 - ITEM[SOLDIER]
    if ask == ASK_ROAD_YEAR:
        return ROAD_YEAR * sheet[ABOUT]
    return 1.0 if ask else 0.0


def _beyond_table(most: int = 48, boxes: int = 10) -> list[list[float]]:
    """Per number of attack cards and boxes of a cohort, the attacks on it that get through."""
    table: list[list[float]] = []
    for count in range(most + 1):
        odds = [
            math.comb(count, k) * (1 / 3) ** k * (2 / 3) ** (count - k) for k in range(count + 1)
        ]
        table.append(
            [sum(odds[k] * max(0, k - size) for k in range(count + 1)) for size in range(boxes)]
        )
    return table
