"""From an old and a new drawing to the smallest elements that differ.

A move changes a few pieces of a large picture. Both versions come from the same code, so they
agree nearly everywhere: comparing them tag by tag finds what differs, and the innermost element
with an id around each difference is all that has to be sent. Where that finds nothing useful the
whole part is sent, so this only ever saves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ludus.web.model import Patch

_BEFORE_TAG: Final = re.compile(r"(?=<)")
_ID: Final = re.compile(r'\sid="([^"]*)"')
_VOID: Final = frozenset(("area", "br", "col", "embed", "hr", "img", "input", "source", "wbr"))
WORTH_IT: Final = 0.6
"""Smaller patches are sent if they are together less than this share of the whole."""
MOST: Final = 40


def narrow(old: str, new: Patch) -> list[Patch]:
    """Patches that turn the element `old` into `new`; `[new]` where nothing smaller would do."""
    before = _BEFORE_TAG.split(old)
    after = _BEFORE_TAG.split(new.html)
    spans = list(_spans(before, after))
    if not spans or len(spans) > MOST * 4:
        return [new]
    found: dict[int, tuple[int, str]] = {}
    for first, last, grown in spans:
        element = _around(after, first, last, whole=grown)
        if element is None:
            return [new]
        start, end, name = element
        found[start] = (end, name)
    patches = []
    reached = -1
    for start in sorted(found):
        end, name = found[start]
        if end <= reached:
            continue
        reached = end
        patches.append(Patch(name, "".join(after[start : end + 1]).rstrip()))
    size = sum(len(patch.html) for patch in patches)
    if len(patches) > MOST or size > WORTH_IT * len(new.html):
        return [new]
    return patches


def _spans(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Where `after` differs: first and last index, and whether tags were added or taken away."""
    if len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            if one != other:
                yield index, index, _tag(one) != _tag(other)
        return
    short = min(len(before), len(after))
    head = 0
    while head < short and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < short - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    yield head, max(head, len(after) - tail - 1), True


def _tag(token: str) -> str:
    end = 1
    while end < len(token) and token[end] not in " >/\n":
        end += 1
    found = _ID.search(token)
    return token[:end] + (found.group(1) if found else "")


def _around(
    tokens: Sequence[str], first: int, last: int, whole: bool
) -> tuple[int, int, str] | None:
    """The innermost element with an id that holds tokens `first` to `last`.

    The element that opens at `first` itself will do, unless the differing tags were added or
    taken away: then the other version has no such element to put it in the place of.
    """
    start = first - 1 if whole else first
    depth = 0
    while start >= 0:
        token = tokens[start]
        if token.startswith("</"):
            if start != first:
                depth += 1
        elif _opens(token):
            if depth:
                depth -= 1
            else:
                named = _ID.search(token, 0, token.find(">"))
                end = _end(tokens, start) if named else -1
                if named and end >= last:
                    return start, end, named.group(1)
        elif start == first and not whole:
            named = _ID.search(token)
            if named and last == first:
                return start, start, named.group(1)
        start -= 1
    return None


def _end(tokens: Sequence[str], start: int) -> int:
    """The index of the tag that closes the element which `start` opens."""
    depth = 0
    for index in range(start, len(tokens)):
        token = tokens[index]
        if token.startswith("</"):
            depth -= 1
            if depth == 0:
                return index
        elif _opens(token):
            depth += 1
    return -1


def _opens(token: str) -> bool:
    """Whether this is a tag that something can stand inside of."""
    if not token.startswith("<") or token.startswith("<!"):
        return False
    close = token.find(">")
    if close < 0 or token[close - 1] == "/":
        return False
    name = token[1:close].split(None, 1)[0].lower()
    return name not in _VOID
