"""`ludus new-game`: a folder for a new game, with a toy in it that passes the kit."""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ludus.cli.command import Command
from ludus.core.errors import BadRequest, FileError
from ludus.core.game import Game
from ludus.core.registry import is_game
from ludus.kit.golden import folder_of, make
from ludus.kit.tables import Setting

ABOUT = """\
Write a folder for a new game, as a package of its own: rules, content, face, bot and tests of a toy
that can be played at once and passes the kit. Replace it file by file; CONTRIBUTING.md says how.

  ludus new-game hare ./hare
  pip install --editable ./hare
  ludus play hare
"""

TEMPLATE: Final = Path(__file__).parent / "template"
SUFFIX: Final = ".txt"
NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Args(argparse.Namespace):
    name: str
    folder: Path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the game's name, such as `hare`")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a folder that does not exist yet")


def run(args: Args) -> int:
    check_name(args.name)
    folder = args.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadRequest(f"{folder}: there is something already; name a folder that does not exist")
    try:
        written = list(write_game(args.name, folder))
    except OSError as error:
        raise FileError(f"{folder}: cannot be written: {error.strerror}") from error
    for path in written:
        print(path)
    print(f"\nNext: pip install --editable {folder}\n      ludus play {args.name}")
    return 0


def check_name(name: str) -> None:
    """A name that can be a module, and is not taken."""
    if not NAME.fullmatch(name):
        raise BadRequest(f"{name!r} cannot be a game's name: use small letters, digits and _")
    if is_game(name):
        raise BadRequest(f"there is a game {name!r} already")


def write_game(name: str, folder: Path) -> Iterator[Path]:
    """Write all files, and a golden game; gives their paths."""
    title = name.replace("_", " ").title()
    filled = {
        "@name@": name,
        "@dashed@": name.replace("_", "-"),
        "@title@": title,
        "@class@": title.replace(" ", ""),
    }
    package = folder / "src" / f"ludus_{name}"
    for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        inside = source.relative_to(TEMPLATE).with_suffix("")
        path = (
            package / inside.relative_to("package")
            if inside.parts[0] == "package"
            else folder / inside
        )
        text = source.read_text(encoding="utf-8")
        for gap, value in filled.items():
            text = text.replace(gap, value)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        yield path
    yield _golden(name, folder / "src")


def _golden(name: str, source: Path) -> Path:
    """A record of the toy for the check of golden games."""
    sys.path.insert(0, str(source))
    try:
        game = importlib.import_module(f"ludus_{name}").GAME
    finally:
        sys.path.remove(str(source))
    assert isinstance(game, Game)
    box = game.open()
    return make(box, folder_of(game), Setting(2, box.options(2, {})), seed=1, bot="easy")


COMMAND = Command("new-game", "write a folder for a new game", ABOUT, Args, arguments, run)
