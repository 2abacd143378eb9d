"""Whoever hears all events knows what changed: places of units, hits, points and markers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision, Event
from ludus.core.table import Table
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN, TRIBUTE, UNITE
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import the_box
from ludus.games.agricola.tests.test_oracle import EVERYTHING, keen
from ludus.games.agricola.view import Agricola, View
from ludus.kit.policies import rare
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

SIDES = (ROMAN, CALEDONIAN)
TO = {"moved_units": "to", "placed_unit": "place", "withdrawn_unit": "to", "drawn_unit": "place"}
"""Where an event says that units now are."""
NEEDS = {
    ("after_points", "show"): UNITE,
    ("tribute", "show"): TRIBUTE,
    ("tribute", "tribute"): TRIBUTE,
}
"""The stratagem that an option of a question plays."""


def tables() -> Tables:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules.tables


class Listener:
    """Plays a game, and compares what is told with what has changed, move by move."""

    def __init__(self, options: dict[str, str], seed: int) -> None:
        box = the_box()
        self.setting = Setting(2, box.options(2, options))
        self.table: Table[State, View] = Table(box, ["Aulus", "Bruna"], options)
        self.rng = SeededRng(f"told {seed}")
        self.policy = rare if seed % 3 == 2 else keen

    def run(self) -> None:
        games = random_play(self.table, self.setting, self.rng, self.policy, play=self.play)
        for decisions in games:
            for decision in decisions:
                self.held(self.table.state, decision)

    def held(self, state: State, decision: Decision) -> None:
        """Nobody is offered a stratagem that is not in hand, nor one of the other side."""
        side = (decision.seat ^ state.flip) if decision.seat >= 0 else NONE
        for option in decision.options if side != NONE else ():
            marker = NEEDS.get((decision.prompt, option.verb))
            marker = option.arg if option.verb == "play" else marker
            if marker is not None:
                assert state.hand[side] >> marker & 1, (decision, side)
            if option.verb == "show":
                assert side == CALEDONIAN

    def play(self, decision: Decision, action: Action) -> None:
        rules = the_box().rules
        before = rules.copy(self.table.state)
        self.table.play(decision.seat, action)
        state, story = self.table.state, self.table.story[-1]
        silent = rules.copy(before)
        rules.apply(silent, decision.seat, action)
        assert silent == state, "the position depends on whether anybody listens"
        for side in SIDES if before.turn else ():
            self.places(before, state, story, side)
            self.worn(before, state, story, side)
            self.points(before, state, story, side)
            self.markers(before, state, story, side)
        self.counters(before, state, story)

    def places(self, before: State, state: State, story: Sequence[Event], side: int) -> None:
        told: dict[int, int] = {}
        recruits: list[int] = []
        for event in story:
            if event.facts.get("side", ROMAN) != side:
                continue
            if event.kind == "retreat":
                # Those who lived go together.
                place, to = event.number("place"), event.number("to")
                told.update(dict.fromkeys(units(before.here[side][place]), to))
            elif event.kind == "recruited_unit":
                recruits.append(event.number("unit"))
            elif event.kind == "recruited":
                told.update(dict.fromkeys(recruits, event.number("place")))
            if event.kind not in TO:
                continue
            many = event.numbers("units") if "units" in event.facts else (event.number("unit"),)
            told.update(dict.fromkeys(many, event.number(TO[event.kind])))
        lost = {
            e.number("unit") for e in story if e.kind == "eliminated" and e.number("side") == side
        }
        # Forts are told as what they are: built, besieged, taken down, or a center's counter.
        static = tables().musters[side].static
        for unit, place in enumerate(state.at[side]):
            if static >> unit & 1:
                continue
            there = min(place, before.at[side][unit]) < tables().board.recruit
            if place != before.at[side][unit] and there and unit not in lost:
                assert told.get(unit) == place, (side, unit, before.at[side][unit], place, story)

    def worn(self, before: State, state: State, story: Sequence[Event], side: int) -> None:
        hit = {
            e.number("unit") for e in story if e.kind == "disrupted" and e.number("side") == side
        }
        new = set(units(state.disrupted[side] & ~before.disrupted[side]))
        assert new <= hit, (side, new, story)

    def points(self, before: State, state: State, story: Sequence[Event], side: int) -> None:
        told = [e for e in story if e.kind == "points" and e.number("side") == side]
        change = sum(event.number("by") for event in told)
        assert before.points[side] + change == state.points[side], (side, story)
        if told:
            assert told[-1].number("now") == state.points[side]

    def markers(self, before: State, state: State, story: Sequence[Event], side: int) -> None:
        taken = {
            e.number("marker")
            for e in story
            if e.kind == "marker_known" and e.number("side") == side
        }
        assert set(units(state.hand[side] & ~before.hand[side])) <= taken, (side, story)

    def counters(self, before: State, state: State, story: Sequence[Event]) -> None:
        up = {e.number("center"): e.number("type") for e in story if e.kind == "counter_up"}
        for event in story:
            if event.kind == "counters_shown":
                up.update(enumerate(event.numbers("types")))
        for center in units(state.center_up & ~before.center_up):
            assert up.get(center) == state.center[center], (center, story)
        laid = {e.number("center"): e.number("type") for e in story if e.kind == "counter_known"}
        for center, kind in enumerate(state.center):
            if kind not in (before.center[center], NONE):
                assert laid.get(center) == kind, (center, story)


@pytest.mark.clause("agricola.4.0.1")
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_every_change_is_told(seed: int) -> None:
    options = EVERYTHING if seed % 2 else {"scenario": "short"} if seed else {}
    Listener(options, seed).run()
