"""Train a small policy on two-player Cambria with NumPy alone, and say how good it is.

A network with one hidden layer looks at the features of the view and rates all actions; those that
are not on offer are masked. It plays itself, a few tables at a time, and is moved towards what won
(REINFORCE with a baseline and a bonus for staying undecided). Then it meets the built-in bots, from
both seats, by the same rules as everybody: from its view.

    python examples/train_cambria.py --minutes 10 --save policy.npz
    python examples/train_cambria.py --load policy.npz --minutes 0

`docs/lab.md` says what came of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludus.bots import BOTS
from ludus.core.actions import Action
from ludus.core.protocol import Decision, Rng
from ludus.lab import Plan, report, simulate
from ludus.lab.research.features import Features
from ludus.lab.research.stepper import Stepper
from ludus.lab.research.vector import Vector

Floats = NDArray[np.float32]
GAME, SEATS = "cambria", 2
HIDDEN, TABLES, RATE, UNDECIDED, CLIP = 128, 16, 3e-4, 0.01, 5.0


class Policy:
    """Features in, a rating for every action out; and what the position seems worth."""

    def __init__(self, inputs: int, actions: int, seed: int = 0) -> None:
        draw = np.random.default_rng(seed)
        self.weights: dict[str, Floats] = {
            "in": (draw.normal(size=(inputs, HIDDEN)) / np.sqrt(inputs)).astype(np.float32),
            "bias": np.zeros(HIDDEN, np.float32),
            "out": (draw.normal(size=(HIDDEN, actions)) * 0.01).astype(np.float32),
            "worth": np.zeros(HIDDEN, np.float32),
        }
        self._mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._square = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._steps = 0

    @staticmethod
    def scaled(rows: Floats) -> Floats:
        """Large counts are given by their order of magnitude."""
        return np.sign(rows) * np.log1p(np.abs(rows))

    def rate(self, rows: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Chances of all actions, worths of the positions, and the hidden layer."""
        weights = self.weights
        hidden = np.tanh(self.scaled(rows) @ weights["in"] + weights["bias"])
        ratings = np.where(masks > 0, hidden @ weights["out"], -1e9)
        ratings -= ratings.max(axis=1, keepdims=True)
        chances = np.exp(ratings)
        chances /= chances.sum(axis=1, keepdims=True)
        return chances.astype(np.float32), hidden @ weights["worth"], hidden.astype(np.float32)

    def learn(
        self, rows: Floats, masks: NDArray[np.int8], chosen: NDArray[np.int64], rewards: Floats
    ) -> None:
        """One step towards what paid better than expected."""
        chances, worths, hidden = self.rate(rows, masks)
        count = len(rows)
        better = rewards - worths
        better = (better - better.mean()) / (better.std() + 1e-6)
        slope = chances * better[:, None]
        slope[np.arange(count), chosen] -= better
        logs = np.log(np.maximum(chances, 1e-12))
        undecided = -(chances * logs).sum(axis=1, keepdims=True)
        slope += UNDECIDED * chances * (logs + undecided)
        off = (worths - rewards)[:, None]
        back = slope @ self.weights["out"].T + 0.5 * off * self.weights["worth"]
        back *= 1 - hidden**2
        scaled = self.scaled(rows)
        self._move(
            {
                "in": scaled.T @ back / count,
                "bias": back.mean(axis=0),
                "out": hidden.T @ slope / count,
                "worth": (hidden * off).mean(axis=0),
            }
        )

    def _move(self, slopes: dict[str, Floats]) -> None:
        """Adam."""
        self._steps += 1
        length = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        shrink = min(1.0, CLIP / (length + 1e-9))
        for name, slope in slopes.items():
            self._mean[name] += 0.1 * (slope * shrink - self._mean[name])
            self._square[name] += 0.001 * ((slope * shrink) ** 2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            self.weights[name] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class LearnedBot:
    """The policy at a table: takes the action it rates highest."""

    def __init__(self, policy: Policy, features: Features) -> None:
        self._policy = policy
        self._features = features

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        row = np.array([self._features.row(view)], np.float32)
        numbers = [option.number for option in decision.options]
        mask = np.zeros((1, self._policy.weights["out"].shape[1]), np.int8)
        mask[0, numbers] = 1
        chances = self._policy.rate(row, mask)[0][0]
        return decision.options[int(np.argmax(chances[numbers]))]


def train(policy: Policy, minutes: float, seed: int, games_at_least: int = 0) -> int:
    """Play against itself for `minutes`; how many games were learned from."""
    tables = Vector(GAME, TABLES, SEATS, seed=seed)
    draw = np.random.default_rng(seed)
    steps: list[list[tuple[Floats, NDArray[np.int8], int, int]]] = [[] for _ in range(TABLES)]
    stop = time.monotonic() + 60 * minutes
    games = 0
    while time.monotonic() < stop or games < games_at_least:
        batch = tables.batch()
        chances, _, _ = policy.rate(batch.observations, batch.masks)
        sums = chances.cumsum(axis=1)
        drawn = (sums < draw.random((TABLES, 1)) * sums[:, -1:]).sum(axis=1)
        for table in range(TABLES):
            steps[table].append(
                (
                    batch.observations[table],
                    batch.masks[table],
                    int(drawn[table]),
                    int(batch.seats[table]),
                )
            )
        for end in tables.step(drawn):
            rows, masks, chosen, seats = zip(*steps[end.table], strict=True)
            rewards = np.array([end.rewards[seat] for seat in seats], np.float32)
            policy.learn(np.stack(rows), np.stack(masks), np.array(chosen), rewards)
            steps[end.table] = []
            games += 1
    return games


def measure(policy: Policy, features: Features, rivals: Sequence[str], games: int) -> None:
    """How the policy fares against built-in bots, with 95 % intervals."""
    BOTS["learned"] = lambda box: LearnedBot(policy, features)
    for rival in rivals:
        plan = Plan(GAME, SEATS, ("learned", rival), games, seed=99).checked()
        row = report(plan, simulate(plan)).by_bot[0]
        low, high = row.interval
        print(f"against {rival:7} {row.win_share:6.1%} of wins ({low:.1%} to {high:.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small policy on Cambria.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=200, help="games against each rival")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=int, default=0, help="self-play games at least")
    parser.add_argument("--rivals", default="random,greedy")
    parser.add_argument("--load", type=Path)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    stepper = Stepper(GAME, SEATS)
    policy = Policy(stepper.features.size, stepper.actions, given.seed)
    if given.load:
        policy.weights = dict(np.load(given.load))
    print(f"{train(policy, given.minutes, given.seed, given.least):,} games against itself")
    if given.save:
        np.savez_compressed(given.save, **policy.weights)  # type: ignore[arg-type]  # Its stubs.
    measure(policy, stepper.features, given.rivals.split(","), given.games)


if __name__ == "__main__":
    main()
