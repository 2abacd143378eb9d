"""Whether memory grows with the number of games: a long simulation in a process of its own.

python -m ludus.lab.bench.memory GAME GAMES
"""

from __future__ import annotations

import gc
import resource
import sys
from pathlib import Path

from ludus.core.registry import find_game
from ludus.lab.bench.build import output_of
from ludus.lab.simulate import Plan, simulate

WARM_UP_GAMES = 200
"""After this many games caches that fill on demand are full."""
KIB = 1024


def resident() -> int:
    """The memory that this process holds now, in bytes; the most it ever held elsewhere."""
    gc.collect()
    table = Path("/proc/self/statm")
    if table.is_file():
        return int(table.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB


def growth(game: str, games: int) -> int:
    """By how many bytes a simulation of `games` games makes the process larger."""
    seats = max(find_game(game).meta.seats)
    simulate(Plan(game, seats, ("random",), WARM_UP_GAMES))
    before = resident()
    simulate(Plan(game, seats, ("random",), games, seed=1))
    return resident() - before


def growth_apart(game: str, games: int, path: Path) -> int:
    """The same in a fresh process, in which nothing else has used memory."""
    return int(output_of("ludus.lab.bench.memory", path, game, games))


if __name__ == "__main__":
    sys.stdout.write(f"{growth(sys.argv[1], int(sys.argv[2]))}\n")
