"""Takes what looks best now, by the game's own evaluation."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from ludus.bots.lookahead import FOLLOW_UPS, promising, value, worth
from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Rng, S, Seat, V_contra

SLIP_STEPS: Final = 1000
BELL_DRAWS: Final = 4
BELL_STEPS: Final = 1001
BELL_SCALE: Final = 1.7320508
"""Four even draws have a spread of 1 / sqrt(3)."""
LEAST_CHANCE: Final = 1e-6
EVEN_SLOPE: Final = 4.0
"""How fast log-odds grow with a chance of one half."""
LEAST_SHARE: Final = 12
"""An option gets at least this many evaluations, or a glance only."""
LEAST_OPTIONS: Final = 4
"""At least this many options are looked at."""
UNLISTED: Final = 0.99
"""What an option that is not on a game's shortlist promises of the least that was looked at."""


Opinion: TypeAlias = Callable[[Any, Decision, Rng], dict[int, float]]
"""What each option of a view promises, between 0 and 1, by the number of its action."""


class Doubt(NamedTuple):
    """How a kinder opponent misjudges what it looked at."""

    noise: tuple[float, ...]
    """The spread of its errors, of a whole win where the game is even; several are one for each
    side."""
    margin: float
    """What it judges so much worse than the best, it does not choose; likewise where it is even."""
    surely: tuple[str, ...] = ()
    """Verbs that it chooses only where they look best: to pass, to stop."""
    ideas: tuple[int, ...] = (0,)
    """How many options it looks at that are not on the game's shortlist; likewise by side."""
    gain: float = 0.0
    """Where a second opinion sees more than this to be gained, it chooses none of those verbs."""


class GreedyBot:
    """One move ahead: its own choices of this turn played out, dice averaged.

    `budget` is about how many evaluations a choice may cost. Of more options than that allows for,
    only those that look best at a glance are followed up. A glance is one choice ahead; where the
    budget is too small even for that, it is the position as it stands, and with hardly any budget
    that is all: it plays thousands of games in minutes, to measure a game's balance. `worlds` is
    how many positions are drawn that fit the view; `slips` is the share of choices made without
    looking, which makes a kinder opponent; several are one for each side. `seconds` bounds the
    time: what is not looked at by then is left at a glance. `doubt` makes it misjudge; then it asks
    for a second `opinion`, if it can have one, before it passes or stops.
    """

    def __init__(
        self,
        box: AnyBox,
        budget: int = 120,
        worlds: int = 1,
        slips: tuple[float, ...] = (0.0,),
        seconds: float | None = None,
        doubt: Doubt | None = None,
        opinion: Opinion | None = None,
    ) -> None:
        self._box = box
        self._budget = budget
        self._worlds = worlds if box.meta.secrets else 1
        self._slips = [int(share * SLIP_STEPS) for share in slips]
        self._seconds = seconds
        self._doubt = doubt
        self._opinion = opinion

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        options = decision.options
        if len(options) == 1:
            return options[0]
        slips = self._slips[self._place(view, len(self._slips))]
        if slips and rng.below(SLIP_STEPS) < slips:
            return pick(decision, rng)
        stop = self._stop()
        worlds = [self._box.rules.resample(view, rng) for _ in range(self._worlds)]
        chosen = self._shortlist(worlds[0], decision)
        if self._doubt is not None and len(chosen) < len(options):
            ideas = self._doubt.ideas[self._place(view, len(self._doubt.ideas))]
            chosen = _with_ideas(chosen, len(options), ideas, rng)
        if len(chosen) == 1:
            return options[chosen[0]]
        found = self._judged(worlds, decision, chosen, rng, stop)
        if self._doubt is not None:
            # What was not looked at, since it is on no shortlist or too much, is not chosen either.
            noise = self._doubt.noise[self._place(view, len(self._doubt.noise))]
            promises = [found[index] for index in chosen]
            looked = [options[index] for index in chosen]
            picked = looked[misjudged(promises, looked, self._doubt, noise, rng)]
            if self._opinion is None or picked.verb not in self._doubt.surely:
                return picked
            said = self._opinion(view, decision, rng)
            place = reconsidered(
                said, looked.index(picked), promises, looked, self._doubt, noise, rng
            )
            return looked[place] if place >= 0 else _best_said(said, options)
        # Among equals the first one offered: it is the plainer one, and play stays repeatable.
        return options[found.index(max(found))]

    def _place(self, view: V_contra, sides: int) -> int:
        """The place of the viewer's side in a list with something for each."""
        side = 0 if self._box.side is None else max(0, self._box.side(view))
        return min(side, sides - 1)

    def values(self, view: V_contra, decision: Decision, rng: Rng) -> list[float]:
        """What each option promises, between 0 and 1."""
        stop = self._stop()
        worlds = [self._box.rules.resample(view, rng) for _ in range(self._worlds)]
        chosen = self._shortlist(worlds[0], decision)
        return self._judged(worlds, decision, chosen, rng, stop)

    def _stop(self) -> float | None:
        return None if self._seconds is None else time.monotonic() + self._seconds

    def _shortlist(self, world: S, decision: Decision) -> list[int]:
        """The numbers of the options to look at."""
        options = decision.options
        if self._box.shortlist is None:
            return list(range(len(options)))
        names = {action.number for action in promising(self._box, world, decision)}
        return [index for index, action in enumerate(options) if action.number in names]

    def _judged(
        self,
        worlds: Sequence[S],
        decision: Decision,
        chosen: list[int],
        rng: Rng,
        stop: float | None,
    ) -> list[float]:
        rules = self._box.rules
        options = decision.options
        most = max(LEAST_OPTIONS, self._budget // (LEAST_SHARE * self._worlds))
        found = [0.0] * len(options)
        listed = set(chosen)
        hardly = self._budget < LEAST_OPTIONS
        if len(chosen) > most or stop is not None or hardly:
            for index in chosen:
                found[index] = self._glance(worlds[0], decision, options[index], rng, stop)
            if hardly:
                return _below_the_seen(found, chosen)
            chosen.sort(key=lambda index: (-found[index], index))
            del chosen[most:]
        share = max(1, self._budget // (self._worlds * len(chosen)))
        seen: list[int] = []
        for index in chosen:
            if seen and stop is not None and time.monotonic() >= stop:
                break
            total = 0.0
            for world in worlds:
                after = rules.copy(world)
                rules.apply(after, decision.seat, options[index], None)
                total += value(self._box, after, decision.seat, rng, share)
            found[index] = total / self._worlds
            seen.append(index)
        least = min(found[index] for index in seen) * UNLISTED
        found = _below_the_seen(found, seen)
        return [worth if index in listed else least for index, worth in enumerate(found)]

    def _glance(
        self, world: S, decision: Decision, action: Action, rng: Rng, stop: float | None
    ) -> float:
        after = self._box.rules.copy(world)
        seat: Seat = decision.seat
        self._box.rules.apply(after, seat, action, None)
        if self._budget < FOLLOW_UPS or (stop is not None and time.monotonic() >= stop):
            return worth(self._box, after, seat)
        return value(self._box, after, seat, rng, 1)


def misjudged(
    found: Sequence[float], options: Sequence[Action], doubt: Doubt, noise: float, rng: Rng
) -> int:
    """The place of the option that seems best to somebody who errs by about `noise`.

    It errs about the odds, so that who is far ahead or behind does not choose at random: there all
    options promise nearly the same, and what tells them apart is small.
    """
    top = _odds(max(found))
    least = top - doubt.margin * EVEN_SLOPE
    best = 0
    most = -math.inf
    for index, promise in enumerate(found):
        error = noise * EVEN_SLOPE * _bell(rng)
        odds = _odds(promise)
        if odds < least:
            continue
        if odds < top and options[index].verb in doubt.surely:
            continue
        if odds + error > most:
            most = odds + error
            best = index
    return best


def reconsidered(
    said: dict[int, float],
    picked: int,
    found: Sequence[float],
    options: Sequence[Action],
    doubt: Doubt,
    noise: float,
    rng: Rng,
) -> int:
    """The place of what is chosen after a second opinion on passing or stopping: the same where
    little is to be gained, else what seems best of all that is said to be better; -1 if that is
    nothing that was looked at."""
    stopped = said[options[picked].number]
    if max(said.values()) - stopped <= doubt.gain:
        return picked
    better = [
        index
        for index, option in enumerate(options)
        if option.verb not in doubt.surely and said[option.number] > stopped
    ]
    if not better:
        return -1
    promises = [found[index] for index in better]
    looked = [options[index] for index in better]
    return better[misjudged(promises, looked, doubt, noise, rng)]


def _best_said(said: dict[int, float], options: Sequence[Action]) -> Action:
    """What a second opinion likes best."""
    best = options[0]
    for option in options:
        if said[option.number] > said[best.number]:
            best = option
    return best


def _odds(chance: float) -> float:
    """The logarithm of the odds."""
    chance = min(1.0 - LEAST_CHANCE, max(LEAST_CHANCE, chance))
    return math.log(chance / (1.0 - chance))


def _with_ideas(chosen: list[int], options: int, ideas: int, rng: Rng) -> list[int]:
    """The options of a shortlist, and some of the others."""
    known = set(chosen)
    others = [index for index in range(options) if index not in known]
    found = chosen[:]
    for _ in range(min(ideas, len(others))):
        found.append(others.pop(rng.below(len(others))))
    return sorted(found)


def _bell(rng: Rng) -> float:
    """A draw with mean 0 and spread 1, shaped much like a bell, never beyond 3.5."""
    drawn = 0
    for _ in range(BELL_DRAWS):
        drawn += rng.below(BELL_STEPS)
    return (drawn / (BELL_STEPS - 1) - BELL_DRAWS / 2) * BELL_SCALE


def _below_the_seen(found: list[float], seen: list[int]) -> list[float]:
    """Options left at a glance promise no more than the least of those that were looked at."""
    least = min(found[index] for index in seen)
    known = set(seen)
    return [worth if index in known else min(worth, least) for index, worth in enumerate(found)]
