"""A training run: workers that play, a learner, checkpoints and a log from which to go on.

The run's folder holds `checkpoint.npz` (weights, what Adam remembers, counts) and `log.jsonl` with
a line for every measurement. The same command goes on from there.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from ludus.core.content import RECIPE, WEIGHTS
from ludus.core.errors import BadRequest
from ludus.core.files import write_text
from ludus.core.game import AnyBox
from ludus.core.net import Judge, Net
from ludus.core.nets import ONE_THREAD, Recipe, digest
from ludus.core.registry import find_game, open_box
from ludus.lab.train.beside import side_by_side
from ludus.lab.train.learner import Learner, Memory
from ludus.lab.train.measure import measure
from ludus.lab.train.plan import TrainPlan, plan_of
from ludus.lab.train.self_play import Lesson, SelfPlay

LEAST: Final = 2_000
"""Nothing is learned from fewer positions."""
NEWS: Final = 4.0
"""Seconds after which workers get the learner's weights."""
LINE: Final = 20.0
"""Seconds between two lines of the log."""
RECENT: Final = 0.5
"""Early on only the latest half of all positions is learned from: the first ones are poor."""
FLAT: Final = 0.4
"""After this share of the time the rate begins to fall."""
FALL: Final = 1.5
"""By how many powers of ten it falls until the end."""
WAITING: Final = 64
JOBS_A_THREAD: Final = 4
"""With so many workers one more thread learns: what they play would be too much for one."""
LOOKS: Final = 8
"""How often a net is measured during a run."""


class Counts(msgspec.Struct):
    """How far a run is."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    steps: int = 0


class LogLine(msgspec.Struct, frozen=True):
    """One measurement."""

    seconds: float
    games: int
    positions: int
    steps: int
    error: float
    score: float
    """The mean score of the latest games."""
    measured: float | None = None
    """Against the bot that the net is measured by: its share of wins, or its points alone."""


@dataclass(frozen=True, slots=True)
class Run:
    """What is trained, where, and how long."""

    game: str
    folder: Path
    minutes: float
    jobs: int
    seed: int
    measured: int = 0
    """How many games it plays at each of the measurements on the way."""
    start: tuple[Path, ...] = ()
    """The weights that it begins with, if it has no checkpoint; several nets count the same."""
    pack: Path | None = None
    """The content that it is trained on, if not the built-in one."""

    def box(self) -> AnyBox:
        return open_box(self.game, self.pack)


def judge_for(box: AnyBox, plan: TrainPlan, seed: int) -> Judge:
    """A net that knows nothing yet."""
    if box.encoding is None:
        raise BadRequest(f"{box.meta.title} has no encoding (encode.py), so no net can be trained")
    encoding = box.encoding()
    sizes = [encoding.width, *plan.hidden, encoding.outputs]
    return Judge(encoding, Net.new(sizes, seed))


def train(run: Run, tell: Callable[[LogLine], None]) -> tuple[Learner, Counts]:
    """Train for the run's minutes, from its checkpoint if there is one; the folder exists."""
    box = run.box()
    plan = plan_of(find_game(run.game))
    judge = judge_for(box, plan, run.seed)
    learner = Learner(judge, plan.rate, threads=max(1, run.jobs // JOBS_A_THREAD))
    if run.start:
        begin_with(run.start, learner)
    counts = load(run.folder, learner)
    with lessons(run, plan, learner, counts) as source:
        _loop(run, plan, learner, counts, source, tell)
    save(run.folder, learner, counts)
    return learner, counts


def _loop(
    run: Run,
    plan: TrainPlan,
    learner: Learner,
    counts: Counts,
    source: Iterator[Lesson | None],
    tell: Callable[[LogLine], None],
) -> None:
    box = run.box()
    seats = int(next(iter(plan.seats)))
    row = len(learner.judge.encoding.pack(box.rules.setup(seats, box.options(seats, {})), 0))
    memory = Memory(plan.keep, row, learner.judge.encoding.outputs)
    rng = np.random.default_rng((run.seed, counts.games))
    start = told = time.monotonic()
    before = counts.seconds
    due = 0.0
    errors: list[float] = []
    scores: list[int] = []
    next_look = 0.0
    for lesson in source:
        now = time.monotonic()
        counts.seconds = before + now - start
        if lesson is not None:
            memory.add(lesson.rows, lesson.targets)
            counts.games += lesson.games
            counts.positions += len(lesson.rows)
            scores = [*scores, *lesson.scores][-4000:]
            due += plan.reuse * len(lesson.rows) / plan.batch
        share = (now - start) / (60 * run.minutes)
        learner.rate = plan.rate * 10 ** (-FALL * max(0.0, share - FLAT) / (1 - FLAT))
        among = max(LEAST, int(RECENT * counts.positions))
        while due >= 1 and memory.count >= LEAST:
            errors.append(learner.learn(*memory.some(plan.batch, among, rng)))
            counts.steps += 1
            due -= 1
        if (now - told > LINE or share >= 1) and errors:
            told = now
            measured = None
            if run.measured and share >= next_look:
                next_look += 1 / LOOKS
                where = f"{run.seed} {counts.games}"
                measured = measure(
                    box, learner.judge, plan.against, seats, run.measured, where, plan.ends
                )
            line = LogLine(
                counts.seconds,
                counts.games,
                counts.positions,
                counts.steps,
                float(np.mean(errors[-200:])),
                float(np.mean(scores)) if scores else 0.0,
                measured,
            )
            with (run.folder / "log.jsonl").open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
            save(run.folder, learner, counts)
            tell(line)
        if share >= 1:
            return


# Checkpoints --------------------------------------------------------------------------------------


def save(folder: Path, learner: Learner, counts: Counts) -> None:
    """The whole file at once, so that a run can be killed at any time."""
    path = folder / "checkpoint.npz"
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(
            file,
            sizes=np.array(learner.judge.net.sizes),
            flat=learner.judge.net.flat,
            moments=learner.moments(),
            counts=np.frombuffer(msgspec.json.encode(counts), np.uint8),
        )
    part.replace(path)


def begin_with(paths: Sequence[Path], learner: Learner) -> None:
    """Go on from the weights of other runs, which have left nothing else."""
    for path in paths:
        if not path.is_file():
            raise BadRequest(f"{path}: there is no such file")
    nets = [Net.load(path) for path in paths]
    if len({len(net.layers) for net in nets}) > 1:
        raise BadRequest("--start: nets with different numbers of layers cannot go side by side")
    net = side_by_side(nets) if len(nets) > 1 else nets[0]
    if net.sizes != learner.judge.net.sizes:
        what = " and ".join(map(str, paths))
        raise BadRequest(f"{what} is a net of {net.sizes}, not {learner.judge.net.sizes}")
    learner.judge.net.layers = net.layers


def load(folder: Path, learner: Learner) -> Counts:
    """Go on from a checkpoint, if there is one; how far it had come."""
    path = folder / "checkpoint.npz"
    if not path.is_file():
        return Counts()
    with np.load(path) as file:
        sizes = [int(size) for size in file["sizes"]]
        if sizes != learner.judge.net.sizes:
            raise BadRequest(
                f"{path} is of a net of {sizes}, not {learner.judge.net.sizes}: name another folder"
            )
        counts = msgspec.json.decode(file["counts"].tobytes(), type=Counts)
        learner.judge.net.layers = Net.from_flat(sizes, file["flat"]).layers
        learner.remember(file["moments"], counts.steps)
    return counts


# Workers ------------------------------------------------------------------------------------------


@contextmanager
def lessons(
    run: Run, plan: TrainPlan, learner: Learner, counts: Counts
) -> Iterator[Iterator[Lesson | None]]:
    """Lessons without end: played in this process, or by workers."""
    seed = f"{run.seed}-{counts.games}"
    if run.jobs == 1:
        play = SelfPlay(run.box(), learner.judge, plan, seed)
        yield iter(play.step, ...)
        return
    context = multiprocessing.get_context("spawn")
    weights = context.RawArray("f", len(learner.judge.net.flat))
    shared = np.frombuffer(weights, np.float32)
    shared[:] = learner.judge.net.flat
    done: Queue[Lesson] = context.Queue(WAITING)
    stop = context.Event()
    workers = [
        context.Process(
            target=_work,
            args=(run, plan, f"{seed}-{number}", weights, done, stop),
            daemon=True,
        )
        for number in range(run.jobs)
    ]
    # There is a worker for each processor already.
    kept = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    for worker in workers:
        worker.start()
    for name, value in kept.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
    try:
        yield _received(done, learner, shared)
    finally:
        stop.set()
        for worker in workers:
            worker.terminate()
            worker.join()


def _received(
    done: Queue[Lesson], learner: Learner, shared: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> Iterator[Lesson | None]:
    sent = time.monotonic()
    while True:
        found: Lesson | None = None
        with suppress(queue.Empty):
            found = done.get(timeout=1.0)
        yield found
        if time.monotonic() - sent > NEWS:
            shared[:] = learner.judge.net.flat
            sent = time.monotonic()


def _work(
    run: Run,
    plan: TrainPlan,
    seed: str,
    weights: np.ndarray[tuple[int], np.dtype[np.float32]],
    done: Queue[Lesson],
    stop: Event,
) -> None:
    """A worker: plays by the latest weights until it is stopped."""
    box = run.box()
    judge = judge_for(box, plan, run.seed)
    sizes = judge.net.sizes
    shared = np.frombuffer(weights, np.float32)
    play = SelfPlay(box, judge, plan, seed)
    renewed = 0.0
    while not stop.is_set():
        if time.monotonic() - renewed > NEWS:
            judge.net = Net.from_flat(sizes, shared.copy())
            renewed = time.monotonic()
        found = play.step()
        if found is not None:
            done.put(found)


def write_net(folder: Path, run: Run, learner: Learner, counts: Counts, command: str) -> Recipe:
    """The weights to play by, how they were made, and the course of the training."""
    box = run.box()
    net = learner.judge.net
    net.save(folder / WEIGHTS)
    recipe = Recipe(
        game=run.game,
        version=box.meta.version,
        content=box.content_hash,
        width=learner.judge.encoding.width,
        sizes=tuple(net.sizes),
        weights=digest(folder / WEIGHTS),
        games=counts.games,
        positions=counts.positions,
        steps=counts.steps,
        minutes=round(counts.seconds / 60, 1),
        command=command,
    )
    write_text(folder / RECIPE, recipe.text())
    return recipe


def log_of(folder: Path) -> list[LogLine]:
    """The measurements of a run so far."""
    lines = (folder / "log.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=LogLine) for line in lines]
