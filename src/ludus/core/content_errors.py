"""What is wrong with a content file, and on which line.

Demands name the item they are about; its line is looked up. What does not fit a type is told by
`misread`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from ludus.core.errors import BadContent
from ludus.core.toml_lines import Step, Steps, line_at, lines_of

NAMES: Final = ("id", "key", "name", "hex", "text", "numeral")
"""What an item of a list may be called by."""
_QUOTED: Final = re.compile(r"'([^']+)'")


def wrong(path: Path, reason: str, at: Sequence[Step] = ()) -> BadContent:
    """The error that a file has, with the line: of a place in it, or of what the reason names."""
    line = 0
    steps = at
    try:
        text = path.read_text(encoding="utf-8")
        document, lines = _read(text)
        steps = at or _place_of(document, reason)
        line = line_at(lines, steps)
    except (OSError, ValueError):
        # The reason says so; there is no place in a file that cannot be read.
        pass
    where = f"{path}:{line}" if line else str(path)
    return BadContent(f"{where}: {reason}", path, line, steps)


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[dict[str, object], dict[Steps, int]]:
    """A file and where its lines are; a file with one error has often more."""
    return tomllib.loads(text), lines_of(text)


def _place_of(document: dict[str, object], reason: str) -> list[Step]:
    """What a reason is about: `side cambria, fort isca: ...`, `limits.hand must be ...`, 'isca'."""
    head = reason.partition(":")[0]
    steps: list[Step] = []
    here: object = document
    for part in head.split(", "):
        found = _walk(here, part)
        if not found:
            break
        steps += found
        here = value_at(document, steps)
    if steps:
        return steps
    for name in (head, *_QUOTED.findall(reason)):
        found = _called(document, name)
        if found:
            return found
    return []


def _walk(here: object, part: str) -> list[Step]:
    """One part of a reason as steps: keys with dots, then the name or the number of an item."""
    words = part.split(" ", 1)
    steps: list[Step] = []
    for key in words[0].split("."):
        if not isinstance(here, dict) or key not in here:
            break
        steps.append(key)
        here = here[key]
    if steps and len(words) > 1 and isinstance(here, list):
        name = words[1]
        for number, item in enumerate(here):
            if isinstance(item, dict) and any(str(item.get(key)) == name for key in NAMES):
                return [*steps, number]
        if name.isdecimal() and 1 <= int(name) <= len(here):
            return [*steps, int(name) - 1]
    return steps


def value_at(document: object, steps: Sequence[Step]) -> object:
    here = document
    for step in steps:
        if isinstance(here, dict) and isinstance(step, str):
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int):
            here = here[step]
    return here


def _called(here: object, name: str) -> list[Step]:
    """The way to the first item that is called so, else to the first such text."""
    items = [way for way, value in _texts(here, []) if value == name]
    named = [way for way in items if way[-1] in NAMES]
    return (named or items or [[]])[0]


def _texts(here: object, way: list[Step]) -> Iterator[tuple[list[Step], str]]:
    if isinstance(here, dict):
        for key, part in here.items():
            yield from _texts(part, [*way, key])
    elif isinstance(here, list):
        for number, part in enumerate(here):
            yield from _texts(part, [*way, number])
    elif isinstance(here, str):
        yield way, here
