"""Positions as rows of whole numbers: what nets are told. The viewer comes first.

`encode.py` makes features of these numbers. Territories go by their numbers on the map.
"""

from __future__ import annotations

from typing import Final

from ludus.core.protocol import Seat
from ludus.games.conqueror.bot.evaluation import Evaluation
from ludus.games.conqueror.bot.known import known_battle, known_bids
from ludus.games.conqueror.ids import (
    ATTACK,
    CAVALRY,
    DEFENCE,
    FACTIONS,
    INDEPENDENT,
    INFANTRY,
    MISSIONS_EACH,
    MOST_SEATS,
    NONE,
    PHASE_COUNT,
)
from ludus.games.conqueror.mechanics.strength import attackers
from ludus.games.conqueror.rules import army, planning, strength
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import State

FINE: Final = 64
"""What the evaluation expects is kept in parts of a point."""
FREE: Final = MOST_SEATS
NATIVE: Final = MOST_SEATS + 1
"""Who holds a territory that no player holds: nobody, or an independent army."""
SEALED: Final = -2
"""A bid that is made and not open yet."""

# The table.
VIEWER: Final = 0
MAP: Final = 1
SEATS: Final = 2
OPTIONS: Final = 3
LIMIT: Final = 4
ROUND: Final = 5
CARD: Final = 6
DECK: Final = 7
TURN: Final = 8
FLAGS: Final = 9
DRAFTED: Final = 10
DRAINED: Final = 11
BOUGHT: Final = 12
CLOCK: Final = 13
PHASE: Final = 14
ASKED: Final = 15
COUNT: Final = 16
WHICH: Final = 17
# The battle under way.
SIDES: Final = 18
"""The attacker, then the defender."""
FIELD: Final = 20
"""Where it comes from, then where it goes."""
STRENGTHS: Final = 22
"""Units, bonus, hero and die of the attacker, then of the defender."""
FIGHTERS: Final = 30
"""Infantry and cavalry of the attack; then the margin, and the side that won."""
MARGIN: Final = 32
WINNER: Final = 33
PLAYERS: Final = 34

# A player.
FACTION: Final = 0
PURSE: Final = 1
HEROES: Final = 2
"""How many are in hand; then which, if they are the viewer's own."""
OWN_HEROES: Final = 3
BURNT: Final = 4
MISSION: Final = 5
"""NONE for none, else its number; a rival's is MISSIONS: it has one."""
DONE: Final = 6
FORTS: Final = 7
NOTED: Final = 8
UNITS: Final = 9
ROOM: Final = 10
INCOME: Final = 11
PLACE: Final = 12
BID: Final = 13
CLAIMS: Final = 14
ALIVE: Final = 15
WORTH: Final = 16
EACH: Final = 17
MISSIONS: Final = len(FACTIONS) * MISSIONS_EACH

TERRITORIES: Final = PLAYERS + MOST_SEATS * EACH
"""Per territory who holds it; then infantry, cavalry, guard, units that can still attack and that
can still move, if they are those of the player in turn, and whether a fort is noted: PARTS rows."""
HOLDER: Final = 0
FOOT: Final = 1
HORSE: Final = 2
GUARD: Final = 3
FORCE: Final = 4
MOVERS: Final = 5
NOTES: Final = 6
PARTS: Final = 7


class Rows:
    """Makes rows."""

    def __init__(self, tables: Tables, evaluation: Evaluation) -> None:
        self._tables: Final = tables
        self._evaluation: Final = evaluation
        self.most: Final[int] = max([board.places for board in tables.boards])
        """How many territories the largest map has."""

    def pack(self, state: State, viewer: Seat) -> list[int]:
        """The position as a viewer knows it."""
        forces = self._evaluation.forces(state)
        worth = self._evaluation.known(state, forces, viewer)
        row = self._table(state, viewer)
        self._battle(row, state, viewer)
        bids = known_bids(state, viewer)
        for slot in range(MOST_SEATS):
            if slot < state.seats:
                seat = (viewer + slot) % state.seats
                self._player(row, state, seat, viewer, bids[seat], worth[seat])
            else:
                row += EMPTY
        self._territories(row, state, viewer, forces.guard)
        return row

    def _table(self, state: State, viewer: Seat) -> list[int]:
        flags = int(state.acting) + 2 * int(state.collected) + 4 * int(state.bribed)
        options = int(state.time_limit > 0)
        options += 2 * int(state.auto_income) + 4 * int(state.second_move)
        row = [
            viewer,
            state.map,
            state.seats,
            options,
            state.round_limit,
            state.round,
            state.card,
            state.deck,
            _slot(state, state.order[state.turn], viewer) if state.round else NONE,
            flags,
            state.drafted.bit_count(),
            state.drained.bit_count(),
            state.bought,
            state.clock,
        ]
        if state.stack:
            top = state.stack[-1]
            row += [top.phase, _slot(state, top.seat, viewer), top.count, top.which]
        else:
            row += [PHASE_COUNT, NONE, 0, 0]
        return row

    def _battle(self, row: list[int], state: State, viewer: Seat) -> None:
        fight = known_battle(state, viewer)
        if fight is None:
            row += QUIET
            return
        row.append(_slot(state, fight.attacker, viewer))
        row.append(_slot(state, fight.defender, viewer))
        row.append(fight.origin)
        row.append(fight.target)
        for side in (ATTACK, DEFENCE):
            row += strength.parts(self._tables, state, fight, side)
        row += attackers(fight.joined)
        row.append(fight.margin)
        row.append(fight.winner)

    def _player(
        self, row: list[int], state: State, seat: int, viewer: Seat, bid: int, worth: float
    ) -> None:
        t = self._tables
        hand = state.hand[seat]
        mission = state.mission[seat]
        if mission != NONE:
            mission = state.faction[seat] * MISSIONS_EACH + mission if seat == viewer else MISSIONS
        claim = state.claims[seat]
        if bid != state.bids[seat]:
            bid = SEALED
        row += [
            state.faction[seat],
            state.purse[seat],
            hand.bit_count(),
            hand if seat == viewer else 0,
            state.burnt[seat],
            mission,
            state.done[seat].bit_count(),
            army.forts_of(t, state, seat),
            state.noted[seat].bit_count(),
            state.size[seat],
            army.room_of(t, state, seat),
            planning.income_of(t, state, seat),
            state.order.index(seat) if state.order else NONE,
            bid,
            int(claim != NONE),
            int(state.alive >> seat & 1),
            int(worth * FINE),
        ]

    def _territories(self, row: list[int], state: State, viewer: Seat, guard: list[int]) -> None:
        places = len(state.owner)
        rest = [0] * (self.most - places)
        holders = [(seat - viewer) % state.seats for seat in range(state.seats)]
        # The marks INDEPENDENT and NOBODY, -2 and -1, count from the end.
        holders += [NATIVE, FREE]
        row += [holders[holder] for holder in state.owner]
        row += [FREE] * (self.most - places)
        row += state.infantry
        row += rest
        row += state.cavalry
        row += rest
        row += guard
        row += rest
        force = [0] * self.most
        movers = [0] * self.most
        noted = [0] * self.most
        if state.round:
            turn = state.order[state.turn]
            held = state.held[turn]
            while held:
                low = held & -held
                held ^= low
                place = low.bit_length() - 1
                force[place] = army.fighters(state, place, INFANTRY)
                force[place] += 2 * army.fighters(state, place, CAVALRY)
                movers[place] = army.movers(state, place, INFANTRY)
                movers[place] += army.movers(state, place, CAVALRY)
        for seat in range(state.seats):
            marks = state.noted[seat]
            while marks:
                low = marks & -marks
                marks ^= low
                noted[low.bit_length() - 1] = 1
        row += force
        row += movers
        row += noted


EMPTY: Final = [NONE, 0, 0, 0, 0, NONE, 0, 0, 0, 0, 0, 0, NONE, NONE, 0, 0, 0]
QUIET: Final = [NONE, NONE, NONE, NONE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NONE]


def _slot(state: State, seat: int, viewer: Seat) -> int:
    """Where a seat sits as the viewer sees it; NATIVE for an independent army, NONE for nobody."""
    if seat >= 0:
        return (seat - viewer) % state.seats
    return NATIVE if seat == INDEPENDENT else NONE
