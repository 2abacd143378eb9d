"""`ludus simulate`: many games between bots, and how sure one can be of what they show."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ludus.cli.command import (
    Command,
    add_game,
    add_options,
    add_pack,
    add_progress,
    read_options,
    whole,
)
from ludus.cli.terminal import Progress, Style
from ludus.core.codec import to_json, to_plain
from ludus.core.registry import find_game
from ludus.lab.report import Mean, Report, Row, report
from ludus.lab.simulate import Plan, simulate

ABOUT = """\
Play many games between bots and report who won, by how much, and how long it took, each figure with
its 95 % confidence interval.

The seed fixes every game: the same command gives the same results whatever the number of jobs. Only
bots that think by the clock (search, hard) cannot be repeated exactly. Bots change seats from game
to game; --no-rotate leaves them where they are named.

  ludus simulate cambria --bots greedy,random,random --games 500 --jobs 2
  ludus simulate cambria --seats 4 --bots random --options side=cumbria --json
"""


class Wanted(argparse.Namespace):
    game: str
    seats: int | None
    bots: str
    games: int
    seed: int
    jobs: int
    json: bool
    rotate: bool
    options: list[str]
    pack: Path | None
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seats",
        type=whole(1),
        metavar="N",
        help="how many players (usual: as many as there are bots, or the fewest the game takes)",
    )
    parser.add_argument(
        "--bots",
        default="random",
        metavar="A,B,..",
        help="who plays: one bot per seat, or one for all seats (usual: random)",
    )
    parser.add_argument(
        "--games", type=whole(1), default=100, metavar="N", help="how many games (usual: 100)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="where chance starts (usual: 0)"
    )
    parser.add_argument(
        "--jobs", type=whole(1), default=1, metavar="J", help="how many processes (usual: 1)"
    )
    parser.add_argument(
        "--rotate",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="move the bots on by one seat from game to game (usual)",
    )
    parser.add_argument("--json", action="store_true", help="for programs: print JSON")
    add_options(parser)
    add_pack(parser)
    add_progress(parser)


def run(wanted: Wanted) -> int:
    bots = tuple(wanted.bots.split(","))
    seats = wanted.seats
    if seats is None:
        seats = len(bots) if len(bots) > 1 else min(find_game(wanted.game).meta.seats)
    plan = Plan(
        wanted.game,
        seats,
        bots,
        wanted.games,
        wanted.seed,
        read_options(wanted.options),
        wanted.pack,
        wanted.rotate,
    ).checked()
    start = time.perf_counter()
    with Progress(plan.games, "games", wanted.progress) as progress:
        tally = simulate(plan, wanted.jobs, progress.reach)
    spent = time.perf_counter() - start
    shown = report(plan, tally)
    speed = Speed(spent, tally.games / spent, tally.decisions.total / spent, wanted.jobs)
    if wanted.json:
        print(to_json({"report": to_plain(shown), "speed": speed.plain()}).decode())
    else:
        _tell(shown, speed)
    return 0


class Speed:
    """How fast it went: the one part of the answer that another run will not repeat."""

    def __init__(self, seconds: float, games: float, decisions: float, jobs: int) -> None:
        self.seconds = seconds
        self.games_per_second = games
        self.decisions_per_second = decisions
        self.jobs = jobs

    def plain(self) -> dict[str, float]:
        return {
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "decisions_per_second": self.decisions_per_second,
            "jobs": self.jobs,
        }


def _tell(shown: Report, speed: Speed) -> None:
    style = Style()
    options = "".join(f", {key}={value}" for key, value in shown.options.items())
    print(
        style.bold(
            f"{shown.game}: {shown.games:,} games, {shown.seats} seats, seed {shown.seed}{options}"
        )
    )
    _table("bot", shown.by_bot)
    _table("seat", shown.by_seat)
    print(f"\n{'decisions a game':18}{_mean(shown.decisions)}")
    print(f"{'moves, with dice':18}{_mean(shown.moves)}")
    ends = ", ".join(
        f"{reason} {count / shown.games:.1%}" for reason, count in shown.ended_by.items()
    )
    print(f"{'ended by':18}{ends}")
    print(
        f"{'speed':18}{speed.games_per_second:,.1f} games/s, "
        f"{speed.decisions_per_second:,.0f} decisions/s, {speed.jobs} job(s), {speed.seconds:.1f} s"
    )


def _table(head: str, rows: tuple[Row, ...]) -> None:
    print(f"\n{head:12}{'wins':>7}  {'95 % interval':16}{'score':>8}  95 % interval")
    for row in rows:
        low, high = row.interval
        print(f"{row.name:12}{row.win_share:7.1%}  {low:6.1%} - {high:6.1%} {_mean(row.score)}")


def _mean(mean: Mean) -> str:
    low, high = mean.interval
    return f"{mean.mean:8.2f}  {low:.2f} - {high:.2f}  (from {mean.low} to {mean.high})"


COMMAND = Command(
    "simulate", "play many games between bots and report", ABOUT, Wanted, arguments, run
)
