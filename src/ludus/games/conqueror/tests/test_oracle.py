"""The rules against a second reading of the rulebook, in games that are played to be won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import Decision, Event, Rng, Rules, S, V, only
from ludus.core.table import Table
from ludus.games.conqueror.ids import (
    BID_ROLL,
    BY_FORTS,
    CASUALTY,
    CLAIM_ROLL,
    REASONS,
    RETREAT,
    TURN,
)
from ludus.games.conqueror.state import State
from ludus.games.conqueror.tests.ledger import Ledger, told_of
from ludus.games.conqueror.tests.oracle import ATTACK, DEFENCE, FACTIONS, Army, Oracle, worth
from ludus.games.conqueror.tests.scene import the_box
from ludus.games.conqueror.view import View
from ludus.kit.policies import Seen
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
LIKED = {
    "collect": 60,
    "buy": 25,
    "recruit_cavalry": 25,
    "recruit_infantry": 15,
    "hire": 10,
    "attack": 6,
    "march": 4,
    "join_all": 12,
    "play": 6,
    "wait": 30,
}
"""How much more often than others something is done by players who want to win."""
FORT, FREE, RASH = 20, 4, 8


@cache
def oracle(seats: int) -> Oracle:
    return Oracle(seats)


def keen(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Options by what they are worth: income and units first, then forts, then free land."""
    assert isinstance(state, State)
    if decision.seat < 0:
        return pick(decision, rng)
    weights = [weight(state, decision.seat, option) for option in decision.options]
    left = rng.below(sum(weights))
    for option, share in zip(decision.options, weights, strict=True):
        left -= share
        if left < 0:
            return option
    raise AssertionError("weights add up")


def weight(state: State, seat: int, option: Action) -> int:
    liked = LIKED.get(option.verb, 1) * RASH
    if option.verb not in ("move_infantry", "move_cavalry", "march", "attack"):
        return liked
    book = oracle(state.seats)
    start, end = book.ends[option.arg]
    holder = book.holder(state, end)
    if holder == seat:
        return liked
    liked *= FORT if "fort" in book.places[book.number[end]] else FREE
    guard = worth(book.army(state, end)) + book.walls(state, end, holder)
    if option.verb == "attack" and book.charge(state, book.army(state, start)) < guard:
        liked //= FORT * RASH
    elif "fort" in book.places[book.number[start]] and option.verb != "attack":
        liked //= FORT
    return liked


class Compared:
    """A game in which every position, battle and payment is judged twice."""

    def __init__(self, seats: int, options: Mapping[str, str], seed: int) -> None:
        box = the_box()
        self.setting = Setting(seats, box.options(seats, options))
        self.table: Table[State, View] = Table(box, NAMES[:seats], options)
        self.rng = SeededRng(f"oracle {seats} {seed}")
        self.oracle = oracle(seats)
        self.checks: Counter[str] = Counter()
        self.before = box.rules.copy(self.table.state)
        self.ledger = Ledger(self.oracle)
        self.beaten: dict[int, Counter[str]] = defaultdict(Counter)
        """Per seat, battles won against factions since the mission was drawn."""
        self.counting: dict[int, set[str]] = {}
        """Per seat with a countdown, the forts that were noted and never lost since."""
        # Of the battle that is going on.
        self.sizes: list[tuple[int, ...]] = []
        self.owed: set[Army] = set()
        self.payment = 0

    def run(self) -> Counter[str]:
        played = random_play(self.table, self.setting, self.rng, keen, play=self.play)
        for decisions in played:
            if decisions:
                self.asked(self.table.state, decisions[0])
        self.checks[REASONS[self.table.state.ended]] += 1
        return self.checks

    # What is done and told.

    def play(self, decision: Decision, action: Action) -> None:
        rules = the_box().rules
        self.before = rules.copy(self.table.state)
        self.table.play(decision.seat, action)
        state, story = self.table.state, self.table.story[-1]
        silent = rules.copy(self.before)
        rules.apply(silent, decision.seat, action)
        assert silent == state, "the position depends on whether anybody listens"
        for event in story:
            self.ledger.hear(event)
            self.told(event)
        expected = told_of(self.before, decision.seat, action)
        if expected is not None:
            kind, facts = expected
            assert any(
                event.kind in kind.split("|") and facts.items() <= event.facts.items()
                for event in story
            ), (action, story)
        self.ledger.compare(state)
        self.announced(state, story)
        for seat in self.counting:
            self.counting[seat] &= self.oracle.forts(state, seat)

    def announced(self, state: State, story: Sequence[Event]) -> None:
        """A new round and a new turn are told; dice that settled something are put away."""
        if state.round != self.before.round:
            assert [each.number("round") for each in story if each.kind == "round"] == [state.round]
        if state.stack and state.round and state.stack[-1].phase not in (BID_ROLL, CLAIM_ROLL):
            assert state.rolls == [-1] * state.seats

    def on_armies(self, event: Event) -> None:
        self.ledger.open(self.table.state)

    def told(self, event: Event) -> None:
        judge = getattr(self, f"on_{event.kind}", None)
        if judge is not None:
            judge(event)
            self.checks[event.kind] += 1

    def on_income(self, event: Event) -> None:
        assert event.number("coins") == self.oracle.income(self.table.state, event.number("seat"))

    def on_bribe(self, event: Event) -> None:
        name = self.oracle.names[event.number("place")]
        assert event.number("price") == self.oracle.ransom(self.before, name)
        assert "home" not in self.oracle.places[event.number("place")]

    def on_battle(self, event: Event) -> None:
        fight = self.before.battle
        assert fight is not None
        dice = fight.die[:]
        for each in self.table.story[-1]:
            if each.kind == "die":
                dice[each.number("seat") != fight.attacker] = each.number("face")
        sums = self.oracle.sums(self.before, fight, dice)
        assert sums == [event.numbers("attack"), event.numbers("defence")], len(self.table.moves)
        mine, theirs = sum(sums[ATTACK]), sum(sums[DEFENCE])
        assert event.number("margin") == abs(mine - theirs)
        side = self.oracle.winner(fight, mine, theirs)
        pair = (fight.attacker, fight.defender)
        assert event.number("winner") == (pair[side] if side >= 0 else -1)
        self.checks["draw" if side < 0 else "decided"] += 1
        self.checks["heroes"] += any(hero >= 0 for hero in fight.hero)
        self.sizes = [event.numbers("attackers"), event.numbers("defenders")]
        if side >= 0:
            winner, loser = pair[side], pair[1 - side]
            self.beaten[winner][FACTIONS[self.before.faction[loser]]] += 1
            self.owed = self.oracle.losses(
                fight, 1 - side, self.army_of(1 - side), abs(mine - theirs)
            )
            self.payment = self.oracle.pay(self.before, fight, side)

    def army_of(self, side: int) -> Army:
        foot, horse = self.sizes[side]
        return foot, horse

    def on_casualties(self, event: Event) -> None:
        assert (event.number("infantry"), event.number("cavalry")) in self.owed

    def on_reward(self, event: Event) -> None:
        assert event.number("coins") == self.payment

    def on_end(self, event: Event) -> None:
        """A mission is paid at the end of the own turn, and forts are noted."""
        seat, state = event.number("seat"), self.before
        told = [each for each in self.table.story[-1] if each.kind == "mission_done"]
        number = state.mission[seat]
        mission = state.faction[seat] * 3 + number
        done = number >= 0 and self.oracle.fulfilled(state, seat, mission, self.beaten[seat])
        assert done == bool(told), len(self.table.moves)
        if done:
            pays = self.oracle.missions[mission]["pays"]
            assert told[0].number("pays") == pays
            assert self.table.state.purse[seat] == state.purse[seat] + pays
            self.checks["mission_done"] += 1
        for rival in range(state.seats):
            won = self.beaten[seat][FACTIONS[state.faction[rival]]]
            assert state.wins[seat * state.seats + rival] == won
        forts = self.oracle.forts(state, seat)
        self.counting[seat] = forts if len(forts) >= 5 else set()

    def on_mission(self, event: Event) -> None:
        assert event.seen_by == only(event.number("seat"))
        self.beaten[event.number("seat")].clear()
        assert not self.before.done[event.number("seat")] >> event.number("mission") % 3 & 1

    def on_turn(self, event: Event) -> None:
        assert len(self.counting.pop(event.number("seat"), ())) < 5

    def on_game_end(self, event: Event) -> None:
        if event.number("reason") == BY_FORTS:
            (winner,) = event.numbers("winners")
            assert len(self.counting[winner]) >= 5

    # What is asked.

    def asked(self, state: State, decision: Decision) -> None:
        top = state.stack[-1]
        if top.phase == TURN and state.alive >> top.seat & 1:
            self.turn(state, top.seat, decision)
        elif top.phase == CASUALTY:
            offered = {option.arg for option in decision.options}
            assert offered == {horse for _, horse in self.owed}
            self.checks["choice"] += 1
        elif top.phase == RETREAT:
            assert state.battle is not None
            ways = {option.arg for option in decision.options if option.verb == "retreat"}
            names = {self.oracle.names[way] for way in ways}
            assert names == self.oracle.shelters(state, state.battle)
            counts = self.oracle.army(state, self.oracle.names[state.battle.target])
            for verb, count in zip(("retreat_infantry", "retreat_cavalry"), counts, strict=True):
                alone = {option.arg for option in decision.options if option.verb == verb}
                assert alone == (ways if count and sum(counts) > 1 else set())
            self.checks["shelters"] += 1

    def turn(self, state: State, seat: int, decision: Decision) -> None:
        for each in range(state.seats):
            assert self.oracle.units(state, each) <= self.oracle.quota(state, each)
            assert state.size[each] == self.oracle.units(state, each)
        if state.stirred:
            return
        by_verb: dict[str, set[int]] = defaultdict(set)
        for option in decision.options:
            by_verb[option.verb].add(option.arg)
        ends = self.oracle.ends
        moves = {ends[arg] for verb in ("move_infantry", "move_cavalry") for arg in by_verb[verb]}
        assert moves == self.oracle.moves(state, seat)
        assert {ends[arg] for arg in by_verb["attack"]} == self.oracle.attacks(state, seat)
        self.checks["reach"] += 1
        if not state.acting and not state.drafted and not state.drained:
            names = self.oracle.names
            foot = {names[arg] for arg in by_verb["recruit_infantry"]}
            horse = {names[arg] for arg in by_verb["recruit_cavalry"]}
            assert (foot, horse) == self.oracle.recruits(state, seat)
            self.checks["recruits"] += 1


SOME = ("battle", "income", "reach", "recruits", "decided", "casualties", "reward")


@pytest.mark.clause(
    "conqueror.battle.2",
    "conqueror.battle.4",
    "conqueror.battle.5",
    "conqueror.battle.6",
    "conqueror.battle.8",
    "conqueror.casualty.3",
    "conqueror.casualty.5",
    "conqueror.missions.6",
    "conqueror.missions.8",
    "conqueror.missions.12",
    "conqueror.victory.4",
    "conqueror.victory.5",
    "conqueror.food.1",
    "conqueror.move.1",
)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_second_reading_of_the_rules_agrees(seats: int) -> None:
    checks = Compared(seats, {}, 1).run() + Compared(seats, {"second_action": "any"}, 2).run()
    assert min(checks[kind] for kind in SOME) > 5, checks


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"second_action": "any", "income": "automatic"}])
def test_a_second_reading_agrees_in_many_games(seats: int, options: dict[str, str]) -> None:
    total: Counter[str] = Counter()
    for seed in range(100, 200):
        total += Compared(seats, options, seed).run()
    for kind in (*SOME, "heroes", "choice", "shelters", "mission_done", "bribe", "draw", "forts"):
        assert total[kind] > 10, (kind, total)
