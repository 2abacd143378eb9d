"""The error that the kit raises for a promise that a game does not keep."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludus.core.codec import to_plain
from ludus.core.record import Record

LATEST = 12
"""How many moves a message quotes."""


class Broken(AssertionError):
    """A promise that a game does not keep: what, at which table, and after which moves."""

    def __init__(self, what: str, where: str = "", record: Record | None = None) -> None:
        self.what = what
        self.where = where
        self.record = record
        lines = [what]
        if where:
            lines.append(f"  table: {where}")
        if record is not None:
            lines.append(f"  after {len(record.moves)} moves{_latest(record)}")
        super().__init__("\n".join(lines))


def _latest(record: Record) -> str:
    moves = [f"{move.seat} {move.act}" for move in record.moves[-LATEST:]]
    return f", the latest: {'; '.join(moves)}" if moves else ""


def difference(one: object, two: object) -> str:
    """Where two values differ, by the path to the first few places."""
    found = list(_differences(to_plain(one), to_plain(two), ""))
    shown = "; ".join(found[:3])
    return shown + ("; ..." if len(found) > 3 else "") if found else "nowhere"


def json_difference(one: bytes, two: bytes) -> str:
    """The same for two values in their JSON form."""
    return difference(msgspec.json.decode(one), msgspec.json.decode(two))


def _differences(one: object, two: object, path: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(two, dict):
        for key in sorted({*one, *two}, key=str):
            here = f"{path}.{key}" if path else str(key)
            if key not in one or key not in two:
                yield f"{here} is on one side only"
            else:
                yield from _differences(one[key], two[key], here)
    elif isinstance(one, list) and isinstance(two, list):
        if len(one) != len(two):
            yield f"{path or 'the list'} has {len(one)} or {len(two)} items"
        for index, (left, right) in enumerate(zip(one, two, strict=False)):
            yield from _differences(left, right, f"{path}[{index}]")
    elif one != two or type(one) is not type(two):
        yield f"{path or 'the value'} is {one!r} or {two!r}"
