"""Views as rows of named numbers, one way for all games.

`features.toml` in a game's folder lists the fields of the view that become features, and how: as
numbers, as lists padded to a length, as the bits of a mask, or as counts of ids. It names fields
and does not follow the view's shape, so a field that is added to a view changes no row. A row is
made from a view alone: a learner knows no more than a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec

from ludus.core.content import read_toml
from ludus.core.errors import BadContent, RulesBug
from ludus.core.game import AnyBox
from ludus.core.native import Reader, kernels
from ludus.core.registry import find_game, is_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE: Final = "features.toml"
LARGEST: Final = 2**24
"""No feature is larger: whole numbers up to here are exact in 32 bits."""
ABSENT: Final = -1
"""Stands for a missing number."""
SEATS: Final = "seats"
"""As a size: as many as there are seats."""

Size: TypeAlias = int | str
Get: TypeAlias = Callable[[object], object]
"""From a view, whose type is the game's own, to a number, a list of numbers or None."""
Encode: TypeAlias = Callable[[object, int, list[int]], None]
"""Adds a value to a row, as a given number of numbers."""


class FeatureTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`features.toml`. A path is names and indices joined by dots; `*` means every index."""

    numbers: tuple[str, ...]
    """Numbers, and lists that keep their length for the whole game."""
    padded: dict[str, Size] = {}
    """Lists whose length changes, with the length that they are padded or cut to."""
    bits: dict[str, Size] = {}
    """Masks, and how many bits they have."""
    counts: dict[str, Size] = {}
    """Lists of ids, and how many ids there are: how often each is in the list."""


def features_in(folder: Path) -> FeatureTable | None:
    """The features of the game in this folder, if it lists some."""
    path = folder / FILE
    return read_toml(path, FeatureTable) if path.is_file() else None


def default_features(view: object) -> FeatureTable:
    """The features of a game that lists none: the numbers at the top of the view.

    A list of numbers keeps the length that it has in this view, which is that of the set-up.
    """
    numbers: list[str] = []
    padded: dict[str, Size] = {}
    fields: Iterable[str] = getattr(view, "__struct_fields__", ())
    for name in fields or getattr(view, "__dataclass_fields__", ()):
        value = getattr(view, name)
        if isinstance(value, int):
            numbers.append(name)
        elif isinstance(value, (tuple, list)) and all(isinstance(item, int) for item in value):
            padded[name] = len(value)
    return FeatureTable(tuple(numbers), padded)


class Part(NamedTuple):
    """Some of a row's numbers: what they are made of, and where they stand."""

    way: str
    encode: Encode
    at: int
    size: int


class Features:
    """The features of one game for a number of seats: their names, and a view's row of them.

    Without a `table` those in the game's folder are taken, or else the default ones.
    """

    def __init__(
        self,
        box: AnyBox,
        seats: int,
        options: Mapping[str, str],
        table: FeatureTable | None = None,
    ) -> None:
        self._game = box.meta.name
        self._seats = seats
        self._view = box.rules.view(box.rules.setup(seats, options), 0)
        if table is None and is_game(self._game):
            table = features_in(find_game(self._game).folder)
        if table is None:
            table = default_features(self._view)
        self.names: list[str] = []
        self._parts: list[Part] = []
        for way in table.numbers:
            for spelled, get in self._spelled(way):
                value = get(self._view)
                if isinstance(value, (tuple, list)):
                    names = [f"{spelled}.{n}" for n in range(len(value))]
                    self._add(spelled, _fixed, names)
                elif isinstance(value, int) or value is None:
                    self._add(spelled, _number, [spelled])
                else:
                    raise BadContent(f"{self._game}, {FILE}: {spelled} is {value!r}, not a number")
        for sizes, encode in (
            (table.padded, _padded),
            (table.bits, _bits),
            (table.counts, _counts),
        ):
            for way, size in sizes.items():
                for spelled, _ in self._spelled(way):
                    names = [f"{spelled}.{n}" for n in range(self._size(size))]
                    self._add(spelled, encode, names)
        self.size: Final = len(self.names)
        self._getters: Final = [_getter(part.way) for part in self._parts]
        self._reader: Final = self._compiled()

    def row(self, view: object) -> list[int]:
        """The numbers of a view, as many as there are names."""
        found: list[int] = []
        for get, part in zip(self._getters, self._parts, strict=True):
            part.encode(get(view), part.size, found)
        return found

    def read(self, view: object, found: NDArray[np.float32], row: int = 0) -> None:
        """Write the numbers of a view into a row of `found`, which may be an array of one row."""
        if self._reader is None:
            found.reshape(-1, self.size)[row] = self.row(view)
            return
        try:
            self._reader.read(view, found, row)
        except ValueError as error:
            raise RulesBug(str(error)) from None

    def named(self, view: object) -> dict[str, int]:
        """The same with names, for people."""
        return dict(zip(self.names, self.row(view), strict=True))

    def _add(self, way: str, encode: Encode, names: Sequence[str]) -> None:
        self._parts.append(Part(way, encode, len(self.names), len(names)))
        self.names += names

    def _compiled(self) -> Reader | None:
        """The same in C. Paths that begin alike go together: what they share is looked up once."""
        parts = [
            (tuple(part.way.split(".")), ENCODES.index(part.encode), part.at, part.size)
            for part in self._parts
        ]
        return None if kernels is None else kernels.reader(sorted(parts), self.size)

    def _size(self, size: Size) -> int:
        return self._seats if size == SEATS else int(size)

    def _spelled(self, way: str) -> list[tuple[str, Get]]:
        """A path with every `*` spelled out, as far as the first view of a game reaches."""
        before, star, after = way.partition("*")
        if not star:
            return [(way, _getter(way))]
        several = _getter(before.rstrip("."))(self._view)
        if not isinstance(several, (tuple, list)):
            raise BadContent(f"{self._game}, {FILE}: {before}* is no list")
        found = []
        for place in range(len(several)):
            found += self._spelled(f"{before}{place}{after}")
        return found


def _number(value: object, size: int, row: list[int]) -> None:
    row.append(value if isinstance(value, int) else ABSENT)


def _fixed(value: object, size: int, row: list[int]) -> None:
    if not isinstance(value, (tuple, list)) or len(value) != size:
        raise RulesBug(f"{value!r} is no list of {size} features any more: it must be padded")
    row.extend(value)


def _padded(value: object, size: int, row: list[int]) -> None:
    if isinstance(value, (tuple, list)):
        row.extend(value[:size])
        row.extend([ABSENT] * (size - len(value)))
    else:
        row.extend([ABSENT] * size)


def _bits(value: object, size: int, row: list[int]) -> None:
    mask = value if isinstance(value, int) else 0
    row.extend([mask >> bit & 1 for bit in range(size)])


def _counts(value: object, size: int, row: list[int]) -> None:
    start = len(row)
    row.extend([0] * size)
    if isinstance(value, (tuple, list)):
        for item in value:
            if 0 <= item < size:
                row[start + item] += 1


ENCODES: Final = (_number, _fixed, _padded, _bits, _counts)
"""In the order of their numbers in `kernels.c`."""


def _getter(way: str) -> Get:
    """A getter for the value at a path in a view; None where the path ends early."""
    steps = [(part, int(part) if part.lstrip("-").isdecimal() else 0) for part in way.split(".")]
    if len(steps) == 1:
        return attrgetter(way)

    def get(view: object) -> object:
        found = view
        for part, place in steps:
            if isinstance(found, (tuple, list)):
                if not -len(found) <= place < len(found):
                    return None
                found = found[place]
            elif isinstance(found, dict):
                found = found[part]
            elif found is None:
                return None
            else:
                found = getattr(found, part)
        return found

    return get
