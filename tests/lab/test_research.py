"""The games in researchers' own tools: each passes the tool's own checks."""

from __future__ import annotations

import functools
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from ludus.core.errors import BadContent, BadRequest, RulesBug
from ludus.core.protocol import Outcome
from ludus.core.registry import find_game, open_box
from ludus.games import PUBLISHED
from ludus.lab import openspiel
from ludus.lab.gymnasium import IDS, SeatEnv
from ludus.lab.pettingzoo import LudusEnv, env, parallel_env
from ludus.lab.research.features import Features, default_features
from ludus.lab.research.stepper import Stepper, rewards_of
from ludus.lab.research.vector import Vector

GAMES = PUBLISHED


def play_through(stepper: Stepper, seed: int, look: Callable[[Stepper], None]) -> None:
    choose = random.Random(seed)
    stepper.reset(seed)
    while not stepper.over:
        look(stepper)
        assert stepper.decision is not None
        stepper.step(choose.choice(stepper.decision.options).number)


# Features and steps -------------------------------------------------------------------------------


def test_a_game_without_a_list_of_features_has_the_numbers_of_its_view() -> None:
    stepper = Stepper("cambria", 3)
    stepper.reset(1)
    table = default_features(stepper.view(0))
    features = Features(stepper.box, 3, stepper.options, table)
    rows = []

    def look(game: Stepper) -> None:
        rows.append(features.row(game.view(game.seat)))
        assert len(rows[-1]) == features.size

    play_through(stepper, 1, look)
    view = stepper.rules.view(stepper.state, 1)
    named = features.named(view)
    assert named["viewer"] == 1
    assert [named[f"points.{seat}"] for seat in range(3)] == list(view.points)
    assert len(set(map(tuple, rows))) > len(rows) // 2


def test_features_say_what_the_view_says() -> None:
    stepper = Stepper("cambria", 3)
    play_through(stepper, 5, lambda table: None)
    view = stepper.rules.view(stepper.state, 1)
    named = stepper.features.named(view)
    assert named["viewer"] == 1
    assert [named[f"points.{seat}"] for seat in range(3)] == list(view.points)
    assert [named[f"roads.{road}"] for road in range(28)] == list(view.roads)
    assert sum(named[f"touched.{bit}"] << bit for bit in range(28)) == view.touched


def test_features_hold_no_more_than_the_view() -> None:
    """Two positions that look the same to a seat give that seat the same row."""
    stepper = Stepper("para_bellum", 3)
    rules = stepper.rules

    def look(table: Stepper) -> None:
        if table.moves % 25 == 0:
            view = rules.view(table.state, table.seat)
            world = rules.resample(view, table.rng)
            row = table.features.row(rules.view(world, table.seat))
            assert row == table.features.row(view)

    play_through(stepper, 2, look)


def test_tables_of_features_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    box = open_box("cambria")
    options = box.options(2, {})
    wrong = Features(box, 2, options)
    with pytest.raises(RulesBug, match="must be padded"):
        view = box.rules.view(box.rules.setup(2, options), 0)
        wrong.read(replace(view, roads=(1, 2)), np.zeros(wrong.size, np.float32))
    from ludus.lab.research import features

    def table(*numbers: str) -> Callable[[object, object], features.FeatureTable]:
        return lambda path, kind: features.FeatureTable(numbers)

    monkeypatch.setattr(features, "read_toml", table("side"))
    with pytest.raises(BadContent, match="side is 'cambria', not a number"):
        Features(box, 2, options)
    monkeypatch.setattr(features, "read_toml", table("turn.*.x"))
    with pytest.raises(BadContent, match="is no list"):
        Features(box, 2, options)


def test_what_is_paid_adds_up_to_nothing() -> None:
    alone = ((0,), (1,), (2,))
    assert rewards_of(Outcome((9, 5, 5), (1, 2, 2), "end"), alone) == pytest.approx([1, -0.5, -0.5])
    assert sum(rewards_of(Outcome((9, 9, 5), (1, 1, 3), "end"), alone)) == pytest.approx(0)
    assert rewards_of(Outcome((9, 9, 9), (1, 1, 1), "end"), alone) == pytest.approx([0, 0, 0])
    pairs = ((0, 2), (1, 3))
    assert rewards_of(Outcome((5, 3, 5, 3), (1, 2, 1, 2), "end"), pairs) == [1, -1, 1, -1]
    assert rewards_of(Outcome((33,), (1,), "end"), ((0,),)) == [0.33]


def test_a_stepper_refuses_what_is_not_on_offer() -> None:
    stepper = Stepper("cambria", 2)
    with pytest.raises(BadRequest, match="reset it first"):
        stepper.step(0)
    stepper.reset(1)
    illegal = int(np.flatnonzero(stepper.mask() == 0)[0])
    moves = stepper.moves
    with pytest.raises(BadRequest, match="not on offer"):
        stepper.step(illegal)
    assert stepper.moves == moves


def test_a_batch_of_games_goes_its_ways() -> None:
    """Each table plays as if it were alone, and goes on with its next game."""
    vector = Vector("cambria", 3, 2, seed=4)
    choose = np.random.default_rng(1)
    ended = 0
    while ended < 4:
        batch = vector.batch()
        assert batch.observations.shape == (3, vector.tables[0].features.size)
        assert [table.seat for table in vector.tables] == list(batch.seats)
        drawn = [int(choose.choice(np.flatnonzero(mask))) for mask in batch.masks]
        done = vector.step(np.array(drawn))
        for end in done:
            assert sum(end.rewards) == pytest.approx(0)
            assert not vector.tables[end.table].over
        ended += len(done)
    with pytest.raises(BadRequest, match="2 actions for 3 tables"):
        vector.step(np.array([0, 0]))
    with pytest.raises(BadRequest, match="0 tables"):
        Vector("cambria", 0)


# Pickles ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_pickled_game_goes_on_as_the_one_it_was_made_from(game: str) -> None:
    stepper = Stepper(game)
    assert pickle.loads(pickle.dumps(stepper)).state is None
    choose = random.Random(3)
    stepper.reset(5)
    for _ in range(25):
        assert stepper.decision is not None
        stepper.step(choose.choice(stepper.decision.options).number)
    copy: Stepper = pickle.loads(pickle.dumps(stepper))
    for _ in range(25):
        if stepper.over:
            break
        assert (copy.seat, copy.moves) == (stepper.seat, stepper.moves)
        assert (copy.mask() == stepper.mask()).all()
        assert (copy.observe(copy.seat) == stepper.observe(stepper.seat)).all()
        assert stepper.decision is not None
        number = choose.choice(stepper.decision.options).number
        stepper.step(number)
        copy.step(number)


def test_what_learners_hold_is_pickled_with_where_it_stands() -> None:
    """A game that is over, batches, environments, rivals and generators included."""
    stepper = Stepper("cambria", 3)
    play_through(stepper, 2, lambda table: None)
    over: Stepper = pickle.loads(pickle.dumps(stepper))
    assert over.over
    assert (over.seat, over.rewards()) == (stepper.seat, stepper.rewards())

    vector = Vector("cambria", 2, 2, seed=4)
    twin: Vector = pickle.loads(pickle.dumps(vector))
    for _ in range(80):
        batch, same = vector.batch(), twin.batch()
        assert (batch.observations == same.observations).all()
        actions = batch.masks.argmax(axis=1)
        vector.step(actions)
        twin.step(actions)

    aec = env("para_bellum", 2)
    aec.reset(seed=1)
    seat = SeatEnv("cambria", ("random", "greedy:1"))
    observation, _ = seat.reset(seed=8)
    for _ in range(12):
        aec.step(int(aec.last()[0]["action_mask"].argmax()))
        observation, *_ = seat.step(int(observation["action_mask"].argmax()))
    other_aec: LudusEnv = pickle.loads(pickle.dumps(aec))
    other_seat: SeatEnv = pickle.loads(pickle.dumps(seat))
    for _ in range(12):
        assert other_aec.agent_selection == aec.agent_selection
        chosen = int(aec.last()[0]["action_mask"].argmax())
        aec.step(chosen)
        other_aec.step(chosen)
        action = int(observation["action_mask"].argmax())
        observation, *_ = seat.step(action)
        other, *_ = other_seat.step(action)
        assert (observation["observation"] == other["observation"]).all()


# PettingZoo ---------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # Advice on style, such as bounds of spaces.
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = env(game)
    for agent in table.possible_agents:
        table.action_space(agent).seed(11)
    api_test(table, num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(functools.partial(env, game), num_cycles=60)


def test_a_game_by_pettingzoo_is_the_game_itself() -> None:
    table: LudusEnv = env("cambria", 3)
    table.reset(seed=3)
    stepper = Stepper("cambria", 3)
    stepper.reset(3)
    for agent in table.agent_iter():
        observation, reward, termination, _, _ = table.last()
        if termination:
            assert reward == pytest.approx(stepper.rewards()[int(agent[-1])])
            table.step(None)
            continue
        assert agent == f"seat_{stepper.seat}"
        assert (observation["action_mask"] == stepper.mask()).all()
        assert (observation["observation"] == stepper.observe(stepper.seat)).all()
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        stepper.step(action)
        table.step(action)
    assert stepper.over
    assert len(table.feature_names) == stepper.features.size


def test_an_illegal_action_ends_the_game_for_who_chose_it() -> None:
    table = env("cambria", 2, render_mode="ansi")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1
    assert sum(table.rewards.values()) == -1
    assert "illegal" in table.infos[agent]
    assert "seat_0" in str(table.render())


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_where_all_act_at_once_there_is_a_parallel_environment() -> None:
    table = parallel_env("hadrians_wall", 3)
    for agent in table.possible_agents:
        table.action_space(agent).seed(11)
    parallel_api_test(table, num_cycles=60)
    parallel_seed_test(functools.partial(parallel_env, "hadrians_wall", 2), num_cycles=40)
    with pytest.raises(BadRequest, match="Cambria is played in turns"):
        parallel_env("cambria")


def test_side_by_side_every_seat_that_owes_a_choice_makes_one() -> None:
    table = parallel_env("hadrians_wall", 3, render_mode="ansi")
    observations, _ = table.reset(seed=2)
    assert all(seen["action_mask"].any() for seen in observations.values())
    steps = 0
    while table.agents:
        actions = {
            agent: int(np.argmax(seen["action_mask"])) for agent, seen in observations.items()
        }
        moves = table.stepper.moves
        owing = sum(bool(seen["action_mask"].any()) for seen in observations.values())
        observations, rewards, *_ = table.step(actions)
        assert 0 < table.stepper.moves - moves <= owing
        steps += 1
    assert steps < table.stepper.moves
    assert sum(rewards.values()) == pytest.approx(0)
    assert table.render()
    observations, _ = table.reset(seed=2)
    wrong = int(np.argmin(observations["seat_1"]["action_mask"]))
    right = int(np.argmax(observations["seat_0"]["action_mask"]))
    _, rewards, ended, _, infos = table.step({"seat_0": right, "seat_1": wrong, "seat_2": right})
    assert rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert all(ended.values())
    assert infos["seat_1"] == {"illegal": wrong}
    table.reset(seed=3)
    with pytest.raises(BadRequest, match="nothing to choose"):
        table.stepper.turn_to(9)


# Gymnasium ----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_checker(game: str) -> None:
    least = min(seats for seats in find_game(game).meta.seats if seats > 1)
    table = SeatEnv(game, ("random",) * (least - 1), render_mode="ansi")
    table.action_space.seed(11)
    check_env(table)


def test_a_learner_plays_against_bots() -> None:
    table = SeatEnv("cambria", ("random", "random"))
    seats, rewards = set(), []
    for seed in range(4):
        observation, info = table.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            action = np.flatnonzero(observation["action_mask"])[0]
            observation, reward, over, truncated, info = table.step(action)
            assert not truncated
        rewards.append(reward)
        assert len(info["scores"]) == 3
    assert len(seats) > 1
    assert set(np.round(rewards, 3)) <= {1.0, -0.5, 0.25, 0.0}


def test_gymnasium_makes_every_game_by_its_id() -> None:
    for name in GAMES:
        title = "".join(map(str.capitalize, name.split("_")))
        assert f"ludus/{title}-v{find_game(name).meta.version}" in gymnasium.registry
    made = gymnasium.make(next(name for name in IDS if "Cambria" in name), rivals=("random",) * 2)
    _, info = made.reset(seed=3)
    assert isinstance(made.unwrapped, SeatEnv)
    assert made.unwrapped.stepper.seats == 3
    assert info["seat"] in range(3)


def test_seats_and_rivals_that_are_not_there_are_refused() -> None:
    with pytest.raises(BadRequest, match="no seat 5"):
        SeatEnv("cambria", ("random",), seat=5)
    with pytest.raises(BadRequest, match="unknown bot 'nobody'"):
        SeatEnv("cambria", ("nobody",))


# OpenSpiel ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_own_simulation_checks(game: str) -> None:
    loaded = pyspiel.load_game(f"ludus_{game}")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def at_a_choice(game: str, draw: np.random.RandomState) -> tuple[pyspiel.Game, pyspiel.State]:
    loaded = pyspiel.load_game(f"ludus_{game}")
    state = loaded.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(int(draw.choice(numbers, p=odds)))
        else:
            state.apply_action(state.legal_actions()[0])
    return loaded, state


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_searches_play_them(game: str) -> None:
    """Its IS-MCTS asks for positions that fit a view, which few games there can give."""
    draw = np.random.RandomState(1)
    loaded, state = at_a_choice(game, draw)
    before = str(state)
    evaluator = mcts.RandomRolloutEvaluator(1, draw)
    bots = [mcts.MCTSBot(loaded, 1.4, 2, evaluator, random_state=draw)]
    if find_game(game).meta.secrets:
        bots.append(ismcts.ISMCTSBot(loaded, evaluator, 1.4, 2, random_state=draw))
    for bot in bots:
        assert bot.step(state) in state.legal_actions()
    assert str(state) == before


def test_openspiels_observer_tells_the_features() -> None:
    loaded, state = at_a_choice("cambria", np.random.RandomState(2))
    observation = make_observation(loaded)
    observation.set_from(state, 0)
    assert observation.tensor.shape == (loaded.kind.features.size,)
    assert observation.string_from(state, 0).startswith("{")
    row = loaded.kind.features.row(state.position.kind.rules.view(state.position.state, 0))
    assert state.information_state_tensor(0) == row
    assert state.observation_tensor(0) == row
    assert state.action_to_string(0, state.legal_actions()[0])


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_keeps_a_position_without_what_led_to_it(game: str) -> None:
    loaded, state = at_a_choice(game, np.random.RandomState(4))
    bare = loaded.state_at(state.position.kind.rules.copy(state.position.state))
    kept = pickle.loads(pickle.dumps(bare))
    assert str(kept) == str(state)
    assert kept.legal_actions() == state.legal_actions()
    chosen = state.legal_actions()[-1]
    state.apply_action(chosen)
    kept.apply_action(chosen)
    assert str(kept) == str(state)


def test_the_games_are_registered_and_take_players() -> None:
    assert set(openspiel.NAMES) <= set(pyspiel.registered_names())
    assert pyspiel.load_game("ludus_cambria", {"players": 4}).num_players() == 4
    assert openspiel.register() == list(openspiel.NAMES)


def test_python_ends_quietly_after_openspiel() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ludus.lab.openspiel"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
