"""Worked examples of a game's rules: real positions, each told by the moves that lead to it.

`examples.toml` in a game's folder holds them. A page draws the position with the game's own face,
and a visitor can play on from it, so an example can never say what the rules do not. What players
often ask stands in the same file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.content import read_toml
from ludus.core.errors import BadContent
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Seat
from ludus.core.record import Header, Move, Record
from ludus.core.table import AnyTable, Table

EXAMPLES_FILE: Final = "examples.toml"
_NOBODY: Final[Mapping[str, Seat]] = {"c": CHANCE, "t": CLOCK}
"""How moves of chance and of the clock are written."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered remark on the position."""

    says: str
    """Markdown; a page puts the game's symbols before the words that they stand for."""
    place: str = ""
    """The element of the picture that gets the number."""
    clause: str = ""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what there is to see in it."""

    key: str
    title: str
    chapter: str
    """The heading of the game's page that it stands under."""
    clauses: tuple[str, ...]
    """What it shows."""
    seats: tuple[str, ...]
    moves: str
    """`0 roll, c dice:12`: who chose (a seat, `c` for chance, `t` for the clock), and what."""
    seat: Seat
    """Who looks at the position, and plays on from it."""
    note: tuple[Note, ...]
    options: Mapping[str, str] = {}
    scene: str = ""
    """The key of the picture; the foremost one if empty."""
    section: str = ""
    """The part of the picture that is shown; without it, what is around the places of the notes."""
    around: tuple[str, ...] = ()
    """More elements of the picture that are to be seen, without a number."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that players often ask, and its answer."""

    chapter: str
    """The heading of the game's page that it stands under."""
    question: str
    answer: str
    """At most two sentences, Markdown; a page puts the game's symbols before their words."""
    clause: str
    """The rule that says so."""


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    example: tuple[Example, ...] = ()
    asked: tuple[Asked, ...] = ()


@cache
def _read(folder: Path) -> Examples:
    path = folder / EXAMPLES_FILE
    return read_toml(path, Examples) if path.is_file() else Examples()


def examples_of(folder: Path) -> tuple[Example, ...]:
    """The examples of the game in a folder; none if it has no such file."""
    return _read(folder).example


def asked_in(folder: Path) -> tuple[Asked, ...]:
    """What is often asked about the game in a folder."""
    return _read(folder).asked


def record_of(box: AnyBox, example: Example) -> Record:
    """The game so far, as a record by the rules and content of `box`."""
    options = box.options(len(example.seats), example.options)
    meta = box.meta
    header = Header(
        meta.name, meta.version, box.content_hash, example.seats, options, box.pack.info.name
    )
    return Record(header, list(_moves(example)))


def table_of(box: AnyBox, example: Example) -> AnyTable:
    """The table at the example's position; every move is checked."""
    return Table.replay(box, record_of(box, example), f"{EXAMPLES_FILE}, {example.key}")


def written(record: Record) -> str:
    """The moves of a record as an example tells them."""
    names = {seat: name for name, seat in _NOBODY.items()}
    return ", ".join(f"{names.get(move.seat, move.seat)} {move.act}" for move in record.moves)


def _moves(example: Example) -> Iterator[Move]:
    for text in example.moves.split(","):
        who, _, act = text.strip().partition(" ")
        if not act or not (who in _NOBODY or who.isdigit()):
            raise BadContent(f"{EXAMPLES_FILE}, {example.key}: {text.strip()!r} is no move")
        yield Move(_NOBODY[who] if who in _NOBODY else int(who), act)
