"""A round robin: every two bots share tables, and ratings are fitted to the results.

Two bots take the seats by turns (A, B, A, ...) and change places from game to game, so that each
sits everywhere equally often. What counts between them is who came before whom, seat by seat; so it
works for any number of seats, and the middle places count too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ludus.core.errors import BadRequest
from ludus.lab.plan import Plan
from ludus.lab.results_file import ResultsFile
from ludus.lab.round_robin import (
    Pair,
    PairResult,
    PairScore,
    check_round_robin,
    pairs_of,
    ratings_of,
)
from ludus.lab.rows import GameRow
from ludus.lab.simulate import games_of
from ludus.lab.worker_pool import WorkerPool, pool_for

WHOLE_GAME: Final = 2520
"""A game in the units that points are counted in: it divides by all numbers of pairs of seats."""
SEED_FACTOR: Final = 1_000_003
"""What keeps the seeds of different tournaments apart."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two bots of a tournament, and the games between them.

    With an odd number of seats one of the two has a seat more; in a second plan it is the other.
    """

    pair: Pair
    file_name: str
    """How the files of its games begin: the numbers of the two bots."""
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot in the final table."""

    name: str
    elo: float
    margin: float
    """Elo above the first bot named, and half the width of its 95 % interval."""
    score: float
    """Its part of all points against the others, 0 to 1."""
    games: int


@dataclass(frozen=True, slots=True)
class Standings:
    """How a tournament ended, best bot first."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    table: tuple[Standing, ...]
    scores: tuple[PairScore, ...]


def schedule(plan: Plan) -> list[Match]:
    """All pairs of the plan's bots; `plan.games` is what each pair plays."""
    check_round_robin("tournament", plan.bots, plan.seats)
    if plan.seats % 2 and plan.games < 2:
        raise BadRequest("a tournament at an odd number of seats needs two games a pair or more")
    return [
        Match(
            pair,
            "-".join(str(plan.bots.index(name) + 1) for name in pair),
            tuple(_plans(plan, number, pair)),
        )
        for number, pair in enumerate(pairs_of(plan.bots))
    ]


def _plans(plan: Plan, number: int, pair: Pair) -> Iterator[Plan]:
    orders = [pair, pair[::-1]] if plan.seats % 2 else [pair]
    for turn, order in enumerate(orders):
        bots = tuple(order[seat % 2] for seat in range(plan.seats))
        games = plan.games * (turn + 1) // len(orders) - plan.games * turn // len(orders)
        seed = (plan.seed * SEED_FACTOR + number) * 2 + turn
        yield replace(plan, bots=bots, seed=seed, games=games).checked()


def tournament(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    pool: WorkerPool | None = None,
    folder: Path | None = None,
    on_game: Callable[[GameRow], None] | None = None,
) -> Standings:
    """Play all matches of a plan. With a folder, each is kept there and can be continued."""
    results = []
    done = 0
    for match in schedule(plan):
        games = points = 0
        for turn, part in enumerate(match.plans):
            with ExitStack() as stack:
                kept = None
                if folder is not None:
                    path = folder / f"{match.file_name}-{turn + 1}.jsonl"
                    kept = stack.enter_context(ResultsFile.open(path, part, part.open()))
                for row in games_of(part, pool or pool_for(jobs), kept, on_game):
                    games += 1
                    points += points_of(row, turn)
                    done += 1
                    if progress is not None:
                        progress(done)
        results.append(PairResult(match.pair, points / WHOLE_GAME, games))
    return standings(plan, results)


def points_of(row: GameRow, turn: int) -> int:
    """What the first bot of a pair scored in a game: over all pairs of seats, who came first.

    `turn` says whether it has the even places of the plan (0) or the odd ones (1).
    """
    won, pairs = 0, 0
    for mine, a in enumerate(row.entrants):
        for theirs, b in enumerate(row.entrants):
            if a % 2 == turn and b % 2 != turn:
                pairs += 1
                if row.ranks[mine] < row.ranks[theirs]:
                    won += 2
                elif row.ranks[mine] == row.ranks[theirs]:
                    won += 1
    return won * WHOLE_GAME // (2 * pairs)


def standings(plan: Plan, results: Sequence[PairResult]) -> Standings:
    """The final table of all pairs."""
    ratings = ratings_of(plan.bots, results)
    rows = []
    for name in plan.bots:
        points, games = 0.0, 0
        for (first, second), won, played in results:
            if name in (first, second):
                points += won if name == first else played - won
                games += played
        rating = ratings[name]
        rows.append(Standing(name, rating.elo, rating.margin, points / games, games))
    rows.sort(key=lambda row: -row.elo)
    scores = tuple(PairScore.of(result) for result in results)
    return Standings(plan.game, plan.seats, dict(plan.options), plan.seed, tuple(rows), scores)
