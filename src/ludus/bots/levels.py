"""The levels that players choose from, in terms of work.

A level is a kind of bot and how much it thinks about a choice; `levels.toml` in a game folder says
so for that game, as games differ in what a look ahead costs. Work can be repeated: a game between
levels comes out the same on a fast machine and on a slow one. Only at a table a clock is set beside
it, so that players do not wait longer than promised.

Easy and medium look, and misjudge what they see; where the game has a net, they ask it before they
pass or stop. `master` plays by a net, in games that have one.
The levels of a year stay as they were in `levels-YEAR.toml`: yardsticks for the ladder.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from ludus.bots.greedy import LEAST_OPTIONS, Doubt, GreedyBot, Opinion
from ludus.bots.personalities import (
    Liking,
    Personalities,
    Player,
    personalities_of,
    require_personality,
)
from ludus.bots.search import SearchBot
from ludus.core.content import read_toml
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.nets import judge_of, net_fits, why_no_net
from ludus.core.protocol import Bot, Decision, Rng
from ludus.core.registry import find_game, is_game

if TYPE_CHECKING:
    from ludus.bots.net_bot import NetBot

LEVELS: Final = ("easy", "medium", "hard")
"""The bots that players are offered in every game, weakest first."""
MASTER: Final = "master"
"""The level that needs a net."""
YEAR: Final = "2026"
YARDSTICKS: Final = tuple(f"{name}-{YEAR}" for name in LEVELS)
"""Levels that never change."""

SECONDS: Final = {"easy": 0.2, "medium": 1.0, "hard": 5.0, "master": 3.0}
"""How long a player waits for an answer at most."""
WORLDS: Final = 4
"""In how many positions that fit the view a net is asked for its opinion."""
STEPS: Final = 6
"""For how many choices an option is played on where a game's level does not say."""
THINKING: Final = 0.85
"""The share of that for thinking; the rest is for the way there and back."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a level chooses."""

    kind: Literal["greedy", "search", "net"]
    budget: int = 0
    """About how many evaluations are spent before a choice, or before the search begins."""
    worlds: int = 1
    """How many positions that fit the view they are spent on."""
    slips: float | tuple[float, ...] = 0.0
    """The share of choices made without looking; one for each side where these are uneven."""
    simulations: int = 0
    """What the search plays."""
    noise: float | tuple[float, ...] = 0.0
    """How far it errs about what it looked at, of a whole win where the game is even; likewise by
    side."""
    margin: float = 0.0
    """With noise: what it judges so much worse than the best, it does not choose."""
    surely: tuple[str, ...] = ()
    """With noise: verbs that it chooses only where they look best."""
    ideas: int | tuple[int, ...] = 0
    """With noise: how many options it looks at beyond the game's shortlist; likewise by side."""
    gain: float | None = None
    """With noise: where the game's net, if there is one, sees more than this to be gained, of a
    whole win, it chooses none of those verbs."""
    beam: int = 64
    """For a net: how many positions in the middle of a turn are followed."""
    ends: int = 0
    """Instead of that, about how many ends a tree of own choices and chance has."""
    options: int = 3
    """How many of the options are played on,"""
    lines: int = 0
    """how often each,"""
    steps: int = 0
    """and for how many choices."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The slips by side; one for all sides where they are even."""
        return _by_side(self.slips)

    @property
    def errors(self) -> tuple[float, ...]:
        """The noise by side, likewise."""
        return _by_side(self.noise)

    @property
    def doubt(self) -> Doubt | None:
        """How it misjudges; None if it does not."""
        if not any(self.errors):
            return None
        ideas = self.ideas if isinstance(self.ideas, tuple) else (self.ideas,)
        return Doubt(self.errors, self.margin, self.surely, ideas, self.gain or 0.0)


def _by_side(share: float | tuple[float, ...]) -> tuple[float, ...]:
    return share if isinstance(share, tuple) else (share,)


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`levels.toml`."""

    easy: Level = Level("greedy", budget=60, slips=0.35)
    medium: Level = Level("greedy", budget=120)
    hard: Level = Level("search", budget=120, worlds=2, simulations=200)
    master: Level = Level("net")


@cache
def levels_of(game: str, year: str = "") -> Levels:
    """The levels of a game, or those of a year; the default ones if it has no such file."""
    name = f"levels-{year}.toml" if year else "levels.toml"
    path = find_game(game).folder / name if is_game(game) else None
    return Levels() if path is None or not path.is_file() else read_toml(path, Levels)


def level_of(name: str, game: str) -> Level:
    """A level by its name, with its year or without."""
    kind, _, year = name.partition(":")[0].partition("-")
    levels = levels_of(game, year)
    known = {"easy": levels.easy, "medium": levels.medium, "hard": levels.hard}
    return levels.master if kind == MASTER else known[kind]


def is_level(name: str) -> bool:
    """Whether a bot's name is that of a level, of today or of a year, maybe with a personality."""
    return name in (*LEVELS, *YARDSTICKS, MASTER) or played_as(name) != ""


def offered(box: AnyBox) -> tuple[str, ...]:
    """The levels for players of this game with this content: master where its net can judge it."""
    return (*LEVELS, MASTER) if net_fits(box) else LEVELS


def require_level(name: str, box: AnyBox) -> None:
    """An error that says why, if a level or its personality is not to be had for this game with
    this content."""
    name, colon, personality = name.partition(":")
    if colon and name == MASTER:
        raise BadRequest(
            f"{MASTER} plays by a net, which has no personalities: {personality[:40]!r}"
        )
    if colon:
        require_personality(personality, box)
    if name == MASTER and not net_fits(box):
        why = why_no_net(box) or "it has no net"
        raise BadRequest(f"there is no bot {MASTER!r} for this edition of {box.meta.title}: {why}")


def played_as(name: str) -> str:
    """The personality in a bot's name: `raider` of `hard:raider`; empty if it has none."""
    level, _, personality = name.partition(":")
    return personality if level in LEVELS or level == MASTER else ""


def level_bot(name: str, box: AnyBox, clock: bool = False) -> Bot[object]:
    """A bot of this level, maybe with a personality; with `clock` it keeps to the level's time."""
    level, colon, personality = name.partition(":")
    if not colon:
        return _plain_bot(level, box, clock)
    require_level(name, box)
    return playing_as(personality, personalities_of(box.meta.name), level, box, clock)


def playing_as(
    name: str, among: Personalities, level: str, box: AnyBox, clock: bool = False
) -> Bot[object]:
    """A bot of a level that plays as one of these personalities."""
    liking = Liking(box, among.who[name], among.scale)
    return Player(box, liking, _plain_bot(level, replace(box, evaluate=liking), clock))


def _plain_bot(name: str, box: AnyBox, clock: bool) -> Bot[object]:
    level = level_of(name, box.meta.name)
    seconds = SECONDS[name.partition("-")[0]] * THINKING if clock else None
    if level.kind == "net":
        return net_bot(level, box, seconds)
    if level.kind == "greedy":
        opinion = opinion_of(box) if level.gain is not None and net_fits(box) else None
        doubt = level.doubt
        return GreedyBot(box, level.budget, level.worlds, level.shares, seconds, doubt, opinion)
    return SearchBot(box, seconds, level.simulations, level.budget, level.worlds)


def net_bot(level: Level, box: AnyBox, seconds: float | None) -> NetBot:
    """A bot that plays by the game's net; an error that says why where there is none."""
    require_level(MASTER, box)
    found = judge_of(box)
    assert found is not None
    from ludus.bots.net_bot import NetBot, NetWork  # They need NumPy, as the net does.

    work = NetWork(
        worlds=level.worlds,
        beam=level.beam,
        options=level.options,
        lines=level.lines,
        steps=level.steps,
        ends=level.ends,
    )
    return NetBot(box, found, work, seconds)


def opinion_of(box: AnyBox) -> Opinion:
    """What the game's net says of each option at a glance; nothing is played on."""
    level = level_of(MASTER, box.meta.name)
    bot = net_bot(msgspec.structs.replace(level, worlds=WORLDS, lines=0), box, None)

    def opinion(view: object, decision: Decision, rng: Rng) -> dict[int, float]:
        return {action.number: found for action, _, found in bot.think(view, decision, rng)}

    return opinion


def personalities(box: AnyBox) -> dict[str, str]:
    """Whom the levels below master can play as, with a line on each."""
    found = personalities_of(box.meta.name).who if box.terms is not None else {}
    return {name: each.line for name, each in found.items()}


def playing_on(box: AnyBox, lines: int, seconds: float | None) -> Bot[object]:
    """Master with another number of lines that the best options are played on."""
    level = level_of(MASTER, box.meta.name)
    steps = level.steps or STEPS
    return net_bot(msgspec.structs.replace(level, lines=lines, steps=steps), box, seconds)


def describe(level: Level, personality: str = "") -> str:
    """The work of a level in a few words, for a table of results."""
    words = f"{level.budget} evaluations"
    if level.kind == "greedy" and level.budget < LEAST_OPTIONS:
        words = "a glance at each option"
    if level.kind == "search":
        words = f"{level.simulations} simulations"
    if level.kind == "net":
        words = f"{level.ends} ends" if level.ends else "its whole turn"
        if level.lines:
            words = f"{level.options} options played on {level.lines} times, {level.steps} choices"
    if any(level.shares):
        words += f", {' or '.join(f'{share:.0%}' for share in level.shares)} slips"
    if any(level.errors):
        errors = " or ".join(f"{noise:.0%}" for noise in level.errors)
        words += f", errs by {errors}, within {level.margin:.0%}"
        if level.doubt is not None and any(level.doubt.ideas):
            words += f", {' or '.join(map(str, level.doubt.ideas))} options off the plan"
    if personality:
        words += f", as {personality}"
    return f"{level.kind}, {words}"
