"""Files that the user names: read with clear errors, written atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludus.core.errors import BadRecord, FileError
from ludus.core.record import Record, read_record


def load_record(path: Path) -> Record:
    """The record in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: not a record: {error}") from error
    return read_record(text, str(path))


def must_be_writable(path: Path) -> None:
    """Refuse a target that cannot be written, before any work is done for it."""
    folder = path.parent
    if path.is_dir():
        raise FileError(f"{path}: cannot be written: it is a folder")
    if not folder.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise FileError(f"{path}: cannot be written: no permission")


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: a reader finds the old text or the new one, never half of it."""
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file to write to, which takes the place of `path` when all went well."""
    must_be_writable(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        beside = Path(name)
        try:
            yield beside
            beside.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
