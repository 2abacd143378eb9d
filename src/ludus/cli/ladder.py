"""`ludus ladder`: how strong the bots are against each other."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludus.cli.command import Command, whole
from ludus.cli.matches import RunArgs, add_bots, add_run, add_seats
from ludus.cli.terminal import Progress
from ludus.core.errors import BadRequest
from ludus.core.files import must_be_writable, write_text
from ludus.lab.ladder import DEFAULT_BOTS, Ladder, LadderFile, play_missing, result_of
from ludus.lab.ladder_page import as_text, chart, page

ABOUT = """\
Play all levels (and random) against each other in all seats and show how often each beats each,
with 95 % intervals, and Elo ratings.

Bots think by work, not by time, so the seed fixes every game. Games are kept in a file as they end:
the same command continues where it was stopped. --minutes stops it, --pairs plays a part of it, and
--games 0 only shows the results so far. --decide spares games that would settle nothing more. With
--write the page and its picture are written into a folder.

  ludus ladder cambria --games 200 --jobs 2 --write docs/ladder
  ludus ladder conqueror --pairs hard-medium --games 60 --minutes 8
  ludus ladder cambria --bots random,easy,medium,hard,master --games 400 --decide
"""


class Args(RunArgs):
    pairs: str
    minutes: int | None
    keep: Path | None
    write: Path | None
    decide: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    add_run(parser, 100, "how many games a pair plays", fewest=0)
    add_seats(parser, 2, "the fewest that two bots can halve")
    add_bots(parser, ",".join(DEFAULT_BOTS), "who is on the ladder")
    parser.add_argument(
        "--pairs", default="", metavar="A-B,..", help="play only these pairs (default: all)"
    )
    parser.add_argument(
        "--minutes", type=whole(1), metavar="M", help="stop after M minutes; run again to continue"
    )
    parser.add_argument(
        "--decide",
        action="store_true",
        help="play a pair only until a sequential test has told 70 wins in 100 from 60",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="where games are kept (default: build/ladder/GAME.jsonl)",
    )
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="write GAME.md and GAME.svg into it"
    )


def run(args: Args) -> int:
    bots = tuple(args.bots.split(","))
    ladder = Ladder(args.game, args.seats or 0, bots, args.seed).checked()
    pairs = _pairs(args.pairs, ladder)
    if args.write is not None:
        must_be_writable(args.write / f"{ladder.game}.md")
    path = args.keep or Path("build", "ladder", f"{ladder.game}.jsonl")
    until = None if args.minutes is None else time.monotonic() + 60 * args.minutes
    with LadderFile(path, ladder) as file:
        with Progress(args.games * len(pairs), "games", args.progress) as progress:
            reach = progress.reach
            play_missing(ladder, file, args.games, pairs, args.jobs, until, reach, args.decide)
        found = result_of(ladder, file)
    print("\n".join(as_text(found)))
    if args.write is not None:
        write_text(args.write / f"{ladder.game}.md", page(found, f"{ladder.game}.svg", args.decide))
        write_text(args.write / f"{ladder.game}.svg", chart(found) + "\n")
    return 0


def _pairs(text: str, ladder: Ladder) -> list[tuple[str, str]]:
    """`hard-medium,easy-random` as pairs of the ladder, whichever comes first."""
    if not text:
        return ladder.pairs
    found = []
    for part in text.split(","):
        # A name may have a hyphen itself: hard-2026.
        pair = next((p for p in ladder.pairs if part in ("-".join(p), "-".join(p[::-1]))), None)
        if pair is None:
            raise BadRequest(f"--pairs: {part!r} is no pair of {', '.join(ladder.bots)}")
        found.append(pair)
    return found


COMMAND = Command("ladder", "measure how strong the bots are", ABOUT, Args, arguments, run)
