"""The nets that games come with: they fit rules, content and encoding, or are not used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ludus.bots import LEVELS, make_bot, offered
from ludus.bots.hint import advise
from ludus.bots.net_bot import NetBot, NetWork, evaluate_many
from ludus.core import nets
from ludus.core.chance import SeededRng, pick
from ludus.core.content import RECIPE, WEIGHTS
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.net import Net, rows_of
from ludus.core.pack_files import MOST_WEIGHTS
from ludus.core.pack_words import copy_pack
from ludus.core.protocol import Decision
from ludus.core.registry import find_game, games, open_box
from ludus.lab.train.learner import Learner
from ludus.lab.train.measure import measure
from ludus.lab.train.plan import plan_of
from ludus.lab.train.run import Counts, Run, judge_for, write_net

NETS = [game for game in games() if nets.has_net(game)]
QUICK = 40
"""How many games each net has to prove itself in."""
TOLERANCE = {"cambria": 0.002, "conqueror": 0.002, "hadrians_wall": 0.05, "para_bellum": 0.002}
"""In chances and in points."""
JUDGED = {
    "cambria": (2, [0.4444, 0.5270, 0.4063]),
    "conqueror": (5, [0.1959, 0.1338, 0.3197, 0.5148, 0.2991]),
    "hadrians_wall": (1, [81.35, 58.72, 10.03]),
    "para_bellum": (2, [0.4859, 0.3307, 0.1641, 0.2127]),
}
"""Seats, and what a net says of some positions of a random game: chances, or points."""


def some(box: AnyBox, seats: int, count: int) -> list[tuple[object, Decision]]:
    """Positions of a random game in which seat 0 has a real choice."""
    rules = box.rules
    rng = SeededRng(f"nets {seats}")
    state = rules.setup(seats, box.options(seats, {}))
    found: list[tuple[object, Decision]] = []
    while len(found) < count and (decisions := rules.decisions(state)):
        asked = decisions[rng.below(len(decisions))]
        if asked.seat == 0 and len(asked.options) > 1:
            found.append((rules.copy(state), asked))
        rules.apply(state, asked.seat, pick(asked, rng), None)
    return found


def usual(box: AnyBox) -> int:
    """Two seats, or the fewest that a game takes."""
    return 2 if 2 in box.meta.seats else min(box.meta.seats)


def alone(box: AnyBox, bot: NetBot, seed: str) -> int:
    """The points of a bot that plays alone."""
    rules = box.rules
    chance = SeededRng(seed)
    state = rules.setup(1, box.options(1, {}))
    while decisions := rules.decisions(state):
        asked = decisions[0]
        if asked.seat < 0:
            action = pick(asked, chance)
        else:
            action = bot.choose(rules.view(state, 0), asked, chance)
        rules.apply(state, asked.seat, action, None)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome.scores[0]


@pytest.mark.parametrize("game", NETS)
def test_a_net_fits_what_it_is_used_for(game: str) -> None:
    folder = find_game(game).folder
    recipe, box = nets.recipe_of(game), open_box(game)
    assert recipe.game == game
    assert recipe.weights == nets.digest(folder / WEIGHTS), "other weights than the recipe's"
    assert recipe.version == box.meta.version, "trained on other rules: train it again"
    assert recipe.content == box.content_hash, "trained on other content: train it again"
    assert box.encoding is not None
    encoding = box.encoding()
    assert recipe.width == encoding.width, "trained on another encoding: train it again"
    assert Net.load(folder / WEIGHTS).sizes == list(recipe.sizes)
    assert recipe.sizes[0] == encoding.width
    assert recipe.sizes[-1] == encoding.outputs
    assert (folder / WEIGHTS).stat().st_size <= MOST_WEIGHTS


@pytest.mark.parametrize("game", NETS)
def test_with_other_content_or_rules_or_without_numpy_there_is_no_master(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = open_box(game)
    assert nets.why_no_net(box) == ""
    other = replace(box, content_hash="0")
    assert offered(other) == LEVELS
    assert nets.judge_of(other) is None
    with pytest.raises(BadRequest, match="built-in edition only"):
        make_bot("master", other)
    meta = msgspec.structs.replace(box.meta, version=box.meta.version + 1)
    assert "other rules" in nets.why_no_net(replace(box, meta=meta))
    monkeypatch.setattr(nets, "_has_numpy", lambda: False)
    assert offered(box) == LEVELS
    assert "NumPy" in nets.why_no_net(box)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack for Cambria that renames a fort, with a net of its own that knows nothing."""
    folder = tmp_path / "renamed"
    copy_pack(find_game("cambria"), folder)
    maps = folder / "maps.toml"
    text = maps.read_text(encoding="utf-8").replace('name = "Deva"', 'name = "Legion City"')
    maps.write_text(text, encoding="utf-8")
    run = Run("cambria", folder, 0, 1, 1, pack=folder)
    plan = msgspec.structs.replace(plan_of(find_game("cambria")), hidden=(4,))
    learner = Learner(judge_for(run.box(), plan, 1), 0.001)
    write_net(folder, run, learner, Counts(), "by hand")
    return folder


def opened(pack: Path) -> AnyBox:
    return find_game("cambria").open(pack)


def test_a_pack_may_have_a_net_of_its_own(pack: Path) -> None:
    box = opened(pack)
    assert box.content_hash != open_box("cambria").content_hash
    assert offered(box) == (*LEVELS, "master")
    judge = nets.judge_of(box)
    assert judge is not None
    assert judge.net.sizes[1:-1] == [4]
    state, decision = some(box, 2, 1)[0]
    bot = make_bot("master", box)
    assert bot.choose(box.rules.view(state, 0), decision, SeededRng(1)) in decision.options
    built_in = nets.judge_of(open_box("cambria"))
    assert built_in is not None
    assert built_in.net.sizes[1:-1] != [4]


def test_a_net_of_a_pack_is_used_only_for_what_it_was_made_for(pack: Path) -> None:
    maps = pack / "maps.toml"
    text = maps.read_text(encoding="utf-8")
    maps.write_text(text.replace("Legion City", "Chester"), encoding="utf-8")
    box = opened(pack)
    assert "other content than this edition has now" in nets.why_no_net(box)
    assert offered(box) == LEVELS
    with pytest.raises(BadRequest, match="other content"):
        make_bot("master", box)
    maps.write_text(text.replace("Legion City", "Deva"), encoding="utf-8")
    assert nets.why_no_net(opened(pack)) == "", "the game's own net knows this content"
    maps.write_text(text, encoding="utf-8")
    assert nets.why_no_net(opened(pack)) == ""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda net, recipe: net.unlink(), "cannot be read"),
        (lambda net, recipe: net.write_bytes(bytes(MOST_WEIGHTS + 1)), "larger than 1000000"),
        (lambda net, recipe: net.write_bytes(b"nothing"), "other weights than those of its recipe"),
        (lambda net, recipe: amend(recipe, "sizes", "[933, 5, 5]"), "not the size"),
        (lambda net, recipe: amend(recipe, "sizes", "[9, 4, 5]"), "another encoding"),
        (lambda net, recipe: amend(recipe, "sizes", "[933, 1000000000, 5]"), "sizes"),
        (lambda net, recipe: amend(recipe, "version", "99"), "other rules"),
        (lambda net, recipe: recipe.write_text("["), "not TOML"),
    ],
)
def test_a_damaged_net_of_a_pack_is_never_used(
    pack: Path, change: Callable[[Path, Path], object], why: str
) -> None:
    change(pack / WEIGHTS, pack / RECIPE)
    box = opened(pack)
    assert why in nets.why_no_net(box)
    assert str(pack) not in nets.why_no_net(box)
    assert offered(box) == LEVELS
    assert nets.judge_of(box) is None


def amend(recipe: Path, key: str, value: str) -> None:
    lines = recipe.read_text(encoding="utf-8").splitlines()
    lines = [f"{key} = {value}" if line.startswith(f"{key} =") else line for line in lines]
    recipe.write_text("\n".join(lines), encoding="utf-8")


def test_a_game_without_a_net_has_nothing_to_say_about_it() -> None:
    box = open_box("agricola")
    assert nets.why_no_net(box) == ""
    assert nets.judge_of(box) is None


@pytest.mark.parametrize("game", NETS)
def test_many_positions_at_once_are_judged_as_one_by_one(game: str) -> None:
    box = open_box(game)
    judge = nets.judge_of(box)
    states = [state for state, _ in some(box, usual(box), 12)]
    found = evaluate_many(box, judge, states, 0)
    assert all(0.0 <= value <= 1.0 for value in found)
    for state, value in zip(states, found, strict=True):
        assert evaluate_many(box, judge, [state], 0)[0] == pytest.approx(value, abs=1e-4)
    by_hand = evaluate_many(box, None, states, 0)
    assert by_hand == [box.evaluate(state, 0) for state in states]


@pytest.mark.parametrize("game", NETS)
def test_the_master_ranks_every_option_from_a_view(game: str) -> None:
    box = open_box(game)
    bot = make_bot("master", box)
    assert isinstance(bot, NetBot)
    for state, decision in some(box, usual(box), 40)[::13]:
        view = box.rules.view(state, 0)
        ranked = bot.think(view, decision, SeededRng(1))
        assert {action for action, _, _ in ranked} == set(decision.options)
        assert all(0.0 <= promise <= 1.0 for _, _, promise in ranked)
        assert [row[2] for row in ranked] == sorted((row[2] for row in ranked), reverse=True)
        again = bot.think(view, decision, SeededRng(1))
        assert again == ranked


@pytest.mark.parametrize("game", NETS)
def test_a_net_plays_on_as_often_as_its_name_says(game: str) -> None:
    box = open_box(game)
    bot = make_bot("net:2", box)
    assert isinstance(bot, NetBot)
    state, decision = some(box, usual(box), 9)[-1]
    ranked = bot.think(box.rules.view(state, 0), decision, SeededRng(1))
    assert {tries for _, tries, _ in ranked} <= {1, 3}


@pytest.mark.parametrize("game", NETS)
def test_hints_come_from_the_master(game: str) -> None:
    box = open_box(game)
    state, decision = some(box, usual(box), 9)[-1]
    advice = advise(box, box.rules.view(state, 0), decision, SeededRng(1), clock=False)
    assert {each.action for each in advice} == set(decision.options)
    assert sum(advice[0].chances) == pytest.approx(1.0)


def test_alone_at_the_wall_the_net_reaches_more_than_hard_does() -> None:
    box = open_box("hadrians_wall")
    judge = nets.judge_of(box)
    assert judge is not None
    bot = NetBot(box, judge, NetWork())
    scores = [alone(box, bot, f"quick {number}") for number in range(QUICK)]
    assert sum(scores) / QUICK > 65


def test_the_net_of_cambria_beats_greedy_play_in_most_of_40_games() -> None:
    box = open_box("cambria")
    judge = nets.judge_of(box)
    assert judge is not None
    assert measure(box, judge, "greedy:20", 2, QUICK, "quick") >= 0.7


@pytest.mark.parametrize("games_played", [10, pytest.param(QUICK, marks=pytest.mark.long)])
def test_the_net_of_conqueror_beats_two_who_only_glance(games_played: int) -> None:
    box = open_box("conqueror")
    judge = nets.judge_of(box)
    assert judge is not None
    assert measure(box, judge, "greedy:1", 3, games_played, "quick") >= 0.7


def test_the_net_of_para_bellum_beats_one_who_looks_as_far() -> None:
    box = open_box("para_bellum")
    judge = nets.judge_of(box)
    assert judge is not None
    assert measure(box, judge, "greedy:24", 2, QUICK, "quick", ends=24) >= 0.55


@pytest.mark.parametrize("game", NETS)
def test_fixed_positions_are_judged_as_when_the_net_was_made(game: str) -> None:
    seats, wanted = JUDGED[game]
    box = open_box(game)
    judge = nets.judge_of(box)
    assert judge is not None
    positions = [(state, 0) for state, _ in some(box, seats, 90)[::22]]
    found = judge.judge(rows_of(judge.encoding, positions))[:, 0]
    assert found == pytest.approx(wanted, abs=TOLERANCE[game])
