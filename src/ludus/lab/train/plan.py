"""What a training run is made of: `train.toml` in a game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from ludus.core.content import read_toml
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox, AnyGame
from ludus.core.protocol import Rng

FILE: Final = "train.toml"


class TrainPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game's net is trained."""

    hidden: tuple[int, ...]
    seats: dict[str, int]
    """Seat counts by how often they are played."""
    options: dict[str, dict[str, int]] = {}
    """Table options: per key, its values by how often."""
    tables: int = 32
    """How many games a worker plays side by side."""
    beam: int = 6
    """How many positions in the middle of a turn are followed."""
    ends: int = 0
    """Instead of that, about how many ends a tree of own choices and chance has."""
    explore: float = 0.03
    """The share of choices made at random."""
    trace: float = 0.8
    """How far a result reaches back: lambda."""
    rate: float = 0.001
    """How fast weights move at first."""
    batch: int = 1024
    reuse: float = 4.0
    """How often each position is learned from."""
    keep: int = 400_000
    """How many positions are kept to learn from."""
    clock: int = 0
    """A running clock is up in one case of so many although somebody could still act; 0: never."""
    against: str = "greedy:30"
    """Whom the net is measured against on the way."""


def plan_of(game: AnyGame) -> TrainPlan:
    path = game.folder / FILE
    if not path.is_file():
        raise BadRequest(f"{game.meta.title} has no {FILE}, which says how its net is trained")
    return read_toml(path, TrainPlan)


def table_of(box: AnyBox, plan: TrainPlan, rng: Rng) -> tuple[int, dict[str, str]]:
    """The seats and options of the next game."""
    seats = int(drawn(plan.seats, rng))
    given = {
        key: drawn(values, rng)
        for key, values in plan.options.items()
        if any(
            option.key == key and seats in (option.seats or (seats,)) for option in box.meta.option
        )
    }
    return seats, box.options(seats, given)


def drawn(weights: Mapping[str, int], rng: Rng) -> str:
    """A name by its weight."""
    left = rng.below(sum(weights.values()))
    for name, weight in weights.items():
        left -= weight
        if left < 0:
            return name
    raise AssertionError("weights add up to what was drawn from")
