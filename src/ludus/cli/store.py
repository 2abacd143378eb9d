"""`ludus store`: everything that a server keeps, from one kind of store to the other."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.command import Command
from ludus.core.errors import BadRequest, FileError
from ludus.core.extras import require
from ludus.store import StoreError
from ludus.web.data_folder import DATABASE, SECRET, InUse, locked

if TYPE_CHECKING:
    from ludus.store.move import Moved

ABOUT = """\
Copy everything that a server keeps into an empty store of the other kind: tables, moves, chat,
sessions, and the secret that signs cookies and links. Every row of the copy is compared with what
was copied. What was copied stays as it is.

A data folder must not be in use. A database may be: the copy has everything as of one moment.

  ludus store move sqlite:/var/lib/ludus postgresql://ludus@db/ludus
  ludus store move postgresql://ludus@db/ludus sqlite:/var/lib/ludus-copy
"""
FOLDER = "sqlite:"
DATABASES = ("postgresql://", "postgres://")


class Args(argparse.Namespace):
    verb: str
    source: str
    target: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("verb", choices=["move"], help="copy a store")
    parser.add_argument("source", metavar="FROM", help="sqlite:FOLDER or postgresql://...")
    parser.add_argument("target", metavar="TO", help="the other kind, and empty")


def run(args: Args) -> int:
    require("store", "web,postgres", "psycopg")
    kinds = [_kind(text) for text in (args.source, args.target)]
    if kinds[0] == kinds[1]:
        raise BadRequest("one of the two stores is a folder, sqlite:FOLDER, the other a database")
    try:
        if kinds[0] == FOLDER:
            moved = _to_database(Path(args.source.removeprefix(FOLDER)), args.target)
        else:
            moved = _to_folder(args.source, Path(args.target.removeprefix(FOLDER)))
    except InUse:
        raise BadRequest("a server uses the data folder; stop it first") from None
    except StoreError as error:
        raise FileError(str(error)) from error
    tables, sessions = (moved.counts[name] for name in ("tables", "sessions"))
    print(f"{tables:,} tables with {moved.moves:,} moves, and {sessions:,} sessions are copied")
    return 0


def _kind(text: str) -> str:
    if text.startswith(FOLDER):
        return FOLDER
    if text.startswith(DATABASES):
        return DATABASES[0]
    raise BadRequest(f"{text[:60]!r} begins neither with sqlite: nor with postgresql://")


def _to_database(folder: Path, url: str) -> Moved:
    from ludus.store.move import to_postgresql

    if not (folder / DATABASE).is_file():
        raise FileError(f"{folder}: no server has kept anything there")
    with locked(folder):
        secret = (folder / SECRET).read_bytes()
        return to_postgresql(folder / DATABASE, secret, url)


def _to_folder(url: str, folder: Path) -> Moved:
    from ludus.store.move import to_sqlite

    with locked(folder):
        if (folder / SECRET).exists():
            raise FileError(f"{folder}: there is a secret already")
        moved, secret = to_sqlite(url, folder / DATABASE)
        if secret:
            handle = os.open(folder / SECRET, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secret)
    return moved


COMMAND = Command("store", "copy a server's store to another kind", ABOUT, Args, arguments, run)
