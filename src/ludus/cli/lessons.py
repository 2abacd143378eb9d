"""`ludus lessons`: the lessons of a game, checked by playing them, and where people leave them."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path

from ludus.cli.command import Command, add_game
from ludus.core.errors import FileError
from ludus.core.lessons import lessons_in
from ludus.core.registry import find_game
from ludus.kit.lessons import LessonReport, check_lessons
from ludus.store import SqliteStore, StoreError
from ludus.web.data_folder import data_folder

ABOUT = """\
Lessons are content: files in a game's folder `lessons`. Every one is played through on a real
table, along every move that it asks for. Prints how long they are, and what is wrong with them;
with --check fails (exit status 1) if anything is. With --stats it tells at which step people leave,
counted by the server without names.

  ludus lessons cambria
  ludus lessons cambria --check
  ludus lessons cambria --stats --data /var/lib/ludus
"""


class Args(argparse.Namespace):
    game: str
    check: bool
    stats: bool
    data: Path | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--check", action="store_true", help="fail if anything is wrong")
    parser.add_argument("--stats", action="store_true", help="tell at which step people leave")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the server's data folder (for --stats)"
    )


def run(args: Args) -> int:
    game = find_game(args.game)
    if args.stats:
        print("\n".join(_stats(args.game, game.folder, args.data or data_folder())))
        return 0
    reports = check_lessons(game.open(), game.folder)
    for report in reports:
        print("\n".join(_lines(report)))
    if not reports:
        print(f"{args.game} has no lessons")
    return 1 if args.check and any(report.faults for report in reports) else 0


def _lines(report: LessonReport) -> Iterator[str]:
    ways = "1 way" if report.ways == 1 else f"{report.ways} ways"
    yield f"{report.name}: {report.title}: {report.steps} steps, {report.moves} moves, {ways}"
    yield from (f"  {fault}" for fault in report.faults)


def _stats(game: str, folder: Path, data: Path) -> Iterator[str]:
    path = data / "ludus.sqlite"
    if not path.is_file():
        raise FileError(f"{path}: not found; give --data the data folder of the server")
    try:
        counted = asyncio.run(_counts(path, game))
    except StoreError as error:
        raise FileError(str(error)) from error
    for name, lesson in lessons_in(folder).items():
        reached = counted.get(name, {})
        begun, ended = reached.get(0, 0), reached.get(len(lesson.step), 0)
        times = "time" if begun == 1 else "times"
        yield f"{name}: {lesson.title}: begun {begun} {times}, finished {ended}"
        for number, step in enumerate(lesson.step):
            here = reached.get(number, 0)
            left = here - reached.get(number + 1, 0)
            share = f"{left / here:4.0%}" if here else "    "
            yield f"  {number + 1:2}{here:7} reached{left:7} left {share}  {step.title}"


async def _counts(path: Path, game: str) -> dict[str, dict[int, int]]:
    store = SqliteStore(path)
    try:
        found: dict[str, dict[int, int]] = {}
        for lesson, step, count in await store.lesson_counts(game):
            found.setdefault(lesson, {})[step] = count
        return found
    finally:
        await store.close()


COMMAND = Command(
    "lessons",
    "a game's lessons: check them, and see where people leave",
    ABOUT,
    Args,
    arguments,
    run,
)
