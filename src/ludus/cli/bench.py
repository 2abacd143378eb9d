"""`ludus bench`: how fast the games are, against peers in the same run."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import Command, add_json, add_progress, whole
from ludus.cli.terminal import Progress
from ludus.core.codec import to_json
from ludus.core.extras import require
from ludus.core.files import must_be_writable, write_text
from ludus.core.registry import find_game, games
from ludus.lab.bench.build import compiled_build
from ludus.lab.bench.results import (
    LEARNING,
    Line,
    Results,
    entries_for,
    measure,
    measure_learners,
)

ABOUT = """\
Measure random play, copying and memory of the games, search, and what PettingZoo's interface costs,
as ratios against Catanatron and OpenSpiel in the same run. Everything is pinned to one core, in
short slices that take turns; rates are per second of CPU time, and medians. Only simulations on two
cores are measured by wall-clock time.

The compiled build is measured too where there is one (`make compiled`). The peers come with the
extra `bench`; `make bench` installs everything.

  ludus bench
  ludus bench --games cambria --rounds 3 --json
  ludus bench --write docs/bench.md --check
  ludus bench --learners --rounds 3

With --learners the environments are measured instead: afterstates with features, many tables at
once, and PettingZoo, Gymnasium and OpenSpiel.
"""
LEARNERS_NEED = ("pyspiel", "pettingzoo", "gymnasium")
NEEDED = ("catanatron", "pyspiel", "pettingzoo")


class Args(argparse.Namespace):
    games: str | None
    rounds: int
    seconds: float
    json: bool
    write: Path | None
    check: bool
    learners: bool
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", metavar="A,B,..", help="which games (default: all that are offered to players)"
    )
    parser.add_argument(
        "--rounds", type=whole(1), default=9, metavar="N", help="slices per workload (default: 9)"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.4,
        metavar="T",
        help="CPU seconds per slice (default: 0.4)",
    )
    add_json(parser)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table as Markdown")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--learners", action="store_true", help="measure what learners use instead")
    add_progress(parser)


def run(args: Args) -> int:
    chosen = list(games()) if args.games is None else args.games.split(",")
    for name in chosen:
        find_game(name)
    require("bench", "research,bench", *(LEARNERS_NEED if args.learners else NEEDED))
    if args.write is not None:
        must_be_writable(args.write)
    compiled = compiled_build()
    if args.learners:
        slices = len(chosen) * len(LEARNING) * args.rounds
        with Progress(slices, "slices", args.progress) as progress:
            reach = progress.reach
            results = measure_learners(chosen, compiled, args.rounds, args.seconds, reach)
    else:
        slices = len(entries_for(chosen, compiled)) * args.rounds
        with Progress(slices + len(chosen), "slices", args.progress) as progress:
            results = measure(chosen, compiled, args.rounds, args.seconds, progress.reach)
    if args.json:
        print(to_json(results).decode())
    else:
        print("\n".join(as_text(results)))
        if compiled is None:
            print("\nThe compiled build was not measured; `make compiled` makes one.")
    if args.write is not None:
        write_text(args.write, as_markdown(results))
    return 1 if args.check and results.missed else 0


def as_text(results: Results) -> list[str]:
    """The table for a terminal."""
    rows = [("", "figure", "against", "target", ""), *map(cells, results.lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = [", ".join(results.machine.values()), ""]
    for what, *figures in rows:
        padded = [text.rjust(width) for text, width in zip(figures, widths[1:], strict=True)]
        lines.append("  ".join([what.ljust(widths[0]), *padded]).rstrip())
    return lines


def as_markdown(results: Results) -> str:
    """The table for the docs."""
    lines = [
        "# Benchmark",
        "",
        "Written by `ludus bench --write docs/bench.md`. Rates are per CPU second on one core,",
        "medians of slices that take turns; ratios are against Catanatron in the same run.",
        "",
        *(f"- {key}: {value}" for key, value in results.machine.items()),
        "",
        "| measure | figure | against | target | |",
        "|---|---:|---:|---:|---|",
        *("| " + " | ".join(cells(line)) + " |" for line in results.lines),
    ]
    return "\n".join(lines) + "\n"


def cells(line: Line) -> tuple[str, str, str, str, str]:
    return line.what, line.figure, line.against, line.target, line.verdict


COMMAND = Command("bench", "measure speed and memory against peers", ABOUT, Args, arguments, run)
