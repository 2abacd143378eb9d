"""How much faster a simulation is on two cores than on one, in wall-clock time.

python -m ludus.lab.bench.cores GAME GAMES JOBS

It runs in a process of its own, which plays once to warm up and prints how many seconds the games
took. Starting the workers counts.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from ludus.core.registry import find_game
from ludus.lab.bench.build import output_of
from ludus.lab.bench.targets import targets_of
from ludus.lab.simulate import Plan, simulate

ROUNDS = 3


def seconds(game: str, games: int, jobs: int) -> float:
    """How long `games` random games take."""
    seats = targets_of(game).seats or max(find_game(game).meta.seats)
    plan = Plan(game, seats, ("random",), games)
    simulate(Plan(game, seats, ("random",), 10))
    start = time.perf_counter()
    simulate(plan, jobs)
    return time.perf_counter() - start


def speed_up(game: str, games: int, path: Path) -> float:
    """How many times as fast two jobs are: the median of a few rounds, one after the other."""
    ratios = []
    for _ in range(ROUNDS):
        alone, together = (_apart(game, games, jobs, path) for jobs in (1, 2))
        ratios.append(alone / together)
    return statistics.median(ratios)


def _apart(game: str, games: int, jobs: int, path: Path) -> float:
    return float(output_of("ludus.lab.bench.cores", path, game, games, jobs))


if __name__ == "__main__":
    sys.stdout.write(f"{seconds(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))}\n")
