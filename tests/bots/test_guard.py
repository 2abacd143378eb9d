"""Bots that fail: named, asked once more, replaced; the game goes on."""

from __future__ import annotations

import pytest

from ludus.bots import BOTS, RandomBot
from ludus.bots.guard import GuardedBot
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Rng
from ludus.core.registry import open_box
from ludus.lab.match import play_game
from ludus.lab.plan import Plan


class Broken:
    """Fails at every choice."""

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        raise ZeroDivisionError("by nought")


class Cheat:
    """Chooses what is not on offer at first, and something legal when it is asked again."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        self.asked += 1
        return Action("win", 0, 0, "win") if self.asked % 2 else decision.options[0]


def first_choice(box: AnyBox) -> Decision:
    rules, rng = box.rules, SeededRng(1)
    state = rules.setup(2, box.options(2, {}))
    while (decision := rules.decisions(state)[0]).seat < 0:
        rules.apply(state, decision.seat, pick(decision, rng))
    return decision


def test_a_bot_that_fails_twice_is_replaced_for_good() -> None:
    decision, rng = first_choice(open_box("cambria")), SeededRng(2)
    bot: GuardedBot[object] = GuardedBot("mine", Broken(), RandomBot)
    for _ in range(3):
        assert bot.choose(None, decision, rng) in decision.options
    assert bot.troubles == [
        "mine: ZeroDivisionError: by nought; asked again",
        "mine: ZeroDivisionError: by nought; greedy plays on",
    ]


def test_a_bot_that_mends_its_ways_plays_on() -> None:
    decision, rng = first_choice(open_box("cambria")), SeededRng(2)
    cheat = Cheat()
    bot: GuardedBot[object] = GuardedBot("mine", cheat, RandomBot)
    for _ in range(3):
        assert bot.choose(None, decision, rng) is decision.options[0]
    assert cheat.asked == 6
    assert bot.troubles == ["mine: chose win, which is not on offer; asked again"] * 3


def test_a_broken_bot_does_not_stop_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "broken", lambda box: Broken())
    plan = Plan("cambria", 2, ("broken", "random"), 1).checked()
    played = play_game(plan.open(), plan, 0)
    assert played.outcome.ranks
    assert any("broken: ZeroDivisionError" in trouble for trouble in played.troubles)
