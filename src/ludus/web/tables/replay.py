"""A live table from what the store has of it."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.errors import LudusError, PlayerError
from ludus.core.game import AnyBox
from ludus.core.record import Header
from ludus.core.table import AnyTable, Table
from ludus.store import JOINED, Head, LogRow, Stored, kept
from ludus.web.tables.live_table import LiveTable, TableHost, offer_digest, seat_name
from ludus.web.tables.moves import gesture_sizes


def load_table(host: TableHost, stored: Stored, box: AnyBox) -> LiveTable:
    """A table as it was kept: its log replayed, every move checked.

    Undone moves at the end of the log can still be redone. A log that the present rules refuse, or
    play differently, leaves the table pinned: it can be looked at as far as it goes. So does a pack
    that is lost, but then nothing is replayed: with other content it would be another game.
    """
    log = stored.log
    last = len(log)
    while last and log[last - 1].kind in ("undo", "redo", "redo_more"):
        last -= 1
    names = tuple(seat_name(row) for row in stored.seats)
    head = stored.head
    pinned, lost = "", lost_pack(head, box)
    try:
        table = Table(box, names, head.options)
    except PlayerError as error:
        table = Table(box, names)
        why = lost or _pinned(head, box, f"options: {error}")
        return LiveTable(host, stored, table, [], why)
    if lost:
        return LiveTable(host, stored, table, [], lost)
    rows_of: list[int] = []
    try:
        for row in kept(log[:last]):
            table.play(row.seat, row.act, row.at)
            rows_of.append(row.number)
        for row in log[last:]:
            rows_of = _repeat(table, row, rows_of)
    except LudusError as error:
        pinned = _pinned(head, box, f"at move {len(rows_of) + 1}: {error}")
    else:
        if head.offer and offer_digest(table) != head.offer:
            pinned = _pinned(head, box, "they offer other choices now")
    table.header = Header(
        head.game, box.meta.version, box.content_hash, names, head.options, head.pack
    )
    live = LiveTable(host, stored, table, rows_of, pinned)
    live.joined = {row.number for row in log if row.kind in JOINED}
    live.undone = _undone(log[last:], live.joined)
    return live


def _undone(rows: Sequence[LogRow], joined: set[int]) -> list[int]:
    """The sizes of the gestures that can be redone, the next one first."""
    sizes: list[int] = []
    for row in rows:
        if row.kind == "undo":
            sizes = [*gesture_sizes(row.gone, joined), *sizes]
        elif row.kind == "redo":
            sizes = sizes[1:]
    return sizes


def _repeat(table: AnyTable, row: LogRow, rows_of: list[int]) -> list[int]:
    if row.kind != "undo":
        table.redo(row.seat)
        return [*rows_of, row.number]
    table.undo(row.seat, int(row.act))
    gone = set(row.gone)
    return [each for each in rows_of if each not in gone]


def lost_pack(head: Head, box: AnyBox) -> str:
    """Why a game cannot go on with `box`: it was played with a pack that nobody has kept.

    Built-in content may change from version to version; its games go on if they play alike.
    """
    if head.content == box.content_hash or head.pack == box.pack.info.name:
        return ""
    return (
        f"This game was played with the edition {head.pack!r}, which cannot be opened on this "
        "server any more. The pictures show the start of the built-in edition instead. The game "
        "stays as it was: it can be downloaded, but not shown or played on here."
    )


def _pinned(head: Head, box: AnyBox, why: str) -> str:
    """Why a game cannot go on: what the versions since then changed, else what failed."""
    words = box.face.words
    since = (f"changed.{number}" for number in range(head.version + 1, box.meta.version + 1))
    changes = " ".join(words.text(key) for key in since if key in words)
    return (
        f"This game was played by version {head.version} of the rules, and version "
        f"{box.meta.version} would play it differently{f'. {changes}' if changes else f' ({why}).'}"
        " It stays as it was: it can be looked at and downloaded, but not played on here."
    )
