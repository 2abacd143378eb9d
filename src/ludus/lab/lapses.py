"""How often a bot's choices cost it much, as the strongest bot of the game sees them.

A level for beginners should misjudge, not throw games away: it should hardly ever stop or pass
while much is to be gained, nor make a choice that loses a quarter of the game at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from ludus.bots import GreedyBot
from ludus.bots.levels import level_of, offered, opinion_of
from ludus.bots.lookahead import whole_of
from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Event, Rng
from ludus.core.registry import open_box
from ludus.lab.match import play_game
from ludus.lab.plan import Plan
from ludus.lab.worker_pool import pool_for

GAIN: Final = 0.05
"""A stop is a lapse where this much of a win was still to be gained."""
LOSS: Final = 0.25
"""Any choice is one that gives away so much."""


@dataclass(frozen=True, slots=True)
class Lapses:
    """What was counted; all numbers add up."""

    games: int = 0
    choices: int = 0
    """Those with more than one option."""
    stops: int = 0
    """Choices to stop, pass or decline where another option was on offer."""
    early: int = 0
    """Those among them where more than GAIN was to be gained."""
    costly: int = 0
    """Choices that cost more than LOSS."""
    lost: float = 0.0
    """What all choices together gave away, in wins."""

    def __add__(self, other: Lapses) -> Lapses:
        return Lapses(
            self.games + other.games,
            self.choices + other.choices,
            self.stops + other.stops,
            self.early + other.early,
            self.costly + other.costly,
            self.lost + other.lost,
        )


@dataclass(frozen=True, slots=True)
class Watch:
    """What is counted: the choices of one bot that plays against itself."""

    game: str
    bot: str
    seats: int = 0
    seed: int = 0

    def plan(self) -> Plan:
        meta = open_box(self.game).meta
        return Plan(self.game, self.seats or min(meta.seats), (self.bot,), 1, self.seed).checked()


class Watcher:
    """Judges each choice before it is carried out."""

    def __init__(self, box: AnyBox, judge: Judge, stops: tuple[str, ...], seed: str) -> None:
        self._box = box
        self._judge = judge
        self._stops = stops
        self._rng = SeededRng(seed)
        self.found = Lapses(games=1)

    def on_choice(self, state: object, decision: Decision, action: Action) -> None:
        if decision.seat < 0 or len(decision.options) == 1:
            return
        view = self._box.rules.view(state, decision.seat)
        cost = self._cost(view, decision, action)
        stop = action.verb in self._stops
        self.found += Lapses(
            choices=1,
            stops=stop,
            early=stop and cost > GAIN,
            costly=cost > LOSS,
            lost=cost,
        )

    def on_event(self, event: Event) -> None:
        """What happens is not looked at."""

    def _cost(self, view: object, decision: Decision, action: Action) -> float:
        """What the choice promises less than the best one."""
        promises = self._judge(view, decision, self._rng)
        return max(promises.values()) - promises[action.number]


class Judge(Protocol):
    """Says what each option promises, as a part of a win."""

    def __call__(self, view: object, decision: Decision, rng: Rng, /) -> dict[int, float]:
        """By the number of the option's action."""
        ...


def judge_for(box: AnyBox) -> Judge:
    """The net of master without playing on, or where there is none the look ahead of hard."""
    level = level_of(offered(box)[-1], box.meta.name)
    if level.kind == "net":
        return opinion_of(box)
    looking = GreedyBot(box, level.budget, level.worlds)

    def by_look(view: object, decision: Decision, rng: Rng) -> dict[int, float]:
        whole = whole_of(box, box.rules.resample(view, rng))
        found = looking.values(view, decision, rng)
        return {
            action.number: min(1.0, value / whole)
            for action, value in zip(decision.options, found, strict=True)
        }

    return by_look


def stops_of(game: str) -> tuple[str, ...]:
    """Verbs by which a player does without something: those that its levels choose surely."""
    return level_of("easy", game).surely


def watch_game(work: tuple[Watch, int]) -> Lapses:
    """The lapses of one game; the same wherever it is played."""
    watch, number = work
    plan = watch.plan()
    box = plan.open()
    watcher = Watcher(box, judge_for(box), stops_of(watch.game), f"lapses {watch.seed}/{number}")
    play_game(box, plan, number, watcher)
    return watcher.found


def watch_games(
    watch: Watch, games: int, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> Lapses:
    """The lapses of many games together."""
    watch.plan()
    total = Lapses()
    for found in pool_for(jobs).run(watch_game, [(watch, number) for number in range(games)]):
        total += found
        if progress is not None:
            progress(total.games)
    return total
