"""Where faults are planted in a game, and which of them no test could ever notice."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from ludus.core.content import read_toml
from ludus.kit.mutation.plant import NUMBERS, Mutant, content_mutants, python_mutants

Part: TypeAlias = Literal["rules", "face"]
"""What is mutated: the rules with all that they and the views stand on, or faces and drawings."""

Sign: TypeAlias = tuple[str, str, str, int]
"""File, line and change of a mutant, and which one of those alike it is."""

EQUIVALENT_FILE: Final = "mutants.toml"
LEFT_OUT: Final = frozenset(
    {"tests", "bot", "encode", "__init__", "content", "schema", "primitives"}
)
"""Bots and what they learn from are good or bad, but not wrong; how content is read is tested by
reading it."""
FACES: Final = frozenset({"face", "drawing"})
DRAWN: Final = frozenset({"drawing.toml", "pack.toml"})
"""Content that no rule depends on."""


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change after which the game is the same, so that no test can notice it."""

    file: str
    source: str
    """The line as it stands in the file, without the space before it."""
    change: str
    """`before → after`, as the report writes it."""
    reason: str
    nth: int = 0
    """Which one, where several in the file are alike in this: 1 for the first; 0 for all."""


class Equivalents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`mutants.toml` in a game's folder."""

    equivalent: tuple[Equivalent, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file."""

    file: str
    """The path from the game's folder."""
    first: int = 1
    last: int = sys.maxsize

    def holds(self, mutant: Mutant) -> bool:
        """Whether a mutant is planted there."""
        return mutant.file == self.file and self.first <= mutant.line <= self.last


@dataclass(frozen=True, slots=True)
class Scope:
    """All mutants of a part of a game."""

    mutants: tuple[Mutant, ...]
    equivalent: tuple[tuple[Mutant, str], ...]
    """Those that are listed, with their reasons."""
    unknown: tuple[Equivalent, ...]
    """Entries of the list that fit no mutant."""


def scope_of(folder: Path, part: Part = "rules", only: Sequence[Place] = ()) -> Scope:
    """What can be planted in the game in a folder; `only` names some places in it."""
    found = [
        mutant
        for path in files_of(folder, part)
        for mutant in _mutants(folder, path, part)
        if not only or any(place.holds(mutant) for place in only)
    ]
    listed = _listed(folder)
    signs = _signs(_everything(folder))
    reasons = {(each.file, each.source, each.change, each.nth): each.reason for each in listed}
    equivalent = [
        (mutant, reasons[sign]) for mutant in found for sign in signs[mutant.key] if sign in reasons
    ]
    left_out = {mutant.key for mutant, _ in equivalent}
    known = {sign for pair in signs.values() for sign in pair}
    return Scope(
        tuple(mutant for mutant in found if mutant.key not in left_out),
        tuple(equivalent),
        tuple(
            each for each in listed if (each.file, each.source, each.change, each.nth) not in known
        ),
    )


def _signs(mutants: Iterable[Mutant]) -> dict[str, tuple[Sign, Sign]]:
    """How each mutant may be listed, by its key: as one of those alike, or as any of them."""
    count: Counter[tuple[str, str, str]] = Counter()
    found: dict[str, tuple[Sign, Sign]] = {}
    for each in mutants:
        alike = (each.file, each.source, each.change)
        count[alike] += 1
        found[each.key] = ((*alike, count[alike]), (*alike, 0))
    return found


def files_of(folder: Path, part: Part) -> list[Path]:
    """The files of a part, in order."""
    found = [path for path in sorted(folder.rglob("*.py")) if _part_of(folder, path) == part]
    if part == "rules":
        content = sorted((folder / "content").glob("*.toml"))
        found += [path for path in content if path.name not in DRAWN]
    return found


def digest_of(folder: Path, tests: bool = True) -> str:
    """Changes with whatever is in a game's folder, or with all but tests and listed mutants."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        left_out = not tests and (name.startswith("tests/test_") or name == EQUIVALENT_FILE)
        if path.is_file() and path.suffix != ".pyc" and not left_out:
            digest.update(name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def test_digests(folder: Path) -> dict[str, str]:
    """A digest of each file of tests, by its path from the game's folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted((folder / "tests").glob("test_*.py"))
    }


def _part_of(folder: Path, path: Path) -> str:
    top = Path(path.relative_to(folder).parts[0]).stem
    if top in LEFT_OUT:
        return ""
    return "face" if top in FACES else "rules"


def _mutants(folder: Path, path: Path, part: Part) -> list[Mutant]:
    name = path.relative_to(folder).as_posix()
    if path.suffix == ".toml":
        return content_mutants(name, path.read_bytes())
    return python_mutants(name, path.read_bytes(), NUMBERS if part == "face" else frozenset())


def _everything(folder: Path) -> Iterator[Mutant]:
    parts: tuple[Part, ...] = ("rules", "face")
    for part in parts:
        for path in files_of(folder, part):
            yield from _mutants(folder, path, part)


def _listed(folder: Path) -> tuple[Equivalent, ...]:
    path = folder / EQUIVALENT_FILE
    return read_toml(path, Equivalents).equivalent if path.is_file() else ()
