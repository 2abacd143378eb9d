"""`ludus tournament`: every bot against every other, and ratings."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from ludus.cli import matches
from ludus.cli.command import Command
from ludus.cli.matches import add_matches, add_seats, print_headline, print_troubles, read_plan
from ludus.cli.terminal import Progress
from ludus.core.codec import to_json
from ludus.core.errors import FileError
from ludus.core.registry import find_game
from ludus.lab.tournament import Standings, schedule, tournament
from ludus.lab.worker_pool import WorkerLost, pool_for

ABOUT = """\
Let every bot play every other, --games games a pair, and rate them by Elo. Two bots
take the seats by turns and change places from game to game; what counts is who finished ahead of
whom.

The seed fixes every game, with any number of jobs. With --out the games are kept in a folder, and
after an interruption the same command continues. A bot can be a program of your own (docs/lab.md).

  ludus tournament cambria --bots random,greedy,medium --games 200 --jobs 2
  ludus tournament cambria --seats 4 --bots greedy,cmd:./mybot --out matches
"""


class Args(matches.Args):
    out: Path | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_matches(parser, 100, "how many games a pair plays")
    add_seats(parser, 2, "the fewest the game takes, but two")
    parser.add_argument(
        "--bots", required=True, metavar="A,B,..", help="who takes part: two bots or more"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="keep every game in files in this folder"
    )


def run(args: Args) -> int:
    fewest = min(seats for seats in find_game(args.game).meta.seats if seats > 1)
    plan = replace(read_plan(args), seats=args.seats or fewest)
    plan = replace(plan, options=plan.open().options(plan.seats, plan.options))
    matches = schedule(plan)
    pool = pool_for(args.jobs, args.ray)
    if args.out is not None:
        try:
            args.out.mkdir(exist_ok=True)
        except OSError as error:
            raise FileError(f"{args.out}: no folder for results: {error.strerror}") from error
    try:
        with Progress(len(matches) * plan.games, "games", args.progress) as progress:
            found = tournament(plan, 1, progress.reach, pool, args.out, print_troubles)
    except (KeyboardInterrupt, WorkerLost):
        if args.out is not None:
            print(
                f"ludus: what was played is in {args.out}; the same command continues from there",
                file=sys.stderr,
            )
        raise
    if args.json:
        print(to_json(found).decode())
    else:
        _print(found, plan.games)
    return 0


def _print(found: Standings, games: int) -> None:
    what = f"{games:,} games a pair"
    print_headline(found.game, what, found.seats, found.seed, found.options)
    width = max(12, 2 + max(len(row.name) for row in found.table))
    print(f"\n{'bot':{width}}{'Elo':>7}{'+-':>6}{'points':>9}{'games':>8}")
    for row in found.table:
        print(f"{row.name:{width}}{row.elo:+7.0f}{row.margin:6.0f}{row.score:9.1%}{row.games:8,}")
    print(f"\n{'pair':{2 * width}}{'points':>9}  95 % interval")
    for score in found.scores:
        pair = f"{score.first} against {score.second}"
        print(f"{pair:{2 * width}}{score.share:9.1%}  {score.low:.1%} - {score.high:.1%}")


COMMAND = Command(
    "tournament", "let bots play each other and rate them", ABOUT, Args, arguments, run
)
