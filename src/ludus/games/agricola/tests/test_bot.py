"""The plan of either side: always legal, and sensible where it is plain what to do."""

from __future__ import annotations

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE
from ludus.games.agricola.tests.scene import the_box


def test_the_council_names_options_that_are_on_offer() -> None:
    """Both sides follow its first advice to the end of a game."""
    box = the_box()
    rules = box.rules
    council = box.shortlist
    assert council is not None
    rng = SeededRng("council")
    state = rules.setup(2, box.options(2, {}))
    while decisions := rules.decisions(state):
        for decision in decisions:
            if decision.seat != CHANCE:
                listed = council(state, decision)
                assert listed
                assert all(action in decision.options for action in listed)
        decision = decisions[0]
        action = pick(decision, rng)
        if decision.seat != CHANCE:
            listed = council(state, decision)
            # Now and then another way, so that every kind of question comes up.
            action = pick(decision, rng) if rng.below(8) == 0 else listed[0]
        rules.apply(state, decision.seat, action)
    assert rules.outcome(state) is not None
