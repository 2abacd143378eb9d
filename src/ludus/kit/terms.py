"""Terms of an evaluation: they add up to what it counts, and each of them can be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.chance import SeededRng, pick
from ludus.core.game import Box
from ludus.core.protocol import S, Seat, V
from ludus.core.terms import NOTHING, UNNAMED
from ludus.kit.random_play import random_decision

EVERY = 5
"""One position in so many is looked at."""
MOST = 700
"""So many moves of a game are played at most."""
NEAR = 1e-9

Counted: TypeAlias = Callable[[S, Seat], float | None]
"""What an evaluation counts for a seat, in its own points; None if it does not count there."""


def check_terms(box: Box[S, V], seats: int, counted: Counted[S], seed: int = 5) -> set[str]:
    """Play a random game and check the terms of all seats on the way; the keys that occurred."""
    assert box.terms is not None
    rules, rng = box.rules, SeededRng(seed)
    state = rules.setup(seats, box.options(seats, {}))
    keys: set[str] = set()
    for number in range(MOST):
        decisions = rules.decisions(state)
        if not decisions:
            break
        decision = random_decision(decisions, rng)
        rules.apply(state, decision.seat, pick(decision, rng))
        if number % EVERY:
            continue
        for seat in range(seats):
            keys |= _check(box, state, seat, counted(state, seat))
    return keys - {UNNAMED}


def _check(box: Box[S, V], state: S, seat: Seat, counted: float | None) -> set[str]:
    assert box.terms is not None
    terms = box.terms(state, seat)
    total = sum(term.worth for term in terms)
    assert counted is None or abs(total - counted) < NEAR, (seat, total, counted, terms)
    view = box.rules.view(state, seat)
    for term in terms:
        if term.key == UNNAMED:
            continue
        about = box.face.subject(view, term.key, term.about)
        assert box.face.words.text(f"term.{term.key}.goal", about=about)
        assert term.about == NOTHING or (about and not isinstance(about, int)), term
    return {term.key for term in terms}
