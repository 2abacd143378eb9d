"""Conformance: random games at every seat count and option keep every promise of the protocol."""

from __future__ import annotations

from collections.abc import Iterable

from ludus.core.chance import SeededRng
from ludus.core.game import Box
from ludus.core.protocol import S, V
from ludus.kit.audit import THOROUGH, Audit, Rates
from ludus.kit.broken import Broken
from ludus.kit.policies import POLICIES, Seen
from ludus.kit.protocol_checks import Scoring, space_faults
from ludus.kit.random_play import BOUND
from ludus.kit.tables import settings

STYLES = ("even", "against_odds", "rare")


def conformance(
    box: Box[S, V],
    games: int = 3,
    seed: int = 0,
    seats: Iterable[int] | None = None,
    scoring: Scoring | None = None,
    bound: int = BOUND,
    rates: Rates = THOROUGH,
) -> Seen:
    """Play at least `games` games per seat count; raises Broken at the first promise not kept.

    Where places follow points, `scoring` says so. Returns what occurred.
    """
    faults = list(space_faults(box.rules.actions))
    if faults:
        raise Broken("; ".join(faults), box.meta.name)
    seen = Seen()
    for number, setting in enumerate(settings(box.meta, games, seats)):
        rng = SeededRng(f"conformance {seed} {number} {setting}")
        policy = POLICIES[STYLES[number % len(STYLES)]]
        Audit(box, setting, rng, rates, scoring, seen).run(bound, policy)
    return seen
