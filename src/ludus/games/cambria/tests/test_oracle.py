"""Whole games beside a second reading of the rulebook: every question, every option, every fort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision, Rng, Rules, S, V
from ludus.core.table import Table
from ludus.games.cambria import GAME
from ludus.games.cambria.ids import FACES, FREE, LEGION, NONE, NUMBERS, PAIRS
from ludus.games.cambria.state import State
from ludus.games.cambria.tests.oracle import Land, Oracle, Question, Road, Word
from ludus.games.cambria.tests.scene import RULES
from ludus.games.cambria.view import View
from ludus.kit.policies import Keen, Seen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

BOX = GAME.open()
KEEN = Keen(BOX)
OTHERWISE = {
    "side": "cumbria",
    "boat_can_make_doubles": "off",
    "eagle_can_make_doubles": "off",
    "decline_after_rolling": "on",
    "dummy_may_stay": "on",
}
HALF = {"eagle_can_make_doubles": "off", "side": "cumbria"}


def rolling(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Plays to take forts, and seldom lets a turn go by: games end by forts, not by passes."""
    if rng.below(12):
        if decision.prompt == "turn":
            return decision.options[0]
        if decision.prompt == "act" and decision.options[-1].verb == "end":
            chosen = Decision(decision.seat, decision.prompt, decision.options[:-1])
            return KEEN(rules, state, chosen, rng, seen)
    return KEEN(rules, state, decision, rng, seen)


@cache
def land(side: str) -> Land:
    return Land.read(side)


class Compared:
    """A game that is played twice at once."""

    def __init__(self, seats: int, given: Mapping[str, str], seed: int) -> None:
        allowed = {option.key for option in BOX.meta.option if seats in (option.seats or (seats,))}
        options = BOX.options(seats, {k: v for k, v in given.items() if k in allowed})
        self.setting = Setting(seats, options)
        self.table: Table[State, View] = Table(BOX, NAMES[:seats], options)
        self.rng = SeededRng(f"oracle {seed}")
        self.oracle = Oracle(land(options["side"]), seats, options)
        self.board = RULES.boards[self.table.state.side]
        self.seen: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        story = self.oracle.story()
        question: Question | None = next(story)
        for decisions in random_play(self.table, self.setting, self.rng, rolling):
            if len(self.table.moves):
                try:
                    question = story.send(self.word(self.table.moves[-1].act))
                except StopIteration:
                    question = None
            self.same_question(question, decisions)
            self.same_position()
        self.same_result()
        return self.seen

    # One position --------------------------------------------------------------------------------

    def same_question(self, question: Question | None, decisions: object) -> None:
        assert isinstance(decisions, (tuple, list))
        where = len(self.table.moves)
        if question is None:
            assert not decisions, where
            return
        (decision,) = decisions
        assert isinstance(decision, Decision)
        words = frozenset(map(self.word_of, decision.options))
        assert len(words) == len(decision.options), where
        asked = (question.seat, question.prompt, question.options)
        assert (decision.seat, decision.prompt, words) == asked, where
        self.seen.update({verb for verb, _ in words})
        self.seen[decision.prompt] += 1

    def same_position(self) -> None:
        view = RULES.view(self.table.state, 0)
        oracle = self.oracle
        roads = [
            LEGION if road == oracle.legion else oracle.warriors.get(road, FREE)
            for road in map(self.road, range(self.board.roads))
        ]
        assert list(view.roads) == roads, len(self.table.moves)
        assert list(view.boats) == [oracle.boats.get(number, NONE) for number in NUMBERS]
        assert list(view.supply) == [oracle.supply(each) for each in range(oracle.players)]
        assert list(view.points) == [oracle.points(each) for each in range(oracle.players)]
        forts = {
            name: who
            for name, who in zip(self.board.site_name, view.captor, strict=True)
            if who >= 0
        }
        assert forts == oracle.forts, len(self.table.moves)
        tokens = {
            name: who
            for name, who in zip(self.board.site_name, view.second, strict=True)
            if who >= 0
        }
        assert tokens == oracle.tokens, len(self.table.moves)

    def same_result(self) -> None:
        outcome = self.table.outcome
        assert outcome is not None
        assert outcome.reason == self.oracle.reason
        assert list(outcome.scores) == [self.oracle.points(s) for s in range(self.oracle.seats)]
        assert list(outcome.ranks) == self.oracle.places()
        dummy = {"dummy": self.oracle.points(2)} if self.oracle.seats == 2 else {}
        assert outcome.others == dummy
        self.seen[f"end by {outcome.reason}"] += 1

    # Words ---------------------------------------------------------------------------------------

    def road(self, number: int) -> Road:
        return frozenset(self.board.site_name[end] for end in self.board.ends[number])

    def word(self, text: str) -> Word:
        return self.word_of(RULES.actions.parse(text))

    def word_of(self, action: Action) -> Word:
        verb, arg = action.verb, action.arg
        if verb in ("place", "replace", "legion"):
            return verb, self.road(arg)
        if verb == "lift":
            roads = self.board.roads
            return verb, self.road(arg) if arg < roads else NUMBERS[arg - roads]
        if verb in ("sail", "board"):
            return verb, NUMBERS[arg]
        if verb == "dice":
            return verb, PAIRS[arg]
        if verb == "die":
            return verb, FACES[arg]
        return verb, None


@pytest.mark.clause(
    "cambria.place.1",
    "cambria.doubles.1",
    "cambria.eagle.1",
    "cambria.legion.1",
    "cambria.boat.1",
    "cambria.subst.1",
    "cambria.capture.1",
    "cambria.vp.1",
    "cambria.end.1",
    "cambria.final.1",
    "cambria.score.1",
    "cambria.two.1",
)
@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [(2, {}, 1), (2, OTHERWISE, 2), (3, {}, 3), (4, OTHERWISE, 4), (5, HALF, 5)],
)
def test_a_second_reading_of_the_rules_agrees(
    seats: int, options: dict[str, str], seed: int
) -> None:
    seen = Compared(seats, options, seed).run()
    assert seen["end by forts"] == 1 and seen["replace"] and seen["board"], seen


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, OTHERWISE, HALF])
def test_a_second_reading_agrees_in_many_games(seats: int, options: dict[str, str]) -> None:
    total: Counter[str] = Counter()
    for seed in range(100):
        total += Compared(seats, options, 1000 + seed).run()
    assert total["end by forts"] > 95, total
    wanted = ("land", "sail", "replace", "lift", "stay")
    assert min(total[word] for word in wanted) > 100, total
