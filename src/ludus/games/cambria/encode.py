"""Positions of Cambria as numbers, for nets.

Players go by slot: the viewer, then the seats after it; at a table of two the dummy is third. Forts
and roads are put in the order of their numerals, so that a place means much the same on both sides
of the board.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.core.protocol import Decision, Outcome, Seat
from ludus.games.cambria.board import Board
from ludus.games.cambria.bot.evaluation import SCALE, Evaluation
from ludus.games.cambria.bot.row import (
    ABOARD,
    DICE,
    EXPECTED,
    FINE,
    HELD,
    LATEST,
    LEGION,
    PASSES,
    QUESTION,
    ROLLS,
    RULINGS,
    SEATS,
    SIDE,
    SITES,
    SLOTS,
    START,
    SUPPLY,
    TOUCHED,
    TURN,
    VIEWER,
    pack_position,
)
from ludus.games.cambria.ids import (
    BOATS,
    FACES,
    LAST_FORTS,
    MAX_SEATS,
    ON_BOARD,
    PHASE_COUNT,
    WARRIORS,
)
from ludus.games.cambria.rules.game import CambriaRules
from ludus.games.cambria.state import State
from ludus.games.cambria.view import View

NOBODY: Final = MAX_SEATS
"""The player that an unused slot stands for; nothing is ever theirs."""
MORE_QUESTIONS: Final = ("lift", "dummy_lift", "board", "land")
"""Questions that finish a placement or a move of the legion."""

RULING_COUNT: Final = 4
LEFT: Final = 10
"""So many forts can fall before the game ends."""
MOST_TURNS: Final = 200.0


class Side:
    """One side of the board as tables, in the order of its numerals."""

    def __init__(self, board: Board, columns: int) -> None:
        value = board.numeral
        self.sites: Final = np.array(sorted(range(board.sites), key=lambda site: value[site]))
        roads = sorted(
            range(board.roads), key=lambda road: sorted(value[e] for e in board.ends[road])
        )
        self.roads: Final = np.array(roads)
        self.places: Final = np.full(columns + 1, columns)
        """Per road its column; the legion's standard, -1, comes last."""
        self.places[roads] = np.arange(board.roads)
        ring = [[float(site in board.ends[road]) for site in self.sites] for road in roads]
        self.ring: Final = np.array(ring, np.float32)
        self.size: Final = np.array([value[site] for site in self.sites], np.float32)
        self.victory: Final = np.array([board.victory[s] for s in self.sites], np.float32)
        self.tokens: Final = np.flatnonzero(self.victory)
        """The places, in the new order, of forts with a victory point token."""


class CambriaEncoding:
    """For both sides of the board, all seat counts and rulings."""

    def __init__(self, rules: CambriaRules, evaluation: Evaluation) -> None:
        self._worth: Final = evaluation.worth
        boards = rules.boards
        self._roads: Final = max(board.roads for board in boards)
        self._count: Final = max(board.sites for board in boards)
        self._sides: Final = [Side(board, self._roads) for board in boards]
        first = rules.setup(2, {"side": boards[0].key, **RULINGS_ON})
        self.width: Final = self.features(np.array([self.pack(first, 0)])).shape[1]

    @property
    def kind(self) -> Literal["wins", "points"]:
        return "wins"

    @property
    def outputs(self) -> int:
        return MAX_SEATS

    def pack(self, state: State, viewer: Seat) -> tuple[int, ...]:
        return pack_position(state, viewer, self._worth(state))

    def seats(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows[:, SEATS]

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        every = np.arange(len(rows))[:, None]
        return (rows[every, EXPECTED + _slots(rows)] / (FINE * SCALE)).astype(np.float32)

    def points(self, outcome: Outcome, seat: Seat) -> float:
        return float(outcome.scores[seat])

    def chance(self, value: float, state: State, seat: Seat) -> float:
        return value

    def goes_on(self, decision: Decision) -> bool:
        return decision.prompt in MORE_QUESTIONS

    def seen(self, view: object) -> object:
        assert isinstance(view, View)
        return view

    def features(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        sides = rows[:, SIDE]
        if not len(rows) or sides.min() == sides.max():
            return self._on_side(rows, self._sides[int(sides[0]) if len(rows) else 0])
        found = np.empty((len(rows), self.width), np.float32)
        for number, side in enumerate(self._sides):
            chosen = np.flatnonzero(sides == number)
            if len(chosen):
                found[chosen] = self._on_side(rows[chosen], side)
        return found

    def _on_side(self, rows: NDArray[np.int64], side: Side) -> NDArray[np.float32]:
        slots = _slots(rows)
        every = np.arange(len(rows))[:, None]
        held = rows[every, HELD + slots]
        bits = (held[:, :, None] >> side.roads & 1).astype(np.float32)
        legion = _one_hot(side.places[rows[:, LEGION]], self._roads + 1)
        count = side.size.size
        captor = rows[:, SITES : SITES + count][:, side.sites]
        second = rows[:, SITES + count : SITES + 2 * count][:, side.sites[side.tokens]]
        standing = (captor == ON_BOARD).astype(np.float32)
        taken = (captor[:, None, :] == slots[:, :, None]).astype(np.float32)
        seconds = (second[:, None, :] == slots[:, :, None]).astype(np.float32)
        parts = [
            bits,
            rows[:, TOUCHED, None] >> side.roads & 1,
            legion,
            standing,
            taken,
            second == ON_BOARD,
            seconds,
            rows[:, None, ABOARD : ABOARD + BOATS] == slots[:, :, None],
            rows[every, SUPPLY + slots][:, :, None] > np.arange(WARRIORS),
        ]
        parts += _forts(side, bits, legion, standing, taken, seconds)
        parts.append(self.base(rows) * 0.2)
        parts += _order(rows, slots, every)
        parts += _question(rows, slots, side, self._roads)
        left = standing.sum(1).astype(np.int64) - LAST_FORTS
        parts += [_one_hot(left, LEFT + 1), left[:, None] / LEFT]
        return _joined(parts, len(rows))


RULINGS_ON: Final = {
    "boat_can_make_doubles": "on",
    "eagle_can_make_doubles": "on",
    "decline_after_rolling": "off",
    "dummy_may_stay": "off",
}


def _slots(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Per row and slot the player: the viewer, who comes after it, the dummy, nobody."""
    seats = rows[:, SEATS, None]
    order = np.arange(SLOTS)
    slots = (rows[:, VIEWER, None] + order) % seats
    players = np.where(seats == 2, 3, seats)
    return np.where(order < seats, slots, np.where(order < players, order, NOBODY))


def _one_hot(numbers: NDArray[np.int64], count: int) -> NDArray[np.float32]:
    found: NDArray[np.float32] = (numbers[:, None] == np.arange(count)).astype(np.float32)
    return found


def _forts(
    side: Side,
    bits: NDArray[np.float32],
    legion: NDArray[np.float32],
    standing: NDArray[np.float32],
    taken: NDArray[np.float32],
    seconds: NDArray[np.float32],
) -> list[NDArray[np.float32]]:
    """How everybody stands at each fort, and the points that there are and would be."""
    counts = bits @ side.ring * standing[:, None, :]
    blocked = (legion[:, : len(side.ring)] @ side.ring) * standing
    open_roads = side.size * standing - counts.sum(1)
    best, next_best = _two_best(counts)
    first = counts == best[:, None, :]
    lead = counts - np.where(first, next_best[:, None, :], best[:, None, :])
    on_it = counts > 0
    led = ((lead > 0) & on_it).astype(np.float32)
    safe = (lead > open_roads[:, None, :]) & on_it
    level = (lead == 0) & on_it
    behind = (lead < 0) & on_it & (counts == next_best[:, None, :])
    points = taken @ side.size + seconds @ side.victory[side.tokens]
    hoped = points + led @ side.size + behind[:, :, side.tokens] @ side.victory[side.tokens]
    tokens = taken.sum(2) + seconds.sum(2)
    ahead = points[:, :1] - points[:, 1:]
    hoped_ahead = hoped[:, :1] - hoped[:, 1:]
    more = tokens[:, :1] - tokens[:, 1:]
    return [
        counts * 0.25,
        np.concatenate([counts[:, 0] >= 2, counts[:, 1] >= 2], 1),
        open_roads * 0.25,
        open_roads == 1,
        blocked,
        led,
        safe,
        level[:, :2],
        behind[:, :, side.tokens],
        points * 0.05,
        hoped * 0.05,
        tokens * 0.2,
        np.tanh(ahead * 0.1),
        np.tanh(ahead * 0.4),
        np.tanh(hoped_ahead * 0.1),
        np.tanh(hoped_ahead * 0.4),
        np.tanh(more * 0.5),
    ]


def _two_best(counts: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The two largest numbers over the slots; quicker than to sort them."""
    best = np.maximum(counts[:, 0], counts[:, 1])
    next_best = np.minimum(counts[:, 0], counts[:, 1])
    for slot in range(2, counts.shape[1]):
        number = counts[:, slot]
        next_best = np.maximum(next_best, np.minimum(best, number))
        best = np.maximum(best, number)
    return best, next_best


def _order(
    rows: NDArray[np.int64], slots: NDArray[np.int64], every: NDArray[np.int64]
) -> list[NDArray[np.float32]]:
    """Seats and rulings; who moved last, who began, and the roll for the start."""
    latest = rows[every, LATEST + slots]
    turn = rows[:, TURN, None]
    since = np.where(slots < rows[:, SEATS, None], turn - latest, 0)
    return [
        _one_hot(rows[:, SEATS] - 2, MAX_SEATS - 1),
        rows[:, SIDE, None].astype(np.float32),
        (rows[:, RULINGS, None] >> np.arange(RULING_COUNT) & 1).astype(np.float32),
        (rows[:, START, None] == slots).astype(np.float32),
        (rows[every, ROLLS + slots] / 12.0).astype(np.float32),
        (since / 6.0).astype(np.float32),
        (latest[:, :1] > latest[:, 1:]).astype(np.float32),
        (turn / MOST_TURNS).astype(np.float32),
        (rows[:, PASSES, None] / 4.0).astype(np.float32),
    ]


def _question(
    rows: NDArray[np.int64], slots: NDArray[np.int64], side: Side, roads: int
) -> list[NDArray[np.float32]]:
    """What is asked now, of whom, and the dice."""
    phase, seat, player, die, target = (rows[:, QUESTION + part] for part in range(5))
    places = np.concatenate([side.places[:roads], np.arange(roads, roads + BOATS + 1)])
    places[-1] = roads + BOATS
    faces = len(FACES) + 1
    return [
        (seat[:, None] == slots).astype(np.float32),
        (player[:, None] == slots).astype(np.float32),
        _one_hot(phase, PHASE_COUNT),
        _one_hot(die, faces),
        _one_hot(rows[:, DICE], faces),
        _one_hot(rows[:, DICE + 1], faces),
        _one_hot(places[target], roads + BOATS),
    ]


def _joined(parts: list[NDArray[np.float32]], count: int) -> NDArray[np.float32]:
    flat = [part.reshape(count, -1) for part in parts]
    return np.concatenate(flat, 1, dtype=np.float32)
