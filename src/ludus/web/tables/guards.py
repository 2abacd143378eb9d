"""Positions that people are playing here: no hint and no analysis is given for them elsewhere.

Whoever copies a running game to a table of their own, by a record or move by move, would get advice
there that others do not have. A position is known by what a seat sees of it, for that is all that
advice is made from: it does not matter by which moves it came about, nor what was made up for the
hidden parts.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from ludus.core.game import AnyBox
from ludus.core.protocol import Seat
from ludus.core.record import Move
from ludus.core.table import AnyTable
from ludus.store import Store

REMEMBERED: Final = 200
"""For so many tables and seats it is kept what they have seen."""


def position_key(game: str, seat: Seat, view: object) -> str:
    """Equal for equal views of one seat."""
    digest = hashlib.blake2b(digest_size=9)
    digest.update(f"{game} {seat} ".encode())
    digest.update(msgspec.json.encode(view))
    return digest.hexdigest()


def keys_of(table: AnyTable, seats: Sequence[Seat]) -> str:
    """The keys of the present position as these seats see it, as the store keeps them."""
    game = table.box.meta.name
    return " ".join(position_key(game, seat, table.view(seat)) for seat in seats)


def _seen(
    box: AnyBox, state: object, moves: Sequence[Move], seats: Sequence[Seat]
) -> Iterator[tuple[str, ...]]:
    """What the seats see after each of these moves."""
    rules = box.rules
    for move in moves:
        rules.apply(state, move.seat, rules.actions.parse(move.act), None)
        yield tuple(position_key(box.meta.name, seat, rules.view(state, seat)) for seat in seats)


class Guards:
    """The keys of all running games between people, and the way to compare another game."""

    def __init__(self, opening: int) -> None:
        self._opening = opening
        """So many first moves of a game are anybody's."""
        self._tables: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._games: Counter[str] = Counter()
        self._keys: Counter[str] = Counter()
        self._past: OrderedDict[tuple[str, tuple[Seat, ...]], _Past] = OrderedDict()

    async def load(self, store: Store) -> None:
        for table, game, keys in await store.guarded():
            self.set(table, game, keys)

    def set(self, table: str, game: str, keys: str) -> None:
        """The present position of a table; without keys it is nobody's secret."""
        before, old = self._tables.pop(table, ("", ()))
        if old:
            self._games[before] -= 1
            self._keys.subtract(old)
            for key in old:
                if not self._keys[key]:
                    del self._keys[key]
        if keys:
            new = tuple(keys.split())
            self._tables[table] = (game, new)
            self._games[game] += 1
            self._keys.update(new)

    async def are_played(self, id: str, table: AnyTable, seats: Sequence[Seat]) -> bool:
        """Whether a position of this table is the present one of a game between people."""
        if not self._games[table.box.meta.name]:
            return False
        past = await self._seen_by(id, table, tuple(seats))
        later = past[max(0, self._opening - 1) :]
        return any(key in self._keys for keys in later for key in keys)

    async def _seen_by(
        self, id: str, table: AnyTable, seats: tuple[Seat, ...]
    ) -> Sequence[tuple[str, ...]]:
        past = self._past.pop((id, seats), None) or _Past()
        moves = list(table.moves)
        known = past.common(moves)
        state, rest = table.at(known), moves[known:]
        # Replaying a long game takes a while: not on the event loop.
        seen = await asyncio.to_thread(lambda: [*_seen(table.box, state, rest, seats)])
        past.moves, past.keys = moves, [*past.keys[:known], *seen]
        self._past[id, seats] = past
        if len(self._past) > REMEMBERED:
            self._past.popitem(last=False)
        return past.keys


class _Past(msgspec.Struct):
    """What seats of a table have seen so far, and by which moves."""

    moves: list[Move] = []
    keys: list[tuple[str, ...]] = []

    def common(self, moves: Sequence[Move]) -> int:
        """How many first moves are still the same."""
        count = 0
        for one, other in zip(self.moves, moves, strict=False):
            if one != other:
                break
            count += 1
        return count
