"""What in a content file does not fit its type, in words that help its author.

msgspec reports the first thing that it found, in its own words, and the place by index. Here all of
them are found, each with the item that it is in and what could stand there.
"""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import inspect

from ludus.core.content_errors import NAMES, value_at
from ludus.core.toml_lines import Step

_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]")
_AT: Final = re.compile(r" - at (`key` in )?`\$")
_VALUE: Final = re.compile(r"Invalid (?:enum )?value (.+)")
MOST_SHOWN: Final = 60
"""Letters of a wrong value in a message."""


def misread(document: dict[str, object], kind: type) -> Iterator[tuple[list[Step], str]]:
    """All that keeps a document from being a value of a type: the place, and what is wrong there.

    What was found is taken out, with the item that it is in, and what is left is read again.
    """
    rest = copy.deepcopy(document)
    numbers: dict[int, list[int]] = {}
    """By list: the numbers that its items have in the document."""
    while True:
        try:
            msgspec.convert(rest, type=kind, strict=True)
            return
        except msgspec.ValidationError as error:
            said = str(error)
            found = _AT.search(said)
            message = said[: found.start()] if found else said
            path = said[found.end() :] if found else ""
            key = found is not None and found[1] is not None
        way = _steps(path)
        if id(value_at(rest, way)) in numbers:
            # It is too short without what was taken out.
            return
        steps = _original(rest, way, numbers)
        unknown = _UNKNOWN.match(message)
        place = [*steps, unknown[1]] if unknown else steps
        among = "key" if key else "value" if "[...]" in path else ""
        yield place, _explained(message, among, document, kind, steps)
        if not _taken_out(rest, way, message, numbers):
            return


def _steps(path: str) -> list[Step]:
    """The place that msgspec names."""
    steps: list[Step] = []
    for match in _STEP.finditer(path):
        if match.group(1):
            steps.append(match.group(1))
        elif match.group(2):
            steps.append(int(match.group(2)))
        else:
            break
    return steps


def _original(rest: object, way: Sequence[Step], numbers: dict[int, list[int]]) -> list[Step]:
    """The way as it was before anything was taken out."""
    steps: list[Step] = []
    for at, step in enumerate(way):
        left = numbers.get(id(value_at(rest, way[:at])))
        steps.append(left[step] if left is not None and isinstance(step, int) else step)
    return steps


def _taken_out(
    rest: object, way: Sequence[Step], message: str, numbers: dict[int, list[int]]
) -> bool:
    """Take out an unknown key, or the innermost table of a list; False where there is neither."""
    unknown = _UNKNOWN.match(message)
    table = value_at(rest, way)
    if unknown and isinstance(table, dict):
        del table[unknown[1]]
        return True
    for at in range(len(way) - 1, -1, -1):
        step, holder = way[at], value_at(rest, way[:at])
        if isinstance(holder, list) and isinstance(step, int) and isinstance(holder[step], dict):
            left = numbers.setdefault(id(holder), list(range(len(holder))))
            del holder[step], left[step]
            return True
    return False


def _explained(
    message: str, among: str, document: object, kind: type, steps: Sequence[Step]
) -> str:
    """An error in plain words: the item it is about, what stands there, and what could.

    `among`: it is about some key or value of a table, and msgspec does not say which.
    """
    words: list[str] = []
    if "Invalid" in message or "unknown field" in message:
        words = list(dict.fromkeys(_allowed(inspect.type_info(kind), document, steps)))
    # What is missing or unknown stands in the item itself.
    above = steps if message.startswith("Object") else steps[:-1]
    said = _VALUE.match(message)
    found = (said[1] if said else "") if among else _shown(value_at(document, steps))
    what = f"a {among} of {_subject(steps)}" if among else _subject(steps)
    reason = _plain(message, what, found, words)
    place = _place(document, above)
    return f"{place}: {reason}" if place else reason


def _subject(steps: Sequence[Step]) -> str:
    """The value at the end of a way: its key, or its number in a list."""
    numbers: list[str] = []
    for step in reversed(steps):
        if isinstance(step, str):
            number = ".".join(reversed(numbers))
            return f"value {number} of `{step}`" if numbers else f"`{step}`"
        numbers.append(str(step + 1))
    return "the file"


def _place(document: object, steps: Sequence[Step]) -> str:
    """The items on a way, as an author would call them: `card contio, option 2, effect 1`."""
    parts: list[str] = []
    here = document
    name = ""
    for step in steps:
        here = value_at(here, [step])
        if isinstance(step, str):
            name = step
            if isinstance(here, dict):
                parts.append(step)
        elif isinstance(here, dict):
            called = (here.get(key) for key in NAMES)
            number = str(step + 1)
            title = next((each for each in called if isinstance(each, str) and each), number)
            parts.append(f"{_SINGULAR.sub('', name)} {title}")
    return ", ".join(parts)


_SINGULAR: Final = re.compile(r"(?<=[a-z]{3}[^su])s$")
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
_LIMITS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_SIZES: Final = {
    "": "",
    **dict.fromkeys(("at least ", ">= "), "at least "),
    **dict.fromkeys(("at most ", "<= "), "at most "),
}
_KIND: Final = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_LIMIT: Final = re.compile(r"Expected `\w+` (>=|<=|>|<) (\S+)")
_SIZE: Final = re.compile(r"Expected `(array|str)` of (at least |at most )?length (>= |<= )?(\d+)")
_MISSING: Final = re.compile(r"Object missing required field `([^`]+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]+)`")


def _plain(message: str, what: str, found: str, words: Sequence[str]) -> str:
    """What msgspec says, in the words of those who write packs."""
    stands = f"{what} is {found}, it" if found else what
    possible = f"; possible: {', '.join(words)}" if words else ""
    if match := _MISSING.match(message):
        return f"`{match[1]}` is missing"
    if match := _UNKNOWN.match(message):
        near = difflib.get_close_matches(match[1], words, 1)
        return f"unknown key `{match[1]}`" + (f", perhaps `{near[0]}`?" if near else possible)
    if match := _LIMIT.match(message):
        return f"{stands} must be {_LIMITS[match[1]]} {match[2]}"
    if match := _SIZE.match(message):
        count = f"{_SIZES[match[2] or match[3] or '']}{match[4]}"
        kind = "letter" if match[1] == "str" else "value"
        return f"{what} must have {count} {kind}{'s' * (match[4] != '1')}"
    if "matching regex" in message:
        return f"{stands} must have letters" if _BLANK in message else f"{stands} {_LETTERS}"
    if match := _KIND.match(message):
        kinds = " or ".join(_KINDS.get(each, each) for each in match[1].split(" | "))
        return f"{stands} must be {kinds}"
    if message.startswith("Invalid"):
        near = difflib.get_close_matches(found.strip("'"), words, 1)
        meant = f" (perhaps {near[0]!r}?)" if near else ""
        return f"{what} is {found}{meant}{possible}"
    return message


_BLANK: Final = r"\\S"
_LETTERS: Final = "may have small letters, digits, - and _ only"


def _shown(value: object) -> str:
    """A value as it stands in the file, if it is short."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def _allowed(kind: inspect.Type, here: object, steps: Sequence[Step]) -> Iterator[str]:
    """The words that a type allows at the end of a way: values, or keys of a table."""
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _allowed(each, here, steps)
    elif isinstance(kind, inspect.LiteralType):
        yield from (str(value) for value in kind.values if value != "")
    elif isinstance(kind, inspect.StructType):
        yield from _in_table(kind, here, steps)
    elif isinstance(kind, inspect.DictType):
        for part in (kind.key_type, kind.value_type) if not steps else ():
            yield from _allowed(part, here, ())
    elif isinstance(kind, inspect.CollectionType) and isinstance(here, list) and steps:
        yield from _allowed(kind.item_type, value_at(here, steps[:1]), steps[1:])


def _in_table(kind: inspect.StructType, here: object, steps: Sequence[Step]) -> Iterator[str]:
    if not isinstance(here, dict):
        return
    if steps and steps[0] == kind.tag_field:
        yield str(kind.tag)
    elif kind.tag_field is None or here.get(kind.tag_field) == kind.tag:
        for field in kind.fields:
            if not steps:
                yield field.encode_name
            elif field.encode_name == steps[0]:
                yield from _allowed(field.type, here.get(field.encode_name), steps[1:])
