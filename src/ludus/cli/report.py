"""`ludus report`: how balanced a game is, as one HTML page."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ludus.cli import matches
from ludus.cli.command import Command
from ludus.cli.matches import add_bots, add_matches, add_seats, read_plan
from ludus.cli.terminal import Progress
from ludus.core.codec import to_json
from ludus.core.errors import BadRequest, FileError
from ludus.core.extras import require
from ludus.core.files import must_be_writable, write_text
from ludus.core.game import AnyBox
from ludus.core.registry import find_game
from ludus.lab.balance.census import Census, added_up
from ludus.lab.balance.count import done_of, take_census
from ludus.lab.balance.findings import Findings, findings
from ludus.lab.balance.observe import about
from ludus.lab.balance.text import as_text
from ludus.lab.worker_pool import pool_for

ABOUT = """\
Play many games and write a report on their balance, one HTML page that needs nothing else: shares
of wins by seat, order of turns, faction, first choice, hero and card with 95 % intervals, game
length, changes of the lead, scores and what they are made of, how many options there are, and what
never came up.

--text prints it instead. --counts saves the counts while it runs: after an interruption the same
command continues from there. --from makes the report from saved counts; several of them add up.
--against shows a second content pack side by side.

  ludus report cambria --seats 3 --games 500 --jobs 2
  ludus report cambria --pack my-cambria --against built-in
  ludus report cambria --seed 1 --counts one.json --text
  ludus report cambria --from one.json --from two.json --out report.html
"""
BUILT_IN = "built-in"
KEEP_EVERY = 5.0
"""Seconds between two saves of the counts."""
USUAL_GAMES = 200


class Args(matches.Args):
    out: Path | None
    against: str | None
    counts: Path | None
    earlier: list[Path]
    text: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    add_matches(parser, USUAL_GAMES, "how many games")
    add_seats(parser, 1, "the game's fewest")
    add_bots(parser, "greedy")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="where the page goes (default: GAME-balance.html)"
    )
    parser.add_argument(
        "--against",
        metavar="PATH",
        help="show a second content pack beside it: its folder, or `built-in`",
    )
    parser.add_argument("--counts", type=Path, metavar="FILE", help="save the counts in this file")
    parser.add_argument(
        "--from",
        dest="earlier",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="report on saved counts instead of playing; may be given several times",
    )
    parser.add_argument("--text", action="store_true", help="print the report as text")


def run(args: Args) -> int:
    shown = args.json or args.text
    out = args.out or Path(f"{args.game}-balance.html")
    if not shown:
        must_be_writable(out)
        require("a page (not --text)", "lab", "matplotlib")
    if args.counts is not None:
        must_be_writable(args.counts)
        if args.against is not None:
            raise BadRequest("--counts keeps one pack's counts: run it once for each")
    packs = [args.pack]
    if args.against is not None:
        packs.append(None if args.against == BUILT_IN else Path(args.against))
    boxes = [find_game(args.game).open(pack) for pack in packs]
    if len({box.content_hash for box in boxes}) < len(boxes):
        raise BadRequest("--against: both packs hold the same")
    if args.earlier:
        censuses = _kept(args, boxes)
    else:
        censuses = [_played(args, pack) for pack in packs]
    if args.counts is not None:
        write_text(args.counts, censuses[0].dump().decode())
    found = [findings(census, box) for census, box in zip(censuses, boxes, strict=True)]
    if args.json:
        print(to_json(found[0] if len(found) == 1 else found).decode())
    elif args.text:
        print("\n\n".join(map(as_text, found)), end="")
    else:
        write_text(out, _page(args, censuses, found))
        print(f"{out}: {found[0].title}, {sum(each.games for each in found):,} games")
    return 0


def _page(args: Args, censuses: Sequence[Census], found: Sequence[Findings]) -> str:
    # Here, since Matplotlib takes a second to load and the other outputs do not need it.
    from ludus.lab.balance.page import page
    from ludus.lab.balance.plots import Side

    sides = [Side(each.pack, census, each) for each, census in zip(found, censuses, strict=True)]
    plan = found[0]
    command = f"ludus report {plan.game} --seats {plan.seats} --bots {plan.bots[0]}"
    if len(set(plan.bots)) > 1:
        command = f"ludus report {plan.game} --bots {','.join(plan.bots)}"
    command += f" --clock {plan.clock}" if plan.clock else ""
    return page(sides, f"{command} --games {plan.games}")


def _played(args: Args, pack: Path | None) -> Census:
    plan = replace(read_plan(args), pack=pack).checked()
    path = args.counts
    earlier = None
    if path is not None and path.exists():
        earlier = _load(path)
        if earlier.about != about(plan, plan.open()):
            raise FileError(f"{path}: counts of another plan; name another file")
        try:
            done_of(earlier, plan)
        except FileError as error:
            raise FileError(f"{path}: {error}; name another file") from None
    keep = None if path is None else Keeper(path).keep
    with Progress(plan.games, "games", args.progress) as progress:
        return take_census(plan, pool_for(args.jobs, args.ray), progress.reach, earlier, keep)


class Keeper:
    """Saves the counts every few seconds, so that little is lost by an interruption."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last = time.monotonic()

    def keep(self, census: Census) -> None:
        if time.monotonic() - self._last >= KEEP_EVERY:
            write_text(self._path, census.dump().decode())
            self._last = time.monotonic()


def _load(path: Path) -> Census:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    return Census.load(data, str(path))


def _kept(args: Args, boxes: Sequence[AnyBox]) -> list[Census]:
    """The counts in the files, added up for each of the packs."""
    found: list[list[tuple[Census, str]]] = [[] for _ in boxes]
    hashes = [box.content_hash for box in boxes]
    for path in args.earlier:
        census = _load(path)
        what = census.about
        if what.game != args.game:
            raise BadRequest(f"{path}: counts of {what.game}, not of {args.game}")
        if what.content not in hashes:
            raise FileError(
                f"{path}: counted with content {what.content} (pack {what.pack!r}), but the "
                f"packs named here are {', '.join(hashes)}; name it with --pack or --against"
            )
        found[hashes.index(what.content)].append((census, str(path)))
    for box, files in zip(boxes, found, strict=True):
        if not files:
            raise BadRequest(f"--from: no counts of the pack {box.pack.info.name!r}")
    return [added_up(files) for files in found]


COMMAND = Command("report", "report on a game's balance", ABOUT, Args, arguments, run)
