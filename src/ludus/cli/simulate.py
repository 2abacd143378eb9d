"""`ludus simulate`: many games between bots, and results with confidence intervals."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from ludus.cli import matches
from ludus.cli.command import Command
from ludus.cli.matches import (
    add_bots,
    add_matches,
    add_seats,
    print_headline,
    print_troubles,
    read_plan,
)
from ludus.cli.terminal import Progress
from ludus.core.codec import to_json, to_plain
from ludus.core.errors import BadRequest
from ludus.core.files import must_be_writable
from ludus.lab.export import check_table, write_table
from ludus.lab.plan import Plan
from ludus.lab.report import Mean, Report, Row, report
from ludus.lab.results_file import ResultsFile
from ludus.lab.simulate import simulate
from ludus.lab.worker_pool import WorkerLost, pool_for

ABOUT = """\
Play many games between bots and report who won, by how much, and how long it took, each figure with
its 95 % confidence interval.

The seed fixes every game: the same command gives the same results with any number of jobs. Only
bots with a time limit cannot be repeated exactly. Bots change seats from game to game;
--no-rotate keeps them in the seats as listed. A bot can be a program of your own (docs/lab.md).

--out keeps a line for every game. After an interruption the same command continues, and with
more --games it adds to them. --table writes the same as CSV or Parquet, a row for each seat.

  ludus simulate cambria --bots greedy,random,random --games 500 --jobs 2
  ludus simulate cambria --seats 4 --bots random --options side=cumbria --json
  ludus simulate cambria --seats 2 --games 9999 --out games.jsonl --table games.parquet
  ludus simulate cambria --bots greedy,cmd:./mybot
"""


class Args(matches.Args):
    out: Path | None
    table: Path | None
    rotate: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    add_matches(parser, 100, "how many games")
    add_seats(parser, 1, "as many as there are bots, or the fewest the game takes")
    add_bots(parser, "random")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep every game in this file (JSON lines)"
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="write all games as a table, .csv or .parquet; needs --out",
    )
    parser.add_argument(
        "--rotate",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="move the bots on by one seat from game to game (default)",
    )


def run(args: Args) -> int:
    plan = replace(read_plan(args), rotate=args.rotate).checked()
    if args.table is not None:
        check_table(args.table)
        must_be_writable(args.table)
        if args.out is None:
            raise BadRequest("--table: name the file of results too, with --out")
    pool = pool_for(args.jobs, args.ray)
    with ExitStack() as stack:
        results = None
        if args.out is not None:
            must_be_writable(args.out)
            results = stack.enter_context(ResultsFile.open(args.out, plan, plan.open()))
        before = 0 if results is None else results.count
        start = time.perf_counter()
        try:
            with Progress(plan.games, "games", args.progress) as progress:
                tally = simulate(plan, 1, progress.reach, pool, results, print_troubles)
        except (KeyboardInterrupt, WorkerLost):
            if results is not None:
                print(f"ludus: {kept(results, plan)}", file=sys.stderr)
            raise
        spent = time.perf_counter() - start
        if results is not None and args.table is not None:
            write_table(args.table, results)
    shown = report(plan, tally)
    speed = Speed(spent, (tally.games - before) / spent, tally.decisions.total / spent, args.jobs)
    if args.json:
        print(to_json({"report": to_plain(shown), "speed": speed.plain()}).decode())
    else:
        _print(shown, speed)
    return 0


def kept(results: ResultsFile, plan: Plan) -> str:
    return (
        f"{results.count:,} of {plan.games:,} games are in {results.path}; "
        "the same command continues from there"
    )


class Speed:
    """How fast it went: the one part of the output that another run will not repeat."""

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


def _print(shown: Report, speed: Speed) -> None:
    print_headline(shown.game, f"{shown.games:,} games", shown.seats, shown.seed, shown.options)
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
    "simulate", "play many games between bots and report", ABOUT, Args, arguments, run
)
