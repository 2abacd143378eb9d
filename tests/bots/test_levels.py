"""The levels that players choose from."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.bots import LEVELS, make_bot, offered
from ludus.bots.greedy import Doubt, misjudged
from ludus.bots.levels import (
    YARDSTICKS,
    Level,
    describe,
    is_level,
    level_of,
    levels_of,
    require_level,
)
from ludus.bots.net_bot import NetBot
from ludus.core import nets
from ludus.core.actions import Action, ActionSpace
from ludus.core.chance import SeededRng
from ludus.core.errors import BadRequest
from ludus.core.registry import find_game, games, open_box

SPACE = ActionSpace({"go": 4, "pass": 0})
OPTIONS: Sequence[Action] = (*SPACE["go"], SPACE.the("pass"))


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (Level("greedy", budget=60), "greedy, 60 evaluations"),
        (Level("greedy", budget=1, slips=0.4), "greedy, a glance at each option, 40% slips"),
        (Level("greedy", budget=60, slips=(0.04, 0.35)), "greedy, 60 evaluations, 4% or 35% slips"),
        (Level("search", budget=3, simulations=80), "search, 80 simulations"),
        (
            Level("greedy", budget=60, noise=0.1, margin=0.2),
            "greedy, 60 evaluations, errs by 10%, within 20%",
        ),
        (
            Level("greedy", budget=60, noise=(0.05, 0.3), margin=0.4),
            "greedy, 60 evaluations, errs by 5% or 30%, within 40%",
        ),
        (Level("net"), "net, its whole turn"),
        (
            Level("net", options=3, lines=6, steps=5),
            "net, 3 options played on 6 times, 5 choices",
        ),
    ],
)
def test_the_work_of_a_level_in_words(level: Level, words: str) -> None:
    assert describe(level) == words


def test_who_misjudges_chooses_within_the_margin() -> None:
    rng = SeededRng(1)
    doubt = Doubt(noise=(0.2,), margin=0.1, surely=("pass",))
    found = [0.50, 0.45, 0.41, 0.30, 0.49]
    chosen = [misjudged(found, OPTIONS, doubt, 0.2, rng) for _ in range(400)]
    assert set(chosen) == {0, 1, 2}
    assert chosen.count(0) > chosen.count(2) > 40


def test_who_misjudges_passes_where_that_looks_best() -> None:
    doubt = Doubt(noise=(0.01,), margin=0.1, surely=("pass",))
    assert misjudged([0.1, 0.2, 0.2, 0.2, 0.5], OPTIONS, doubt, 0.01, SeededRng(1)) == 4


def test_little_noise_changes_little() -> None:
    rng = SeededRng(2)
    doubt = Doubt(noise=(0.01,), margin=0.5)
    found = [0.2, 0.5, 0.4, 0.1, 0.3]
    assert {misjudged(found, OPTIONS, doubt, 0.01, rng) for _ in range(200)} == {1}


@pytest.mark.parametrize("game", sorted(games()))
def test_the_levels_of_a_year_are_kept(game: str) -> None:
    assert (find_game(game).folder / "levels-2026.toml").is_file()
    kept = levels_of(game, "2026")
    assert [level_of(name, game) for name in YARDSTICKS] == [kept.easy, kept.medium, kept.hard]
    box = open_box(game)
    assert all(is_level(name) and make_bot(name, box) is not None for name in YARDSTICKS)


def test_yardsticks_are_what_they_were() -> None:
    assert level_of("hard-2026", "cambria") == Level(
        "search", budget=120, worlds=2, simulations=100
    )
    assert level_of("easy-2026", "hadrians_wall") == Level("greedy", budget=30, slips=0.3)
    assert level_of("medium-2026", "agricola").shares == (0.04, 0.35)


def test_master_is_offered_where_there_is_a_net() -> None:
    for game in games():
        box = open_box(game)
        if nets.has_net(game):
            assert offered(box) == (*LEVELS, "master")
            assert isinstance(make_bot("master", box), NetBot)
        else:
            assert offered(box) == LEVELS
            with pytest.raises(BadRequest, match=f"no bot 'master' for .*{box.meta.title}"):
                make_bot("master", box)
            with pytest.raises(BadRequest, match="it has no net"):
                require_level("master", box)
