"""Positions of Para Bellum as numbers, for nets: one army card by card, the others at a glance.

What is left out: where the cards and dice of others lie, which command cards and omens have gone,
which cards lie at the bottom of a deck, and the work that waits on the stack but for its phases.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.core.columns import Columns
from ludus.core.protocol import Decision, Outcome, Seat
from ludus.games.para_bellum.board import CELLS, GENERAL
from ludus.games.para_bellum.bot import row as r
from ludus.games.para_bellum.bot.evaluation import SCALE, Evaluation
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.ids import (
    BANNERS,
    COLOURS,
    FACE,
    MAX_FACE,
    MAX_SEATS,
    NONE,
    PHASE_COUNT,
    TEAM_SEATS,
)
from ludus.games.para_bellum.rules.game import ParaBellumRules
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.view import Side, View

NEW_CHOICES: Final = ("act", "place_card", "take", "opening", "keep", "colour", "return")
"""Questions that begin something; all others finish what a choice began."""
OPTION_COUNT: Final = 6
TRACK: Final = 8
"""No runner goes further."""


class ParaBellumEncoding:
    """For all seat counts and options."""

    def __init__(self, rules: ParaBellumRules, evaluation: Evaluation) -> None:
        catalog = rules.tables.catalog
        self._rows: Final = r.Rows(rules.tables, evaluation)
        self._looks: Final = _looks(catalog)
        self._catalog: Final = catalog
        self._columns: Final = Columns(self._above(), self._equal(), self._scaled())
        self._bits: Final = Columns(masks=self._masks())
        first = rules.setup(2, dict(FIRST))
        self.width: Final = self.features(np.array([self.pack(first, 0)])).shape[1]

    @property
    def kind(self) -> Literal["wins", "points"]:
        return "wins"

    @property
    def outputs(self) -> int:
        return MAX_SEATS

    def pack(self, state: State, viewer: Seat) -> tuple[int, ...]:
        return tuple(self._rows.pack(state, viewer))

    def seats(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows[:, r.SEATS]

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        worth = rows[:, r.EXPECTED : r.EXPECTED + MAX_SEATS].astype(np.float32)
        together = worth + np.roll(worth, 2, 1)
        worth = np.where(rows[:, r.SEATS, None] == TEAM_SEATS, together, worth)
        return worth / np.float32(r.FINE * SCALE)

    def points(self, outcome: Outcome, seat: Seat) -> float:
        return float(outcome.scores[seat])

    def chance(self, value: float, state: State, seat: Seat) -> float:
        # Both of a team win, and each has half of that.
        return min(1.0, 2 * value) if state.seats == TEAM_SEATS else value

    def goes_on(self, decision: Decision) -> bool:
        return decision.prompt not in NEW_CHOICES

    def seen(self, view: object) -> object:
        assert isinstance(view, View)
        question = view.question

        def slot(seat: int) -> int:
            return (seat - view.viewer) % view.seats if seat >= 0 else seat

        asked = None if question is None else (question.phase, slot(question.seat))
        own = view.sides[view.viewer]
        return (
            view.seats,
            (view.dealt_colours, view.capital, view.capped_oratory),
            (view.open_memory, view.spent_banners, view.chosen_goals),
            (view.battle, view.army_deck, view.command_deck, view.event, view.event_bag),
            sorted(view.line),
            (slot(view.turn), view.round, view.actions, slot(view.ending), asked),
            (own.cells, [code & FACE for code in own.dice], own.hand),
            [_glance(side) for side in view.sides[view.viewer :] + view.sides[: view.viewer]],
        )

    def features(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        count = len(rows)
        own = self._rows.own
        cells = self._looks[rows[:, own : own + CELLS]].reshape(count, -1)
        worth = rows[:, r.EXPECTED : r.EXPECTED + MAX_SEATS] / np.float32(r.FINE)
        here = np.arange(MAX_SEATS) < rows[:, r.SEATS, None]
        points = rows[:, self._places(r.POINTS)] / np.float32(r.FINE)
        ahead = np.where(here, worth[:, :1] - worth, 0)[:, 1:]
        led = np.where(here, points[:, :1] - points, 0)[:, 1:]
        parts = [
            self._columns.of(rows),
            cells,
            self._bits.of(rows),
            np.tanh(ahead * 0.05),
            np.tanh(ahead * 0.2),
            np.tanh(led * 0.05),
            np.tanh(led * 0.2),
        ]
        return np.concatenate(parts, 1, dtype=np.float32)

    def _masks(self) -> list[tuple[int, int]]:
        """Columns of a row that are masks, and their bits."""
        kinds = self._rows.commands
        found = [(r.OPTIONS, OPTION_COUNT), (r.EVENTS_LEFT, len(self._catalog.events))]
        found += [(r.OWN_WORK + part, r.HALF) for part in range(4)]
        for what, slots, bits in (
            (r.FLAGS, MAX_SEATS, 5),
            (r.BLAZONS, MAX_SEATS, COLOURS),
            (r.BANNERS_HELD, MAX_SEATS, BANNERS),
            (r.ROWS, MAX_SEATS, 4),
            (r.UP, MAX_SEATS, kinds),
            (r.DOWN, 2, kinds),
            (r.FIRST_USED, 1, kinds),
            (r.SECOND_USED, 1, kinds),
        ):
            found += [(place, bits) for place in self._places(what)[:slots]]
        return found

    def _places(self, what: int) -> list[int]:
        """Where a number stands in a row, for each slot."""
        return [self._rows.players + slot * self._rows.each + what for slot in range(MAX_SEATS)]

    def _above(self) -> list[tuple[int, int]]:
        """Columns of a row and the numbers that they are compared with: counts as thermometers."""
        rows = self._rows
        found: list[tuple[int, int]] = []

        def count(places: list[int], steps: range) -> None:
            found.extend((place, step) for place in places for step in steps)

        def many(first: int, size: int, steps: range) -> None:
            count(list(range(first, first + size)), steps)

        def each(what: int, size: int, steps: range) -> None:
            for place in self._places(what):
                many(place, size, steps)

        many(rows.unseen, rows.kinds, range(1))
        many(rows.hand, rows.kinds, range(2))
        many(rows.own + CELLS, GENERAL, range(1))
        many(LINE_AT, rows.commands, range(1))
        count([r.DECK], range(13))
        count([r.ACTIONS], range(5))
        count([r.ROUND], range(0, 16, 2))
        count([r.STEP, r.LEFT, r.MARKED], range(4))
        each(r.CARDS, 1, range(8))
        each(r.HELD, 1, range(7))
        each(r.HIDDEN_GOALS, 1, range(2))
        each(r.POINTS + 3, 2, range(9))
        each(r.GRAYS, 2 * MAX_FACE, range(1))
        each(r.GRAYS + MAX_FACE - 1, 1, range(1, 6))
        each(r.BLUE, 1, range(1, 6))
        each(r.COINS, 1, range(9))
        each(r.LEGIONS, COLOURS, range(3))
        each(r.BIG, 1, range(3))
        each(r.GOALS, rows.goals, range(r.UNKNOWN, r.UNKNOWN + 1))
        each(r.GOALS + rows.goals, rows.commands, range(1))
        return found

    def _equal(self) -> list[tuple[int, int]]:
        """Columns of a row and the numbers that they may be."""
        slots = range(NONE, MAX_SEATS)
        catalog = self._catalog
        found = [(r.SEATS, seats) for seats in range(2, MAX_SEATS + 1)]
        found += [(r.BATTLE, number) for number in range(len(catalog.battles))]
        found += [
            (r.ALLIANCES + whose, number)
            for whose in range(2)
            for number in range(len(catalog.alliances))
        ]
        found += [(r.EVENT, number) for number in range(NONE, len(catalog.events))]
        for column in (r.TURN, r.FIRST, r.ENDING, r.ASKED, r.TARGET):
            found += [(column, slot) for slot in slots]
        found += [(r.PHASE, phase) for phase in range(PHASE_COUNT + 1)]
        found += [(place, step) for place in self._places(r.RUNNER) for step in range(TRACK)]
        return found

    def _scaled(self) -> list[tuple[int, float]]:
        """Columns of a row that count as they are, and what makes them about as large as 1."""
        rows = self._rows
        found: list[tuple[int, float]] = [
            (r.DECK, 0.02),
            (r.COMMANDS, 0.02),
            (r.ROUND, 0.05),
            (r.ACTIONS, 0.2),
            (r.VALUE, 0.1),
        ]
        found += [(r.EXPECTED + slot, 0.02 / r.FINE) for slot in range(MAX_SEATS)]
        found += [(LINE_AT + kind, 0.5) for kind in range(rows.commands)]
        found += [(rows.unseen + kind, 0.4) for kind in range(rows.kinds)]
        found += [(rows.hand + kind, 0.3) for kind in range(rows.kinds)]
        found += [(rows.own + CELLS + slot, 1 / MAX_FACE) for slot in range(GENERAL)]
        for what, size, scale in self._amounts():
            for place in self._places(what):
                found += [(place + number, scale) for number in range(size)]
        return found

    def _amounts(self) -> list[tuple[int, int, float]]:
        """Numbers of a player, how many they are, and their scale."""
        fine = 0.05 / r.FINE
        return [
            (r.CARDS, 1, 0.2),
            (r.HELD, 1, 0.2),
            (r.POINTS, 3, fine),
            (r.POINTS + 3, 2, 0.1),
            (r.POINTS + 5, 2, fine),
            (r.GRAYS, 2 * MAX_FACE, 0.3),
            (r.BLUE, 1, 1 / MAX_FACE),
            (r.COINS, 1, 0.1),
            (r.LEGIONS, COLOURS, 0.3),
            (r.BIG, 1, 0.3),
            (r.COUNTERS, 2, 0.1),
            (r.GOALS, self._rows.goals, 0.1),
            (r.GOALS + self._rows.goals, self._rows.commands, 0.5),
        ]


LINE_AT: Final = r.LINE
FIRST: Final = (
    ("colours", "chosen"),
    ("capital_signs", "2"),
    ("ars_oratoria", "every_use"),
    ("open_memory", "on"),
    ("bare_banners", "kept"),
    ("objectives", "at_once"),
)
"""Options of a position by which the width is counted."""


def _looks(catalog: Catalog) -> NDArray[np.float32]:
    """Per kind of army card what is printed on it; the last row is for an empty cell."""
    found = np.zeros((len(catalog.army) + 1, COLOURS + 4), np.float32)
    for number, kind in enumerate(catalog.army):
        found[number, kind.colour] = 1
        found[number, COLOURS] = kind.full
        found[number, COLOURS + 1] = kind.cornicine
        found[number, COLOURS + 2] = kind.mounted > 0
        found[number, COLOURS + 3] = kind.mounted < 0
    return found


def _glance(side: Side) -> object:
    """What the rows tell of everybody."""
    return (
        (side.army_count, side.command_count, side.shown),
        (side.low_card, side.motivated, side.marched, side.oratory, side.shielded),
        (side.coins, side.blazons, side.legions, side.big, side.rows, side.counters),
        (side.runner, side.points[0], side.points[2]),
        [(goal.kind, goal.points) for goal in side.goals if goal.kind >= 0],
    )
