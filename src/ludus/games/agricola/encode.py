"""Positions of Agricola as numbers, for nets: what one side knows of both.

The sides have nothing in common but the map, so each has its own half of the features: the other
half is empty. What is left out: where an enemy was seen long ago, what the enemy has seen, which
hex is shown by Treachery, the dice of a battle but those for the advantage, what is asked of whom
by default, and the work that waits on the stack but for its phases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.core.columns import Columns, spread
from ludus.core.protocol import Decision, Outcome, Seat
from ludus.games.agricola.bot import row as r
from ludus.games.agricola.bot.evaluation import SCALE, Evaluation
from ludus.games.agricola.ids import (
    CALEDONIAN,
    COUNTER_TYPES,
    HIDDEN,
    MARKERS,
    MOST_BID,
    NONE,
    PHASE_COUNT,
    ROMAN,
)
from ludus.games.agricola.rules.game import AgricolaRules
from ludus.games.agricola.state import State
from ludus.games.agricola.view import View

NEW_CHOICES: Final = (
    *("after_points", "recruit", "march_phase", "rally", "supply", "interrupt", "cancel"),
    *("deploy", "place", "take", "winter", "go_home", "withdraw", "unrest", "bid", "emperor"),
    *("stand", "druids", "fury", "tribute", "siege_attack", "besiege"),
)
"""Questions that begin something; all others finish what a choice began."""
SIDES: Final = 2
OPTION_COUNT: Final = 10
FLAG_COUNT: Final = 4
FIGHT_FLAGS: Final = 7
TURNS: Final = 12
AFLOAT: Final = 8
"""Of so many stacks at sea it is told where they are."""


class AgricolaEncoding:
    """For both sides, all scenarios and options."""

    def __init__(self, rules: AgricolaRules, evaluation: Evaluation) -> None:
        tables = rules.tables
        board = tables.board
        centers = len(board.center_hex) + len(rules.contents.southern)
        self._rows: Final = r.Rows(evaluation, tables, centers)
        places = self._rows.places
        land = [p for p in range(places) if board.is_land[p]]
        self._land: Final = np.array(land)
        southern = [board.index[area] for _, area in rules.contents.southern]
        self._sites: Final = [
            *board.center_hex,
            *southern,
            *board.fortress_hex,
            *board.site_hex,
        ]
        """Places that count for victory, by their numbers."""
        column = {place: number for number, place in enumerate(land)}
        self._columns_of_sites: Final = np.array([column[place] for place in self._sites])
        self._where: Final = _coordinates(board.ids, board.places, places)
        self._boxes: Final = np.array([board.recruit, board.fallen, board.limbo, HIDDEN])
        self._column: Final = np.full(len(self._where), len(land))
        """Per place its column among those on land; everything else comes last."""
        self._column[land] = np.arange(len(land))
        self._strength: Final = _unit_table(rules, self._rows.counts)
        self._columns: Final = Columns(
            _above(), _equal(self._rows), _scaled(self._rows), self._masks()
        )
        first = rules.setup(2, dict(FIRST))
        self.width: Final = self.features(np.array([self.pack(first, 0)])).shape[1]

    @property
    def kind(self) -> Literal["wins", "points"]:
        return "wins"

    @property
    def outputs(self) -> int:
        return SIDES

    def pack(self, state: State, viewer: Seat) -> tuple[int, ...]:
        return tuple(self._rows.pack(state, viewer))

    def seats(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.full(len(rows), SIDES)

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        lead = rows[:, r.EXPECTED].astype(np.float32) / np.float32(r.FINE * SCALE)
        return np.stack([lead, np.zeros_like(lead)], 1)

    def points(self, outcome: Outcome, seat: Seat) -> float:
        return float(outcome.scores[seat])

    def chance(self, value: float, state: State, seat: Seat) -> float:
        return value

    def goes_on(self, decision: Decision) -> bool:
        return decision.prompt not in NEW_CHOICES

    def seen(self, view: object) -> object:
        assert isinstance(view, View)
        side = view.side
        other = 1 - side
        question = view.question

        def slot(whose: int) -> int:
            return whose if whose < 0 else int(whose != side)

        def pair(values: Sequence[object]) -> tuple[object, object]:
            return values[side], values[other]

        asked: object = None
        if question is not None:
            asked = (
                (question.phase, slot(question.side), question.step, question.place),
                (question.value, question.used, question.flags, question.mask),
            )
        b = view.battle
        fight: object = None
        if b is not None:
            fight = (
                (b.place, slot(b.attacker), b.round, b.step, b.defended, b.reserve, b.risen),
                (b.ambush, b.assault, b.relief, b.stormed, b.fury, b.major, b.fired),
                (slot(b.advantage), slot(b.firing), b.hits, slot(b.winner)),
                (pair(b.paid), pair(b.speech), pair(b.dice or (0, 0)), pair(b.plus or (0, 0))),
                pair(b.force),
            )
        land = [place for place in view.veiled[other] if self._column[place] < len(self._land)]
        sea = [place for place in view.veiled[other] if place not in land]
        return (
            side,
            (view.special, view.roads, view.lines, view.looting, view.siege_rules),
            (view.balanced, view.bidding, view.short, view.south, view.ships_stop, view.hex_rally),
            (view.bids[view.viewer], view.bids[1 - view.viewer]),
            (view.turn, slot(view.active), view.event, view.tribes_home, view.declined),
            (view.pending, view.supplied, view.loading, view.road, view.fallen, view.spare),
            (view.center, view.center_up),
            (pair(view.points), view.hand, pair(view.hands), pair(view.bins), pair(view.gone)),
            (pair(view.shelved), view.score),
            (view.at, view.disrupted, view.aboard),
            (land, sea[:AFLOAT], view.box[other], view.limbo[other]),
            (sorted(view.pillaged), sorted(view.sieges)),
            asked,
            fight,
            bool(view.ended),
        )

    def features(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        half = self._half(rows)
        found = np.zeros((len(rows), SIDES, half.shape[1]), np.float32)
        found[np.arange(len(rows)), rows[:, r.SIDE]] = half
        return found.reshape(len(rows), -1)

    def _half(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The features of the viewer's side."""
        lead = rows[:, r.EXPECTED, None] / np.float32(r.FINE)
        parts: list[NDArray[np.generic]] = [
            self._columns.of(rows),
            np.tanh(lead * 0.05),
            np.tanh(lead * 0.2),
            *self._units(rows),
            *self._map(rows),
        ]
        flat = [part.reshape(len(rows), -1) for part in parts]
        return np.concatenate(flat, 1, dtype=np.float32)

    def _masks(self) -> list[tuple[int, int]]:
        """Columns of a row that are masks, and their bits."""
        romans, tribes = self._rows.counts
        most = max(romans, tribes)
        found = [
            (r.OPTIONS, OPTION_COUNT),
            (r.FLAGS, FLAG_COUNT),
            (r.FALLEN, romans),
            (r.CENTER_UP, self._rows.centers),
        ]
        hands = (r.HAND, r.GONE, r.GONE + 1, r.SHELVED, r.SHELVED + 1)
        found += [(column, MARKERS) for column in hands]
        units = (r.MASK, r.RESERVE, r.RISEN, r.FORCES, r.FORCES + 1)
        found += [(column, most) for column in units]
        found += [(r.WORK, PHASE_COUNT), (r.WORK + 1, PHASE_COUNT)]
        found += [(r.FIGHT, FIGHT_FLAGS), (r.DEFENDED, SIDES)]
        return [*found, (r.DISRUPTED, romans), (r.DISRUPTED + 1, tribes)]

    def _units(self, rows: NDArray[np.int64]) -> list[NDArray[np.generic]]:
        """Per unit where it is; and who is aboard what."""
        places = rows[:, self._rows.units : self._rows.aboard]
        boxes = places[:, :, None] == self._boxes
        aboard = rows[:, self._rows.aboard : self._rows.size]
        asked = rows[:, [r.PLACE, r.SUPPLIED, r.FIELD]]
        afloat = self._afloat(rows)
        spots = [self._where[where] for where in (places, asked, afloat)]
        return [*spots, boxes, aboard != NONE, aboard * np.float32(0.05)]

    def _afloat(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The first few places at sea where the enemy has ships; NONE for each that is missing."""
        marks = self._marked(rows, self._rows.veiled)
        marks[:, self._land] = 0
        order = np.argsort(marks == 0, 1, kind="stable")[:, :AFLOAT]
        there = np.take_along_axis(marks, order, 1)
        return np.where(there > 0, order, NONE)

    def _marked(self, rows: NDArray[np.int64], first: int) -> NDArray[np.int64]:
        """Marks on the map, place by place."""
        chunks = range(first, first + self._rows.chunks)
        return spread(rows, chunks, r.CHUNK)[:, : self._rows.places]

    def _map(self, rows: NDArray[np.int64]) -> list[NDArray[np.generic]]:
        """Per place on land who is there and how strong; the places that count once more."""
        count = len(rows)
        size = len(self._land)
        romans = self._rows.counts[ROMAN]
        places = rows[:, self._rows.units : self._rows.aboard]
        every = np.arange(count)[:, None]
        spot = every * (size + 1) + self._column[places]
        disrupted = np.concatenate(
            [
                spread(rows, [r.DISRUPTED], romans),
                spread(rows, [r.DISRUPTED + 1], self._rows.counts[CALEDONIAN]),
            ],
            1,
        )
        strength = np.where(disrupted > 0, self._strength[1], self._strength[0])
        own = rows[:, r.SIDE, None] == np.repeat((ROMAN, CALEDONIAN), self._rows.counts)

        # The viewer's places come first, then those of the other side.
        spots = np.where(own, spot, spot + count * (size + 1)).ravel()

        def summed(weights: NDArray[np.generic]) -> NDArray[np.float32]:
            flat = np.bincount(spots, weights.ravel(), SIDES * count * (size + 1))
            found: NDArray[np.float32] = flat.reshape(SIDES, count, size + 1).astype(np.float32)
            return found[:, :, :size]

        mine, theirs = summed(strength)
        static = np.broadcast_to(self._strength[2] > 0, places.shape)
        own_walls, other_walls = summed(static)
        walls = own_walls - other_walls
        veiled = self._marked(rows, self._rows.veiled)[:, self._land]
        units = summed(np.ones(places.shape)) > 0
        here, there = units[0], units[1] | (veiled > 0)
        at = self._columns_of_sites
        centers = rows[:, r.CENTERS : r.CENTERS + self._rows.centers, None]
        kinds = np.array([HIDDEN, NONE, *range(COUNTER_TYPES)])
        return [
            np.tanh(mine * 0.1),
            np.tanh(theirs * 0.1),
            walls,
            veiled,
            self._marked(rows, self._rows.pillaged)[:, self._land],
            self._marked(rows, self._rows.sieges)[:, self._land],
            here[:, at],
            there[:, at],
            here[:, at] & ~there[:, at],
            centers == kinds,
        ]


FIRST: Final = {
    "special_units": "on",
    "roads": "on",
    "battle_lines": "on",
    "looting": "on",
    "siege": "off",
    "balanced_points": "off",
    "bidding": "off",
    "scenario": "full",
    "southern_centers": "none",
    "ships_at_centers": "pass",
    "rally_supply": "units",
}
"""Options of a position by which the width is counted."""


def _coordinates(ids: Sequence[str], most: int, places: int) -> NDArray[np.float32]:
    """Per place whether it is on the map, and where; the last rows are for HIDDEN and NONE."""
    found = np.zeros((most - HIDDEN, 3), np.float32)
    rows = [int(name[:2]) for name in ids]
    columns = [int(name[2:]) for name in ids]
    found[:places, 0] = 1
    found[: len(ids), 1] = (np.array(rows) - min(rows) + 1) / (max(rows) - min(rows) + 1)
    found[: len(ids), 2] = (np.array(columns) - min(columns) + 1) / (
        max(columns) - min(columns) + 1
    )
    return found


def _unit_table(rules: AgricolaRules, counts: Sequence[int]) -> NDArray[np.float32]:
    """Per unit its strength in Good Order, its strength Disrupted, and whether it cannot move."""
    found = np.zeros((3, sum(counts)), np.float32)
    for side, muster in enumerate(rules.tables.musters):
        first = counts[0] * side
        for unit in muster.units:
            at = first + unit.number
            found[:, at] = (unit.strength, unit.back or unit.strength, unit.move == 0)
        # The Oppida that only some tables have are like the last one.
        found[:, first + muster.count : first + counts[side]] = found[:, [first + muster.count - 1]]
    return found


def _above() -> list[tuple[int, int]]:
    """Columns of a row and the numbers that they are compared with: counts as thermometers."""
    found = [(column, step) for column in (r.POINTS, r.POINTS + 1) for step in range(9)]
    found += [(column, step) for column in (r.HANDS, r.HANDS + 1) for step in range(MARKERS)]
    found += [(r.ROAD, step) for step in range(6)]
    found += [(column, step) for column in (r.PAID, r.PAID + 1) for step in range(2)]
    found += [(r.HITS, step) for step in range(6)]
    return found


def _equal(rows: r.Rows) -> list[tuple[int, int]]:
    """Columns of a row and the numbers that they may be."""
    found = [(r.TURN, turn) for turn in range(TURNS)]
    found += [(column, bid) for column in (r.BIDS, r.BIDS + 1) for bid in (HIDDEN, NONE)]
    found += [(r.SOUTH, count) for count in range(1, 4)]
    for column in (r.ACTIVE, r.ASKED, r.ATTACKER, r.ADVANTAGE, r.FIRING, r.WINNER):
        found += [(column, slot) for slot in range(NONE, SIDES)]
    found += [(r.EVENT, event) for event in range(NONE, 13)]
    found += [(r.PHASE, phase) for phase in range(PHASE_COUNT + 1)]
    found += [(r.STEP, step) for step in range(8)]
    found += [(r.ACTION, flags) for flags in range(1, 16)]
    found += [(r.ROUND, number) for number in range(1, 5)]
    found += [(r.FIGHT_STEP, step) for step in range(10)]
    found += [(r.LOADING, NONE)]
    return found


def _scaled(rows: r.Rows) -> list[tuple[int, float]]:
    """Columns of a row that count as they are, and what makes them about as large as 1."""
    found: list[tuple[int, float]] = [
        (r.TURN, 0.1),
        (r.BIDS, 1 / MOST_BID),
        (r.BIDS + 1, 1 / MOST_BID),
        (r.LOADING, 0.02),
        (r.ROAD, 0.2),
        (r.SPARE, 0.1),
        (r.EXPECTED, 0.05 / r.FINE),
        (r.STEP, 0.1),
        (r.VALUE, 0.1),
        (r.USED, 0.2),
        (r.ACTION, 0.05),
        (r.ROUND, 0.2),
        (r.FIGHT_STEP, 0.1),
        (r.HITS, 0.1),
    ]
    found += [(r.SCORE + part, 0.1) for part in range(r.SCORE_PARTS)]
    for pair, scale in (
        (r.POINTS, 0.1),
        (r.HANDS, 0.2),
        (r.BINS, 0.2),
        (r.BOX, 0.05),
        (r.LIMBO, 0.1),
        (r.PAID, 0.3),
        (r.SPEECH, 1.0),
        (r.DICE, 0.2),
        (r.PLUS, 0.2),
    ):
        found += [(pair + whose, scale) for whose in range(2)]
    return found
