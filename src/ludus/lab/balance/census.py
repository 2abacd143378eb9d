"""What is kept of many games for the report: counts and sums that add up in any order.

Everything is a whole number, so a census is the same whatever ran it, in one go or in several, and
its size does not grow with the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

import msgspec

from ludus.core.codec import from_json, to_json
from ludus.core.errors import FileError
from ludus.lab.stats import Spread

K = TypeVar("K", str, int)

FORMAT: Final = 2
STEPS: Final = 20
"""The course of a game is sampled at its start and at this many equal steps."""


@dataclass(slots=True)
class Item:
    """How seats with some item fared: their number, wins in sixtieths, and points."""

    seats: int = 0
    wins: int = 0
    times: int = 0
    """How often it came up in all, repeats in one game too."""
    points: Spread = field(default_factory=Spread)

    def add(self, times: int, wins: int, points: int) -> None:
        self.seats += 1
        self.wins += wins
        self.times += times
        self.points.add(points)

    def merge(self, other: Item) -> None:
        self.seats += other.seats
        self.wins += other.wins
        self.times += other.times
        self.points.merge(other.points)


@dataclass(slots=True)
class Asked:
    """One question of the rules: how often it was asked, and with how many options."""

    times: int = 0
    options: int = 0


@dataclass(slots=True)
class About:
    """What was played. Only censuses of the same can be added up."""

    game: str
    version: int
    content: str
    pack: str
    seats: int
    options: dict[str, str]
    bots: list[str]
    clock: int = 0
    """As in the plan."""


@dataclass(slots=True)
class Lead:
    """Who was ahead, and for how long it stayed so."""

    changes: Spread = field(default_factory=Spread)
    by_changes: dict[int, int] = field(default_factory=dict)
    settled: list[int] = field(default_factory=lambda: [0] * STEPS)
    """In how many games the last change of the lead fell into each step."""
    half_way: int = 0
    """Games with a leader at half-time, ..."""
    held: int = 0
    """... and those of them that this leader won."""

    def merge(self, other: Lead) -> None:
        self.changes.merge(other.changes)
        _merge_counts(self.by_changes, other.by_changes)
        self.settled = [a + b for a, b in zip(self.settled, other.settled, strict=True)]
        self.half_way += other.half_way
        self.held += other.held


@dataclass(slots=True)
class Census:
    """Everything that the report shows of one plan."""

    format: int
    about: About
    seeds: list[tuple[int, int, int]] = field(default_factory=list)
    """The games: seed, first number, and the number after the last."""
    games: int = 0
    seats: list[Item] = field(default_factory=list)
    order: list[Item] = field(default_factory=list)
    """By place in the order of turns, where the game says who begins."""
    items: dict[str, dict[int, Item]] = field(default_factory=dict)
    """By split and number."""
    first: dict[str, Item] = field(default_factory=dict)
    """By the first choice of a seat among several options, as the action's text."""
    labels: dict[str, str] = field(default_factory=dict)
    """What players read for those actions."""
    decisions: Spread = field(default_factory=Spread)
    by_decisions: dict[int, int] = field(default_factory=dict)
    moves: Spread = field(default_factory=Spread)
    winning_points: dict[int, int] = field(default_factory=dict)
    other_points: dict[int, int] = field(default_factory=dict)
    margins: dict[int, int] = field(default_factory=dict)
    parts: dict[str, tuple[Spread, Spread]] = field(default_factory=dict)
    """What points are made of: for winners and for others."""
    reasons: dict[str, int] = field(default_factory=dict)
    decided: dict[str, int] = field(default_factory=dict)
    lead: Lead = field(default_factory=Lead)
    course: list[tuple[Spread, Spread]] = field(default_factory=list)
    """Points over the course of the game, step by step: winners and others."""
    branching: dict[int, int] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    chosen: dict[str, int] = field(default_factory=dict)
    offered: dict[str, int] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)

    @classmethod
    def empty(cls, about: About) -> Census:
        return cls(
            FORMAT,
            about,
            seats=[Item() for _ in range(about.seats)],
            order=[Item() for _ in range(about.seats)],
            course=[(Spread(), Spread()) for _ in range(STEPS + 1)],
        )

    def merge(self, other: Census) -> None:
        """Add the games of another census of the same plan."""
        self.games += other.games
        self.seeds = _joined([*self.seeds, *other.seeds])
        for mine, theirs in zip(
            (*self.seats, *self.order), (*other.seats, *other.order), strict=True
        ):
            mine.merge(theirs)
        for key, found in other.items.items():
            _merge_items(self.items.setdefault(key, {}), found)
        _merge_items(self.first, other.first)
        self.labels = {**other.labels, **self.labels}
        self.decisions.merge(other.decisions)
        self.moves.merge(other.moves)
        for key, (won, lost) in other.parts.items():
            here = self.parts.setdefault(key, (Spread(), Spread()))
            here[0].merge(won)
            here[1].merge(lost)
        for (won, lost), (more, less) in zip(self.course, other.course, strict=True):
            won.merge(more)
            lost.merge(less)
        for prompt, question in other.asked.items():
            known = self.asked.setdefault(prompt, Asked())
            known.times += question.times
            known.options += question.options
        self._merge_counts(other)
        self.lead.merge(other.lead)

    def _merge_counts(self, other: Census) -> None:
        _merge_counts(self.by_decisions, other.by_decisions)
        _merge_counts(self.winning_points, other.winning_points)
        _merge_counts(self.other_points, other.other_points)
        _merge_counts(self.margins, other.margins)
        _merge_counts(self.branching, other.branching)
        _merge_counts(self.reasons, other.reasons)
        _merge_counts(self.decided, other.decided)
        _merge_counts(self.chosen, other.chosen)
        _merge_counts(self.offered, other.offered)
        _merge_counts(self.events, other.events)

    # Kept in a file ------------------------------------------------------------------------------

    def dump(self) -> bytes:
        return to_json(msgspec.to_builtins(self, str_keys=True))

    @classmethod
    def load(cls, data: bytes, where: str) -> Census:
        """A census from its file; an error names the file and the place in it."""
        census = from_json(data, cls, where)
        if census.format != FORMAT:
            raise FileError(f"{where}: counts of format {census.format}; this reads {FORMAT}")
        if not census.games:
            raise FileError(f"{where}: no games in it")
        sizes = (len(census.seats), len(census.order), len(census.course))
        if sizes != (census.about.seats, census.about.seats, STEPS + 1):
            raise FileError(f"{where}: the counts do not fit together")
        return census


def added_up(censuses: Sequence[tuple[Census, str]]) -> Census:
    """Counts of the same plan merged; each comes with the name of its file."""
    (total, first), *rest = censuses
    for census, where in rest:
        if census.about != total.about:
            raise FileError(
                f"{where}: not of the same game, pack, seats, options and bots as {first}"
            )
        for seed, start, stop in census.seeds:
            for known, low, high in total.seeds:
                if seed == known and start < high and low < stop:
                    raise FileError(f"{where}: games of seed {seed} that are counted already")
        total.merge(census)
    return total


def _merge_items(mine: dict[K, Item], theirs: Mapping[K, Item]) -> None:
    for key, item in theirs.items():
        mine.setdefault(key, Item()).merge(item)


def _merge_counts(mine: dict[K, int], theirs: Mapping[K, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


def _joined(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Ranges of games in order, adjacent ones merged."""
    found: list[tuple[int, int, int]] = []
    for seed, start, stop in sorted(runs):
        if found and found[-1][0] == seed and found[-1][2] == start:
            found[-1] = (seed, found[-1][1], stop)
        else:
            found.append((seed, start, stop))
    return found
