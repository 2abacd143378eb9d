"""States, views and records to JSON and back, by their annotations. No pickle anywhere."""

from __future__ import annotations

import hashlib
from typing import TypeVar

import msgspec

from ludus.core.errors import FileError

T = TypeVar("T")


def to_json(value: object) -> bytes:
    """Compact JSON with keys in a fixed order, so that equal values give equal bytes."""
    return msgspec.json.encode(value, order="deterministic")


def to_plain(value: object) -> object:
    """The same as dicts, lists, numbers and strings."""
    return msgspec.to_builtins(value)


def from_json(data: bytes | str, kind: type[T], where: str = "JSON") -> T:
    """A value of `kind`, strictly checked; an error names the place in the data."""
    try:
        return msgspec.json.decode(data, type=kind, strict=True)
    except msgspec.MsgspecError as error:
        raise FileError(f"{where}: {error}") from error


def fingerprint(value: object) -> str:
    """A short digest of a value, for comparing positions and content."""
    return hashlib.sha256(to_json(value)).hexdigest()[:16]
