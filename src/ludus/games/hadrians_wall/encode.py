"""Positions of Hadrian's Wall as numbers, for nets: one sheet, and what its owner faces.

Players hardly touch each other's sheets, so a row tells of the viewer's alone. What is left out:
the sheets of others, which cards have left the piles, and the boxes that cannot be used again,
which follow from the others but for a few. A net corrects what the hand-made evaluation expects.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.core.columns import Columns
from ludus.core.protocol import Decision, Outcome, Seat
from ludus.games.hadrians_wall.bot.evaluation import Evaluation
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    ACTIVE,
    ASK,
    BUILDINGS,
    BUILT,
    CELLS,
    COHORT,
    COHORTS,
    DIFFICULTIES,
    DISDAIN,
    FAVOUR,
    GLADIATORS,
    GOODS,
    IGNORED,
    MAP,
    MARKET,
    MARKET_BOXES,
    MEDIATION,
    MINING,
    NONE,
    PATH,
    PHASE_COUNT,
    PROSPECT,
    REMOVED,
    RENOWN,
    RESTING,
    SCOUTS,
    SET,
    STOCK,
    STRENGTH,
    TEMPLE,
    THROUGH,
    TRAINING,
    USED_UP,
    WOUNDS,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of
from ludus.games.hadrians_wall.rules.game import HadriansWallRules
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.view import View, sheet_of

FINE: Final = 64
"""What the evaluation expects is kept in parts of a point."""
MOST_SEATS: Final = 6

# Where the numbers stand in a row; the sheet follows, without the two masks of used boxes.
SEATS: Final = 1
DIFFICULTY: Final = 2
YEAR: Final = 3
PHASE: Final = 4
CARDS_TO_COME: Final = 5
HAND: Final = 6
LAID: Final = 7
ARROWS: Final = 8
ATTACKERS: Final = 11
NEUTRAL: Final = 12
EXPECTED: Final = 13
SHEET: Final = 14
GAP: Final = 2
"""USED_UP and RESTING stand side by side and are left out."""


def place_of(place: int) -> int:
    """Where a place of the sheet stands in a row."""
    return SHEET + place - (GAP if place > RESTING else 0)


class HadriansWallEncoding:
    """For all seat counts and difficulties."""

    def __init__(self, rules: HadriansWallRules, evaluation: Evaluation) -> None:
        self._board: Final = rules.board
        self._evaluation: Final = evaluation
        self._columns: Final = Columns(_above(), _equal())
        self._masks: Final = Columns(
            masks=[(place_of(BUILT), len(BUILDINGS)), (place_of(MAP), CELLS), (HAND, SET)]
        )
        first = rules.setup(1, {"difficulty": DIFFICULTIES[0]})
        self.width: Final = self.features(np.array([self.pack(first, 0)])).shape[1]

    @property
    def kind(self) -> Literal["wins", "points"]:
        return "points"

    @property
    def outputs(self) -> int:
        return 1

    def pack(self, state: State, viewer: Seat) -> tuple[int, ...]:
        sheet = state.sheets[viewer]
        phase, about = PHASE_COUNT, 0
        if state.stack:
            frame = state.stack[-1]
            phase, about = frame.phase, frame.about
        arrows = arrows_of(self._board, state.attack)
        return (
            viewer,
            state.seats,
            state.difficulty,
            state.year,
            phase,
            about,
            state.hands[viewer],
            state.laid[viewer],
            arrows[0],
            arrows[1],
            arrows[2],
            len(state.attack),
            sum(state.neutral_items),
            int(self._evaluation.worth(state, viewer) * FINE),
            *sheet[:USED_UP],
            *sheet[RESTING + 1 :],
        )

    def seats(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows[:, SEATS]

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        return rows[:, EXPECTED, None].astype(np.float32) / np.float32(FINE)

    def points(self, outcome: Outcome, seat: Seat) -> float:
        return float(outcome.scores[seat])

    def chance(self, value: float, state: State, seat: Seat) -> float:
        return self._evaluation.chance(state, seat, value)

    def goes_on(self, decision: Decision) -> bool:
        return False

    def seen(self, view: object) -> object:
        assert isinstance(view, View)
        sheet = sheet_of(view.sheets[view.viewer])
        sheet[USED_UP] = sheet[RESTING] = 0
        question = view.question
        return (
            view.seats,
            view.difficulty,
            view.year,
            None if question is None else (question.phase, question.about),
            view.hand,
            view.laid,
            arrows_of(self._board, view.attack),
            len(view.attack),
            sum(view.neutral_items),
            sheet,
        )

    def features(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        year = rows[:, YEAR, None]
        cards = np.arange(SET)
        paths = rows[:, place_of(PATH) : place_of(PATH) + YEARS]
        prospects = rows[:, place_of(PROSPECT) : place_of(PROSPECT) + YEARS]
        parts = [
            self._columns.of(rows),
            rows[:, place_of(TRAINING) : place_of(MARKET)] == year,
            self._masks.of(rows),
            (paths[:, :, None] == cards).any(1),
            (prospects[:, :, None] == cards).any(1),
            self.base(rows) / 30 - 1,
            rows[:, SHEET : SHEET + FAVOUR] * 0.1,
        ]
        return np.concatenate(parts, 1, dtype=np.float32)


def _above() -> list[tuple[int, int]]:
    """Columns of a row and the numbers that they are compared with: counts as thermometers."""
    found: list[tuple[int, int]] = []

    def count(places: range, most: int) -> None:
        found.extend((place_of(place), step) for place in places for step in range(most))

    count(range(STOCK), 12)
    count(range(RENOWN, COHORT), 30)
    count(range(COHORT, COHORT + COHORTS), 9)
    count(range(MINING, TEMPLE + 1), 25)
    count(range(FAVOUR, MEDIATION + COHORTS), 4)
    count(range(STRENGTH, WOUNDS + GLADIATORS), 7)
    count(range(SCOUTS, SCOUTS + 1), 12)
    count(range(DISDAIN, REMOVED + 1), 16)
    count(range(IGNORED, IGNORED + COHORTS), 3)
    count(range(ABOUT, ABOUT + 1), 10)
    count(range(ACTIVE, ACTIVE + 1), 1)
    found += [(place_of(THROUGH), step) for step in range(-1, 8)]
    count(range(TRAINING, MARKET), 1)
    found += [(CARDS_TO_COME, step) for step in range(8)]
    found += [(ARROWS + cohort, step) for cohort in range(COHORTS) for step in range(8)]
    found += [(ATTACKERS, step) for step in range(12)]
    found += [(NEUTRAL, step) for step in range(10)]
    return found


def _equal() -> list[tuple[int, int]]:
    """Columns of a row and the numbers that they may be."""
    market = range(MARKET, MARKET + MARKET_BOXES)
    found = [(place_of(place), good) for place in market for good in range(GOODS + 1)]
    found += [(place_of(ASK), ask) for ask in range(6)]
    found += [(LAID, card) for card in range(NONE, SET)]
    found += [(YEAR, year) for year in range(YEARS + 1)]
    found += [(PHASE, phase) for phase in range(PHASE_COUNT + 1)]
    found += [(DIFFICULTY, number) for number in range(len(DIFFICULTIES))]
    found += [(SEATS, seats) for seats in range(1, MOST_SEATS + 1)]
    return found
