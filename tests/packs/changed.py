"""Packs in which a value or two were changed at random, as by somebody who tries things out."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.errors import LudusError
from ludus.core.toml_edit import Edit, edited
from ludus.core.toml_lines import Step

Steps: TypeAlias = tuple[Step, ...]
NUMBERS: Final = (-1, 0, 1, 2, 3, 5, 9, 13, 40, 99, 1000, 10**9)
UNFORESEEN: Final = "cannot be opened: "
"""How the message of an error begins that no rule about content has foreseen."""
MOST_TRIES: Final = 50


def places(value: object, path: Steps = ()) -> Iterator[tuple[Steps, object]]:
    """Everything that a document holds, with the way to it."""
    if path:
        yield path, value
    parts: Iterator[tuple[Step, object]] = iter(())
    if isinstance(value, dict):
        parts = iter(value.items())
    elif isinstance(value, list):
        parts = iter(enumerate(value))
    for step, part in parts:
        yield from places(part, (*path, step))


def change(folder: Path, rng: random.Random) -> str:
    """Change something in one of the files of a pack; what was changed, in a line."""
    files = [path for path in sorted(folder.glob("*.toml")) if path.name != "pack.toml"]
    for _ in range(MOST_TRIES):
        file = rng.choice(files)
        text = file.read_text(encoding="utf-8")
        found = list(places(tomllib.loads(text)))
        if not found:
            continue
        path, value = rng.choice(found)
        edit = _edit(path, value, found, rng)
        try:
            after = edited(text, edit)
        except LudusError:
            continue
        if after == text:
            continue
        file.write_text(after, encoding="utf-8")
        where = ".".join(str(step) for step in path)
        return f"{file.name}: {edit.op} {where}: {value!r} -> {edit.value!r}"[:300]
    raise AssertionError("nothing in this pack can be changed")


def _edit(
    path: Steps, value: object, found: Sequence[tuple[Steps, object]], rng: random.Random
) -> Edit:
    """Another value, of its own kind or of another place with the same key; or none at all."""
    way = rng.random()
    if way < 0.1:
        return Edit("remove", path)
    in_list = isinstance(path[-1], int)
    if in_list and (way < 0.2 or (isinstance(value, dict) and way < 0.8)):
        return Edit("insert", path, value)
    same = [other for at, other in found if at[-1] == path[-1] and other != value]
    if same and way < 0.5:
        return Edit("set", path, rng.choice(same))
    if isinstance(value, bool):
        return Edit("set", path, not value)
    if isinstance(value, int):
        return Edit("set", path, rng.choice([*NUMBERS, value + 1, value - 1, -value]))
    if isinstance(value, float):
        return Edit("set", path, rng.choice([-1.0, 0.0, 0.5, value * 2, 1e6]))
    if isinstance(value, str):
        return Edit("set", path, rng.choice(["", "x", value + "x", value.upper(), value[::-1]]))
    if isinstance(value, list):
        shuffled = value[:]
        rng.shuffle(shuffled)
        return Edit("set", path, rng.choice([[], value[:1], [*value, *value], shuffled]))
    return Edit("remove", path)
