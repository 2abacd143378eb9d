"""`ludus perft`: how many ways there are to play on, for finding errors in the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import (
    Command,
    add_game,
    add_options,
    add_pack,
    add_progress,
    open_game,
    read_options,
    whole,
)
from ludus.cli.terminal import Progress
from ludus.core.errors import BadRequest, FileError
from ludus.core.files import load_record
from ludus.core.game import Box
from ludus.core.protocol import S, V
from ludus.core.registry import find_game
from ludus.core.table import Table
from ludus.kit.perft import FILE, first_moves, perft_faults

ABOUT = """\
Count the ways to play the next moves, dice and draws counted like choices, by first move. Two
programs that agree on these numbers agree on the rules.

  ludus perft cambria --seats 3 --depth 2
  ludus perft cambria --record game.jsonl --at 40 --depth 3
  ludus perft cambria --check        compare with the counts in the game's tests
"""


class Args(argparse.Namespace):
    game: str
    depth: int
    seats: int | None
    record: Path | None
    at: int | None
    check: bool
    options: list[str]
    pack: Path | None
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--depth", type=whole(1), default=2, metavar="D", help="how many moves (default: 2)"
    )
    parser.add_argument(
        "--seats", type=whole(1), metavar="N", help="how many players (default: the fewest)"
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="start from the end of this recorded game"
    )
    parser.add_argument(
        "--at", type=whole(0), metavar="N", help="or from its position after N moves"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="check the counts in the game's tests; exit status 1 if one differs",
    )
    add_options(parser)
    add_pack(parser)
    add_progress(parser)


def run(args: Args) -> int:
    if args.check:
        return _check(args.game)
    if args.record is None and args.at is not None:
        raise BadRequest("--at says where in a record to start; name one with --record")
    box = open_game(args.game, args.pack)
    _count(box, start(box, args), args.depth, args.progress)
    return 0


def start(box: Box[S, V], args: Args) -> S:
    """The position to count from."""
    if args.record is None:
        seats = min(box.meta.seats) if args.seats is None else args.seats
        return box.rules.setup(seats, box.options(seats, read_options(args.options)))
    if args.seats is not None or args.options:
        raise BadRequest("--seats and --options: a record has its own")
    table = Table.replay(box, load_record(args.record), str(args.record))
    return table.at(len(table.moves) if args.at is None else args.at)


def _count(box: Box[S, V], state: S, depth: int, show: bool | None) -> None:
    rules = box.rules
    count = sum(len(decision.options) for decision in rules.decisions(state))
    total = 0
    lines = []
    with Progress(count, "first moves", show) as progress:
        for seat, action, paths in first_moves(rules, state, depth):
            total += paths
            lines.append(f"{seat:3} {action.text:20} {paths:>14,}")
            progress.step()
    print("\n".join([*lines, f"depth {depth}: {total:,} paths"]))


def _check(name: str) -> int:
    game = find_game(name)
    path = game.folder / "tests" / FILE
    if not path.is_file():
        raise FileError(f"{path}: there is no such file; counts are read from the sources")
    faults = list(perft_faults(game.open(), path))
    print("\n".join(faults) if faults else f"{path}: all counts are right")
    return 1 if faults else 0


COMMAND = Command("perft", "count the ways to play on from a position", ABOUT, Args, arguments, run)
