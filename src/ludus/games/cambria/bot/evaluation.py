"""How good a position of Cambria is for a seat, for greedy play and search."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.core.terms import NOTHING, Term
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import ON_BOARD, STANDARD
from ludus.games.cambria.rules.game import CambriaRules
from ludus.games.cambria.state import State

SUPPLY_WORTH = 0.25
"""A warrior in hand is worth a little: it can be placed without giving up a road."""
BOAT_WORTH = 0.45
"""A manned boat is a number in hand for later."""
TOKEN_WORTH = 0.01
"""Tokens break ties."""
HELD_BACK = 0.8
"""How near a fort feels with the legion on one of its roads."""
SAFE = 0.9
AHEAD = 0.55
LEVEL = 0.3
BEHIND = 0.12
"""How much of a fort belongs to a player ahead by more than the open roads, ahead, level, behind.

With more lead than open roads the fort can only be lost to doubles or the legion.
"""
SECOND_SHARE = 0.35
LEADER_SECOND_SHARE = 0.05
"""How much of the victory point token belongs to a player who does not lead, and who does."""
SCALE = 4.0
"""How many points of lead make a win about three times as likely as a loss."""


class Evaluation:
    """Expected points of each player, turned into a chance to win."""

    def __init__(self, rules: CambriaRules) -> None:
        self._boards = rules.boards

    def __call__(self, state: State, seat: Seat) -> float:
        worth = self.worth(state)
        best = max(worth[rival] for rival in range(state.seats) if rival != seat)
        return 1.0 / (1.0 + math.exp((best - worth[seat]) / SCALE))

    def worth(self, state: State) -> list[float]:
        """Per player, the points won and a share of what the forts still standing promise."""
        board = self._boards[state.side]
        worth = [SUPPLY_WORTH * supply for supply in state.supply]
        for player in state.aboard:
            if player >= 0:
                worth[player] += BOAT_WORTH
        legion = 0 if state.legion == STANDARD else 1 << state.legion
        for site in range(board.sites):
            captor = state.captor[site]
            if captor == ON_BOARD:
                _add_hopes(worth, state, board, site, legion)
            elif captor >= 0:
                worth[captor] += board.numeral[site] + TOKEN_WORTH
            second = state.second[site]
            if second >= 0:
                worth[second] += board.victory[site] + TOKEN_WORTH
        return worth

    def terms(self, state: State, seat: Seat) -> list[Term]:
        """The same for one player, by name."""
        board = self._boards[state.side]
        found = [
            Term("supply", NOTHING, SUPPLY_WORTH * state.supply[seat]),
            Term("boats", NOTHING, BOAT_WORTH * state.aboard.count(seat)),
        ]
        legion = 0 if state.legion == STANDARD else 1 << state.legion
        for site in range(board.sites):
            if state.captor[site] == ON_BOARD:
                hopes = [0.0] * len(state.held)
                _add_hopes(hopes, state, board, site, legion)
                if hopes[seat]:
                    found.append(Term(_standing(state, board, site, seat), site, hopes[seat]))
            elif state.captor[site] == seat:
                found.append(Term("taken", site, board.numeral[site] + TOKEN_WORTH))
            if state.second[site] == seat:
                found.append(Term("second", site, board.victory[site] + TOKEN_WORTH))
        return found


def _standing(state: State, board: Board, site: int, seat: Seat) -> str:
    """How a player with warriors at a standing fort stands there."""
    counts = [(roads & board.ring[site]).bit_count() for roads in state.held]
    mine = counts[seat]
    lead = mine - max(count for player, count in enumerate(counts) if player != seat)
    if lead > board.numeral[site] - sum(counts):
        return "safe"
    return "lead" if lead > 0 else "level" if lead == 0 else "present"


def _add_hopes(worth: list[float], state: State, board: Board, site: int, legion: int) -> None:
    """What a standing fort promises each player at it: its tokens by how near and how safe."""
    ring = board.ring[site]
    filled = best = next_best = 0
    for roads in state.held:
        mine = (roads & ring).bit_count()
        filled += mine
        if mine > best:
            next_best = best
            best = mine
        elif mine > next_best:
            next_best = mine
    if not filled:
        return
    size = board.numeral[site]
    near = filled / size
    if ring & legion:
        near *= HELD_BACK
    near = 0.25 + 0.75 * near * near
    open_roads = size - filled
    for player, roads in enumerate(state.held):
        mine = (roads & ring).bit_count()
        if not mine:
            continue
        lead = mine - (next_best if mine == best else best)
        if lead > open_roads:
            share = SAFE
        elif lead > 0:
            share = AHEAD
        else:
            share = LEVEL if lead == 0 else BEHIND
        second = SECOND_SHARE if lead <= 0 else LEADER_SECOND_SHARE
        worth[player] += near * (share * size + second * board.victory[site])
