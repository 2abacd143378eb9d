"""`ludus report`: how balanced a game is, as one page to show around."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import (
    Command,
    add_game,
    add_options,
    add_pack,
    add_play,
    add_progress,
    whole,
)
from ludus.cli.files import must_be_writable, write_whole
from ludus.cli.simulate import read_plan
from ludus.cli.terminal import Progress
from ludus.core.codec import to_json
from ludus.core.errors import BadRequest, FileError
from ludus.core.registry import find_game
from ludus.lab.balance.census import Census, added_up
from ludus.lab.balance.count import take_census
from ludus.lab.balance.findings import findings
from ludus.lab.balance.text import as_text
from ludus.lab.runners import runner_for

ABOUT = """\
Play many games and report on their balance: shares of wins by seat, faction, first choice, hero and
card with 95 % intervals, game length, changes of the lead, scores and what they are made of, how
many options there are, and what never came up at all.

--text prints the whole of it. --counts keeps what was counted, and --from makes the report of
counts that were kept; several of them add up.

  ludus report cambria --seats 3 --games 500 --jobs 2 --text
  ludus report cambria --seed 1 --counts one.json --text
  ludus report cambria --from one.json --from two.json --text
"""
USUAL_GAMES = 200


class Wanted(argparse.Namespace):
    game: str
    seats: int | None
    bots: str
    games: int
    seed: int
    jobs: int
    ray: str | None
    patience: float
    counts: Path | None
    earlier: list[Path]
    json: bool
    text: bool
    options: list[str]
    pack: Path | None
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seats", type=whole(1), metavar="N", help="how many players (usual: the game's fewest)"
    )
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="A,B,..",
        help="who plays: one bot per seat, or one for all seats (usual: greedy)",
    )
    add_play(parser, USUAL_GAMES, "how many games")
    parser.add_argument("--counts", type=Path, metavar="FILE", help="keep the counts in this file")
    parser.add_argument(
        "--from",
        dest="earlier",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="report on counts that were kept instead of playing; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="for programs: print JSON")
    parser.add_argument("--text", action="store_true", help="print the report as text")
    add_options(parser)
    add_pack(parser)
    add_progress(parser)


def run(wanted: Wanted) -> int:
    if wanted.counts is not None:
        must_be_writable(wanted.counts)
    box = find_game(wanted.game).open(wanted.pack)
    census = _kept(wanted) if wanted.earlier else _played(wanted)
    if census.about.content != box.content_hash:
        raise FileError(
            f"{wanted.earlier[0]}: counted with content {census.about.content} (pack "
            f"{census.about.pack!r}), but this pack is {box.content_hash}; name it with --pack"
        )
    if wanted.counts is not None:
        write_whole(wanted.counts, census.dump().decode())
    found = findings(census, box)
    print(to_json(found).decode() if wanted.json else as_text(found), end="")
    return 0


def _played(wanted: Wanted) -> Census:
    plan = read_plan(wanted).checked()
    with Progress(plan.games, "games", wanted.progress) as progress:
        return take_census(plan, runner_for(wanted.jobs, wanted.ray), progress.reach)


def _kept(wanted: Wanted) -> Census:
    found = []
    for path in wanted.earlier:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise FileError(f"{path}: cannot be read: {error.strerror}") from error
        census = Census.load(data, str(path))
        if census.about.game != wanted.game:
            raise BadRequest(f"{path}: counts of {census.about.game}, not of {wanted.game}")
        found.append((census, str(path)))
    return added_up(found)


COMMAND = Command("report", "report on a game's balance", ABOUT, Wanted, arguments, run)
