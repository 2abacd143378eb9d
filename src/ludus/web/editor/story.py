"""What stands in the files at one place of a pack, and how that differs from the built-in pack."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from ludus.core.toml_lines import Step, Steps, layout_of, line_at, lines_of

NAMES: Final = ("id", "key", "name")
"""By what an item is found in the built-in file."""
MOST_LINES: Final = 60
_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]")
Kind: TypeAlias = Literal["", "old", "new"]


class Piece(msgspec.Struct, frozen=True):
    """Part of a line: as it is in both, or in one of the two."""

    text: str
    kind: Kind = ""


class Story(msgspec.Struct, frozen=True):
    """The text of one place."""

    line: int
    """Where it begins; 0 if it is not in the file."""
    lines: list[list[Piece]]
    differs: int
    """How many lines are not as in the built-in pack."""
    known: bool
    """Whether the built-in pack has it at all."""
    others: int = 0
    """How many other items stand in the same list."""
    same: int = 0
    """How many of those are as in the built-in pack."""


def story_of(text: str, base: str, path: Sequence[Step]) -> Story:
    """What stands at a place of a file, against the built-in file."""
    own = _block(text, tuple(path))
    twin = _twin(text, base, path)
    there = _block(base, twin) if twin is not None else ""
    line = line_at(lines_of(text), path) if path else 1
    pairs = list(_compared(there if twin is not None else own, own))[:MOST_LINES]
    differs = sum(any(piece.kind for piece in pieces) for pieces in pairs)
    others, same = _beside(text, base, path) if path else (0, 0)
    return Story(line, pairs, differs, twin is not None, others, same)


def _beside(text: str, base: str, path: Sequence[Step]) -> tuple[int, int]:
    """How many other items the list of a place has, and how many of them are as built in."""
    try:
        here: object = tomllib.loads(text)
        there: object = tomllib.loads(base)
    except tomllib.TOMLDecodeError:
        return 0, 0
    for step in path[:-1]:
        item = _inside(here, step)
        if isinstance(step, int) and isinstance(there, list):
            at = _same(there, item, step)
            there = None if at is None else there[at]
        else:
            there = _inside(there, step)
        here = item
    if not isinstance(here, list) or not isinstance(there, list):
        return 0, 0
    others = [(at, item) for at, item in enumerate(here) if at != path[-1]]
    twins = ((item, _same(there, item, at)) for at, item in others)
    return len(others), sum(at is not None and there[at] == item for item, at in twins)


def _block(text: str, steps: Steps) -> str:
    """A table with what is inside of it, or the lines that a value stands on."""
    if not steps:
        return text
    layout = layout_of(text)
    place = layout.places.get(steps)
    if place is None:
        return ""
    end = place.end
    if place.kind in ("table", "item"):
        follows = (at for at, other in layout.headers if at > place.start)
        inside = {at for at, other in layout.headers if other[: len(steps)] == steps}
        end = next((at for at in follows if at not in inside), len(text))
        rest = text[place.start : end].splitlines()
        # Comments above the next header belong to that one.
        while rest and (not rest[-1].strip() or rest[-1].startswith("#")):
            rest.pop()
        return "\n".join(rest)
    return text[place.start : end]


def _twin(text: str, base: str, path: Sequence[Step]) -> Steps | None:
    """The same place in the built-in file: items go by their names, wherever they stand there."""
    try:
        here: object = tomllib.loads(text)
        there: object = tomllib.loads(base)
    except tomllib.TOMLDecodeError:
        return None
    steps: list[Step] = []
    for step in path:
        here = _inside(here, step)
        if isinstance(step, int) and isinstance(there, list):
            found = _same(there, here, step)
            if found is None:
                return None
            steps.append(found)
            there = there[found]
            continue
        there = _inside(there, step)
        if there is None:
            return None
        steps.append(step)
    return tuple(steps)


def _inside(value: object, step: Step) -> object:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def _same(items: list[object], item: object, number: int) -> int | None:
    for key in NAMES:
        if isinstance(item, dict) and isinstance(item.get(key), str):
            named = [at for at, one in enumerate(items) if _inside(one, key) == item[key]]
            # Two of one name, such as a stratagem of each side: the same one, or the same place.
            alike = [at for at in named if items[at] == item]
            return next(iter([*alike, *(at for at in named if at == number), *named]), None)
    if isinstance(item, dict) and "a" in item and "b" in item:
        ends = {str(item["a"]), str(item["b"])}
        joins = (
            at for at, one in enumerate(items) if {_inside(one, "a"), _inside(one, "b")} == ends
        )
        return next(joins, None)
    return number if number < len(items) else None


def _compared(old: str, new: str) -> Iterator[list[Piece]]:
    """The lines of a text, with what was there before beside what is there now."""
    before, after = old.splitlines(), new.splitlines()
    for op, a, b, c, d in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
        if op == "equal":
            yield from ([Piece(line)] for line in after[c:d])
            continue
        shared = min(b - a, d - c)
        for number in range(shared):
            yield list(_marked(before[a + number], after[c + number]))
        yield from ([Piece(line, "old")] for line in before[a + shared : b])
        yield from ([Piece(line, "new")] for line in after[c + shared : d])


def _marked(old: str, new: str) -> Iterator[Piece]:
    """One line, word by word."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    for op, a, b, c, d in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
        if op == "equal":
            yield Piece("".join(after[c:d]))
            continue
        if a < b:
            yield Piece("".join(before[a:b]), "old")
        if c < d:
            yield Piece("".join(after[c:d]), "new")
