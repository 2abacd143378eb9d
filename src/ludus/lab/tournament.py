"""Everybody against everybody: each two bots share tables, and ratings are fitted to the results.

Two bots take the seats by turns (A, B, A, ...) and change places from game to game, so that each
sits everywhere equally often. What counts between them is who came before whom, seat by seat; so it
works for any number of seats, and the middle places count too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Final

from ludus.core.errors import BadRequest
from ludus.lab.journal import Journal
from ludus.lab.plan import Plan
from ludus.lab.ratings import rate
from ludus.lab.rows import GameRow
from ludus.lab.runners import Runner, runner_for
from ludus.lab.simulate import pieces_of, rows_of
from ludus.lab.stats import wilson

WORTH: Final = 2520
"""A game in the units that points are counted in: it divides by all numbers of pairs of seats."""
APART: Final = 1_000_003
"""What keeps the seeds of different tournaments apart."""


@dataclass(slots=True)
class Pairing:
    """What two bots did against each other."""

    first: int
    second: int
    games: int = 0
    points: int = 0
    """Of the first, `WORTH` for a game in which it came before the other in every way."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two bots of a tournament, and the games between them.

    With an odd number of seats one of the two has a seat more; in a second plan it is the other.
    """

    first: int
    second: int
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
class Score:
    """A bot against another: its part of the points with the 95 % interval."""

    first: str
    second: str
    share: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Standings:
    """How a tournament ended, best bot first."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    table: tuple[Standing, ...]
    scores: tuple[Score, ...]


def meetings(plan: Plan) -> list[Meeting]:
    """All pairs of the plan's bots; `plan.games` is what each pair plays."""
    if len(set(plan.bots)) < len(plan.bots) or len(plan.bots) < 2:
        raise BadRequest("a tournament needs two bots or more, each named once")
    if plan.seats < 2:
        raise BadRequest("a tournament needs two seats or more")
    if plan.seats % 2 and plan.games < 2:
        raise BadRequest("a tournament at an odd number of seats needs two games a pair or more")
    return [
        Meeting(first, second, tuple(_plans(plan, number, first, second)))
        for number, (first, second) in enumerate(combinations(range(len(plan.bots)), 2))
    ]


def _plans(plan: Plan, number: int, first: int, second: int) -> Iterator[Plan]:
    orders = [(first, second), (second, first)] if plan.seats % 2 else [(first, second)]
    for turn, order in enumerate(orders):
        bots = tuple(plan.bots[order[seat % 2]] for seat in range(plan.seats))
        games = plan.games * (turn + 1) // len(orders) - plan.games * turn // len(orders)
        seed = (plan.seed * APART + number) * 2 + turn
        yield replace(plan, bots=bots, seed=seed, games=games).checked()


def tournament(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    runner: Runner | None = None,
    folder: Path | None = None,
    listen: Callable[[GameRow], None] | None = None,
) -> Standings:
    """Play all meetings of a plan. With a folder, each is kept there and can be gone on with."""
    played = []
    done = 0
    for meeting in meetings(plan):
        pairing = Pairing(meeting.first, meeting.second)
        for turn, part in enumerate(meeting.plans):
            path = None
            if folder is not None:
                path = folder / f"{meeting.first + 1}-{meeting.second + 1}-{turn + 1}.jsonl"
            for row in _games(part, runner or runner_for(jobs), path, listen):
                pairing.games += 1
                pairing.points += _points(row, turn)
                done += 1
                if progress is not None:
                    progress(done)
        played.append(pairing)
    return standings(plan, played)


def _games(
    plan: Plan, runner: Runner, path: Path | None, listen: Callable[[GameRow], None] | None
) -> Iterator[GameRow]:
    if path is None:
        yield from _fresh(plan, runner, None, listen)
        return
    with Journal.open(path, plan, plan.open()) as journal:
        for row in journal.rows():
            if row.game < plan.games:
                yield row
        yield from _fresh(plan, runner, journal, listen)


def _fresh(
    plan: Plan,
    runner: Runner,
    journal: Journal | None,
    listen: Callable[[GameRow], None] | None,
) -> Iterator[GameRow]:
    for rows in runner.run(rows_of, pieces_of(plan, () if journal is None else journal)):
        if journal is not None:
            journal.write(rows)
        for row in rows:
            if listen is not None:
                listen(row)
            yield row


def _points(row: GameRow, turn: int) -> int:
    """What the first bot of a pair made of a game: over all pairs of seats, who came first.

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
    return won * WORTH // (2 * pairs)


def standings(plan: Plan, played: Sequence[Pairing]) -> Standings:
    """The final table of all pairings."""
    count = len(plan.bots)
    points = [[0.0] * count for _ in range(count)]
    games = [[0.0] * count for _ in range(count)]
    scores = []
    for pairing in played:
        a, b = pairing.first, pairing.second
        won = pairing.points / WORTH
        points[a][b], points[b][a] = won, pairing.games - won
        games[a][b] = games[b][a] = pairing.games
        # With ties and middle places the interval is wider than it need be, never narrower.
        low, high = wilson(won, pairing.games)
        scores.append(
            Score(plan.bots[a], plan.bots[b], won / pairing.games, low, high, pairing.games)
        )
    ratings = rate(
        plan.bots,
        [
            ((plan.bots[pair.first], plan.bots[pair.second]), pair.points / WORTH, pair.games)
            for pair in played
        ],
    )
    rows = [
        Standing(
            name,
            ratings[name].elo,
            ratings[name].margin,
            sum(points[a]) / sum(games[a]),
            round(sum(games[a])),
        )
        for a, name in enumerate(plan.bots)
    ]
    rows.sort(key=lambda row: -row.elo)
    return Standings(
        plan.game, plan.seats, dict(plan.options), plan.seed, tuple(rows), tuple(scores)
    )
