"""`ludus clauses`: which clauses of a rulebook are shown by which tests."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import Command, add_game
from ludus.core.clauses import CLAUSES_FILE
from ludus.core.errors import FileError
from ludus.core.registry import find_game
from ludus.kit.clauses import coverage

ABOUT = """\
Every clause of a game's rulebook, in our own words, is in its clauses.toml, and tests name the
clauses that they show. List them, or with --check fail (exit status 1) if a clause is shown by no
test, or a test names an unknown one. This reads the tests from the sources.

  ludus clauses cambria
  ludus clauses cambria --check
"""


class Args(argparse.Namespace):
    game: str
    check: bool
    tests: list[Path]


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="only list what is wrong, and fail if there is anything",
    )
    parser.add_argument(
        "--tests",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="tests outside the game's folder that show clauses too",
    )


def run(args: Args) -> int:
    folder = find_game(args.game).folder
    for path in (folder / CLAUSES_FILE, folder / "tests", *args.tests):
        if not path.exists():
            raise FileError(f"{path}: not found; clauses are read from the sources")
    report = coverage(folder, args.tests)
    lines = report.faults() if args.check else report.listing()
    print("\n".join([*lines, report.summary()]))
    return 1 if args.check and not report.ok else 0


COMMAND = Command(
    "clauses", "which tests show which clauses of the rules", ABOUT, Args, arguments, run
)
