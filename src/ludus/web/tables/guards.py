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
from collections.abc import Sequence
from typing import Final

import msgspec

from ludus.core.game import AnyBox
from ludus.core.protocol import Seat
from ludus.core.record import Move
from ludus.core.table import AnyTable
from ludus.store import Store

REMEMBERED: Final = 50
"""For so many tables it is kept what their seats have seen."""


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
) -> list[tuple[bytes, ...]]:
    """What the seats see after each of these moves."""
    rules, game = box.rules, box.meta.name
    found = []
    for move in moves:
        rules.apply(state, move.seat, rules.actions.parse(move.act), None)
        keys = (position_key(game, seat, rules.view(state, seat)) for seat in seats)
        found.append(tuple(map(bytes.fromhex, keys)))
    return found


class _Past(msgspec.Struct):
    """What seats of a table have seen after each move from number `first` on."""

    first: int
    moves: list[Move]
    keys: list[tuple[bytes, ...]]

    def known(self, moves: Sequence[Move]) -> int:
        """After how many moves, of those that were made since, it is known what they saw."""
        known = 0
        for one, other in zip(self.moves, moves, strict=False):
            if one is not other and one != other:
                break
            known += 1
        return known


class Guards:
    """The keys of all running games between people, and the way to compare another game.

    The first `opening` moves of a game are anybody's. Of another game the last `depth` positions
    are compared.
    """

    def __init__(self, opening: int, depth: int) -> None:
        self._opening = opening
        self._depth = depth
        self._tables: dict[str, tuple[str, tuple[bytes, ...]]] = {}
        self._games: Counter[str] = Counter()
        self._keys: Counter[bytes] = Counter()
        self._past: OrderedDict[tuple[str, tuple[Seat, ...]], _Past] = OrderedDict()
        self._free = asyncio.Semaphore(1)

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
            new = tuple(map(bytes.fromhex, keys.split()))
            self._tables[table] = (game, new)
            self._games[game] += 1
            self._keys.update(new)

    async def are_played(self, id: str, table: AnyTable, seats: Sequence[Seat]) -> bool:
        """Whether a position of this table is the present one of a game between people."""
        if not self._games[table.box.meta.name]:
            return False
        # One at a time: it is work for the same processor that answers all requests.
        async with self._free:
            past = await self._seen_by(id, table, tuple(seats))
        skip = max(0, self._opening - past.first)
        return any(key in self._keys for keys in past.keys[skip:] for key in keys)

    async def _seen_by(self, id: str, table: AnyTable, seats: tuple[Seat, ...]) -> _Past:
        moves = list(table.moves)
        begin = max(0, len(moves) - self._depth)
        past = self._past.pop((id, seats), None)
        known = 0 if past is None else past.known(moves)
        if past is None or not past.first - 1 <= begin <= known:
            past, known = _Past(begin + 1, [], []), begin
        # Replaying a long game takes a while: not on the event loop.
        state, rest = table.at(known), moves[known:]
        seen = await asyncio.to_thread(_seen, table.box, state, rest, seats)
        kept = past.keys[begin - past.first + 1 : known - past.first + 1]
        past = self._past[id, seats] = _Past(begin + 1, moves, [*kept, *seen])
        if len(self._past) > REMEMBERED:
            self._past.popitem(last=False)
        return past
