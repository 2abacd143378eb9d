"""The levels that players choose from."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.bots import LEVELS, levels, make_bot, offered
from ludus.bots.greedy import Doubt, GreedyBot, Opinion, misjudged, reconsidered
from ludus.bots.levels import (
    YARDSTICKS,
    Level,
    describe,
    is_level,
    level_of,
    levels_of,
    opinion_of,
    require_level,
)
from ludus.bots.net_bot import NetBot
from ludus.core import nets
from ludus.core.actions import Action, ActionSpace
from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
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
        (
            Level("greedy", budget=60, noise=0.1, margin=0.2, ideas=(0, 4)),
            "greedy, 60 evaluations, errs by 10%, within 20%, 0 or 4 options off the plan",
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


def said(*promises: float) -> dict[int, float]:
    """What a second opinion says of OPTIONS."""
    return {option.number: promise for option, promise in zip(OPTIONS, promises, strict=True)}


@pytest.mark.parametrize(
    ("opinion", "chosen"),
    [
        (said(0.53, 0.1, 0.1, 0.1, 0.5), {4}),
        (said(0.6, 0.1, 0.52, 0.51, 0.5), {0, 2}),
        (said(0.1, 0.9, 0.1, 0.1, 0.5), {1}),
    ],
)
def test_a_second_opinion_is_asked_before_passing(
    opinion: dict[int, float], chosen: set[int]
) -> None:
    """Little to be gained: it passes. Much: of what is said to be better, what seems best to it."""
    doubt = Doubt(noise=(0.2,), margin=0.3, surely=("pass",), gain=0.04)
    found = [0.40, 0.35, 0.40, 0.05, 0.5]
    rng = SeededRng(5)
    places = {reconsidered(opinion, 4, found, OPTIONS, doubt, 0.2, rng) for _ in range(99)}
    assert places == chosen


def test_where_nothing_looked_at_is_said_to_be_better_the_opinion_decides() -> None:
    doubt = Doubt(noise=(0.1,), margin=0.3, surely=("pass",), gain=0.04)
    looked = OPTIONS[3:]
    opinion = said(0.2, 0.9, 0.1, 0.1, 0.5)
    assert reconsidered(opinion, 1, [0.4, 0.5], looked, doubt, 0.1, SeededRng(1)) == -1


@pytest.mark.parametrize("game", [game for game in sorted(games()) if nets.has_net(game)])
@pytest.mark.parametrize("name", ["easy", "medium"])
def test_a_level_asks_the_net_where_there_is_one(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And plays without it where there is none."""
    asked: list[str] = []

    def noted(box: AnyBox) -> Opinion:
        asked.append(box.meta.name)
        return opinion_of(box)

    monkeypatch.setattr(levels, "opinion_of", noted)
    box = open_box(game)
    make_bot(name, box)
    assert asked == [game]
    monkeypatch.setattr(nets, "_has_numpy", lambda: False)
    assert make_bot(name, box) is not None
    assert asked == [game]


def test_little_noise_changes_little() -> None:
    rng = SeededRng(2)
    doubt = Doubt(noise=(0.01,), margin=0.5)
    found = [0.2, 0.5, 0.4, 0.1, 0.3]
    assert {misjudged(found, OPTIONS, doubt, 0.01, rng) for _ in range(200)} == {1}


def test_who_is_far_behind_does_not_choose_at_random() -> None:
    """Errors are about the odds: of 1 and 3 in 100 the better one is chosen as of 25 and 50."""
    shares = []
    for found in ([0.25, 0.50], [0.01, 0.0294]):
        rng = SeededRng(3)
        doubt = Doubt(noise=(0.2,), margin=0.5)
        chosen = [misjudged(found, OPTIONS[:2], doubt, 0.2, rng) for _ in range(1000)]
        shares.append(chosen.count(1) / 1000)
    assert 0.8 < shares[0] < 0.95
    assert shares[1] == pytest.approx(shares[0], abs=0.02)


def test_a_margin_keeps_a_certain_win() -> None:
    doubt = Doubt(noise=(0.4,), margin=0.4)
    chosen = {misjudged([1.0, 0.9, 0.0], OPTIONS[:3], doubt, 0.4, SeededRng(4)) for _ in range(99)}
    assert chosen == {0}


def test_ideas_beyond_a_plan_are_looked_at() -> None:
    """Agricola's plan names few ways to march; a level with ideas of its own tries others."""
    box = open_box("agricola")
    assert box.shortlist is not None
    state = box.rules.setup(2, box.options(2, {}))
    rng = SeededRng("ideas")
    while True:
        decision = box.rules.decisions(state)[0]
        if decision.prompt == "march_phase":
            planned = {action.number for action in box.shortlist(state, decision)}
            if len(planned) < len(decision.options) - 8:
                break
        box.rules.apply(state, decision.seat, pick(decision, rng), None)
    view = box.rules.view(state, decision.seat)
    for seed in range(12):
        # The plan is made for the position that the bot draws: it need not know where enemies are.
        world = box.rules.resample(view, SeededRng(seed))
        planned |= {action.number for action in box.shortlist(world, decision)}

    def chosen(ideas: int) -> set[int]:
        bot = GreedyBot(box, 1, doubt=Doubt((0.5,), 1.0, ideas=(ideas,)))
        return {bot.choose(view, decision, SeededRng(n)).number for n in range(12)}

    assert len(planned) < len(decision.options)
    assert chosen(0) <= planned
    assert not chosen(8) <= planned


@pytest.mark.parametrize("game", sorted(games()))
def test_easy_and_medium_look_before_they_choose(game: str) -> None:
    """They misjudge: no choice is made without looking, and they stop where that looks best."""
    for name in ("easy", "medium"):
        level = level_of(name, game)
        assert not any(level.shares)
        assert level.doubt is not None
        assert level.doubt.surely
        assert set(level.doubt.surely) <= set(open_box(game).rules.actions.verbs)


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
