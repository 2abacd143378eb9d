"""The rules against a second reading of the rulebook, in random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import Decision, Rng, Rules, S, V
from ludus.core.table import Table
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import FIRE, MARCH, RALLY_MENU, SAIL
from ludus.games.agricola.rules.supply import rallying, unsupplied
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.listener import Listener
from ludus.games.agricola.tests.oracle import ROME, TRIBES, Oracle
from ludus.games.agricola.tests.scene import the_box
from ludus.games.agricola.view import Agricola, View
from ludus.kit.policies import Seen, against_odds, rare
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting


def keen(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Mostly an option that a bot would look at, so that there are battles and real endings."""
    if decision.seat < 0 or not rng.below(5):
        return pick(decision, rng)
    shortlist = the_box().shortlist
    assert shortlist is not None
    assert isinstance(state, State)
    options = shortlist(state, decision)
    return options[rng.below(len(options))]


POLICIES = (keen, rare, keen, against_odds)


@cache
def oracle(south: int) -> Oracle:
    return Oracle(south)


class Compared:
    """A game in which every position is judged twice."""

    def __init__(self, options: Mapping[str, str], seed: int) -> None:
        box = the_box()
        self.setting = Setting(2, box.options(2, options))
        self.table: Table[State, View] = Table(box, ["Aulus", "Bruna"], options)
        self.rng = SeededRng(f"oracle {seed}")
        self.policy = POLICIES[seed % len(POLICIES)]
        self.oracle = oracle(self.table.state.south)
        assert isinstance(box.rules, Agricola)
        self.t = box.rules.tables_for(False, self.table.state.south)
        self.checks: Counter[str] = Counter()
        self.firing: State | None = None
        self.listener = Listener(self.t, self.table.state)

    def run(self) -> Counter[str]:
        rules = the_box().rules
        for decisions in random_play(self.table, self.setting, self.rng, self.policy):
            self.fired()
            state = self.table.state
            self.listen(state)
            if not state.turn or not decisions:
                continue
            self.supply(state)
            top = state.stack[-1]
            if top.phase == RALLY_MENU:
                self.rally(state, top.side)
            elif top.phase in (MARCH, SAIL) and not top.used:
                self.reach(state, decisions[0])
            if top.phase == FIRE:
                self.firing = rules.copy(state)
        heard = self.listener.heard
        assert heard["supply_rolled"] <= heard["supply_check"], "told once, rolled again or not"
        return self.checks

    def listen(self, state: State) -> None:
        if not self.table.moves:
            return
        story, move = self.table.story[-1], self.table.moves[-1]
        for event in story:
            self.listener.hear(event)
        self.listener.agrees(story, state)
        if move.seat >= 0:
            self.listener.acted(story, the_box().rules.actions.parse(move.act))

    def supply(self, state: State) -> None:
        for side in (ROME, TRIBES):
            mine = set(units(unsupplied(self.t, state, side)))
            assert mine == self.oracle.hungry(state, side), (side, len(self.table.moves))
            self.checks["hungry" if mine else "fed"] += 1

    def rally(self, state: State, side: int) -> None:
        expected = self.oracle.rallying(state, side, state.hex_rally)
        places = {self.oracle.number(spot): worn for spot, worn in expected.items()}
        for place in range(self.t.board.hexes + 1):
            mine = set(units(rallying(self.t, state, side, place)))
            assert mine == places.get(place, set()), (side, place, len(self.table.moves))
        self.checks["rally"] += len(places)

    def reach(self, state: State, decision: Decision) -> None:
        top = state.stack[-1]
        offered = {option.arg for option in decision.options if option.verb == "go"}
        start = self.oracle.spot(top.place)
        assert start is not None
        if top.phase == MARCH:
            expected = self.oracle.goals(state, top.side, units(top.mask), start)
        else:
            expected = self.oracle.courses(state, start, top.value)
        assert offered == expected, (top, len(self.table.moves))
        self.checks["march" if top.phase == MARCH else "voyage"] += 1

    def fired(self) -> None:
        """Hits are counted as they were rolled: losses come after the event."""
        before, self.firing = self.firing, None
        if before is None or before.battle is None:
            return
        for event in self.table.story[-1]:
            if event.kind != "fire":
                continue
            side, many = event.number("side"), event.numbers("units")
            b = before.battle
            needs = [self.oracle.need(before, b, side, unit) for unit in many]
            assert needs == list(event.numbers("factors"))
            hits = self.oracle.hits(before, b, side, many, event.numbers("dice"))
            assert hits == event.number("hits"), len(self.table.moves)
            self.checks["halved" if hits != event.number("scored") else "whole"] += 1


EVERYTHING = {
    "siege": "on",
    "southern_centers": "all",
    "ships_at_centers": "stop",
    "rally_supply": "hex",
}


@pytest.mark.clause(
    "agricola.18.1.4",
    "agricola.18.1.5",
    "agricola.18.1.6",
    "agricola.18.1.7",
    "agricola.18.1.8",
    "agricola.18.1.11",
    "agricola.18.1.15",
    "agricola.19.3.2",
    "agricola.26.7.1",
    "agricola.16.0.1",
    "agricola.25.2.1",
    "agricola.13.0.1",
    "agricola.13.3.4",
    "agricola.26.2.2",
)
@pytest.mark.parametrize("seed", [0, 2, 6, 8])
def test_a_second_reading_of_the_rules_agrees(seed: int) -> None:
    checks = Compared(EVERYTHING if seed % 4 else {}, seed).run()
    assert checks["hungry"] > 20 and checks["march"] > 5 and checks["whole"] > 1, checks


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, EVERYTHING])
def test_a_second_reading_agrees_in_many_games(options: dict[str, str]) -> None:
    total: Counter[str] = Counter()
    for seed in range(60):
        total += Compared(options, 100 + seed).run()
    assert min(total[kind] for kind in ("hungry", "rally", "march", "voyage", "whole")) > 50, total
    assert total["halved"] > 5, total
