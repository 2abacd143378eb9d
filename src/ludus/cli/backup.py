"""`ludus backup` and `ludus restore`: the tables of a server in one file."""

from __future__ import annotations

import argparse
import os
import time
from datetime import UTC, datetime
from pathlib import Path

from ludus.cli.command import Command, add_data
from ludus.core.errors import BadRequest, FileError
from ludus.store import StoreError
from ludus.store.backup import Backup, back_up, read_backup, restore, set_aside
from ludus.web.data_folder import DATABASE, SECRET, InUse, data_folder, locked

BACKUP = """\
Copy everything that a server keeps into one file: tables, moves, chat, sessions, and the secret
that signs cookies and links. The server may run meanwhile; the file has all that was acknowledged
when the copy began, and is checked before it gets its name. Whoever can read it can read every
hidden card.

  ludus backup /var/backups/ludus-monday.backup --data /var/lib/ludus
"""
RESTORE = """\
Put a backup in the place of what a data folder holds. The server must have stopped. The backup is
checked first, from its first row to the last. What was in the folder is set aside under another
name, and only with --replace.

  ludus restore ludus-monday.backup --check            only check it
  ludus restore ludus-monday.backup --data /var/lib/ludus
"""


class Args(argparse.Namespace):
    file: Path
    data: Path | None
    check: bool
    replace: bool


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to make")
    add_data(parser)


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that `ludus backup` made")
    add_data(parser)
    parser.add_argument("--check", action="store_true", help="check the file and change nothing")
    parser.add_argument(
        "--replace", action="store_true", help="also if the folder has tables; they are set aside"
    )


def run_backup(args: Args) -> int:
    # Imported here, as for all commands that read settings.
    from ludus.web.settings import store_of

    folder = args.data or data_folder()
    if store_of(folder, os.environ):
        # What is in the folder is from before, and would be kept as if it were today's.
        raise BadRequest(
            "the settings name a PostgreSQL store, and its backups are PostgreSQL's: use pg_dump, "
            "or `ludus store move postgresql://... sqlite:FOLDER`"
        )
    try:
        secret = (folder / SECRET).read_bytes()
        made = back_up(folder / DATABASE, args.file, {SECRET: secret}, int(time.time() * 1000))
    except FileNotFoundError:
        raise FileError(f"{folder}: no server has kept anything there") from None
    except (OSError, StoreError) as error:
        raise FileError(str(error)) from error
    print(f"{args.file}: {_told(made)}")
    return 0


def run_restore(args: Args) -> int:
    folder = args.data or data_folder()
    try:
        if args.check:
            print(f"{args.file}: {_told(read_backup(args.file))}; it can be restored")
            return 0
        with locked(folder):
            print(f"{folder}: {_told(_restored(args.file, folder, args.replace))}")
    except InUse:
        raise BadRequest(f"{folder}: a server uses this data folder; stop it first") from None
    except StoreError as error:
        raise FileError(str(error)) from error
    return 0


def _restored(file: Path, folder: Path, replace: bool) -> Backup:
    database = folder / DATABASE
    if database.exists() and not replace:
        raise BadRequest(f"{folder}: there are tables already; --replace sets them aside")
    read_backup(file)
    if database.exists():
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        print(f"what was there is in {set_aside(database, stamp)}")
    found = restore(file, database)
    for name, content in found.files.items():
        if name == SECRET:
            part = folder / f"{SECRET}.part"
            part.unlink(missing_ok=True)
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            part.replace(folder / SECRET)
    return found


def _told(found: Backup) -> str:
    when = datetime.fromtimestamp(found.made / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return (
        f"{found.tables:,} tables with {found.moves:,} moves, and {found.sessions:,} sessions, "
        f"as of {when}"
    )


BACKUP_COMMAND = Command(
    "backup",
    "copy what a server keeps into one file, while it runs",
    BACKUP,
    Args,
    backup_arguments,
    run_backup,
)
RESTORE_COMMAND = Command(
    "restore", "put a backup in place", RESTORE, Args, restore_arguments, run_restore
)
