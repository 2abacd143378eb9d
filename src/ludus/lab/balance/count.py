"""Takes a census of many games, by any worker pool, in one go or in several."""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.errors import FileError
from ludus.lab.balance.census import Census
from ludus.lab.balance.observe import CensusObserver, about
from ludus.lab.plan import Plan
from ludus.lab.simulate import Chunk, chunks_of
from ludus.lab.worker_pool import LocalPool, WorkerPool


def take_census(
    plan: Plan,
    pool: WorkerPool | None = None,
    progress: Callable[[int], None] | None = None,
    earlier: Census | None = None,
    keep: Callable[[Census], None] | None = None,
) -> Census:
    """Play the games of a plan and count what the report shows.

    With `earlier` its games are not played again; `keep` is called with the counts as they grow.
    """
    plan = plan.checked()
    total = earlier or Census.empty(about(plan, plan.open()))
    for part in (pool or LocalPool()).run(census_of, chunks_of(plan, done_of(total, plan))):
        total.merge(part)
        if progress is not None:
            progress(total.games)
        if keep is not None:
            keep(total)
    # Dictionaries in a fixed order: the same counts give the same file.
    return Census.load(total.dump(), plan.game)


def done_of(census: Census, plan: Plan) -> set[int]:
    """The numbers of a plan's games that are counted; an error if others are counted too."""
    done: set[int] = set()
    for seed, start, stop in census.seeds:
        if seed != plan.seed or stop > plan.games:
            raise FileError(f"holds games {start} to {stop - 1} of seed {seed} too")
        done.update(range(start, stop))
    return done


def census_of(chunk: Chunk) -> Census:
    """The census of one chunk of the work."""
    plan, numbers = chunk
    observer = CensusObserver(plan, plan.open())
    for game in numbers:
        observer.watch(game)
    return observer.result()
