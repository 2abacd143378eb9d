"""Coaching: which choices give away much, why, and what others have achieved.

Everything is found out from a seat's view alone, like a hint: worlds are drawn that fit it, and the
named terms of the game's evaluation are compared in them. So a reason is a difference between two
positions, and nothing is said that the seat could not know.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ludus.bots.greedy import GreedyBot
from ludus.bots.levels import level_of
from ludus.bots.lookahead import promising, worth
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, next_for, pick
from ludus.core.game import AnyBox
from ludus.core.models import Wish
from ludus.core.protocol import CHANCE, Decision, Rng, S, Seat, V_contra
from ludus.core.terms import NOTHING, UNNAMED

THINK: Final = 0.25
"""Seconds for a look at all choices."""
COMPARE: Final = 0.2
"""Seconds for the comparison of two of them."""
LOSS: Final = 0.08
"""A choice that promises so much less than the best one, of a whole win, gives away much."""
WORLDS: Final = 6
"""In so many worlds two choices are compared, and positions of others."""
FOLLOW: Final = 4
"""So many further choices of the same turn are played before positions are compared."""
FOLLOW_LISTED: Final = 16
"""The same where a game's shortlist says how a turn goes on, which costs next to nothing."""
ACHIEVED: Final = 0.3
"""What others have gained is told if it is more than this, in the evaluation's points."""
MOST_STEPS: Final = 24
"""No gesture is followed farther."""
TINY: Final = 1e-9
SEEDS: Final = 1 << 30
MAIN: Final = 0.3
"""A reason counts for at least this share of the greatest difference."""
REASONS: Final = 2


class Reason(NamedTuple):
    """A term that differs: whose it is, its words, what it is about, and by how much."""

    seat: Seat
    key: str
    about: int
    gain: float
    sure: bool = True
    """Whether it follows at once: no roll, draw or further choice lies between."""


class Judged(NamedTuple):
    """What the choices promise: the best one, and those that give away much."""

    best: Action
    doubtful: tuple[Action, ...]


class Compared(NamedTuple):
    """How much a choice gives away against a better one, and what the better one does instead."""

    loss: float
    reasons: tuple[Reason, ...]


def judge(
    box: AnyBox, view: V_contra, decision: Decision, rng: Rng, seconds: float | None = THINK
) -> Judged:
    """A look at all choices with the work of the strongest level, within a time."""
    options = decision.options
    level = level_of("hard", box.meta.name)
    bot = GreedyBot(box, level.budget, max(2, level.worlds), seconds=seconds)
    values = bot.values(view, decision, rng)
    top = max(values)
    # What a game's shortlist leaves out was not looked at: a comparison has to tell.
    listed = {each.number for each in promising(box, box.rules.resample(view, rng), decision)}
    found = zip(options, values, strict=True)
    doubtful = tuple(
        option for option, promise in found if top - promise >= LOSS or option.number not in listed
    )
    return Judged(options[values.index(top)], doubtful)


def compare(
    box: AnyBox,
    view: V_contra,
    decision: Decision,
    better: Action,
    chosen: Action | Wish,
    rng: Rng,
    seconds: float | None = COMPARE,
) -> Compared:
    """Look again at two choices, in fresh worlds; both meet the same ones, and the same dice.

    What a player wants may be a gesture of several choices: then as many are played for the other.
    """
    stop = None if seconds is None else time.monotonic() + seconds
    seat = decision.seat
    follow = FOLLOW if box.shortlist is None else FOLLOW_LISTED
    gains: dict[tuple[Seat, str, int], float] = defaultdict(float)
    loss = 0.0
    count = 0
    sure = True
    while count < WORLDS and not (count and _late(stop)):
        world = box.rules.resample(view, rng)
        wanted = box.rules.copy(world)
        steps = _carry_out(box, wanted, seat, chosen)
        if not steps:
            return Compared(0.0, ())
        box.rules.apply(world, seat, better, None)
        # Both meet the same dice, or luck would be taken for a reason.
        dice = rng.below(SEEDS)
        for after, sign, more in (
            (world, 1.0, max(follow, steps - 1)),
            (wanted, -1.0, follow + 1 - steps),
        ):
            sure = not _play_on(box, after, seat, SeededRng(dice), more) and sure
            loss += sign * worth(box, after, seat)
            _add_terms(gains, box, after, seat, sign)
        count += 1
    return Compared(loss / count, tuple(_main(box, seat, gains, count, sure)))


def _carry_out(box: AnyBox, state: S, seat: Seat, chosen: Action | Wish) -> int:
    """Play what a player wants; how many choices that took."""
    rules = box.rules
    if isinstance(chosen, Action):
        rules.apply(state, seat, chosen, None)
        return 1
    names = [str(number) for number in range(sum(map(len, rules.teams(state))))]
    done: list[Action] = []
    while len(done) < MOST_STEPS:
        decision = next((each for each in rules.decisions(state) if each.seat == seat), None)
        if decision is None:
            break
        option = box.face.follow(rules.view(state, seat), decision, chosen, done, names)
        if not isinstance(option, Action) or option not in decision.options:
            break
        rules.apply(state, seat, option, None)
        done.append(option)
    return len(done)


def achieved(
    box: AnyBox, before: V_contra, after: V_contra, viewer: Seat, rng: Rng
) -> tuple[Reason, ...]:
    """For each other seat what it has gained between two views, the most important part alone."""
    gains: dict[tuple[Seat, str, int], float] = defaultdict(float)
    for view, sign in ((after, 1.0), (before, -1.0)):
        for _ in range(WORLDS):
            _add_terms(gains, box, box.rules.resample(view, rng), viewer, sign, others=1.0)
    told = _told(box)
    best: dict[Seat, Reason] = {}
    for found in _net(gains, WORLDS, sure=True):
        least = best[found.seat].gain if found.seat in best else ACHIEVED
        if found.seat != viewer and found.key in told and found.gain > least:
            best[found.seat] = found
    return tuple(best[seat] for seat in sorted(best))


def purpose(
    box: AnyBox,
    view: V_contra,
    decision: Decision,
    action: Action,
    rng: Rng,
    seconds: float | None = COMPARE,
) -> tuple[Reason, ...]:
    """What a choice achieves for its seat, against the position as it stands."""
    stop = None if seconds is None else time.monotonic() + seconds
    seat = decision.seat
    gains: dict[tuple[Seat, str, int], float] = defaultdict(float)
    count = 0
    sure = True
    while count < WORLDS and not (count and _late(stop)):
        world = box.rules.resample(view, rng)
        _add_terms(gains, box, world, seat, -1.0)
        box.rules.apply(world, seat, action, None)
        sure = not _play_on(box, world, seat, rng) and sure
        _add_terms(gains, box, world, seat, 1.0)
        count += 1
    found = _main(box, seat, gains, count, sure)
    return tuple(each for each in found if each.seat == seat)


def _told(box: AnyBox) -> set[str]:
    """The terms that can be told of others: what is public has words for it."""
    return {key.split(".")[1] for key in box.face.words.keys("term.") if key.endswith(".done")}


def _late(stop: float | None) -> bool:
    return stop is not None and time.monotonic() >= stop


def _play_on(box: AnyBox, state: S, seat: Seat, rng: Rng, steps: int = FOLLOW) -> int:
    """Play the seat's turn on a little: what a choice is good for shows in what follows it.

    Returns how many choices and rolls that took.
    """
    rules = box.rules
    for number in range(steps):
        decisions = rules.decisions(state)
        decision = next_for(decisions, seat) if decisions else None
        if decision is None:
            return number
        if decision.seat == CHANCE:
            rules.apply(state, CHANCE, pick(decision, rng), None)
        else:
            rules.apply(state, seat, _best(box, state, decision), None)
    return max(0, steps)


def _best(box: AnyBox, state: S, decision: Decision) -> Action:
    """What looks best at a glance."""
    options = promising(box, state, decision)
    found = options[0]
    most = -1.0
    for option in options if len(options) > 1 else ():
        after = box.rules.copy(state)
        box.rules.apply(after, decision.seat, option, None)
        promise = worth(box, after, decision.seat)
        if promise > most:
            found, most = option, promise
    return found


def _add_terms(
    gains: dict[tuple[Seat, str, int], float],
    box: AnyBox,
    state: S,
    mine: Seat,
    sign: float,
    others: float = -1.0,
) -> None:
    """Add the terms of all seats; those of others count against `mine`."""
    if box.terms is None:
        return
    side = next(team for team in box.rules.teams(state) if mine in team)
    for seat in range(sum(map(len, box.rules.teams(state)))):
        factor = sign if seat in side else others * sign
        for term in box.terms(state, seat):
            gains[seat, term.key, term.about] += factor * term.worth


def _net(gains: dict[tuple[Seat, str, int], float], count: int, sure: bool) -> list[Reason]:
    """The differences, those about one thing as one: who no longer leads there has lost, though to
    be level is new. It is named by what it gained most by."""
    found: list[Reason] = []
    things: dict[tuple[Seat, int], list[tuple[float, str]]] = defaultdict(list)
    for (seat, key, about), gain in gains.items():
        if about == NOTHING:
            found.append(Reason(seat, key, about, gain / count, sure))
        else:
            things[seat, about].append((gain, key))
    for (seat, about), parts in things.items():
        net = sum(gain for gain, _ in parts) / count
        found.append(Reason(seat, max(parts)[1], about, net, sure))
    return found


def in_all(found: Sequence[Reason]) -> list[Reason]:
    """The differences, none greater than those of its kind together: an army that goes elsewhere is
    stronger there, but not for that."""
    kinds: dict[tuple[Seat, str], float] = defaultdict(float)
    for each in found:
        kinds[each.seat, each.key] += each.gain
    return [each._replace(gain=min(each.gain, kinds[each.seat, each.key])) for each in found]


def _main(
    box: AnyBox,
    mine: Seat,
    gains: dict[tuple[Seat, str, int], float],
    count: int,
    sure: bool,
) -> Iterable[Reason]:
    """The greatest differences; what cannot be told counts among them, and is left out."""
    found = [each for each in in_all(_net(gains, count, sure)) if each.gain > TINY]
    found.sort(key=lambda each: -each.gain)
    least = MAIN * found[0].gain if found else 0.0
    told = _told(box)
    named = [
        each
        for each in found
        if each.gain >= least and each.key != UNNAMED and (each.seat == mine or each.key in told)
    ]
    return named[:REASONS]
