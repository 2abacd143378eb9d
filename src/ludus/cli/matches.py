"""What the commands that let bots play many games share: their arguments, and the plan in them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludus.cli.command import (
    add_game,
    add_jobs,
    add_options,
    add_pack,
    add_progress,
    add_seed,
    read_options,
    whole,
)
from ludus.core.errors import BadRequest
from ludus.core.registry import find_game
from ludus.lab.plan import Plan
from ludus.lab.program_bot import PATIENCE
from ludus.lab.rows import GameRow


class Wanted(argparse.Namespace):
    """What each of them is told; a command adds its own."""

    game: str
    seats: int | None
    bots: str
    games: int
    seed: int
    jobs: int
    ray: str | None
    patience: float
    json: bool
    options: list[str]
    pack: Path | None
    progress: bool | None


def add_matches(parser: argparse.ArgumentParser, games: int, what: str) -> None:
    """Which game, how many of it, from which seed, and on what; not who plays."""
    add_game(parser)
    parser.add_argument(
        "--games", type=whole(1), default=games, metavar="N", help=f"{what} (usual: {games})"
    )
    add_seed(parser)
    add_jobs(parser)
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
        help=f"how long a program may think about a decision (usual: {PATIENCE:g})",
    )
    add_options(parser)
    add_pack(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print JSON")
    add_progress(parser)


def add_seats(parser: argparse.ArgumentParser, fewest: int, usual: str) -> None:
    parser.add_argument(
        "--seats", type=whole(fewest), metavar="N", help=f"how many players (usual: {usual})"
    )


def add_bots(parser: argparse.ArgumentParser, usual: str) -> None:
    parser.add_argument(
        "--bots",
        default=usual,
        metavar="A,B,..",
        help=f"who plays: one bot per seat, or one for all seats (usual: {usual})",
    )


def read_plan(wanted: Wanted) -> Plan:
    """The plan as it was typed, not yet checked."""
    bots = tuple(wanted.bots.split(","))
    seats = wanted.seats
    if seats is None:
        seats = len(bots) if len(bots) > 1 else min(find_game(wanted.game).meta.seats)
    if wanted.patience <= 0:
        raise BadRequest(f"--patience: {wanted.patience:g} seconds are too few")
    return Plan(
        wanted.game,
        seats,
        bots,
        wanted.games,
        wanted.seed,
        read_options(wanted.options),
        wanted.pack,
        patience=wanted.patience,
    )


def tell_troubles(row: GameRow) -> None:
    """A bot that does not play as it should is named at once, on stderr."""
    for trouble in row.troubles:
        print(f"ludus: game {row.game}: {trouble}", file=sys.stderr)
