"""`ludus edit`: change a content pack in the browser."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from pathlib import Path

from ludus.cli.command import Command
from ludus.cli.serve import NEEDED, has_screen, must_be_free, port_number
from ludus.core.content import PackInfo, read_toml
from ludus.core.errors import FileError
from ludus.core.extras import require
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game

ABOUT = """\
Opens the editor of a content pack in the browser: forms for everything that is printed, with the
board and the cards beside them, tried in positions of real games. It serves this computer alone,
and saves every change at once.

  ludus edit my-cambria                     edit a pack
  ludus edit my-cambria --new cambria       start it from the built-in content first
"""


class Args(argparse.Namespace):
    path: Path
    new: str | None
    port: int
    browser: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="PACK", help="the pack's folder")
    parser.add_argument(
        "--new", metavar="GAME", help="make the folder, from the built-in content of this game"
    )
    parser.add_argument(
        "--port",
        type=port_number,
        default=0,
        metavar="N",
        help="the port to listen on (default: any that is free)",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="open a browser, if you started it at a screen (default)",
    )


def run(args: Args) -> int:
    require("edit", "web", *NEEDED)
    if args.new is not None:
        _start(args.new, args.path)
    if not args.path.is_dir():
        raise FileError(f"{args.path}: no such pack; --new GAME makes one")
    find_game(read_toml(args.path / "pack.toml", PackInfo).game)
    if args.port:
        must_be_free("127.0.0.1", args.port)
    # Imported here: a machine that never serves need not have the server's libraries.
    from ludus.web.editor.local import edit

    opens = args.browser and sys.stdout.isatty() and has_screen(os.environ, sys.platform)

    def ready(address: str) -> None:
        print(f"The editor is at {address}", flush=True)
        print("Only this computer reaches it, by this link. Ctrl-C ends it.", flush=True)
        if opens:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    edit(args.path, args.port, ready)
    print("The editor has stopped; every change is saved.")
    return 0


def _start(game: str, path: Path) -> None:
    if path.exists():
        raise FileError(f"{path}: exists already; leave --new out to edit it")
    found = find_game(game)
    try:
        copy_pack(found, path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from error


COMMAND = Command("edit", "change a content pack in the browser", ABOUT, Args, arguments, run)
