"""Policies for random play: even, in favour of rare verbs or new events, against the odds."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, Decision, Event, Rng, Rules, S, Seat, V

GLANCES = 4
"""How many options the curious policy tries before it chooses."""


class Seen:
    """How often each verb, prompt, event and ending has occurred."""

    __slots__ = ("events", "prompts", "reasons", "verbs")

    def __init__(self) -> None:
        self.verbs: Counter[str] = Counter()
        self.prompts: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, other: Seen) -> None:
        self.verbs.update(other.verbs)
        self.prompts.update(other.prompts)
        self.events.update(other.events)
        self.reasons.update(other.reasons)


class Policy(Protocol):
    """How a decision is answered."""

    def __call__(
        self, rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen, /
    ) -> Action: ...


def even(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Any option, chance by its odds."""
    return pick(decision, rng)


def against_odds(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Any option, and of chance the unlikely as often as the likely."""
    return decision.options[rng.below(len(decision.options))]


def rare(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """The verb used least so far, now and then anything."""
    if decision.seat == CHANCE or not rng.below(4):
        return pick(decision, rng)
    least = min(seen.verbs[option.verb] for option in decision.options)
    options = [option for option in decision.options if seen.verbs[option.verb] == least]
    return options[rng.below(len(options))]


def curious(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Of a few options the one that leads to the prompts and events seen least."""
    if len(decision.options) == 1:
        return decision.options[0]
    best = decision.options[0]
    least = -1
    for _ in range(GLANCES):
        option = against_odds(rules, state, decision, rng, seen)
        known = _familiar(rules, state, decision, option, seen)
        if least < 0 or known < least:
            best, least = option, known
    return best


def _familiar(rules: Rules[S, V], state: S, decision: Decision, option: Action, seen: Seen) -> int:
    events: list[Event] = []
    after = rules.copy(state)
    try:
        rules.apply(after, decision.seat, option, events.append)
    except Exception as error:
        error.add_note(f"while {option.text!r} of seat {decision.seat} was tried on a copy")
        raise
    counts = [seen.prompts[then.prompt] for then in rules.decisions(after)]
    counts += [seen.events[event.kind] for event in events]
    return min(counts, default=0)


class Keen:
    """Of a few options the one after which the game's evaluation likes the position best.

    Quick, and so much stronger than chance that games come to their real endings. Now and then it
    takes anything, so that rare things happen too.
    """

    __slots__ = ("_box", "_glances")

    def __init__(self, box: AnyBox, glances: int = GLANCES) -> None:
        self._box = box
        self._glances = glances

    def __call__(
        self, rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen, /
    ) -> Action:
        if decision.seat < 0 or len(decision.options) == 1 or not rng.below(8):
            return pick(decision, rng)
        tried: list[tuple[float, int]] = []
        for _ in range(self._glances):
            number = rng.below(len(decision.options))
            after = rules.copy(state)
            rules.apply(after, decision.seat, decision.options[number])
            tried.append((self._worth(rules, after, decision.seat), number))
        return decision.options[max(tried)[1]]

    def _worth(self, rules: Rules[S, V], state: S, seat: Seat) -> float:
        outcome = rules.outcome(state)
        if outcome is not None:
            return 2.0 if outcome.ranks[seat] == 1 else -1.0
        return self._box.evaluate(state, seat)


def first(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Mostly the first option."""
    return decision.options[0] if decision.seat != CHANCE and rng.below(6) else pick(decision, rng)


def last(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Mostly the last option, which often is to decline."""
    return decision.options[-1] if decision.seat != CHANCE and rng.below(6) else pick(decision, rng)


POLICIES: dict[str, Policy] = {
    "even": even,
    "against_odds": against_odds,
    "rare": rare,
    "curious": curious,
    "first": first,
    "last": last,
}
