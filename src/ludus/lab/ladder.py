"""How strong bots are against each other: every pair of them, in all seats, with intervals.

A pair plays with its seats dealt in every way that gives each half of them (at an odd table, one
more or one less in turn), so that no bot owes its result to its seat. A win counts by whose seat
came first; a first place that both share counts half. Games are rows in a file that grows: a run
that was stopped goes on where it ended, and runs with other pairs add up.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from ludus.bots import LEVELS, make_bot
from ludus.bots.levels import level_of, told
from ludus.core.errors import BadRecord, BadRequest
from ludus.core.protocol import Outcome, Seat
from ludus.core.registry import find_game, open_box
from ludus.lab.match import play_game
from ludus.lab.plan import Plan
from ludus.lab.ratings import Rating, Unconnected, rate
from ludus.lab.runners import runner_for
from ludus.lab.stats import wilson

T = TypeVar("T")

FORMAT: Final = 1
USUAL_BOTS: Final = ("random", *LEVELS)


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is measured: a game at a number of seats, and the bots on the ladder."""

    game: str
    seats: int
    bots: tuple[str, ...] = USUAL_BOTS
    seed: int = 0

    def checked(self) -> Ladder:
        """The same with usual seats filled in; an error if it cannot be played."""
        meta = find_game(self.game).meta
        seats = self.seats or usual_seats(meta.seats)
        box = open_box(self.game)
        box.options(seats, {})
        if seats < 2:
            raise BadRequest("a ladder needs two seats or more")
        if len(set(self.bots)) < 2 or len(set(self.bots)) < len(self.bots):
            raise BadRequest("a ladder needs two bots or more, each named once")
        for name in self.bots:
            make_bot(name, box)
        return replace(self, seats=seats)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every two bots, the one named first in front."""
        return list(itertools.combinations(self.bots, 2))

    def work(self, name: str) -> str:
        """How much a bot thinks, in words; results with other words do not belong together."""
        return told(level_of(name, self.game)) if name in LEVELS else name


def usual_seats(seats: Sequence[int]) -> int:
    """Two players where the game takes two, else the fewest that can be halved."""
    return min((count for count in seats if count % 2 == 0), default=max(seats))


def dealings(seats: int) -> list[tuple[Seat, ...]]:
    """The seats of the first bot of a pair, in all ways that leave each half of them."""
    half = seats // 2
    sizes = (half,) if seats % 2 == 0 else (half, half + 1)
    return [dealt for size in sizes for dealt in itertools.combinations(range(seats), size)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of a pair: its number, the first bot's share of the win, both bots' mean scores."""

    pair: tuple[str, str]
    number: int
    share: float
    scores: tuple[float, float]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file of games: what they are games of."""

    ladder: int
    game: str
    version: int
    seats: int
    seed: int
    bots: dict[str, str]


def play(ladder: Ladder, pair: tuple[str, str], number: int) -> Row:
    """Game `number` of a pair; the same wherever it is played."""
    box = open_box(ladder.game)
    ways = dealings(ladder.seats)
    first = ways[number % len(ways)]
    bots = tuple(pair[0] if seat in first else pair[1] for seat in range(ladder.seats))
    plan = Plan(
        ladder.game, ladder.seats, bots, 1, ladder.seed, box.options(ladder.seats, {}), None, False
    )
    outcome = play_game(box, plan, number).outcome
    return Row(pair, number, _share(outcome, first), _scores(outcome, first))


def _share(outcome: Outcome, first: Sequence[Seat]) -> float:
    winners = outcome.winners
    return sum(seat in first for seat in winners) / len(winners)


def _scores(outcome: Outcome, first: Sequence[Seat]) -> tuple[float, float]:
    scores = outcome.scores
    mine = [scores[seat] for seat in first]
    theirs = [score for seat, score in enumerate(scores) if seat not in first]
    return sum(mine) / len(mine), sum(theirs) / len(theirs)


# The file of rows ---------------------------------------------------------------------------------


class Book:
    """The games played so far, in a file that only grows."""

    def __init__(self, path: Path, ladder: Ladder) -> None:
        self._path = path
        self.rows: dict[tuple[tuple[str, str], int], Row] = {}
        head = Head(
            FORMAT,
            ladder.game,
            find_game(ladder.game).meta.version,
            ladder.seats,
            ladder.seed,
            {name: ladder.work(name) for name in ladder.bots},
        )
        if path.exists():
            self._read(head, set(ladder.pairs))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(head) + b"\n")

    def add(self, row: Row) -> None:
        """Count a game, and put it on disk."""
        self.rows[row.pair, row.number] = row
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")

    def played(self, pair: tuple[str, str]) -> list[Row]:
        """The games of a pair, by number."""
        found = [row for (whose, _), row in self.rows.items() if whose == pair]
        return sorted(found, key=lambda row: row.number)

    def _read(self, wanted: Head, pairs: set[tuple[str, str]]) -> None:
        lines = self._path.read_bytes().splitlines()
        head = self._decode(lines[0] if lines else b"", Head, 1)
        if head != wanted:
            raise BadRecord(
                f"{self._path}, line 1: results of another ladder ({head}, not {wanted}); "
                "name another file with --keep"
            )
        for number, line in enumerate(lines[1:], 2):
            row = self._decode(line, Row, number)
            if row.pair not in pairs:
                raise BadRecord(f"{self._path}, line {number}: nobody plays {row.pair} here")
            self.rows[row.pair, row.number] = row

    def _decode(self, line: bytes, kind: type[T], number: int) -> T:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError as error:
            raise BadRecord(f"{self._path}, line {number}: {error}") from error


# Playing ------------------------------------------------------------------------------------------


def climb(
    ladder: Ladder,
    book: Book,
    games: int,
    pairs: Sequence[tuple[str, str]] | None = None,
    jobs: int = 1,
    until: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Play what is still missing of `games` for each pair, all pairs side by side.

    Stops at `until` on the monotonic clock; `progress` is told how many games are done in all.
    """
    wanted = [
        (ladder, pair, number)
        for number in range(games)
        for pair in (pairs or ladder.pairs)
        if (pair, number) not in book.rows
    ]
    done = games * len(pairs or ladder.pairs) - len(wanted)
    for row in runner_for(jobs).run(_one, wanted):
        book.add(row)
        done += 1
        if progress is not None:
            progress(done)
        if until is not None and time.monotonic() >= until:
            return


def _one(work: tuple[Ladder, tuple[str, str], int]) -> Row:
    return play(*work)


# What it shows ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Duel:
    """What the games of a pair show: the first bot's share of the wins, and the mean scores."""

    pair: tuple[str, str]
    games: int
    share: float
    interval: tuple[float, float]
    scores: tuple[float, float]

    def turned(self) -> Duel:
        """The same from the other side."""
        low, high = self.interval
        return Duel(
            (self.pair[1], self.pair[0]),
            self.games,
            1.0 - self.share,
            (1.0 - high, 1.0 - low),
            (self.scores[1], self.scores[0]),
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A ladder as far as it was played."""

    ladder: Ladder
    duels: tuple[Duel, ...]
    ratings: dict[str, Rating]
    """Empty as long as some bots have not met, even by way of others."""

    def duel(self, a: str, b: str) -> Duel | None:
        """How `a` fared against `b`."""
        for duel in self.duels:
            if duel.pair == (a, b):
                return duel
            if duel.pair == (b, a):
                return duel.turned()
        return None


def standing(ladder: Ladder, book: Book) -> Standing:
    """The duels that were played, and the ratings that fit them best."""
    duels = []
    for pair in ladder.pairs:
        rows = book.played(pair)
        if not rows:
            continue
        wins = sum(row.share for row in rows)
        scores = [sum(row.scores[side] for row in rows) / len(rows) for side in (0, 1)]
        duels.append(
            Duel(
                pair,
                len(rows),
                wins / len(rows),
                wilson(wins, len(rows)),
                (scores[0], scores[1]),
            )
        )
    if not duels:
        raise BadRequest("no game of this ladder has been played yet")
    results = [(duel.pair, duel.share * duel.games, duel.games) for duel in duels]
    try:
        ratings = rate(ladder.bots, results)
    except Unconnected:
        ratings = {}
    return Standing(ladder, tuple(duels), ratings)
