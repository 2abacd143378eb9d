"""A pack as texts by file name: to keep it, send it, and put it on disk again."""

from __future__ import annotations

import io
import shutil
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ludus.core.codec import fingerprint
from ludus.core.errors import BadContent

KINDS: Final = (".toml", ".svg")
MOST_BYTES: Final = 4 * 1024 * 1024
"""No pack is larger: the largest that is built in has a tenth of it."""
MOST_FILES: Final = 100
MOST_ZIPPED: Final = 2 * MOST_BYTES
"""A pack in one file, with all that an archive adds."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def pack_files(folder: Path) -> dict[str, str]:
    """The files of a pack by name. What is no part of a pack is left out."""
    files: dict[str, str] = {}
    size = 0
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix not in KINDS or not path.is_file() or path.name.startswith("."):
                continue
            size += path.stat().st_size
            if size > MOST_BYTES:
                raise BadContent(f"{folder}: larger than {MOST_BYTES >> 20} MB", folder)
            files[path.name] = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadContent(f"{folder}: cannot be read: {error.strerror}", folder) from error
    except UnicodeDecodeError as error:
        raise BadContent(f"{folder}: not text: {error}", folder) from error
    return files


def pack_digest(files: Mapping[str, str]) -> str:
    """The hash by which a pack is kept: of all its files, words and drawings among them."""
    return fingerprint(dict(sorted(files.items())))


def zip_pack(files: Mapping[str, str]) -> bytes:
    """A pack as one file. The same pack is the same file at any time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), text.encode("utf-8"))
    return buffer.getvalue()


_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, struct.error, EOFError)
"""What the library raises for an archive that was cut off or changed, depending on the place."""


def _is_name(name: str) -> bool:
    return Path(name).name == name and name.endswith(KINDS)


def unzip_pack(data: bytes, where: str) -> dict[str, str]:
    """The files of a pack from one file; what is no pack, or too large, is refused."""
    files: dict[str, str] = {}
    if len(data) > MOST_ZIPPED:
        raise BadContent(f"{where}: larger than {MOST_ZIPPED >> 20} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_FILES:
                raise BadContent(f"{where}: more than {MOST_FILES} files")
            if sum(info.file_size for info in listed) > MOST_BYTES:
                raise BadContent(f"{where}: larger than {MOST_BYTES >> 20} MB")
            for info in listed:
                if not _is_name(info.filename) or info.compress_type not in _METHODS:
                    raise BadContent(f"{where}: {info.filename!r} is no file of a pack")
                if info.filename in files:
                    raise BadContent(f"{where}: {info.filename!r} is there twice")
                with archive.open(info) as file:
                    # A wrong size in the list is no way round the limit.
                    files[info.filename] = file.read(MOST_BYTES).decode("utf-8")
    except (*_DAMAGED, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadContent(f"{where}: not a pack in one file: {error}") from error
    if "pack.toml" not in files:
        raise BadContent(f"{where}: it holds no pack.toml")
    return files


def write_pack(files: Mapping[str, str], folder: Path) -> None:
    """Put a pack on disk, in a new folder; there is none if it cannot be written."""
    for name in files:
        if not _is_name(name):
            raise BadContent(f"{name!r} is no file of a pack")
    folder.mkdir(parents=True)
    try:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
