"""Positions as rows of whole numbers: what nets are told, as one side knows it.

`encode.py` makes features of these numbers. Pairs begin with the viewer's side; units and places go
by their numbers in the full game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludus.core.protocol import Seat
from ludus.games.agricola.bot.evaluation import Evaluation
from ludus.games.agricola.bot.known import Known
from ludus.games.agricola.ids import (
    BID,
    CALEDONIAN,
    HIDDEN,
    NONE,
    PHASE_COUNT,
    ROMAN,
)
from ludus.games.agricola.rules.hidden import side_of
from ludus.games.agricola.rules.scoring import caledonian_points, roman_points, seen_points
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, State
from ludus.games.agricola.view.visibility import embarking, offer_rests

FINE: Final = 64
"""What the evaluation expects is kept in parts of a point."""
CHUNK: Final = 60
"""Marks on the map go by numbers of so many bits each."""

# The table.
VIEWER: Final = 0
SIDE: Final = 1
OPTIONS: Final = 2
SOUTH: Final = 3
BIDS: Final = 4
TURN: Final = 6
ACTIVE: Final = 7
EVENT: Final = 8
FLAGS: Final = 9
SUPPLIED: Final = 10
LOADING: Final = 11
ROAD: Final = 12
FALLEN: Final = 13
CENTER_UP: Final = 14
SPARE: Final = 15
# Pairs.
POINTS: Final = 16
HANDS: Final = 18
BINS: Final = 20
GONE: Final = 22
SHELVED: Final = 24
BOX: Final = 26
LIMBO: Final = 28
HAND: Final = 30
"""The viewer's own markers."""
SCORE: Final = 31
"""The parts of the Roman points, then of the Caledonian ones."""
SCORE_PARTS: Final = 9
EXPECTED: Final = SCORE + SCORE_PARTS
# What is asked.
PHASE: Final = EXPECTED + 1
ASKED: Final = PHASE + 1
STEP: Final = PHASE + 2
PLACE: Final = PHASE + 3
VALUE: Final = PHASE + 4
USED: Final = PHASE + 5
ACTION: Final = PHASE + 6
"""The flags of the question."""
MASK: Final = PHASE + 7
WORK: Final = PHASE + 8
"""Which phases lie on the stack, the viewer's and others'."""
# The battle under way.
FIELD: Final = WORK + 2
ATTACKER: Final = FIELD + 1
ROUND: Final = FIELD + 2
FIGHT_STEP: Final = FIELD + 3
FIGHT: Final = FIELD + 4
DEFENDED: Final = FIELD + 5
ADVANTAGE: Final = FIELD + 6
FIRING: Final = FIELD + 7
HITS: Final = FIELD + 8
WINNER: Final = FIELD + 9
RESERVE: Final = FIELD + 10
RISEN: Final = FIELD + 11
PAID: Final = FIELD + 12
SPEECH: Final = FIELD + 14
DICE: Final = FIELD + 16
PLUS: Final = FIELD + 18
FORCES: Final = FIELD + 20
DISRUPTED: Final = FIELD + 22
"""Roman units, then Caledonian ones."""
CENTERS: Final = DISRUPTED + 2


class Rows:
    """Makes rows."""

    def __init__(self, evaluation: Evaluation, tables: Tables, centers: int) -> None:
        """`centers` is how many there are at most; every one of them may have an Oppidum."""
        self._evaluation: Final = evaluation
        self.centers: Final[int] = centers
        more = centers - len(tables.board.center_hex)
        self.counts: Final[list[int]] = [tables.rome.count, tables.tribes.count + more]
        """How many units each side has at most."""
        self.places: Final[int] = tables.board.britannia + 1
        """Places where units can be on the map."""
        self.chunks: Final[int] = -(-self.places // CHUNK)
        self.veiled: Final[int] = CENTERS + centers
        """Places with enemies that the viewer may not examine; pillaged ones, and sieges."""
        self.pillaged: Final[int] = self.veiled + self.chunks
        self.sieges: Final[int] = self.pillaged + self.chunks
        self.units: Final[int] = self.sieges + self.chunks
        """The place of each unit, or HIDDEN; the Romans come first."""
        self.aboard: Final[int] = self.units + self.counts[ROMAN] + self.counts[CALEDONIAN]
        self.size: Final[int] = self.aboard + self.counts[ROMAN]

    def pack(self, state: State, viewer: Seat) -> list[int]:
        """The position as a viewer knows it."""
        t = self._evaluation.tables(state)
        side = side_of(state, viewer)
        known = Known(t, state, side)
        row = _table(t, state, viewer, side)
        _pairs(row, t, state, side, known)
        row += _score(t, state, side)
        row.append(int(self._evaluation.known(state, side, known) * FINE))
        _question(row, state, side)
        _battle(row, state.battle, side)
        shown = [known.shown, known.shown]
        shown[side] = t.musters[side].all
        row.append(state.disrupted[ROMAN] & shown[ROMAN])
        row.append(state.disrupted[CALEDONIAN] & shown[CALEDONIAN])
        for center in range(self.centers):
            kind = state.center[center] if center < len(state.center) else NONE
            secret = side != CALEDONIAN and not state.center_up >> center & 1
            row.append(HIDDEN if kind != NONE and secret else kind)
        row += self._marks(known.veiled)
        row += self._marks(state.pillaged)
        row += self._marks(state.sieges)
        for whose in (ROMAN, CALEDONIAN):
            at = state.at[whose]
            if whose == side:
                row += at
            else:
                found = known.found
                row += [place if found >> unit & 1 else HIDDEN for unit, place in enumerate(at)]
            row += [t.board.absent] * (self.counts[whose] - len(at))
        row += state.aboard if side == ROMAN else embarking(t, state)
        return row

    def _marks(self, places: Iterable[int]) -> list[int]:
        """Places on the map as bits."""
        found = [0] * self.chunks
        for place in places:
            found[place // CHUNK] |= 1 << place % CHUNK
        return found


def _table(t: Tables, state: State, viewer: Seat, side: int) -> list[int]:
    sealed = False
    for frame in state.stack:
        if frame.phase == BID:
            sealed = True
    other_bid = state.bids[1 - viewer]
    if sealed and other_bid != NONE:
        other_bid = HIDDEN
    flags = (
        int(state.tribes_home)
        + 2 * int(state.declined)
        + 4 * int(offer_rests(t, state, side))
        + 8 * int(state.ended != 0)
    )
    return [
        viewer,
        side,
        _options(state),
        state.south,
        state.bids[viewer],
        other_bid,
        state.turn,
        _slot(state.active, side),
        state.event,
        flags,
        state.supplied,
        state.loading if side == ROMAN else NONE,
        state.road,
        state.fallen,
        state.center_up,
        _sum(state.spare),
    ]


def _pairs(row: list[int], t: Tables, state: State, side: int, known: Known) -> None:
    other = 1 - side
    row += (state.points[side], state.points[other])
    row += (state.hand[side].bit_count(), state.hand[other].bit_count())
    row += (state.bin[side].bit_count(), state.bin[other].bit_count())
    row += (state.gone[side], state.gone[other])
    row += (state.shelved[side], state.shelved[other])
    here = state.here[side]
    row += (here[t.board.recruit].bit_count(), known.box)
    row += (here[t.board.limbo].bit_count(), known.limbo)
    row.append(state.hand[side])


def _score(t: Tables, state: State, side: int) -> list[int]:
    """Victory Points so far, as the view tells them."""
    if not state.turn:
        return [0] * SCORE_PARTS
    tribes = caledonian_points(t, state) if side == CALEDONIAN else seen_points(t, state)
    return [*roman_points(t, state).values(), *tribes.values()]


def _question(row: list[int], state: State, side: int) -> None:
    """What is asked now, and what work waits for whom."""
    work = [0, 0]
    for frame in state.stack:
        work[0 if frame.side == side else 1] |= 1 << frame.phase
    if not state.stack:
        row += (PHASE_COUNT, NONE, 0, NONE, 0, 0, 0, 0)
    else:
        top = state.stack[-1]
        row.append(top.phase)
        row.append(_slot(top.side, side))
        row.append(top.step)
        row.append(top.place)
        row.append(top.value)
        row.append(top.used)
        row.append(top.flags)
        row.append(top.mask if top.side == side else 0)
    row += work


def _battle(row: list[int], b: Battle | None, side: int) -> None:
    """All of a battle is open."""
    if b is None:
        row += QUIET
        return
    other = 1 - side
    flags = (
        int(b.ambush)
        + 2 * int(b.assault)
        + 4 * int(b.relief)
        + 8 * int(b.stormed)
        + 16 * int(b.fury)
        + 32 * int(b.major)
        + 64 * int(b.fired)
    )
    row += (b.place, _slot(b.attacker, side), b.round, b.step, flags, b.defended)
    row += (_slot(b.advantage, side), _slot(b.firing, side), b.hits, _slot(b.winner, side))
    row += (b.reserve, b.risen)
    row += (b.paid[side], b.paid[other])
    row += (int(b.speech[side]), int(b.speech[other]))
    row += (b.dice[side], b.dice[other]) if b.dice else (0, 0)
    row += (b.plus[side], b.plus[other]) if b.plus else (0, 0)
    row += (b.force[side], b.force[other])


QUIET: Final = [NONE, NONE, 0, 0, 0, 0, NONE, NONE, 0, NONE, *[0] * 12]


def _options(state: State) -> int:
    return (
        int(state.special)
        + 2 * int(state.roads)
        + 4 * int(state.lines)
        + 8 * int(state.looting)
        + 16 * int(state.siege_rules)
        + 32 * int(state.balanced)
        + 64 * int(state.bidding)
        + 128 * int(state.short)
        + 256 * int(state.ships_stop)
        + 512 * int(state.hex_rally)
    )


def _slot(whose: int, side: int) -> int:
    """0 for the viewer's side, 1 for the other, NONE for neither."""
    return whose if whose < 0 else int(whose != side)


def _sum(numbers: list[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total
