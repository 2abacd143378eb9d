"""Personalities: a level that likes some things better than its evaluation does.

`personalities.toml` in a game's folder names them, each with weights on the named terms of the
evaluation (`core/terms.py`). A raider does not see more or less than its level; it wants other
things. `hard:raider` is the bot of the level hard that plays so. A net has no terms, so master has
no personalities.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Annotated, Final

import msgspec

from ludus.core.actions import Action
from ludus.core.content import Id, read_toml
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Bot, Decision, Rng, S, Seat, V_contra
from ludus.core.registry import find_game, is_game

FILE: Final = "personalities.toml"
MOST: Final = 30.0
"""Beyond these log-odds a position is won or lost for certain."""


class Personality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody likes."""

    line: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    """One line of character, for players."""
    weights: dict[str, float]
    """By the key of a term, how often it counts; those that are not named count once."""
    rivals: dict[str, float] = {}
    """By the key of a term, how much what rivals have of it counts against the seat, besides what
    the evaluation makes of it."""


class Personalities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`personalities.toml`."""

    scale: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    """How many points of the evaluation make a win about three times as likely as a loss."""
    who: dict[Id, Personality] = {}


@cache
def personalities_of(game: str) -> Personalities:
    """The personalities of a game; none if it has no such file."""
    path = find_game(game).folder / FILE if is_game(game) else None
    if path is None or not path.is_file():
        return Personalities()
    return read_toml(path, Personalities)


def require_personality(name: str, box: AnyBox) -> Personality:
    """The personality of this name; an error that says which there are."""
    who = personalities_of(box.meta.name).who if box.terms is not None else {}
    if name not in who:
        there = f"there are {', '.join(who)}" if who else "it has none"
        raise BadRequest(f"{box.meta.title} has no personality {name[:40]!r}: {there}")
    return who[name]


class Liking:
    """The evaluation as a personality sees it, for the seat that it plays.

    What it likes more than others counts from where it stands now (`start`), so that chances stay
    chances however much it already has.
    """

    def __init__(self, box: AnyBox, personality: Personality, scale: float) -> None:
        assert box.terms is not None
        self._evaluate = box.evaluate
        self._terms = box.terms
        self._teams = box.rules.teams
        self._more = {key: (weight - 1.0) / scale for key, weight in personality.weights.items()}
        self._less = {key: -weight / scale for key, weight in personality.rivals.items()}
        self._seat = -1
        self._start = 0.0

    def start(self, state: S, seat: Seat) -> None:
        """Look at things from this seat and position on."""
        self._seat = seat
        self._start = self._liked(state, seat)

    def __call__(self, state: S, seat: Seat) -> float:
        chance = self._evaluate(state, seat)
        if seat != self._seat or not 0.0 < chance < 1.0:
            return chance
        odds = math.log(chance / (1.0 - chance)) + self._liked(state, seat) - self._start
        return 1.0 / (1.0 + math.exp(-min(MOST, max(-MOST, odds))))

    def _liked(self, state: S, seat: Seat) -> float:
        total = self._sum(self._more, state, seat)
        for team in self._teams(state) if self._less else ():
            if seat not in team:
                total += sum(self._sum(self._less, state, rival) for rival in team)
        return total

    def _sum(self, weights: dict[str, float], state: S, seat: Seat) -> float:
        found = self._terms(state, seat)
        return sum(weights[term.key] * term.worth for term in found if term.key in weights)


class Player:
    """A bot that judges by a liking."""

    def __init__(self, box: AnyBox, liking: Liking, bot: Bot[object]) -> None:
        self._box = box
        self._liking = liking
        self._bot = bot

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        if len(decision.options) == 1:
            return decision.options[0]
        self._liking.start(self._box.rules.resample(view, rng), decision.seat)
        return self._bot.choose(view, decision, rng)
