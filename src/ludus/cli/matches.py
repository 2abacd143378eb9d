"""Arguments shared by commands in which bots play many games, and the plan they describe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from ludus.cli.command import (
    add_game,
    add_jobs,
    add_json,
    add_options,
    add_pack,
    add_progress,
    add_seed,
    read_options,
    whole,
)
from ludus.cli.terminal import Style
from ludus.core.errors import BadRequest
from ludus.core.registry import find_game
from ludus.lab.plan import Plan
from ludus.lab.program_bot import PATIENCE
from ludus.lab.rows import GameRow


class RunArgs(argparse.Namespace):
    """The arguments that all of them share; a command adds its own."""

    game: str
    seats: int | None
    bots: str
    games: int
    seed: int
    jobs: int
    progress: bool | None


class Args(RunArgs):
    """The arguments of those that take any options and content."""

    ray: str | None
    patience: float
    clock: int
    json: bool
    options: list[str]
    pack: Path | None


def add_run(parser: argparse.ArgumentParser, games: int, what: str, fewest: int = 1) -> None:
    """The game, the number of games, the seed and the number of processes."""
    add_game(parser)
    parser.add_argument(
        "--games", type=whole(fewest), default=games, metavar="N", help=f"{what} (default: {games})"
    )
    add_seed(parser)
    add_jobs(parser)
    add_progress(parser)


def add_matches(parser: argparse.ArgumentParser, games: int, what: str) -> None:
    """The same, and on which machines, with which content and options; not who plays."""
    add_run(parser, games, what)
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster instead: its address, or `local` for one of J workers here",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=PATIENCE,
        metavar="SECONDS",
        help=f"how long a program may think about a decision (default: {PATIENCE:g})",
    )
    parser.add_argument(
        "--clock",
        type=whole(0),
        default=0,
        metavar="N",
        help="let a running clock be up in one case of N although somebody could still act "
        "(default: only when nobody else can)",
    )
    add_options(parser)
    add_pack(parser)
    add_json(parser)


def add_seats(parser: argparse.ArgumentParser, fewest: int, default: str) -> None:
    parser.add_argument(
        "--seats", type=whole(fewest), metavar="N", help=f"how many players (default: {default})"
    )


def add_bots(
    parser: argparse.ArgumentParser,
    default: str,
    what: str = "who plays: one bot per seat, or one for all seats",
) -> None:
    parser.add_argument(
        "--bots",
        default=default,
        metavar="A,B,..",
        help=f"{what} (default: {default})",
    )


def read_plan(args: Args) -> Plan:
    """The plan as it was typed, not yet checked."""
    bots = tuple(args.bots.split(","))
    seats = args.seats
    if seats is None:
        seats = len(bots) if len(bots) > 1 else min(find_game(args.game).meta.seats)
    if args.patience <= 0:
        raise BadRequest(f"--patience: {args.patience:g} seconds are too few")
    return Plan(
        args.game,
        seats,
        bots,
        args.games,
        args.seed,
        read_options(args.options),
        args.pack,
        patience=args.patience,
        clock=args.clock,
    )


def print_troubles(row: GameRow) -> None:
    """Print on stderr at once what went wrong with bots."""
    for trouble in row.troubles:
        print(f"ludus: game {row.game}: {trouble}", file=sys.stderr)


def print_headline(game: str, what: str, seats: int, seed: int, options: Mapping[str, str]) -> None:
    """What was played, above the results."""
    chosen = "".join(f", {key}={value}" for key, value in options.items())
    print(Style().bold(f"{game}: {what}, {seats} seats, seed {seed}{chosen}"))
