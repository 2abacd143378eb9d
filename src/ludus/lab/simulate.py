"""Many games between bots, over any number of processes, with the same results from the same seed.

Every game draws its chance and its bots' chance from generators named by the seed and the game's
number, and tallies are whole numbers that add up in any order; so the number of processes does not
matter. Only the row of a game is kept, and only in a file, so memory does not grow with their
number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ludus.lab.match import Played, play_game
from ludus.lab.plan import Plan
from ludus.lab.results_file import ResultsFile
from ludus.lab.rows import WHOLE, GameRow, row_of, shares_of
from ludus.lab.stats import Spread
from ludus.lab.worker_pool import WorkerPool, pool_for

MOST_CHUNKS: Final = 512
"""Into how many chunks the work is divided, unless that would make them too large to lose."""
LARGEST_CHUNK: Final = 64

Chunk: TypeAlias = tuple[Plan, tuple[int, ...]]
"""The unit of work: the plan and the numbers of some of its games."""


@dataclass(slots=True)
class Tally:
    """What is kept of the games: counts and sums, by bot and by seat."""

    games: int
    bot_shares: list[int]
    bot_scores: list[Spread]
    seat_shares: list[int]
    seat_scores: list[Spread]
    decisions: Spread = field(default_factory=Spread)
    moves: Spread = field(default_factory=Spread)
    reasons: Counter[str] = field(default_factory=Counter)
    troubles: int = 0
    """How often a program or a registered bot failed."""

    @classmethod
    def empty(cls, seats: int) -> Tally:
        return cls(
            0,
            [0] * seats,
            [Spread() for _ in range(seats)],
            [0] * seats,
            [Spread() for _ in range(seats)],
        )

    def add(self, row: GameRow) -> None:
        """Count one game."""
        for seat, entrant in enumerate(row.entrants):
            self.seat_shares[seat] += row.shares[seat]
            self.bot_shares[entrant] += row.shares[seat]
            self.seat_scores[seat].add(row.scores[seat])
            self.bot_scores[entrant].add(row.scores[seat])
        self.games += 1
        self.decisions.add(row.decisions)
        self.moves.add(row.moves)
        self.reasons[row.reason] += 1
        self.troubles += len(row.troubles)


def simulate(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    pool: WorkerPool | None = None,
    results: ResultsFile | None = None,
    on_game: Callable[[GameRow], None] | None = None,
) -> Tally:
    """Play the games of a plan; `progress` is called with how many games are done.

    With a results file, games that are in it are not played again, and each new one is added.
    `on_game` is called with every new game. With several jobs the work goes to fresh processes: a
    script that calls this needs the usual `if __name__ == "__main__":`.
    """
    plan = plan.checked()
    total = Tally.empty(plan.seats)
    for row in games_of(plan, pool or pool_for(jobs), results, on_game):
        total.add(row)
        if progress is not None:
            progress(total.games)
    return total


def games_of(
    plan: Plan,
    pool: WorkerPool,
    results: ResultsFile | None = None,
    on_game: Callable[[GameRow], None] | None = None,
) -> Iterator[GameRow]:
    """The games of a checked plan: first those in the results file, then new ones as they end."""
    if results is not None:
        yield from (row for row in results.rows() if row.game < plan.games)
    for rows in pool.run(rows_of, chunks_of(plan, () if results is None else results)):
        if results is not None:
            results.write(rows)
        for row in rows:
            if on_game is not None:
                on_game(row)
            yield row


def chunks_of(plan: Plan, done: Container[int] = ()) -> Iterator[Chunk]:
    """The games of a plan that are not done yet, a few at a time."""
    size = max(1, min(LARGEST_CHUNK, plan.games // MOST_CHUNKS))
    waiting: list[int] = []
    for game in range(plan.games):
        if game in done:
            continue
        waiting.append(game)
        if len(waiting) == size:
            yield plan, tuple(waiting)
            waiting = []
    if waiting:
        yield plan, tuple(waiting)


def rows_of(chunk: Chunk) -> list[GameRow]:
    """Play one chunk of the work."""
    plan, numbers = chunk
    box = plan.open()
    return [row_of(plan, game, play_game(box, plan, game)) for game in numbers]


__all__ = ["WHOLE", "Chunk", "Plan", "Played", "Tally", "chunks_of", "play_game", "rows_of"]
__all__ += ["shares_of", "simulate"]
