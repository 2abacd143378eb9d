"""Nets trained by self-play: they learn, go on from a checkpoint, and come with a recipe."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from ludus.bots import offered
from ludus.cli import main
from ludus.core.chance import SeededRng
from ludus.core.content import read_toml
from ludus.core.errors import BadRequest
from ludus.core.net import Judge, Net, chances
from ludus.core.nets import Recipe, digest
from ludus.core.pack_words import copy_pack
from ludus.core.registry import all_games, find_game, open_box
from ludus.lab.train.curve import curves
from ludus.lab.train.learner import Learner, Memory
from ludus.lab.train.measure import measure
from ludus.lab.train.plan import drawn, plan_of, table_of
from ludus.lab.train.run import (
    Counts,
    LogLine,
    Run,
    begin_with,
    judge_for,
    load,
    save,
    train,
    write_net,
)
from ludus.lab.train.self_play import Lesson, SelfPlay

SMALL = {"hidden": (8,), "tables": 4}


def small(game: str) -> tuple[Judge, SelfPlay]:
    plan = msgspec.structs.replace(plan_of(find_game(game)), **SMALL)
    box = open_box(game)
    judge = judge_for(box, plan, 1)
    return judge, SelfPlay(box, judge, plan, 5)


def lesson_of(play: SelfPlay) -> Lesson:
    for _ in range(2000):
        found = play.step()
        if found is not None:
            return found
    raise AssertionError("no game ended")


@pytest.mark.parametrize("game", ["cambria", "hadrians_wall", "para_bellum"])
def test_games_against_itself_become_lessons(game: str) -> None:
    judge, play = small(game)
    lesson = lesson_of(play)
    assert lesson.games >= 1
    assert len(lesson.rows) == len(lesson.targets)
    seats = judge.encoding.seats(lesson.rows)
    if judge.encoding.kind == "wins":
        assert lesson.targets.sum(1) == pytest.approx(np.ones(len(lesson.rows)), abs=1e-4)
        absent = np.arange(judge.encoding.outputs) >= seats[:, None]
        assert not lesson.targets[absent].any()
    else:
        # A result reaches back: what is learned lies between what was thought and what came.
        assert min(lesson.scores) - 60 <= lesson.targets.min()
        assert lesson.targets.max() <= max(lesson.scores) + 60


@pytest.mark.parametrize("game", ["cambria", "hadrians_wall"])
def test_the_error_falls_on_what_is_learned(game: str) -> None:
    judge, play = small(game)
    lesson = lesson_of(play)
    learner = Learner(judge, 0.005)
    # What is in doubt itself cannot be learned away.
    doubt = -(lesson.targets * np.log(lesson.targets + 1e-9)).sum(1).mean()
    least = float(doubt) if judge.encoding.kind == "wins" else 0.0
    first = learner.learn(lesson.rows, lesson.targets) - least
    for _ in range(40):
        last = learner.learn(lesson.rows, lesson.targets) - least
    assert last < 0.8 * first


def test_the_slope_is_that_of_the_error() -> None:
    judge, play = small("cambria")
    lesson = lesson_of(play)
    rows, targets = lesson.rows[:64], lesson.targets[:64]
    layer = judge.net.layers[-1]
    layer.weights[:] = np.random.default_rng(0).normal(0, 0.1, layer.weights.shape)

    def error() -> float:
        encoding = judge.encoding
        found = judge.net.outputs(encoding.features(rows)) + encoding.base(rows)
        guess = chances(found, encoding.seats(rows)).astype(np.float64)
        return float(-(targets * np.log(guess + 1e-9)).sum(1).mean())

    before = error()
    learner = Learner(judge, 0.0)
    learner.learn(rows, targets)
    # Adam's first memory of the slope is a tenth of it.
    slope = 10 * learner.first[-1].weights[3, 0]
    layer.weights[3, 0] += 0.01
    assert (error() - before) / 0.01 == pytest.approx(slope, abs=2e-3)


def test_threads_that_share_a_batch_learn_the_same() -> None:
    judge, play = small("cambria")
    lesson = lesson_of(play)
    alone, shared = Learner(judge, 0.01), Learner(small("cambria")[0], 0.01, threads=3)
    for _ in range(4):
        error = alone.learn(lesson.rows, lesson.targets)
        assert shared.learn(lesson.rows, lesson.targets) == pytest.approx(error, abs=1e-4)
    assert shared.judge.net.flat == pytest.approx(alone.judge.net.flat, abs=1e-3)


def test_a_memory_forgets_the_oldest() -> None:
    memory = Memory(4, 1, 1)
    for number in range(6):
        memory.add(np.array([[number]]), np.array([[number]], np.float32))
    rng = np.random.default_rng(0)
    rows, _ = memory.some(100, 100, rng)
    assert set(rows.ravel().tolist()) == {2, 3, 4, 5}
    rows, targets = memory.some(100, 2, rng)
    assert set(rows.ravel().tolist()) == {4, 5}
    assert (rows == targets).all()


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    judge, play = small("cambria")
    learner = Learner(judge, 0.01)
    lesson = lesson_of(play)
    learner.learn(lesson.rows, lesson.targets)
    save(tmp_path, learner, Counts(12.0, 3, len(lesson.rows), 1))
    again = Learner(small("cambria")[0], 0.01)
    counts = load(tmp_path, again)
    assert (counts.seconds, counts.games, counts.steps) == (12.0, 3, 1)
    assert np.array_equal(again.judge.net.flat, judge.net.flat)
    learner.learn(lesson.rows, lesson.targets)
    again.learn(lesson.rows, lesson.targets)
    assert np.array_equal(again.judge.net.flat, judge.net.flat)
    with pytest.raises(BadRequest, match="name another folder"):
        load(tmp_path, Learner(judge_for(open_box("cambria"), plan_of(find_game("cambria")), 0), 1))


def test_a_run_begins_with_the_weights_of_another(tmp_path: Path) -> None:
    judge, _ = small("cambria")
    judge.net.layers[-1].weights[:] = 0.5
    judge.net.save(tmp_path / "net.npz")
    learner = Learner(small("cambria")[0], 0.01)
    begin_with([tmp_path / "net.npz"], learner)
    assert learner.judge.net.flat == pytest.approx(judge.net.flat, abs=1e-3)
    with pytest.raises(BadRequest, match="is a net of"):
        begin_with(
            [tmp_path / "net.npz"],
            Learner(judge_for(open_box("cambria"), plan_of(find_game("cambria")), 0), 1),
        )
    with pytest.raises(BadRequest, match="no such file"):
        begin_with([tmp_path / "none.npz"], learner)


def test_nets_side_by_side_say_the_mean_of_what_each_says(tmp_path: Path) -> None:
    box, plan = open_box("cambria"), plan_of(find_game("cambria"))
    nets = []
    for seed, hidden in enumerate([(5, 4), (8, 3)]):
        judge = judge_for(box, msgspec.structs.replace(plan, hidden=hidden), seed)
        judge.net.layers[-1].weights[:] = 0.1 + seed
        judge.net.layers[-1].bias[:] = seed
        judge.net.save(tmp_path / f"{seed}.npz")
        nets.append(judge.net)
    both = Learner(judge_for(box, msgspec.structs.replace(plan, hidden=(13, 7)), 0), 0.01)
    begin_with([tmp_path / "0.npz", tmp_path / "1.npz"], both)
    rows = np.random.default_rng(3).random((6, nets[0].sizes[0]), np.float32)
    mean = (nets[0].outputs(rows) + nets[1].outputs(rows)) / 2
    assert both.judge.net.outputs(rows) == pytest.approx(mean, rel=2e-2, abs=1e-2)
    Net(nets[0].layers[1:]).save(tmp_path / "less.npz")
    with pytest.raises(BadRequest, match="side by side"):
        begin_with([tmp_path / "0.npz", tmp_path / "less.npz"], both)


def test_a_run_leaves_weights_and_how_they_were_made(tmp_path: Path) -> None:
    run = Run("hadrians_wall", tmp_path, minutes=0.001, jobs=1, seed=0)
    learner, counts = train(run, lambda line: None)
    write_net(tmp_path, run, learner, counts, "ludus train hadrians_wall")
    recipe = read_toml(tmp_path / "net.toml", Recipe)
    assert recipe.content == open_box("hadrians_wall").content_hash
    assert recipe.weights == digest(tmp_path / "net.npz")
    assert (tmp_path / "net.npz").stat().st_size < 1_000_000
    net = Net.load(tmp_path / "net.npz")
    assert tuple(net.sizes) == recipe.sizes
    assert net.flat == pytest.approx(learner.judge.net.flat, abs=1e-2)


def test_a_curve_shows_every_measurement() -> None:
    lines = [LogLine(1, 10, 100, 5, 0.9, 20), LogLine(2, 20, 200, 9, 0.7, 30, 0.5)]
    drawn = ElementTree.fromstring(curves(lines, "A run"))
    shown = [node for node in drawn.iter() if node.tag.endswith("polyline")]
    assert [len(node.attrib["points"].split()) for node in shown] == [2, 2, 1]


def test_a_net_is_measured_alone_and_against_others() -> None:
    judge, _ = small("cambria")
    assert 0.0 <= measure(open_box("cambria"), judge, "random", 2, 2, "a") <= 1.0
    alone, _ = small("hadrians_wall")
    assert measure(open_box("hadrians_wall"), alone, "random", 1, 1, "a") > 20


def test_tables_are_drawn_as_the_plan_says() -> None:
    rng = SeededRng(3)
    assert {drawn({"a": 1, "b": 0, "c": 2}, rng) for _ in range(50)} == {"a", "c"}
    box, plan = open_box("cambria"), plan_of(find_game("cambria"))
    tables = [table_of(box, plan, rng) for _ in range(60)]
    assert {seats for seats, _ in tables} >= {2, 3}
    assert {options["side"] for _, options in tables} == {"cambria", "cumbria"}
    assert all(("dummy_may_stay" in options) == (seats == 2) for seats, options in tables)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_game_with_an_encoding_says_how_its_net_is_trained(game: str) -> None:
    folder = find_game(game).folder
    assert (folder / "train.toml").is_file() == (folder / "encode.py").is_file()
    if (folder / "train.toml").is_file():
        box, plan = open_box(game), plan_of(find_game(game))
        known = {option.key: set(option.choices) for option in box.meta.option}
        assert all(set(values) <= known[key] for key, values in plan.options.items())
        assert {int(seats) for seats in plan.seats} <= set(box.meta.seats)


def test_a_net_is_trained_for_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = tmp_path / "renamed"
    copy_pack(find_game("cambria"), pack)
    maps = pack / "maps.toml"
    text = maps.read_text(encoding="utf-8").replace('name = "Deva"', 'name = "Legion City"')
    maps.write_text(text, encoding="utf-8")
    run = Run("cambria", tmp_path / "run", 0.001, 1, 0, pack=pack)
    run.folder.mkdir()
    learner, counts = train(run, lambda line: None)
    recipe = write_net(pack, run, learner, counts, "ludus train cambria --pack renamed")
    box = find_game("cambria").open(pack)
    assert recipe.content == box.content_hash != open_box("cambria").content_hash
    assert offered(box)[-1] == "master"
    capsys.readouterr()
    assert main(["content", "check", "--quick", str(pack)]) == 0
    assert "there is a master for this pack" in capsys.readouterr().out
    (pack / "net.npz").write_bytes(b"x")
    assert main(["content", "check", "--quick", str(pack)]) == 0
    assert "the net is not used: it is damaged" in capsys.readouterr().out


def test_a_pack_for_another_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_pack(find_game("cambria"), tmp_path / "pack")
    assert main(["train", "conqueror", "--pack", str(tmp_path / "pack")]) == 2
    assert "game is 'cambria', not 'conqueror'" in capsys.readouterr().err
    assert main(["train", "agricola", "--start", "game", "--keep", str(tmp_path)]) == 2
    assert "comes without a net" in capsys.readouterr().err


def test_a_game_without_an_encoding_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "agricola", "--keep", "/dev/null/x"]) == 2
    assert "cannot be written" in capsys.readouterr().err
