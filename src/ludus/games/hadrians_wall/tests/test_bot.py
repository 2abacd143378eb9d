"""The evaluation, and what greedy play makes of it."""

from __future__ import annotations

from statistics import median

from ludus.bots import make_bot
from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE
from ludus.games.hadrians_wall.bot import Evaluation
from ludus.games.hadrians_wall.tests.scenes import Scene, Value, opened, rules


def worth(*shown: dict[str, Value], year: int = 3, **parts: Value) -> float:
    """What a player alone has, in points."""
    return Evaluation(rules()).worth(Scene(*shown, parts, year=year).state, 0)


def test_what_is_better_is_worth_more() -> None:
    base = worth()
    better: list[dict[str, Value]] = [
        {"renown": 1},
        {"servant": 1},
        {"production": 2},
        {"cohorts": (1, 0, 0)},
        {"built": ["hotel_small"]},
        {"built": ["granary_medium"]},
        {"favour": 1, "temple": 2},
        {"fort": 1},
        {"priests": 1},
    ]
    for parts in better:
        assert worth(parts) > base, parts
    assert worth(disdain=1) < base


def test_income_is_worth_more_early() -> None:
    gains = [worth(year=y, built=["hotel_small"]) - worth(year=y) for y in (2, 4, 6)]
    assert gains == sorted(gains, reverse=True) and gains[0] > gains[2]


def test_a_stopped_player_has_nothing_to_spend() -> None:
    evaluation = Evaluation(rules())
    scene = Scene(seats=3, servant=5)
    before = evaluation.worth(scene.state, 0)
    scene.do("stop")
    assert before - evaluation.worth(scene.state, 0) > 2


def test_a_gift_to_a_rival_is_seen() -> None:
    evaluation = Evaluation(rules())
    scene = Scene(seats=2, renown=5)
    before = evaluation(scene.state, 0)
    scene.set(1, resource=1)
    assert evaluation(scene.state, 0) < before


def test_a_finished_game_is_worth_its_points() -> None:
    scene = Scene(year=6, renown=10, cohorts=(6, 6, 6))
    scene.raid(*["left"] * 6, "right", "right")
    ended = scene.table.outcome
    assert ended is not None
    assert Evaluation(rules()).worth(scene.state, 0) == ended.scores[0]


def solo(seed: int) -> int:
    """Points of a greedy bot alone on easy."""
    box, game = opened(), rules()
    bot, rng = make_bot("medium", box), SeededRng(seed)
    state = game.setup(1, box.options(1, {}))
    while decisions := game.decisions(state):
        decision = decisions[0]
        if decision.seat == CHANCE:
            action = pick(decision, rng)
        else:
            action = bot.choose(game.view(state, 0), decision, rng)
        game.apply(state, decision.seat, action)
    ended = game.outcome(state)
    assert ended is not None
    return ended.scores[0]


def test_alone_the_bot_is_no_miles() -> None:
    """Over many games the median is above 50; three games leave some room for luck."""
    assert median(solo(seed) for seed in range(3)) >= 45
