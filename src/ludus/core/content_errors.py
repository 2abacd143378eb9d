"""What is wrong with a content file, in words that help its author, and on which line.

msgspec reports what it found, and the place by index. Here the item's id and the words that are
allowed at that place are added. Demands name the item they are about; its line is looked up.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import inspect

from ludus.core.errors import BadContent
from ludus.core.toml_lines import Step, line_at, lines_of

STEP = re.compile(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]")
NAMES: Final = ("id", "key", "name", "hex", "text", "numeral")
"""What an item of a list may be called by."""
_QUOTED: Final = re.compile(r"'([^']+)'")


def wrong(path: Path, reason: str, at: Sequence[Step] = ()) -> BadContent:
    """The error that a file has, with the line: of a place in it, or of what the reason names."""
    line = 0
    try:
        text = path.read_text(encoding="utf-8")
        document: dict[str, object] = tomllib.loads(text)
        line = line_at(lines_of(text), at or _place_of(document, reason))
    except (OSError, ValueError):
        # The reason says so; there is no place in a file that cannot be read.
        pass
    return BadContent(f"{path}:{line}: {reason}" if line else f"{path}: {reason}", path, line)


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
        here = _value(document, steps)
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


def _value(document: object, steps: Sequence[Step]) -> object:
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


def steps_of(error: msgspec.ValidationError, document: object) -> list[Step]:
    """The place that msgspec names."""
    _, _, path = str(error).rpartition(" - at `$")
    steps: list[Step] = []
    for match in STEP.finditer(path):
        if match.group(1):
            steps.append(match.group(1))
        elif match.group(2):
            steps.append(int(match.group(2)))
        else:
            break
    return steps


def explain(error: msgspec.ValidationError, document: object, kind: type) -> str:
    """The error with the item it is about, and what could stand there instead."""
    message = str(error)
    _, _, path = message.rpartition(" - at `$")
    steps = [match.group(1) or match.group(2) or "" for match in STEP.finditer(path)]
    item = _item(document, steps)
    if item:
        message = f"{item}: {message}"
    if "Invalid" in message:
        allowed = list(_allowed(inspect.type_info(kind), document, steps))
        if allowed:
            message += f"; possible: {', '.join(dict.fromkeys(allowed))}"
    return message


def _item(document: object, steps: Sequence[str]) -> str:
    """The innermost item on the path that has an id, as `hero brutus`."""
    found = ""
    name = ""
    here = document
    for step in steps:
        if isinstance(here, dict):
            name = step
            here = here.get(step)
        elif isinstance(here, list) and step.isdecimal():
            here = here[int(step)]
        else:
            break
        if isinstance(here, dict) and isinstance(here.get("id"), str):
            found = f"{name} {here['id']}"
    return found


def _allowed(kind: inspect.Type, here: object, steps: Sequence[str]) -> Iterator[str]:
    """The words that a type allows at the end of the path."""
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _allowed(each, here, steps)
    elif not steps:
        if isinstance(kind, inspect.LiteralType):
            yield from (str(value) for value in kind.values)
    elif isinstance(kind, inspect.StructType) and isinstance(here, dict):
        if steps[0] == kind.tag_field:
            yield str(kind.tag)
        elif kind.tag_field is None or here.get(kind.tag_field) == kind.tag:
            for field in kind.fields:
                if field.encode_name == steps[0]:
                    yield from _allowed(field.type, here.get(steps[0]), steps[1:])
    elif isinstance(kind, inspect.CollectionType) and isinstance(here, list):
        yield from _allowed(kind.item_type, here[int(steps[0])], steps[1:])
