"""Audiences, and chance by exact odds."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus.core.actions import ActionSpace
from ludus.core.chance import SeededRng, SystemRng, next_decision, next_for, pick
from ludus.core.protocol import (
    CHANCE,
    CLOCK,
    EVERYONE,
    NOBODY,
    SPECTATOR,
    Decision,
    Event,
    Outcome,
    all_but,
    lets_stand,
    may_see,
    must_choose,
    only,
    waited_for,
)

SPACE = ActionSpace({"draw": 3})


@pytest.mark.parametrize(
    ("audience", "seats", "spectator"),
    [
        (EVERYONE, [0, 1, 2, 3], True),
        (NOBODY, [], False),
        (only(2), [2], False),
        (only(0, 2), [0, 2], False),
        (all_but(1), [0, 2, 3], True),
        (all_but(0, 1), [2, 3], True),
        (EVERYONE & only(1), [1], False),
    ],
)
def test_who_belongs_to_an_audience(audience: int, seats: list[int], spectator: bool) -> None:
    assert [seat for seat in range(4) if may_see(audience, seat)] == seats
    assert may_see(audience, SPECTATOR) is spectator


def test_pick_follows_the_weights() -> None:
    decision = Decision(CHANCE, "draw", SPACE["draw"], (1, 2, 3))
    rng = SeededRng("odds")
    drawn = Counter(pick(decision, rng).arg for _ in range(6000))
    assert decision.total == 6
    for arg, weight in enumerate(decision.weights):
        assert abs(drawn[arg] / 6000 - weight / 6) < 0.03


class Fixed:
    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, n: int, /) -> int:
        assert self.number < n
        return self.number


def test_pick_gives_each_option_exactly_its_share() -> None:
    decision = Decision(CHANCE, "draw", SPACE["draw"], (1, 2, 3))
    assert [pick(decision, Fixed(n)).arg for n in range(6)] == [0, 1, 1, 2, 2, 2]
    even = Decision(CHANCE, "draw", SPACE["draw"])
    assert [pick(even, Fixed(n)).arg for n in range(3)] == [0, 1, 2]


def test_who_answers_next() -> None:
    clock = Decision(CLOCK, "minute", SPACE["draw"], wait=60_000, timer=1)
    first, second = (Decision(seat, "act", SPACE["draw"]) for seat in (0, 1))
    dice = Decision(CHANCE, "dice", SPACE["draw"])
    assert next_decision([clock, second, dice]) is dice
    assert next_decision([second, clock, first]) is first
    assert next_decision([clock, second, first], Fixed(0)) is second
    assert next_decision([clock]) is clock
    assert next_decision([first, clock], Fixed(0), clock_odds=8) is clock
    assert next_for([first, second], 1) is second
    assert next_for([first, second, dice], 1) is dice
    assert next_for([first], 1) is None


def test_seeded_chance_repeats_and_system_chance_stays_in_range() -> None:
    first = [SeededRng(5).below(6) for _ in range(3)]
    assert first == [SeededRng(5).below(6)] * 3
    assert {SystemRng().below(3) for _ in range(200)} == {0, 1, 2}


def test_events_compare_by_what_they_say() -> None:
    assert Event("dice", {"a": 1}) == Event("dice", {"a": 1})
    assert Event("dice", {"a": 1}) != Event("dice", {"a": 2})
    assert Event("dice", {"a": 1}) != Event("dice", {"a": 1}, seen_by=only(1))
    assert Event("dice", {"a": 1}) != Event("dice", {"a": 1}, bars=only(1))
    assert len({Event("dice", {"a": 1}), Event("dice", {"a": 1})}) == 1
    assert Event("dice", {"a": 1}).__eq__("dice") is NotImplemented
    assert repr(Event("dice", {"a": 1, "b": (2, 3)})) == "Event(dice: a=1, b=(2, 3))"


def test_winners_are_the_seats_in_first_place() -> None:
    outcome = Outcome((5, 5, 2), (1, 1, 3), "end")
    assert outcome.winners == (0, 1)
    assert outcome.others == {}


def test_an_optional_question_says_what_declines_it() -> None:
    first, second, third = SPACE["draw"][:3]
    must = Decision(0, "act", (first, second))
    inside = Decision(0, "marker", (first, second), declines=(second,), optional=False)
    may = Decision(1, "step_in", (first, second, third), declines=(second, third))
    clock = Decision(CLOCK, "minute", (first,), wait=1000, timer=1)
    assert [each.optional for each in (must, inside, may, clock)] == [False, False, True, False]
    assert must_choose((must, may)) and must_choose((inside, may))
    assert not must_choose((may, clock)) and not must_choose(())


def test_the_game_waits_for_those_who_must_choose_or_else_for_an_answer() -> None:
    first, second = SPACE["draw"][:2]
    must = Decision(2, "act", (first,))
    may = Decision(1, "step_in", (first, second), declines=(second,))
    clock = Decision(CLOCK, "minute", (first,), wait=1000, timer=1)
    assert waited_for((must, may, clock)) == (2,)
    assert waited_for((may, clock)) == (1,)
    assert lets_stand((must, may), may, second)
    # Stepping in is more than letting pass; and an answer that the game waited for has a sequel.
    assert not lets_stand((must, may), may, first)
    assert not lets_stand((may,), may, second)
    assert not lets_stand((must, may), must, first)
