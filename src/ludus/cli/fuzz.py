"""`ludus fuzz`: many random games, every promise of the protocol checked on the way."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import (
    Command,
    add_game,
    add_jobs,
    add_options,
    add_pack,
    add_progress,
    add_seed,
    open_game,
    read_options,
    whole,
)
from ludus.cli.terminal import Progress
from ludus.core.errors import FileError
from ludus.kit.fuzz import Plan, fuzz
from ludus.lab.worker_pool import pool_for

ABOUT = """\
Play many random games and check on every move what the rules promise: options that can all be
carried out, copies that stay apart, records that replay to the same position, invariants, secrets
that stay secret, an end within a bound. The tables take turns: at every player count every two
values of different options meet, and with --each so many games are played at every player count.

A game that fails is saved as a record, with a note on what went wrong beside it; `ludus replay`
opens it. Exit status 1 if a game failed.

  ludus fuzz cambria --games 2000 --each --jobs 2
  ludus fuzz cambria --seats 2 --options side=cumbria --seed 7
"""


class Args(argparse.Namespace):
    game: str
    games: int
    each: bool
    seed: int
    seats: int | None
    jobs: int
    out: Path
    options: list[str]
    pack: Path | None
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--games", type=whole(1), default=200, metavar="N", help="how many games (default: 200)"
    )
    parser.add_argument(
        "--each", action="store_true", help="play so many games at each player count"
    )
    add_seed(parser)
    parser.add_argument(
        "--seats",
        type=whole(1),
        metavar="N",
        help="only with N players (default: all player counts)",
    )
    add_jobs(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("failures"),
        metavar="DIR",
        help="where games that fail are saved (default: failures)",
    )
    add_options(parser)
    add_pack(parser)
    add_progress(parser)


def run(args: Args) -> int:
    box = open_game(args.game, args.pack)
    options = read_options(args.options)
    seats = () if args.seats is None else (args.seats,)
    for count in seats or box.meta.seats[:1]:
        box.options(count, options)
    if args.out.exists() and not args.out.is_dir():
        raise FileError(f"{args.out}: cannot be written: it is not a folder")
    counts = len(seats or box.meta.seats) if args.each else 1
    plan = Plan(
        args.game,
        args.games * counts,
        args.seed,
        seats,
        options,
        args.out,
        pack=args.pack,
    )
    with Progress(plan.games, "games", args.progress) as progress:
        report = fuzz(plan, pool_for(args.jobs).run, lambda done, failed: progress.reach(done))
    print(report.summary())
    return 0 if report.ok else 1


COMMAND = Command(
    "fuzz", "look for errors in a game's rules with random games", ABOUT, Args, arguments, run
)
