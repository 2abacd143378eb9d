"""`ludus ladder`: how strong the bots are against each other."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludus.cli.command import Command, add_game, add_jobs, add_progress, add_seed, whole
from ludus.cli.terminal import Progress
from ludus.core.errors import BadRequest
from ludus.core.files import must_be_writable, write_text
from ludus.lab.ladder import DEFAULT_BOTS, Ladder, LadderFile, play_missing, result_of
from ludus.lab.ladder_page import as_text, chart, page

ABOUT = """\
Play all levels (and random) against each other in all seats and tell how often each beats each,
with 95 % intervals, and the Elo that fits best.

Bots think by work, not by time, so the seed fixes every game. Games are kept in a file as they end:
the same command goes on where it was stopped, --minutes stops it, --pairs plays a part of it, and
with --games 0 what is there is only told again. With --write the page and its picture are written
into a folder.

  ludus ladder cambria --games 200 --jobs 2 --write docs/ladder
  ludus ladder conqueror --pairs hard-medium --games 60 --minutes 8
"""


class Wanted(argparse.Namespace):
    game: str
    games: int
    seats: int
    bots: str
    pairs: str
    seed: int
    jobs: int
    minutes: int | None
    keep: Path | None
    write: Path | None
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--games", type=whole(0), default=100, metavar="N", help="for each pair (usual: 100)"
    )
    parser.add_argument(
        "--seats",
        type=whole(0),
        default=0,
        metavar="N",
        help="how many players (usual: the fewest that two bots can halve)",
    )
    parser.add_argument(
        "--bots",
        default=",".join(DEFAULT_BOTS),
        metavar="A,B,..",
        help=f"who is on the ladder (usual: {','.join(DEFAULT_BOTS)})",
    )
    parser.add_argument(
        "--pairs", default="", metavar="A-B,..", help="play only these pairs (usual: all)"
    )
    add_seed(parser)
    add_jobs(parser)
    parser.add_argument(
        "--minutes", type=whole(1), metavar="M", help="stop after so long; run again to go on"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="where games are kept (usual: build/ladder/GAME.jsonl)",
    )
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="write GAME.md and GAME.svg into it"
    )
    add_progress(parser)


def run(wanted: Wanted) -> int:
    bots = tuple(wanted.bots.split(","))
    ladder = Ladder(wanted.game, wanted.seats, bots, wanted.seed).checked()
    pairs = _pairs(wanted.pairs, ladder)
    if wanted.write is not None:
        must_be_writable(wanted.write / f"{ladder.game}.md")
    path = wanted.keep or Path("build", "ladder", f"{ladder.game}.jsonl")
    until = None if wanted.minutes is None else time.monotonic() + 60 * wanted.minutes
    with LadderFile(path, ladder) as file:
        with Progress(wanted.games * len(pairs), "games", wanted.progress) as progress:
            play_missing(ladder, file, wanted.games, pairs, wanted.jobs, until, progress.reach)
        found = result_of(ladder, file)
    print("\n".join(as_text(found)))
    if wanted.write is not None:
        write_text(wanted.write / f"{ladder.game}.md", page(found, f"{ladder.game}.svg"))
        write_text(wanted.write / f"{ladder.game}.svg", chart(found) + "\n")
    return 0


def _pairs(text: str, ladder: Ladder) -> list[tuple[str, str]]:
    """`hard-medium,easy-random` as pairs of the ladder, whichever comes first."""
    if not text:
        return ladder.pairs
    found = []
    for part in text.split(","):
        named = set(part.split("-"))
        pair = next((pair for pair in ladder.pairs if set(pair) == named), None)
        if pair is None:
            raise BadRequest(f"--pairs: {part!r} is no pair of {', '.join(ladder.bots)}")
        found.append(pair)
    return found


COMMAND = Command("ladder", "measure how strong the bots are", ABOUT, Wanted, arguments, run)
