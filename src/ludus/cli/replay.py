"""`ludus replay`: a recorded game told in sentences, checked, or drawn at any of its moves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from ludus.cli.command import Command, add_pack, open_game, whole
from ludus.cli.terminal import Style
from ludus.core.errors import BadRequest
from ludus.core.face import foremost
from ludus.core.files import load_record, must_be_writable, write_text
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR, Event, Seat, may_see
from ludus.core.table import AnyTable, Table

ABOUT = """\
Tell the story of a recorded game in sentences, every move checked against the rules on the way.

A record holds all that happened, secrets too; the story is told as a spectator saw it, or with --as
as one player did, or with everything in it.

  ludus replay game.jsonl                        the whole story
  ludus replay game.jsonl --check                only check it
  ludus replay game.jsonl --at 40 --svg 40.svg   stop after 40 moves and draw the board
  ludus replay game.jsonl --as 2                 as the second player saw it
"""

ALL = "all"


class Wanted(argparse.Namespace):
    file: Path
    check: bool
    at: int | None
    svg: Path | None
    viewer: str
    pack: Path | None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as `ludus play` saves it"
    )
    parser.add_argument("--check", action="store_true", help="only say whether the record is sound")
    parser.add_argument(
        "--at", type=whole(0), metavar="N", help="stop after N moves and show the board"
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="OUT",
        help="draw the board into this file (with --at: as it was)",
    )
    parser.add_argument(
        "--as",
        dest="viewer",
        default="spectator",
        metavar="WHO",
        help="spectator (usual), a player's number from 1, or all",
    )
    add_pack(parser)


def run(wanted: Wanted) -> int:
    record = load_record(wanted.file)
    box = open_game(record.header.game, wanted.pack)
    if wanted.svg is not None:
        must_be_writable(wanted.svg)
    viewer = _viewer(wanted.viewer, len(record.header.seats))
    # All of it is checked, also what comes after --at: a damaged record must not pass as sound.
    table: AnyTable = Table.replay(box, record, str(wanted.file))
    moves = len(table.moves)
    if wanted.at is not None and wanted.at > moves:
        raise BadRequest(f"{wanted.file}: there is no move {wanted.at}; the record has {moves}")
    style = Style()
    if wanted.check:
        print(f"{wanted.file}: sound. {_summary(box, table)}")
    else:
        print(style.bold(_summary(box, table)))
        for line in story(table, viewer, wanted.at, style):
            print(line)
    shown = moves if wanted.at is None else wanted.at
    seat = SPECTATOR if viewer is None else viewer
    view = box.rules.view(table.at(shown), seat)
    if wanted.at is not None and not wanted.check:
        print("\n" + box.face.text(view, table.names))
    if wanted.svg is not None:
        scene = foremost(box.face.scenes(view, None, (), table.names, _lately(table, shown, seat)))
        write_text(wanted.svg, scene.svg)
        print(f"{wanted.svg}: the board after move {shown}")
    return 0


def story(table: AnyTable, viewer: Seat | None, stop: int | None, style: Style) -> Iterator[str]:
    """The log line by line, each with the number of its move. `viewer` None sees all."""
    face = table.box.face
    view = table.view(SPECTATOR if viewer is None else viewer)
    for number, events in enumerate(table.story[:stop], 1):
        for event in events:
            if viewer is not None and not may_see(event.seen_by, viewer):
                continue
            line = face.tell(view, event, table.names)
            if line is None:
                continue
            if line.heading:
                yield "\n" + style.bold(line.heading)
            if line.sentence:
                yield f"{style.quiet(f'{number:4}')}  {style.sentence(line.sentence)}"
    outcome = table.outcome
    if outcome is not None and (stop is None or stop == len(table.moves)):
        yield "\n" + style.sentence(face.verdict(outcome, table.names))


def _viewer(text: str, seats: int) -> Seat | None:
    """The seat that looks on; SPECTATOR, or None for one who sees everything."""
    if text == "spectator":
        return SPECTATOR
    if text == ALL:
        return None
    if text.isdecimal() and 1 <= int(text) <= seats:
        return int(text) - 1
    raise BadRequest(f"--as {text!r}: it is spectator, all, or a player's number from 1 to {seats}")


def _lately(table: AnyTable, shown: int, viewer: Seat) -> list[Event]:
    return [event for number, event in table.events(viewer) if number <= shown][-8:]


def _summary(box: AnyBox, table: AnyTable) -> str:
    options = "".join(f", {key}={value}" for key, value in table.header.options.items())
    state = "finished" if table.over else "not finished"
    return (
        f"{box.meta.title}{options}: {', '.join(table.names)}; {len(table.moves)} moves, {state}."
    )


COMMAND = Command("replay", "tell, check or draw a recorded game", ABOUT, Wanted, arguments, run)
