"""`ludus replay`: the log of a recorded game; checks it, or draws the board at any move."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import Command, add_pack, add_record, open_game, whole
from ludus.cli.story import story
from ludus.cli.terminal import Style
from ludus.core.errors import BadRequest
from ludus.core.files import load_record, must_be_writable, write_text
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR, Seat
from ludus.core.table import AnyTable, Table

ABOUT = """\
Print the log of a recorded game. Every move is checked against the rules.

A record holds everything, secrets too. The log shows what a spectator saw; with --as it shows what
one player saw, or everything.

  ludus replay game.jsonl                        the whole log
  ludus replay game.jsonl --check                only check it
  ludus replay game.jsonl --at 40 --svg 40.svg   stop after 40 moves and draw the board
  ludus replay game.jsonl --as 2                 as the second player saw it
"""

ALL = "all"


class Args(argparse.Namespace):
    file: Path
    check: bool
    at: int | None
    svg: Path | None
    viewer: str
    pack: Path | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    parser.add_argument("--check", action="store_true", help="only check that the record is valid")
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
        help="spectator (default), a player's number from 1, or all",
    )
    add_pack(parser)


def run(args: Args) -> int:
    record = load_record(args.file)
    box = open_game(record.header.game, args.pack)
    if args.svg is not None:
        must_be_writable(args.svg)
    viewer = _viewer(args.viewer, len(record.header.seats))
    # All of it is checked, also what comes after --at: a damaged record must not pass as valid.
    table: AnyTable = Table.replay(box, record, str(args.file))
    moves = len(table.moves)
    if args.at is not None and args.at > moves:
        raise BadRequest(f"{args.file}: there is no move {args.at}; the record has {moves}")
    style = Style()
    if args.check:
        print(f"{args.file}: valid. {_summary(box, table)}")
    else:
        print(style.bold(_summary(box, table)))
        for line in story(table, viewer, style, args.at):
            print(line)
    shown = moves if args.at is None else args.at
    seat = SPECTATOR if viewer is None else viewer
    if args.at is not None and not args.check:
        view = box.rules.view(table.at(shown), seat)
        print("\n" + box.face.text(view, table.names))
    if args.svg is not None:
        write_text(args.svg, table.picture(seat, shown))
        print(f"{args.svg}: the board after move {shown}")
    return 0


def _viewer(text: str, seats: int) -> Seat | None:
    """The seat to look from; SPECTATOR, or None to see everything."""
    if text == "spectator":
        return SPECTATOR
    if text == ALL:
        return None
    if text.isdecimal() and 1 <= int(text) <= seats:
        return int(text) - 1
    raise BadRequest(f"--as {text!r}: it is spectator, all, or a player's number from 1 to {seats}")


def _summary(box: AnyBox, table: AnyTable) -> str:
    options = "".join(f", {key}={value}" for key, value in table.header.options.items())
    state = "finished" if table.over else "not finished"
    return (
        f"{box.meta.title}{options}: {', '.join(table.names)}; {len(table.moves)} moves, {state}."
    )


COMMAND = Command("replay", "print, check or draw a recorded game", ABOUT, Args, arguments, run)
