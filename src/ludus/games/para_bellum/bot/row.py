"""Positions as rows of whole numbers: what nets are told. The viewer comes first.

`encode.py` makes features of these numbers. A row tells of each player what a glance at the army
shows and how the evaluation counts it, and of the viewer's own army every card and die.
"""

from __future__ import annotations

from typing import Final

from ludus.core.protocol import Seat
from ludus.games.para_bellum.board import CELLS, GENERAL, RED
from ludus.games.para_bellum.bot.evaluation import Evaluation
from ludus.games.para_bellum.bot.judged import Judged
from ludus.games.para_bellum.bot.known import is_open
from ludus.games.para_bellum.ids import (
    FACE,
    MAX_FACE,
    MAX_SEATS,
    NONE,
    PHASE_COUNT,
    PLACE_CARD,
    PLACE_CELL,
)
from ludus.games.para_bellum.rules.decks import deck_size
from ludus.games.para_bellum.rules.objectives import goal_count
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import Frame, Player, State

FINE: Final = 64
"""What the evaluation expects is kept in parts of a point."""
HALF: Final = 27
"""Masks of phases go by two numbers, of this many bits each."""
UNKNOWN: Final = -2
"""The count of an objective that a player does not have, or has in secret."""

# The table.
VIEWER: Final = 0
SEATS: Final = 1
OPTIONS: Final = 2
BATTLE: Final = 3
ALLIANCES: Final = 4
DECK: Final = 6
COMMANDS: Final = 7
EVENT: Final = 8
EVENTS_LEFT: Final = 9
TURN: Final = 10
FIRST: Final = 11
ENDING: Final = 12
ROUND: Final = 13
ACTIONS: Final = 14
PHASE: Final = 15
ASKED: Final = 16
STEP: Final = 17
TARGET: Final = 18
VALUE: Final = 19
LEFT: Final = 20
MARKED: Final = 21
OWN_WORK: Final = 22
"""Which phases lie on the stack for the viewer, then those for others: two halves each."""
EXPECTED: Final = 26
LINE: Final = EXPECTED + MAX_SEATS
"""The Battle Line by kind of command card; the army cards unseen by kind, then those in hand."""

# A player: what changes with each choice, then what follows from the army and the cards.
CARDS: Final = 0
HELD: Final = 1
HIDDEN_GOALS: Final = 2
FLAGS: Final = 3
RUNNER: Final = 4
FIRST_USED: Final = 5
SECOND_USED: Final = 6
BLAZONS: Final = 7
POINTS: Final = 8
"""As counted now, then means, promise, placements, missing, tiers, hopes: fine but for the fourth
and fifth."""
GRAYS: Final = 15
"""By face, from 1 on; then the red ones likewise."""
REDS: Final = GRAYS + MAX_FACE
BLUE: Final = REDS + MAX_FACE
BANNERS_HELD: Final = BLUE + 1
COINS: Final = BANNERS_HELD + 1
LEGIONS: Final = COINS + 1
BIG: Final = LEGIONS + 5
ROWS: Final = BIG + 1
COUNTERS: Final = ROWS + 1
GOAL_POINTS: Final = COUNTERS + 1
UP: Final = GOAL_POINTS + 1
"""The kinds of cards in play that lie open, as a mask, and those that lie face down."""
DOWN: Final = UP + 1
GOALS: Final = DOWN + 1
"""By objective the count of what it counts, or UNKNOWN; then the command cards by kind."""


class Rows:
    """Makes rows; it keeps the part of a player that follows from an army until that changes."""

    def __init__(self, tables: Tables, evaluation: Evaluation) -> None:
        self._tables: Final = tables
        self._evaluation: Final = evaluation
        catalog = tables.catalog
        self.commands: Final[int] = len(catalog.commands)
        self.goals: Final[int] = len(catalog.objectives)
        self.kinds: Final[int] = catalog.deck_kinds
        self.unseen: Final[int] = LINE + self.commands
        self.hand: Final[int] = self.unseen + self.kinds
        self.own: Final[int] = self.hand + self.kinds
        self.players: Final[int] = self.own + CELLS + GENERAL
        self.each: Final[int] = GOALS + self.goals + self.commands
        self._empty: Final[list[int]] = [0] * self.each
        self._open: Final[list[Judged | None]] = [None] * MAX_SEATS
        self._open_parts: Final[list[list[int]]] = [[] for _ in range(MAX_SEATS)]
        self._rivals: Final[list[Judged | None]] = [None] * MAX_SEATS
        self._rival_parts: Final[list[list[int]]] = [[] for _ in range(MAX_SEATS)]

    def pack(self, state: State, viewer: Seat) -> list[int]:
        """The position as a viewer knows it."""
        judged, worth = self._evaluation.known(state, viewer)
        seats = state.seats
        row = self._table(state, viewer)
        for slot in range(MAX_SEATS):
            row.append(int(worth[(viewer + slot) % seats] * FINE) if slot < seats else 0)
        line = [0] * self.commands
        for kind in state.line:
            if kind != NONE:
                line[kind] += 1
        row += line
        row += self._unseen(state, viewer)
        mine = state.players[viewer]
        hand = [0] * self.kinds
        for kind in mine.hand:
            hand[kind] += 1
        row += hand
        row += mine.cells
        for code in mine.dice[:GENERAL]:
            row.append(code & FACE)
        for slot in range(MAX_SEATS):
            if slot >= seats:
                row += self._empty
                continue
            seat = (viewer + slot) % seats
            player = state.players[seat]
            seen = judged[seat]
            self._passing(row, state, player, seen)
            row += self._part(seat, player, seen, is_open(state, seat, viewer))
        return row

    def _table(self, state: State, viewer: Seat) -> list[int]:
        alliances = state.alliances
        own = alliances[viewer & 1] if alliances else NONE
        other = alliances[1 - (viewer & 1)] if alliances else NONE
        first = state.order[0] if state.order else NONE
        row = [
            viewer,
            state.seats,
            _options(state),
            state.battle,
            own,
            other,
            deck_size(state),
            state.command_size,
            state.event,
            state.event_bag,
            _slot(state, state.turn, viewer),
            _slot(state, first, viewer),
            _slot(state, state.ending, viewer),
            state.round,
            state.actions,
        ]
        _question(row, state, viewer)
        return row

    def _unseen(self, state: State, viewer: Seat) -> list[int]:
        """By kind, the army cards whose place the viewer does not know."""
        unseen = state.bag[:]
        for index, kind in enumerate(state.bottom):
            if not state.bottom_seen[index] >> viewer & 1:
                unseen[kind] += 1
        for seat, player in enumerate(state.players):
            if is_open(state, seat, viewer):
                continue
            for kind in player.hand:
                unseen[kind] += 1
            for kind in player.looking:
                unseen[kind] += 1
            for code in player.spied:
                if code >> viewer & 1:
                    unseen[code >> 4] -= 1
        return unseen

    def _passing(self, row: list[int], state: State, player: Player, seen: Judged) -> None:
        """What of a player changes from choice to choice, or is only counted."""
        first = 0
        second = 0
        for perm in player.perms:
            if perm.used & 1:
                first |= 1 << perm.kind
            if perm.used & 2:
                second |= 1 << perm.kind
        flags = (
            int(player.low_card)
            + 2 * int(player.motivated)
            + 4 * int(player.marched)
            + 8 * int(player.oratory)
            + 16 * int(player.shielded)
        )
        row.append(len(player.hand))
        row.append(len(player.commands))
        row.append(len(player.goals) - len(seen.goals))
        row.append(flags)
        row.append(player.runner)
        row.append(first)
        row.append(second)
        row.append(player.blazons)

    def _part(self, seat: int, player: Player, seen: Judged, whole: bool) -> list[int]:
        """What follows from a player's army, dice and known cards."""
        kept = self._open if whole else self._rivals
        parts = self._open_parts if whole else self._rival_parts
        if kept[seat] is not seen:
            kept[seat] = seen
            parts[seat] = self._worked_out(player, seen)
        return parts[seat]

    def _worked_out(self, player: Player, seen: Judged) -> list[int]:
        part = [
            int(seen.points * FINE),
            int(seen.means * FINE),
            int(seen.promise * FINE),
            seen.placements,
            seen.missing,
            int(seen.tiers * FINE),
            int(seen.hopes * FINE),
        ]
        faces = [0] * (2 * MAX_FACE)
        dice = player.dice
        grays = player.grays
        while grays:
            low = grays & -grays
            grays ^= low
            faces[(dice[low.bit_length() - 1] & FACE) - 1] += 1
        reds = player.reds
        while reds:
            low = reds & -reds
            reds ^= low
            faces[MAX_FACE - 1 + (dice[RED - 1 + low.bit_length()] & FACE)] += 1
        part += faces
        part.append(dice[GENERAL])
        part.append(player.banners)
        part.append(player.coins)
        part += player.legions
        part.append(player.big)
        part.append(player.rows)
        part.append(player.points)
        scored = 0
        for points in player.goal_points:
            scored += points
        part.append(scored)
        part.append(player.up)
        down = 0
        for perm in player.perms:
            if perm.down:
                down |= 1 << perm.kind
        part.append(down)
        self._cards(part, player, seen)
        return part

    def _cards(self, part: list[int], player: Player, seen: Judged) -> None:
        """Objectives and command cards, as far as they are known."""
        goals = [UNKNOWN] * self.goals
        for goal in seen.goals:
            goals[goal] = goal_count(self._tables, player, goal)
        part += goals
        commands = [0] * self.commands
        for kind in seen.held:
            commands[kind] += 1
        part += commands


def _options(state: State) -> int:
    return (
        int(state.dealt_colours)
        + 2 * int(state.capital > 2)
        + 4 * int(state.capped_oratory)
        + 8 * int(state.open_memory)
        + 16 * int(state.spent_banners)
        + 32 * int(state.chosen_goals)
    )


def _slot(state: State, seat: int, viewer: Seat) -> int:
    """Where a seat sits as the viewer sees it, or NONE for nobody."""
    return NONE if seat < 0 else (seat - viewer) % state.seats


def _question(row: list[int], state: State, viewer: Seat) -> None:
    """What is asked now, and what work waits for whom."""
    work = [0, 0, 0, 0]
    stack = state.stack
    for frame in stack:
        phase = _shown(state, frame, viewer)
        half = int(phase >= HALF)
        other = 0 if frame.seat == viewer else 2
        work[half + other] |= 1 << (phase - HALF * half)
    if not stack:
        row += [PHASE_COUNT, NONE, 0, NONE, 0, 0, 0]
    else:
        top = stack[-1]
        row.append(_shown(state, top, viewer))
        row.append(_slot(state, top.seat, viewer))
        row.append(top.step)
        row.append(_slot(state, top.target, viewer))
        row.append(top.value)
        row.append(top.left)
        row.append(top.mask.bit_count())
    row += work


def _shown(state: State, frame: Frame, viewer: Seat) -> int:
    """A card that is chosen but not placed yet is secret: others still see it being chosen."""
    if frame.phase == PLACE_CELL and not is_open(state, frame.seat, viewer):
        return PLACE_CARD
    return frame.phase
