"""The tables that a game is tested at: every seat count, every choice of every option."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ludus.core.chance import SeededRng
from ludus.core.game import Meta
from ludus.core.options import Option

NAMES = ("Aulus", "Bruna", "Cato", "Drusa", "Ennius", "Flavia", "Gaius", "Helvia")
LONG = 4_000
"""Moves after which a game that need not end is abandoned."""
MANY = 500
"""With more combinations than this, only a sample of them is looked at."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How many sit down, and what they chose before the first move."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    endless: bool = False
    """Whether a random game need not end."""

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]

    def most(self, bound: int) -> int:
        """How many moves are played at most, where an end must come within `bound`."""
        return min(bound, LONG) if self.endless else bound

    def __str__(self) -> str:
        chosen = "".join(f", {key}={value}" for key, value in self.options.items())
        return f"{self.seats} {'seat' if self.seats == 1 else 'seats'}{chosen}"


def settings(
    meta: Meta,
    games: int,
    seats: Iterable[int] | None = None,
    fixed: Mapping[str, str] | None = None,
) -> list[Setting]:
    """For each seat count at least `games` tables, and so many that each choice occurs.

    Choices are combined so that soon every two choices of different options have met.
    """
    found: list[Setting] = []
    for count in meta.seats if seats is None else seats:
        rows, needed = _rows(meta, count, fixed)
        found += [rows[number % len(rows)] for number in range(max(games, needed))]
    return found


def every_pair(
    meta: Meta, seats: Iterable[int] | None = None, fixed: Mapping[str, str] | None = None
) -> list[Setting]:
    """Tables among which every two choices meet at every seat count, each count equally often.

    The seat counts take turns, so that the first few tables have them all.
    """
    counts = [_rows(meta, count, fixed)[0] for count in (meta.seats if seats is None else seats)]
    longest = max(len(rows) for rows in counts)
    return [rows[number % len(rows)] for number in range(longest) for rows in counts]


def _rows(meta: Meta, count: int, fixed: Mapping[str, str] | None) -> tuple[list[Setting], int]:
    here = [option for option in meta.option if not option.seats or count in option.seats]
    rows, needed = combinations(here, fixed or {})
    found = [
        Setting(count, row, any(row[option.key] in option.endless for option in here))
        for row in rows
    ]
    return found, needed


def combinations(
    options: Sequence[Option], fixed: Mapping[str, str]
) -> tuple[list[dict[str, str]], int]:
    """Rows of options that between them hold every pair of choices, the defaults first.

    The number says after how many rows every single choice has occurred.
    """
    ranges = [(fixed[o.key],) if o.key in fixed else o.choices for o in options]
    keys = [option.key for option in options]
    pool = _pool(ranges)
    wanted = {pair for row in pool for pair in _pairs(row)}
    first = tuple(fixed.get(option.key, option.default) for option in options)
    rows = [first]
    wanted -= _pairs(first)
    needed = 1
    while wanted:
        # A choice that never occurred counts for more than any number of new pairs.
        best = max(pool, key=lambda row: sum(_worth(pair) for pair in _pairs(row) & wanted))
        if any(_worth(pair) > 1 for pair in _pairs(best) & wanted):
            needed = len(rows) + 1
        rows.append(best)
        wanted -= _pairs(best)
    return [dict(zip(keys, row, strict=True)) for row in rows], needed


_Pair = tuple[int, str, int, str]


def _pairs(row: Sequence[str]) -> set[_Pair]:
    """Pairs of choices at different places; a place with itself stands for the single choice."""
    spots = list(enumerate(row))
    return {(i, a, j, b) for i, a in spots for j, b in spots if i <= j}


def _worth(pair: _Pair) -> int:
    return 1000 if pair[0] == pair[2] else 1


def _pool(ranges: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    size = 1
    for choices in ranges:
        size *= len(choices)
    if size <= MANY:
        return list(itertools.product(*ranges))
    rng = SeededRng("combinations")
    widest = max(len(choices) for choices in ranges)
    pool = [tuple(choices[rng.below(len(choices))] for choices in ranges) for _ in range(MANY)]
    # A sample can miss a choice; these rows cannot.
    pool += [tuple(choices[n % len(choices)] for choices in ranges) for n in range(widest)]
    return pool + _missed(ranges, {pair for row in pool for pair in _pairs(row)})


def _missed(ranges: Sequence[Sequence[str]], met: Container[_Pair]) -> list[tuple[str, ...]]:
    """A row for each pair of choices that a sample does not hold."""
    found: list[tuple[str, ...]] = []
    for (i, these), (j, those) in itertools.combinations(enumerate(ranges), 2):
        for a, b in itertools.product(these, those):
            if (i, a, j, b) not in met:
                row = [choices[0] for choices in ranges]
                row[i], row[j] = a, b
                found.append(tuple(row))
    return found
