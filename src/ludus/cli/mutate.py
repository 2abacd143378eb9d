"""`ludus mutate`: whether a game's tests notice faults that are planted in it."""

from __future__ import annotations

import argparse
import re
import time
from math import inf
from pathlib import Path
from typing import Final

from ludus.cli.command import (
    Command,
    add_game,
    add_jobs,
    add_json,
    add_progress,
    add_seed,
    whole,
)
from ludus.cli.terminal import Progress
from ludus.core.codec import to_json
from ludus.core.errors import BadRequest
from ludus.core.extras import require
from ludus.core.files import must_be_writable, write_text
from ludus.core.registry import find_game, package_of
from ludus.kit.mutation.report import as_text, page, summary_of
from ludus.kit.mutation.runner import (
    ResultsFile,
    Target,
    by_lot,
    judge_all,
    recorded,
    sample,
    workers,
)
from ludus.kit.mutation.scope import Part, Place, scope_of

ABOUT = """\
Plant faults in a copy of a game, one at a time, and see whether its tests notice: another
comparison, a number one off, another operator, a dropped branch, a seat taken for another, a
skipped step, a figure of the rulebook changed. The tests that run the line are run, quick ones
first, until one fails. What only golden games or perft counts notice is told apart, since the next
change could store it.

The first run records which tests run which lines. Results are kept in a file as they come: the same
command continues where it was stopped, and asks again only for mutants that survived, once the game
or its tests have changed. --face looks at faces and drawings instead; sizes and offsets stay as
they are there. Mutants that change nothing are listed, with the reason, in the game's mutants.toml.

With --write the report is written into a folder, as GAME.md or GAME-face.md. It needs the game's
sources and tests, pytest and coverage, and a system that can fork.

  ludus mutate cambria --sample 100 --jobs 2
  ludus mutate cambria --sample 1000 --jobs 2 --write docs/mutation
  ludus mutate cambria --file rules/scoring.py:20-40
"""
NEEDED: Final = ("pytest", "coverage")
_PLACE: Final = re.compile(r"(?P<file>.+?)(:(?P<first>\d+)(-(?P<last>\d+))?)?")
"""A file of the game's folder, and the lines of it."""


class Args(argparse.Namespace):
    game: str
    sample: int | None
    seed: int
    jobs: int
    face: bool
    file: list[str]
    tests: list[str]
    seconds: int | None
    minutes: int | None
    keep: Path
    write: Path | None
    check: bool
    json: bool
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--sample", type=whole(1), metavar="N", help="plant only N mutants (default: all)"
    )
    add_seed(parser)
    add_jobs(parser)
    parser.add_argument("--face", action="store_true", help="faces and drawings, not the rules")
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="FILE",
        help="only this file of the game's folder, as FILE:LINE or FILE:FIRST-LAST only these "
        "lines of it; may be given several times",
    )
    parser.add_argument(
        "--tests",
        action="append",
        default=[],
        metavar="FILE",
        help="run only the tests in this file of the game's folder; may be given several times",
    )
    parser.add_argument(
        "--seconds",
        type=whole(1),
        metavar="S",
        help="run only quick tests on a mutant, as many as take S seconds (default: all)",
    )
    parser.add_argument(
        "--minutes",
        type=whole(1),
        metavar="M",
        help="begin no mutant later than this: the sample is then smaller (default: no limit)",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        default=Path("build", "mutation"),
        metavar="DIR",
        help="where results are kept (default: build/mutation)",
    )
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write GAME.md into it")
    parser.add_argument(
        "--check", action="store_true", help="exit with 1 if fewer are noticed than wanted"
    )
    add_json(parser)
    add_progress(parser)


def run(args: Args) -> int:
    require("mutate", "dev", *NEEDED)
    part: Part = "face" if args.face else "rules"
    target = Target.of(package_of(args.game))
    name = args.game if part == "rules" else f"{args.game}-face"
    if args.write is not None:
        must_be_writable(args.write / f"{name}.md")
    until = inf if args.minutes is None else time.monotonic() + 60 * args.minutes
    scope = scope_of(target.folder, part, [_place(text) for text in args.file])
    if not scope.mutants:
        raise BadRequest(f"there is nothing to plant in {', '.join(args.file) or args.game}")
    mutants = sample(scope.mutants, args.sample, args.seed)
    missing = [file for file in args.tests if not (target.folder / file).is_file()]
    if missing:
        raise BadRequest(f"{args.game} has no tests in {', '.join(missing)}")
    args.keep.mkdir(parents=True, exist_ok=True)
    with (
        ResultsFile(args.keep / f"{args.game}.jsonl", args.game) as file,
        workers(target, args.jobs) as team,
        Progress(len(mutants), "mutants", args.progress) as progress,
    ):
        lines = recorded(target, args.keep / f"{args.game}-lines.json", team, args.tests)
        # In the order of the draw, so that a run that was stopped has judged a smaller sample.
        drawn = by_lot(mutants, args.seed)
        results = judge_all(drawn, lines, file, team, progress.reach, args.seconds, until)
    title = find_game(args.game).meta.title
    found = summary_of(args.game, title, part, args.seed, scope, mutants, results, lines.broken)
    print(to_json(found).decode() if args.json else "\n".join(as_text(found)))
    if args.write is not None:
        write_text(args.write / f"{name}.md", page(found, _command(args)))
    return 1 if args.check and not (found.met and not found.unknown) else 0


def _place(text: str) -> Place:
    """Part of a file, as it was given."""
    found = _PLACE.fullmatch(text)
    assert found is not None
    first, last = found["first"], found["last"]
    if first is None:
        return Place(text)
    return Place(found["file"], int(first), int(last or first))


def _command(args: Args) -> str:
    """How the report was made."""
    words = ["ludus mutate", args.game]
    if args.sample is not None:
        words.append(f"--sample {args.sample}")
    if args.seed:
        words.append(f"--seed {args.seed}")
    words += [f"--tests {file}" for file in args.tests]
    if args.seconds is not None:
        words.append(f"--seconds {args.seconds}")
    if args.minutes is not None:
        words.append(f"--minutes {args.minutes}")
    if args.face:
        words.append("--face")
    words += [f"--file {file}" for file in args.file]
    return " ".join([*words, f"--write {args.write}"])


COMMAND = Command(
    "mutate", "see whether a game's tests notice planted faults", ABOUT, Args, arguments, run
)
