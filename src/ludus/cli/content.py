"""`ludus content`: check a content pack, or start one from the built-in content."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import get_args

from ludus.cli.command import Command
from ludus.core.content import RECIPE, SOURCES, PackInfo, Source, parse_toml, read_toml
from ludus.core.errors import BadContent, FileError
from ludus.core.files import replacing
from ludus.core.nets import own_fault
from ludus.core.pack_files import (
    MOST_ZIPPED,
    net_files,
    pack_files,
    unzip_pack,
    write_pack,
    zip_pack,
)
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game
from ludus.kit.packs import check_pack

ABOUT = """\
A content pack is a folder of TOML files: what is printed on a game's boards and cards, and the
words for it. Owners of the boxed game can write a pack and play with it (--pack PATH).

  ludus content copy cambria my-cambria     start a pack from the built-in content
  ludus content check my-cambria            check it, and play some games with it
  ludus content check my-cambria --quick    the same in a few seconds
  ludus content export my-cambria cambria.zip   the pack as one file, to hand on
  ludus content import cambria.zip my-cambria   and back
  ludus play cambria --pack my-cambria
"""


class Args(argparse.Namespace):
    what: str
    path: Path
    game: str
    quick: bool
    file: Path


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    check = commands.add_parser(
        "check",
        help="check a pack",
        description="Check the content pack in a folder, and play random games with it.",
    )
    check.add_argument("path", type=Path, metavar="PATH", help="the pack's folder")
    check.add_argument("--quick", action="store_true", help="play only the first moves of games")
    copy = commands.add_parser(
        "copy",
        help="copy a game's built-in pack",
        description="Copy a game's built-in pack, as the start of your own.",
    )
    copy.add_argument("game", metavar="GAME", help="a game's name, as `ludus games` lists it")
    copy.add_argument("path", type=Path, metavar="PATH", help="the folder to make")

    export = commands.add_parser(
        "export", help="put a pack into one file", description="Put a pack into one file."
    )
    export.add_argument("path", type=Path, metavar="PATH", help="the pack's folder")
    export.add_argument("file", type=Path, metavar="FILE", help="the file to write, as pack.zip")
    back = commands.add_parser(
        "import",
        help="take a pack out of one file",
        description="Make the folder of a pack from the file that `export` has written.",
    )
    back.add_argument("file", type=Path, metavar="FILE", help="the file to read")
    back.add_argument("path", type=Path, metavar="PATH", help="the folder to make")


def run(args: Args) -> int:
    if args.what == "check":
        return _check(args.path, args.quick)
    if args.what == "export":
        return _export(args.path, args.file)
    if args.what == "import":
        return _import(args.file, args.path)
    return _copy(args.game, args.path)


def _export(path: Path, file: Path) -> int:
    read_toml(path / "pack.toml", PackInfo)
    with replacing(file) as beside:
        beside.write_bytes(zip_pack(pack_files(path) | net_files(path)))
    print(f"{file}: the pack of {path}")
    return 0


def _import(file: Path, path: Path) -> int:
    if path.exists():
        raise FileError(f"{path}: exists already; name a new folder")
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_ZIPPED + 1)
        write_pack(unzip_pack(data, str(file)), path)
    except OSError as error:
        raise FileError(f"{error.filename or path}: {error.strerror}") from error
    print(f"{path}: the pack of {file}; check it before you play with it.")
    return 0


def _check(path: Path, quick: bool) -> int:
    report = check_pack(path, quick)
    box = report.box
    if not report.ok or box is None:
        raise BadContent("\n".join(report.problems))
    info = box.pack.info
    print(f"{path}: {info.title}, a pack for {box.meta.title}; content hash {box.content_hash}")
    for file in sorted(box.pack.base.glob("*.toml")):
        own = box.pack.path(file.name)
        where = "of its own" if own.parent == path else "built-in"
        print(f"  {file.name:20} {where:11} {_sources(own)}")
    if own_fault(box) == "":
        print(f"  {RECIPE:20} of its own: there is a master for this pack")
    for warning in report.warnings:
        print(f"  note: {warning}")
    print(f"Played: {report.games} games, {report.moves} moves.")
    print("It has everything the rulebook demands, and can be played with.")
    return 0


def _sources(file: Path) -> str:
    """How many items come from where, and how many single values from elsewhere than their item."""
    items: Counter[str] = Counter()
    values: Counter[str] = Counter()
    _count(parse_toml(file), items, values)
    told = _counted(items)
    return f"{told}; single values: {_counted(values)}" if values else told


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {source}" for source, count in sorted(counts.items()))


def _count(value: object, items: Counter[str], values: Counter[str]) -> None:
    if isinstance(value, dict):
        source = value.get("source")
        # Effects of cards have a `source` as well: whose coins move.
        if isinstance(source, str) and source in get_args(Source):
            items[source] += 1
        for key, part in value.items():
            if key == SOURCES:
                values.update(part.values())
            else:
                _count(part, items, values)
    elif isinstance(value, list):
        for part in value:
            _count(part, items, values)


def _copy(name: str, path: Path) -> int:
    game = find_game(name)
    if path.exists():
        raise FileError(f"{path}: exists already; name a new folder")
    try:
        copy_pack(game, path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from error
    print(f"{path}: the built-in content of {name}; change what you like, then check it.")
    return 0


COMMAND = Command("content", "check or start a content pack", ABOUT, Args, arguments, run)
