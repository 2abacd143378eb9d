"""A pack as texts by file name: to keep it, send it, and put it on disk again."""

from __future__ import annotations

import base64
import io
import shutil
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ludus.core.codec import fingerprint
from ludus.core.content import RECIPE, WEIGHTS
from ludus.core.errors import BadContent

KINDS: Final = (".toml", ".svg")
MOST_BYTES: Final = 4 * 1024 * 1024
"""No pack is larger: the largest that is built in has a tenth of it."""
MOST_WEIGHTS: Final = 1_000_000
"""No file with a net has more bytes. A pack's is kept in base64 among its texts."""
MOST_FILES: Final = 100
MOST_ZIPPED: Final = 2 * MOST_BYTES
"""A pack in one file, with all that an archive adds."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def pack_files(folder: Path) -> dict[str, str]:
    """The files of a pack by name. What is no part of a pack is left out, and so is its net, which
    is made from the rest."""
    files: dict[str, str] = {}
    size = 0
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix not in KINDS or not path.is_file() or path.name.startswith("."):
                continue
            if path.name == RECIPE:
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


def net_files(folder: Path) -> dict[str, str]:
    """The files of a pack's own net by name; none if it has none."""
    recipe, weights = folder / RECIPE, folder / WEIGHTS
    if not recipe.is_file() or not weights.is_file():
        return {}
    for path, most in ((recipe, MOST_BYTES), (weights, MOST_WEIGHTS)):
        if path.stat().st_size > most:
            raise BadContent(f"{path}: larger than {most} bytes", path)
    try:
        text = recipe.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadContent(f"{recipe}: not text: {error}", recipe) from error
    return {RECIPE: text, WEIGHTS: base64.b64encode(weights.read_bytes()).decode()}


def without_net(files: Mapping[str, str]) -> dict[str, str]:
    """What is left of a pack for somebody who changes it: its net fits no longer then."""
    return {name: text for name, text in files.items() if name not in (RECIPE, WEIGHTS)}


def pack_digest(files: Mapping[str, str]) -> str:
    """The hash by which a pack is kept: of all its files, words and drawings among them."""
    return fingerprint(dict(sorted(files.items())))


def zip_pack(files: Mapping[str, str]) -> bytes:
    """A pack as one file. The same pack is the same file at any time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), _data(name, text))
    return buffer.getvalue()


_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, struct.error, EOFError)
"""What the library raises for an archive that was cut off or changed, depending on the place."""


def _is_name(name: str) -> bool:
    return Path(name).name == name and (name.endswith(KINDS) or name == WEIGHTS)


def _data(name: str, text: str) -> bytes:
    """A file as it stands on disk."""
    if name != WEIGHTS:
        return text.encode("utf-8")
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise BadContent(f"{name!r} is not in base64") from error


def _text(name: str, data: bytes) -> str:
    """A file as it is kept."""
    return base64.b64encode(data).decode() if name == WEIGHTS else data.decode("utf-8")


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
                most = MOST_WEIGHTS if info.filename == WEIGHTS else MOST_BYTES
                if info.file_size > most:
                    raise BadContent(f"{where}: {info.filename} is larger than {most} bytes")
                with archive.open(info) as file:
                    # A wrong size in the list is no way round the limit.
                    files[info.filename] = _text(info.filename, file.read(most))
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
            (folder / name).write_bytes(_data(name, text))
    except (OSError, BadContent):
        shutil.rmtree(folder, ignore_errors=True)
        raise
