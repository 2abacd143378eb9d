"""Perft: how many ways there are to play on, counted and compared with what is written down.

Chance is expanded like any choice (each outcome counts once, whatever its odds), and where several
seats must choose each of them may go first. A game keeps its counts in `tests/perft.toml`:

    [[perft]]
    name = "four at the table"
    seats = 4
    depth = 3
    paths = 9261
    positions = 1771         # optional: how many different positions they lead to
    options = { side = "cumbria" }              # optional
    record = "golden/four.jsonl"                # optional: count from the end of this record,
    at = 40                                     # or from this move of it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ludus.core.actions import Action
from ludus.core.codec import to_json
from ludus.core.content import read_toml
from ludus.core.errors import BadRequest, FileError
from ludus.core.game import Box
from ludus.core.protocol import Rules, S, Seat, V
from ludus.core.record import Record, read_record
from ludus.core.table import Table
from ludus.kit.tables import Setting

FILE = "perft.toml"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One count that is written down."""

    name: str
    depth: int
    paths: int
    positions: int = -1
    seats: int = 0
    options: dict[str, str] = {}
    record: str = ""
    at: int = -1


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    perft: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Perft:
    """Paths of a length, the positions that they lead to, and the paths by first move."""

    depth: int
    paths: int
    positions: int
    split: Mapping[str, int]

    def lines(self) -> list[str]:
        """For people: the split, then the sums."""
        width = max((len(move) for move in self.split), default=0)
        found = [f"{move:<{width}}  {paths}" for move, paths in self.split.items()]
        found.append(f"depth {self.depth}: {self.paths} paths, {self.positions} positions")
        return found


def paths_of(rules: Rules[S, V], state: S, depth: int) -> int:
    """How many paths of this length there are; those that end earlier do not count."""
    if depth == 0:
        return 1
    layer = _layer(rules, state, depth - 1)
    return sum(
        times * sum(len(decision.options) for decision in rules.decisions(position))
        for position, times in layer
    )


def positions_of(rules: Rules[S, V], state: S, depth: int) -> int:
    """How many different positions there are at the ends of these paths."""
    return len(_layer(rules, state, depth))


def split_of(rules: Rules[S, V], state: S, depth: int) -> dict[str, int]:
    """The paths by their first move, written as `seat action`."""
    if depth < 1:
        return {}
    return {f"{seat} {act.text}": paths for seat, act, paths in first_moves(rules, state, depth)}


def first_moves(rules: Rules[S, V], state: S, depth: int) -> Iterator[tuple[Seat, Action, int]]:
    """Every move that can be made now, with the number of paths that begin with it."""
    for decision in rules.decisions(state):
        for option in decision.options:
            after = rules.copy(state)
            rules.apply(after, decision.seat, option)
            yield decision.seat, option, paths_of(rules, after, depth - 1)


def perft(rules: Rules[S, V], state: S, depth: int) -> Perft:
    """All of it from one position."""
    split = split_of(rules, state, depth)
    paths = sum(split.values()) if depth else 1
    return Perft(depth, paths, positions_of(rules, state, depth), split)


def perft_faults(box: Box[S, V], path: Path) -> Iterator[str]:
    """Counts in a file that differ from those found, each with its split."""
    for entry in read_toml(path, _Sheet).perft:
        here = f"{path}, {entry.name!r}"
        record: Record | None = None
        if entry.record:
            place = path.parent / entry.record
            try:
                record = read_record(place.read_text(encoding="utf-8"), str(place))
            except OSError as error:
                raise FileError(f"{here}: cannot read {place}: {error.strerror}") from error
        setting = Setting(entry.seats, entry.options)
        state = start_of(box, setting, record, entry.at)
        paths = paths_of(box.rules, state, entry.depth)
        if paths != entry.paths:
            split = perft(box.rules, state, entry.depth).lines()
            yield "\n  ".join([f"{here}: {paths} paths, and should be {entry.paths}:", *split])
        if entry.positions >= 0:
            positions = positions_of(box.rules, state, entry.depth)
            if positions != entry.positions:
                yield f"{here}: {positions} positions, and should be {entry.positions}"


def start_of(
    box: Box[S, V], setting: Setting | None, record: Record | None = None, at: int = -1
) -> S:
    """The position to count from: a game's set-up, a record's end, or after one of its moves."""
    if record is not None:
        table = Table.replay(box, record)
        return table.at(len(table.moves) if at < 0 else at)
    if setting is None:
        raise BadRequest("perft needs a number of seats or a record to start from")
    return Table(box, setting.names, setting.options).state


def _layer(rules: Rules[S, V], state: S, depth: int) -> list[tuple[S, int]]:
    """The different positions after `depth` moves, each with the number of paths to it."""
    layer = {to_json(state): (state, 1)}
    for _ in range(depth):
        following: dict[bytes, tuple[S, int]] = {}
        for position, times in layer.values():
            for decision in rules.decisions(position):
                for option in decision.options:
                    after = rules.copy(position)
                    rules.apply(after, decision.seat, option)
                    key = to_json(after)
                    known = following.get(key)
                    following[key] = (after, times + (known[1] if known else 0))
        layer = following
    return list(layer.values())
