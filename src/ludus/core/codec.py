"""States, views and records to JSON and back, by their annotations. No pickle anywhere."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Final, TypeVar, cast

import msgspec

from ludus.core.actions import Action
from ludus.core.errors import FileError

T = TypeVar("T")

COMPILED: Final = hasattr(Action, "__mypyc_attrs__")
"""Whether the core is compiled."""
SCALARS: Final = frozenset((int, bool, str, float, type(None)))


def to_json(value: object) -> bytes:
    """Compact JSON with keys in a fixed order, so that equal values give equal bytes."""
    return msgspec.json.encode(value, order="deterministic")


def to_plain(value: object) -> object:
    """The same as dicts, lists, numbers and strings."""
    return msgspec.to_builtins(value)


def from_json(data: bytes | str, kind: type[T], where: str = "JSON") -> T:
    """A value of `kind`, strictly checked; an error names the place in the data."""
    try:
        value = msgspec.json.decode(data, type=kind, strict=True)
    except msgspec.MsgspecError as error:
        raise FileError(f"{where}: {error}") from error
    return cast(T, _made_whole(value)) if COMPILED else value


def fingerprint(value: object) -> str:
    """A short digest of a value, for comparing positions and content."""
    return hashlib.sha256(to_json(value)).hexdigest()[:16]


def _made_whole(value: object) -> object:
    """The same value, its dataclasses rebuilt by their constructors.

    msgspec fills a dataclass without constructing it. That leaves a compiled one without its table
    of methods, and the first call of a method on it would crash the process.
    """
    kind = type(value)
    if kind in SCALARS:
        return value
    if isinstance(value, list | tuple):
        # Most are long lists of numbers, with nothing to rebuild.
        if SCALARS.issuperset(map(type, value)):
            return value
        parts = [_made_whole(part) for part in value]
        return parts if isinstance(value, list) else tuple(parts)
    if isinstance(value, dict):
        return {key: _made_whole(part) for key, part in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return kind(*[_made_whole(getattr(value, field.name)) for field in fields])
    return value
