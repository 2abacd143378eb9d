"""Takes a census of many games, on any runner."""

from __future__ import annotations

from collections.abc import Callable

from ludus.lab.balance.census import Census
from ludus.lab.balance.observe import Observer, about
from ludus.lab.plan import Plan
from ludus.lab.runners import Here, Runner
from ludus.lab.simulate import Piece, pieces_of


def take_census(
    plan: Plan, runner: Runner | None = None, progress: Callable[[int], None] | None = None
) -> Census:
    """Play the games of a plan and count what the report shows."""
    plan = plan.checked()
    total = Census.empty(about(plan, plan.open()))
    for part in (runner or Here()).run(census_of, pieces_of(plan)):
        total.merge(part)
        if progress is not None:
            progress(total.games)
    # Dictionaries in a fixed order: the same counts give the same file.
    return Census.load(total.dump(), plan.game)


def census_of(piece: Piece) -> Census:
    """The census of one piece of the work."""
    plan, numbers = piece
    observer = Observer(plan, plan.open())
    for game in numbers:
        observer.watch(game)
    return observer.result()
