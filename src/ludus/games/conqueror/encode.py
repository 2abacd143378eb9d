"""Positions of Conqueror as numbers, for nets: the map, the players, and what is going on.

Territories go by name, so that a place means the same on both maps. What is left out: which cards
but the one in force have been drawn, whose battles were won, and which missions are ruled out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.core.columns import Columns
from ludus.core.protocol import Decision, Outcome, Seat
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.bot import row as r
from ludus.games.conqueror.bot.evaluation import Evaluation
from ludus.games.conqueror.bot.weights import SCALE
from ludus.games.conqueror.cards import CONTROL_ALL, Mission
from ludus.games.conqueror.ids import (
    FACTIONS,
    HEROES_EACH,
    LEAST_SEATS,
    MOST_SEATS,
    NONE,
    PHASE_COUNT,
)
from ludus.games.conqueror.rules.game import ConquerorRules
from ludus.games.conqueror.state import State
from ludus.games.conqueror.view import View

NEW_CHOICES: Final = ("plan", "act", "bid", "faction", "retreat", "defence_hero", "reroll", "clock")
"""Questions that begin something; all others finish what a choice began."""
CLOCKS: Final = 6
FAINT: Final = 1e-5
"""What is seen before the first round weighs next to nothing."""
SCATTER: Final = 7919
PRIME: Final = 1_000_003
ROUNDS: Final = 30.0


class Map:
    """One map as tables, its territories in the order of the larger map."""

    def __init__(self, board: Board, names: list[str]) -> None:
        dummy = len(names)
        found = {name: place for place, name in enumerate(board.names)}
        self.places: Final = np.array([found.get(name, dummy) for name in names])
        """Per column the territory's number; where the map lacks it, one past the last."""
        self.columns: Final = np.array([names.index(name) for name in board.names] + [dummy])
        near = [sorted({b for a, b, _ in board.links if a == place}) for place in range(dummy)]
        widest = max(len(row) for row in near)
        padded = [[*row, *[dummy] * (widest - len(row))] for row in near] + [[dummy] * widest]
        self.near: Final = np.array(padded)
        """Per territory those next to it."""


class ConquerorEncoding:
    """For both maps, all seat counts and options."""

    def __init__(self, rules: ConquerorRules, evaluation: Evaluation) -> None:
        tables = rules.tables
        boards = tables.boards
        self._rows: Final = r.Rows(tables, evaluation)
        largest = max(boards, key=_size)
        self._names: Final = list(largest.names)
        self._maps: Final = [Map(board, self._names) for board in boards]
        self._goals: Final = [_goals(tables.missions, number) for number in range(len(boards))]
        self._cards: Final = len(tables.cards)
        self._columns: Final = Columns(_above(), _equal(self._cards), _scaled(), _masks())
        first = rules.setup(LEAST_SEATS, dict(FIRST))
        self.width: Final = self.features(np.array([self.pack(first, 0)])).shape[1]

    @property
    def kind(self) -> Literal["wins", "points"]:
        return "wins"

    @property
    def outputs(self) -> int:
        return MOST_SEATS

    def pack(self, state: State, viewer: Seat) -> tuple[int, ...]:
        return tuple(self._rows.pack(state, viewer))

    def seats(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows[:, r.SEATS]

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        worth = rows[:, _each(r.WORTH)].astype(np.float32)
        worth[:, 0] += np.where(rows[:, r.ROUND] == 0, _liking(rows), 0)
        return worth / np.float32(r.FINE * SCALE)

    def points(self, outcome: Outcome, seat: Seat) -> float:
        return float(outcome.scores[seat])

    def chance(self, value: float, state: State, seat: Seat) -> float:
        return value

    def goes_on(self, decision: Decision) -> bool:
        return decision.prompt not in NEW_CHOICES

    def seen(self, view: object) -> object:
        assert isinstance(view, View)
        question = view.question

        def turned(values: Sequence[object]) -> tuple[object, ...]:
            return (*values[view.viewer :], *values[: view.viewer])

        def slot(seat: int) -> int:
            return (seat - view.viewer) % view.seats if seat >= 0 else seat

        asked = None if question is None else (question.phase, slot(question.seat), question.which)
        fight = view.battle
        return (
            (view.map, view.seats, bool(view.time_limit), view.auto_income, view.second_move),
            (view.round_limit, view.round, view.card, view.bought, view.clock),
            (slot(view.in_turn), view.acting, view.collected, view.bribed, asked),
            (view.hand, view.mission),
            turned(view.faction),
            turned(view.purse),
            turned(view.hand_sizes),
            turned(view.burnt),
            turned(view.bids),
            turned(view.alive),
            turned(view.forts),
            turned(view.countdown),
            [slot(seat) for seat in view.order],
            [slot(holder) for holder in view.owner],
            (view.infantry, view.cavalry),
            None if fight is None else (fight.target, slot(fight.attacker), slot(fight.defender)),
        )

    def features(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        maps = rows[:, r.MAP]
        if not len(rows) or maps.min() == maps.max():
            return self._on_map(rows, int(maps[0]) if len(rows) else 0)
        found = np.empty((len(rows), self.width), np.float32)
        for number in range(len(self._maps)):
            chosen = np.flatnonzero(maps == number)
            if len(chosen):
                found[chosen] = self._on_map(rows[chosen], number)
        return found

    def _on_map(self, rows: NDArray[np.int64], number: int) -> NDArray[np.float32]:
        count = len(rows)
        worth = rows[:, _each(r.WORTH)] / np.float32(r.FINE)
        alive = rows[:, _each(r.ALIVE)] > 0
        ahead = np.where(alive, worth[:, :1] - worth, 0)[:, 1:]
        mission = rows[:, r.PLAYERS + r.MISSION]
        parts = [
            self._columns.of(rows),
            np.tanh(ahead * 0.02),
            np.tanh(ahead * 0.1),
            self._goals[number][mission][:, self._maps[number].places],
            self._battle(rows, self._maps[number]),
            *self._land(rows, self._maps[number]),
        ]
        flat = [part.reshape(count, -1) for part in parts]
        found = np.concatenate(flat, 1, dtype=np.float32)
        # Before the first round no power is better than another: see `_liking`.
        found[rows[:, r.ROUND] == 0] *= FAINT
        return found

    def _battle(self, rows: NDArray[np.int64], at: Map) -> NDArray[np.float32]:
        """Where a battle is, and by how much it is being won before the dice to come."""
        target = at.columns[rows[:, r.FIELD + 1]]
        numbers = rows[:, r.STRENGTHS : r.STRENGTHS + 8].astype(np.float32)
        lead = numbers[:, :4].sum(1, keepdims=True) - numbers[:, 4:].sum(1, keepdims=True)
        here = (rows[:, r.FIELD, None] != NONE).astype(np.float32)
        places = (target[:, None] == np.arange(len(self._names))) * here
        return np.concatenate(
            [places, np.tanh(lead * 0.2) * here, np.tanh(lead * 0.6) * here], 1, dtype=np.float32
        )

    def _land(self, rows: NDArray[np.int64], at: Map) -> list[NDArray[np.float32]]:
        """Per territory who holds it, with what, and what could come from next door."""
        count = len(rows)
        most = self._rows.most
        lists = rows[:, r.TERRITORIES :].reshape(count, r.PARTS, most)
        land = np.zeros((count, r.PARTS, most + 1), np.int64)
        land[:, :, :most] = lists
        land[:, r.HOLDER, most] = r.FREE
        holder, guard = land[:, r.HOLDER], land[:, r.GUARD]
        power = land[:, r.FOOT] + 2 * land[:, r.HORSE]
        next_to = holder[:, at.near]
        powers = power[:, at.near]
        theirs = np.where((next_to < MOST_SEATS) & (next_to != holder[:, :, None]), powers, 0)
        danger = theirs.max(2)
        mine = np.where(next_to == 0, powers, 0).max(2)
        own = holder == 0
        lost = np.where((holder < MOST_SEATS) & (danger > 0), np.tanh((danger - guard) / 4.0), -1)
        won = np.where(~own & (mine > 0), np.tanh((mine - guard) / 4.0), -1)
        who = holder[:, None, :] == np.arange(r.NATIVE + 1)[:, None]
        foot, horse = land[:, r.FOOT], land[:, r.HORSE]
        parts = [
            who,
            np.where(own, foot, 0)[:, None] > np.arange(3)[:, None],
            np.where(own, horse, 0)[:, None] > np.arange(2)[:, None],
            foot[:, None] * 0.2,
            horse[:, None] * 0.3,
            np.where(own, power, 0)[:, None] * 0.1,
            np.where(own, 0, guard)[:, None] * 0.1,
            land[:, [r.FORCE, r.MOVERS]] * 0.1,
            land[:, [r.NOTES]],
            lost[:, None],
            won[:, None],
            (lost > 0)[:, None] & own[:, None],
            (won > 0)[:, None],
        ]
        return [part[:, :, at.places].astype(np.float32) for part in parts]


FIRST: Final = {
    "timer": "off",
    "income": "automatic",
    "round_limit": "30",
    "second_action": "attack",
}
"""Options of a position by which the width is counted."""


def _liking(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """How a seat likes its power before the first round, in parts of a point, as evaluation has it.

    It depends on the seat and on how the order of turns fell, so that tables see other powers, each
    about as often as the others.
    """
    found = rows[:, r.VIEWER] * len(FACTIONS) + rows[:, r.PLAYERS + r.FACTION] + 1
    for column in _each(r.PLACE):
        found = (found * 8 + rows[:, column] + 1) * SCATTER % PRIME
    liking: NDArray[np.int64] = found % r.FINE
    return liking


def _size(board: Board) -> int:
    return board.places


def _each(what: int) -> list[int]:
    """Where a number stands in a row, for each slot."""
    return [r.PLAYERS + slot * r.EACH + what for slot in range(MOST_SEATS)]


def _goals(missions: tuple[Mission, ...], number: int) -> NDArray[np.float32]:
    """Per mission the territories that it asks for on a map; rows for a rival's and for none."""
    found = np.zeros((len(missions) + 2, 64), np.float32)
    for which, mission in enumerate(missions):
        for goal in mission.goals[number]:
            if goal.op == CONTROL_ALL:
                found[which] += [goal.places >> place & 1 for place in range(64)]
    return np.minimum(found, 1)


def _above() -> list[tuple[int, int]]:
    """Columns of a row and the numbers that they are compared with: counts as thermometers."""
    found = [(r.ROUND, step) for step in range(0, 30, 3)]
    found += [(column, step) for column in (r.DRAFTED, r.DRAINED, r.BOUGHT) for step in range(2)]
    for what, steps in (
        (r.PURSE, range(0, 16, 2)),
        (r.HEROES, range(4)),
        (r.DONE, range(3)),
        (r.FORTS, range(6)),
        (r.NOTED, range(5)),
        (r.ROOM, range(-2, 5)),
        (r.BID, range(NONE, 8)),
        (r.CLAIMS, range(1)),
        (r.ALIVE, range(1)),
    ):
        found += [(column, step) for column in _each(what) for step in steps]
    return found


def _equal(cards: int) -> list[tuple[int, int]]:
    """Columns of a row and the numbers that they may be."""
    found = [(r.SEATS, seats) for seats in range(LEAST_SEATS, MOST_SEATS + 1)]
    found += [(r.MAP, 0)]
    found += [(r.LIMIT, limit) for limit in (0, 20, 40)]
    found += [(r.CARD, card) for card in range(NONE, cards)]
    found += [(r.CLOCK, clock) for clock in range(CLOCKS)]
    found += [(r.PHASE, phase) for phase in range(PHASE_COUNT + 1)]
    found += [(r.WHICH, which) for which in range(8)]
    for column in (r.TURN, r.ASKED, r.SIDES, r.SIDES + 1):
        found += [(column, slot) for slot in range(NONE, r.NATIVE + 1)]
    found += [(r.WINNER, side) for side in range(2)]
    found += [(column, power) for column in _each(r.FACTION) for power in range(len(FACTIONS))]
    found += [(column, place) for column in _each(r.PLACE) for place in range(MOST_SEATS)]
    found += [(column, r.SEALED) for column in _each(r.BID)]
    mission = r.PLAYERS + r.MISSION
    found += [(mission, number) for number in range(NONE, r.MISSIONS)]
    found += [(column, r.MISSIONS) for column in _each(r.MISSION)[1:]]
    return found


def _scaled() -> list[tuple[int, float]]:
    """Columns of a row that count as they are, and what makes them about as large as 1."""
    found = [
        (r.ROUND, 1 / ROUNDS),
        (r.COUNT, 0.2),
        (r.WHICH, 0.05),
        (r.MARGIN, 0.1),
        (r.BOUGHT, 0.3),
    ]
    found += [(r.STRENGTHS + part, 0.1) for part in range(8)]
    found += [(r.FIGHTERS, 0.2), (r.FIGHTERS + 1, 0.2)]
    for what, scale in (
        (r.PURSE, 0.05),
        (r.UNITS, 0.05),
        (r.ROOM, 0.1),
        (r.INCOME, 0.1),
        (r.FORTS, 0.2),
        (r.BID, 0.1),
        (r.WORTH, 0.01 / r.FINE),
    ):
        found += [(column, scale) for column in _each(what)]
    return found


def _masks() -> list[tuple[int, int]]:
    """Columns of a row that are masks, and their bits."""
    heroes = (r.PLAYERS + r.OWN_HEROES, *_each(r.BURNT))
    return [(r.OPTIONS, 3), (r.FLAGS, 3), *((column, HEROES_EACH) for column in heroes)]
