"""The data folder of a server: where it is, and its lock.

This module imports nothing of the server: other commands need the folder too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ludus.core.errors import FileError

DATABASE: Final = "ludus.sqlite"
SECRET: Final = "secret"
LOCK: Final = "lock"
NAMED: Final = "LUDUS_DATA"


def data_folder() -> Path:
    """The data folder that the environment names, or the one where the system expects it."""
    named = os.environ.get(NAMED, "")
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA", "")
        return Path(home or Path.home() / "AppData" / "Local") / "ludus"
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path.home() / ".local" / "share"
    return base / "ludus"


class InUse(FileError):
    """A server, or a command that writes, has the folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the data folder: two servers on one folder would overwrite each other."""
    # Imported here: only what writes to the folder needs the library.
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        # Other users of the machine must not read seats and hidden cards.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise InUse(
            f"{folder}: another server uses this data folder; give --data another"
        ) from None
    except OSError as error:
        raise FileError(
            f"{folder}: cannot be used as data folder: {error.strerror or error}; "
            "give --data a folder that can be written"
        ) from error
    try:
        yield
    finally:
        lock.release()
