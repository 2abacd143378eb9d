"""The levels that players choose from, in terms of work.

A level is a kind of bot and how much it thinks about a choice; `levels.toml` in a game folder says
so for that game, as games differ in what a look ahead costs. Work can be repeated: a game between
levels comes out the same on a fast machine and on a slow one. Only at a table a clock is set beside
it, so that players do not wait longer than promised.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

import msgspec

from ludus.bots.greedy import LEAST_OPTIONS, GreedyBot
from ludus.bots.search import SearchBot
from ludus.core.content import read_toml
from ludus.core.game import AnyBox
from ludus.core.registry import find_game, is_game

LEVELS: Final = ("easy", "medium", "hard")
"""The bots that players are offered, weakest first."""

SECONDS: Final = {"easy": 0.2, "medium": 1.0, "hard": 5.0}
"""How long a player waits for an answer at most."""
THINKING: Final = 0.85
"""The share of that for thinking; the rest is for the way there and back."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a level chooses."""

    kind: Literal["greedy", "search"]
    budget: int
    """About how many evaluations are spent before a choice, or before the search begins."""
    worlds: int = 1
    """How many positions that fit the view they are spent on."""
    slips: float | tuple[float, ...] = 0.0
    """The share of choices made without looking; one for each side where these are uneven."""
    simulations: int = 0
    """What the search plays."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The slips by side; one for all sides where they are even."""
        return self.slips if isinstance(self.slips, tuple) else (self.slips,)


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`levels.toml`."""

    easy: Level = Level("greedy", budget=60, slips=0.35)
    medium: Level = Level("greedy", budget=120)
    hard: Level = Level("search", budget=120, worlds=2, simulations=200)


@cache
def levels_of(game: str) -> Levels:
    """The levels of a game; the default ones if it has no `levels.toml`."""
    path = find_game(game).folder / "levels.toml" if is_game(game) else None
    return Levels() if path is None or not path.is_file() else read_toml(path, Levels)


def level_of(name: str, game: str) -> Level:
    levels = levels_of(game)
    return {"easy": levels.easy, "medium": levels.medium, "hard": levels.hard}[name]


def level_bot(name: str, box: AnyBox, clock: bool = False) -> GreedyBot | SearchBot:
    """A bot of this level; with `clock` it keeps to the level's time."""
    level = level_of(name, box.meta.name)
    seconds = SECONDS[name] * THINKING if clock else None
    if level.kind == "greedy":
        return GreedyBot(box, level.budget, level.worlds, level.shares, seconds)
    return SearchBot(box, seconds, level.simulations, level.budget, level.worlds)


def describe(level: Level) -> str:
    """The work of a level in a few words, for a table of results."""
    words = f"{level.budget} evaluations"
    if level.kind == "greedy" and level.budget < LEAST_OPTIONS:
        words = "a glance at each option"
    if level.kind == "search":
        words = f"{level.simulations} simulations"
    if any(level.shares):
        words += f", {' or '.join(f'{share:.0%}' for share in level.shares)} slips"
    return f"{level.kind}, {words}"
