"""What is wrong with a content file, in words that help its author.

msgspec reports what it found, and the place by index. Here the item's id and the words that are
allowed at that place are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import inspect

STEP = re.compile(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]")


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
