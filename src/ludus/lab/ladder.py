"""How strong bots are against each other: every pair of them, in all seats, with intervals.

A pair plays in every seating that gives each bot half of the seats (at an odd table, one more or
one less in turn), so that the seat makes no difference. A win counts by whose seat came first; a
first place that both share counts half. Games are rows in a file that grows: a run
that was stopped continues where it ended, and runs with other pairs add up.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from ludus.bots import LEVELS, make_bot
from ludus.bots.levels import describe, is_level, level_of, played_as
from ludus.core.errors import BadRequest, FileError
from ludus.core.protocol import Outcome, Seat
from ludus.core.registry import find_game, open_box
from ludus.lab.lines_file import LinesFile
from ludus.lab.match import play_game
from ludus.lab.plan import Plan
from ludus.lab.ratings import Rating, Unconnected
from ludus.lab.round_robin import (
    Pair,
    PairResult,
    PairScore,
    check_round_robin,
    pairs_of,
    ratings_of,
)
from ludus.lab.stats import decided
from ludus.lab.worker_pool import pool_for

FORMAT: Final = 1
DEFAULT_BOTS: Final = ("random", *LEVELS)


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is measured: a game at a number of seats, and the bots on the ladder."""

    game: str
    seats: int
    bots: tuple[str, ...] = DEFAULT_BOTS
    seed: int = 0

    def checked(self) -> Ladder:
        """The same with the default number of seats if none is given; an error if unplayable."""
        meta = find_game(self.game).meta
        seats = self.seats or default_seats(meta.seats)
        box = open_box(self.game)
        box.options(seats, {})
        check_round_robin("ladder", self.bots, seats)
        for name in self.bots:
            make_bot(name, box)
        return replace(self, seats=seats)

    @property
    def pairs(self) -> list[Pair]:
        return pairs_of(self.bots)

    def work(self, name: str) -> str:
        """How much a bot thinks, in words; results with other words do not belong together."""
        return describe(level_of(name, self.game), played_as(name)) if is_level(name) else name


def default_seats(seats: Sequence[int]) -> int:
    """Two players where the game takes two, else the fewest that can be halved."""
    return min((count for count in seats if count % 2 == 0), default=max(seats))


def seatings(seats: int) -> list[tuple[Seat, ...]]:
    """The seats of the first bot of a pair, in all ways that leave each half of them."""
    half = seats // 2
    sizes = (half,) if seats % 2 == 0 else (half, half + 1)
    return [taken for size in sizes for taken in itertools.combinations(range(seats), size)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of a pair: its number, the first bot's share of the win, both bots' mean scores."""

    pair: Pair
    number: int
    share: float
    scores: tuple[float, float]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file of games: what they are games of."""

    ladder: int
    game: str
    version: int
    seats: int
    seed: int
    bots: dict[str, str]


def play(ladder: Ladder, pair: Pair, number: int) -> Row:
    """Game `number` of a pair; the same wherever it is played."""
    box = open_box(ladder.game)
    ways = seatings(ladder.seats)
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


# The file of games --------------------------------------------------------------------------------


class LadderFile(LinesFile[Header, Row]):
    """The games played so far, in a file that only grows."""

    WHAT = "ladder"
    HINT = "name another file with --keep"

    def __init__(self, path: Path, ladder: Ladder) -> None:
        self.rows: dict[tuple[Pair, int], Row] = {}
        self._pairs = set(ladder.pairs)
        header = Header(
            FORMAT,
            ladder.game,
            find_game(ladder.game).meta.version,
            ladder.seats,
            ladder.seed,
            {name: ladder.work(name) for name in ladder.bots},
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{path}: cannot be written: {error.strerror}") from error
        super().__init__(path, header, Row)

    def played(self, pair: Pair) -> list[Row]:
        """The games of a pair, by number."""
        found = [row for (whose, _), row in self.rows.items() if whose == pair]
        return sorted(found, key=lambda row: row.number)

    def _keep(self, row: Row, place: int) -> None:
        self.rows[row.pair, row.number] = row

    def _fault(self, row: Row) -> str | None:
        return None if row.pair in self._pairs else f"{row.pair} is no pair of this ladder"


# Playing ------------------------------------------------------------------------------------------


def play_missing(
    ladder: Ladder,
    file: LadderFile,
    games: int,
    pairs: Sequence[Pair] | None = None,
    jobs: int = 1,
    until: float | None = None,
    progress: Callable[[int], None] | None = None,
    decide: bool = False,
) -> None:
    """Play what is still missing of `games` for each pair, all pairs side by side.

    Stops at `until` on the monotonic clock; `progress` is called with how many games are done. With
    `decide` a pair is played only until a sequential test has settled who is stronger.
    """
    wanted = [(pair, number) for number in range(games) for pair in (pairs or ladder.pairs)]
    done = sum(each in file.rows for each in wanted)

    def missing() -> Iterator[tuple[Ladder, Pair, int]]:
        for pair, number in wanted:
            if (pair, number) not in file.rows and not (decide and is_decided(file, pair)):
                yield ladder, pair, number

    for row in pool_for(jobs).run(_one, missing()):
        file.write([row])
        done += 1
        if progress is not None:
            progress(done)
        if until is not None and time.monotonic() >= until:
            return


def is_decided(file: LadderFile, pair: Pair) -> bool:
    """Whether the games of a pair say who is stronger."""
    rows = file.played(pair)
    return decided(sum(row.share for row in rows), len(rows))


def _one(work: tuple[Ladder, Pair, int]) -> Row:
    return play(*work)


# What it shows ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Duel:
    """What the games of a pair show: the first bot's share of the wins, and the mean scores."""

    score: PairScore
    means: tuple[float, float]

    def reversed(self) -> Duel:
        """The same from the other side."""
        return Duel(self.score.reversed(), self.means[::-1])


@dataclass(frozen=True, slots=True)
class LadderResult:
    """A ladder as far as it was played."""

    ladder: Ladder
    duels: tuple[Duel, ...]
    ratings: dict[str, Rating]
    """Empty as long as some bots have not met, even by way of others."""

    def duel(self, a: str, b: str) -> Duel | None:
        """How `a` fared against `b`."""
        for duel in self.duels:
            pair = (duel.score.first, duel.score.second)
            if pair == (a, b):
                return duel
            if pair == (b, a):
                return duel.reversed()
        return None


def result_of(ladder: Ladder, file: LadderFile) -> LadderResult:
    """The duels that were played, and the ratings that fit them best."""
    duels = []
    results = []
    for pair in ladder.pairs:
        rows = file.played(pair)
        if not rows:
            continue
        result = PairResult(pair, sum(row.share for row in rows), len(rows))
        means = [sum(row.scores[side] for row in rows) / len(rows) for side in (0, 1)]
        results.append(result)
        duels.append(Duel(PairScore.of(result), (means[0], means[1])))
    if not duels:
        raise BadRequest("no game of this ladder has been played yet")
    try:
        ratings = ratings_of(ladder.bots, results)
    except Unconnected:
        ratings = {}
    return LadderResult(ladder, tuple(duels), ratings)
