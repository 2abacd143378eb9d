"""Teach a net two-player Cambria from nothing, in five minutes on one processor, with NumPy alone.

It knows the rules and what a position consists of, and nothing of what is good. It plays against
itself at a few tables; at each turn it looks at all positions that the turn can lead to and takes
what it likes best, now and then any. By how many points a position will be won it learns from what
it thought of the positions after it, down to the result (TD(lambda)); that says more of each than
who wins. Then it meets the built-in bots, from both seats, by the same rules as everybody: from its
view.

    OPENBLAS_NUM_THREADS=1 python examples/train_cambria.py --minutes 5 --save mine.npz
    python examples/train_cambria.py --load mine.npz --minutes 0

`ludus train cambria` does the same with more processors, and begins with the hand-made evaluation.
`docs/lab.md` says what came of both.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.bots import BOTS
from ludus.bots.net_bot import NetBot, NetWork
from ludus.core.net import Judge, Net
from ludus.core.protocol import Outcome, Seat
from ludus.core.registry import open_box
from ludus.games.cambria.bot import Evaluation
from ludus.games.cambria.bot.evaluation import SCALE
from ludus.games.cambria.bot.row import pack_position
from ludus.games.cambria.content import load_boards
from ludus.games.cambria.encode import CambriaEncoding
from ludus.games.cambria.state import State
from ludus.games.cambria.view import Cambria
from ludus.lab import Plan, report, simulate
from ludus.lab.train.learner import Learner, Memory
from ludus.lab.train.plan import TrainPlan
from ludus.lab.train.self_play import SelfPlay

SEATS: Final = 2
BOX: Final = open_box("cambria")
PLAN: Final = TrainPlan(
    hidden=(48,), seats={"2": 1}, tables=8, beam=2, explore=0.03, trace=0.9, rate=0.002, batch=256
)
"""How large the net is and how it learns."""
REUSE: Final = 8
"""How often each position is learned from."""
BY_AND_BY: Final = 0.6
"""After this share of the time it learns more and more slowly."""


class Unaided(CambriaEncoding):
    """Positions as numbers, without what the hand-made evaluation makes of them.

    A net says by how many points the viewer will lead.
    """

    @property
    def kind(self) -> Literal["wins", "points"]:
        return "points"

    @property
    def outputs(self) -> int:
        return 1

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        return np.zeros((len(rows), 1), np.float32)

    def points(self, outcome: Outcome, seat: Seat) -> float:
        return float(outcome.scores[seat] - outcome.scores[1 - seat])

    def chance(self, value: float, state: State, seat: Seat) -> float:
        return 1 / (1 + math.exp(-value / SCALE))

    def pack(self, state: State, viewer: Seat) -> tuple[int, ...]:
        return pack_position(state, viewer, [0.0] * state.players)


def newborn(seed: int) -> Judge:
    """A net that likes positions at random."""
    rules = Cambria(load_boards(BOX.pack))
    encoding = Unaided(rules, Evaluation(rules))
    net = Net.new([encoding.width, *PLAN.hidden, encoding.outputs], seed)
    last = net.layers[-1]
    last.weights[:] = np.random.default_rng(seed).normal(0, 0.05, last.weights.shape)
    return Judge(encoding, net)


def train(judge: Judge, minutes: float, seed: int, games_at_least: int = 0) -> int:
    """Play against itself for `minutes` of a processor; how many games were learned from."""
    play, learner = SelfPlay(BOX, judge, PLAN, seed), Learner(judge, PLAN.rate)
    rng = np.random.default_rng(seed)
    memory: Memory | None = None
    start, games, due, told = time.process_time(), 0, 0.0, 0.0
    while (spent := (time.process_time() - start) / 60) < minutes or games < games_at_least:
        lesson = play.step()
        if lesson is None:
            continue
        if memory is None:
            memory = Memory(100_000, lesson.rows.shape[1], lesson.targets.shape[1])
        memory.add(lesson.rows, lesson.targets)
        games += lesson.games
        late = max(0.0, spent / max(minutes, 1e-9) - BY_AND_BY) / (1 - BY_AND_BY)
        learner.rate = PLAN.rate * 0.1 ** min(1.0, late)
        due += REUSE * len(lesson.rows) / PLAN.batch
        while due >= 1:
            error = learner.learn(*memory.some(PLAN.batch, memory.count, rng))
            due -= 1
            if spent - told > 0.5:
                told = spent
                print(f"{spent:.1f} minutes, {games:,} games, error {error:.3f}", flush=True)
    return games


def measure(judge: Judge, rivals: Sequence[str], games: int) -> None:
    """How the net fares against built-in bots, with 95 % intervals."""
    BOTS["learned"] = lambda box: NetBot(box, judge, NetWork())
    for rival in rivals:
        plan = Plan("cambria", SEATS, ("learned", rival), games, seed=99).checked()
        row = report(plan, simulate(plan)).by_bot[0]
        low, high = row.interval
        print(f"against {rival:9} {row.win_share:6.1%} of wins ({low:.1%} to {high:.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a net two-player Cambria.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=100, help="games against each rival")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=int, default=0, help="self-play games at least")
    parser.add_argument("--rivals", default="random,greedy,hard-2026")
    parser.add_argument("--load", type=Path)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    judge = newborn(given.seed)
    if given.load:
        judge.net.layers = Net.load(given.load).layers
    print(f"{train(judge, given.minutes, given.seed, given.least):,} games against itself")
    if given.save:
        judge.net.save(given.save)
    measure(judge, given.rivals.split(","), given.games)


if __name__ == "__main__":
    main()
