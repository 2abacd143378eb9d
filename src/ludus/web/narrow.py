"""From an old and a new drawing to the smallest elements that differ.

A move changes a few pieces of a large picture. Both versions come from the same code, so they
agree nearly everywhere. They are cut at the ids that both have; what lies between the same two ids
is compared, and of what differs the innermost element with an id around it is sent. Where that
finds nothing useful the whole part is sent, so this only ever saves. It is on the path of every
move, hence the plain loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.web.model import Patch

_VOID: Final = ("br", "col", "hr", "img", "input", "wbr")
WORTH_IT: Final = 0.6
"""Smaller patches are sent if they are together less than this share of the whole."""
MOST: Final = 60
"""And if they are no more than this."""

_MARK: Final = ' id="'


class Cut:
    """A drawing cut at its tags. `starts` says which tag carries which id."""

    __slots__ = ("alike", "starts", "text", "tokens")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = text.split("<")
        marked = [at for at, token in enumerate(self.tokens) if _MARK in token]
        self.starts = {_name(self.tokens[at]): at for at in marked}
        self.alike = len(self.starts) != len(marked)
        """Whether an id comes twice."""

    def end(self, name: str) -> int:
        """The tag that closes the element with this id; -1 if none does."""
        tokens = self.tokens
        depth = 0
        for at in range(self.starts[name], len(tokens)):
            token = tokens[at]
            if token[0] == "/":
                depth -= 1
            elif _opens(token):
                depth += 1
            if depth <= 0:
                return at
        return -1

    def element(self, name: str, end: int) -> str:
        """The text of the element that ends there."""
        last = self.tokens[end]
        parts = self.tokens[self.starts[name] : end]
        parts.append(last[: last.index(">") + 1])
        return "<" + "<".join(parts)


def narrow(old: Cut, new: Cut, id: str) -> list[Patch]:
    """Patches that turn one drawing into the other; the whole one where nothing less would do."""
    whole = [Patch(id, new.text)]
    chosen = _chosen(old, new)
    if chosen is None:
        return whole
    patches = []
    reached = -1
    for start, end, name in sorted((new.starts[name], end, name) for name, end in chosen.items()):
        if start > reached:
            reached = end
            patches.append(Patch(name, new.element(name, end)))
    size = sum(len(patch.html) for patch in patches)
    return patches if len(patches) <= MOST and size < WORTH_IT * len(new.text) else whole


def _chosen(old: Cut, new: Cut) -> dict[str, int] | None:
    """The ids of the elements to send, each with its end. None: give up."""
    common = [name for name in new.starts if name in old.starts]
    if old.alike or new.alike or common != [name for name in old.starts if name in new.starts]:
        return None
    chosen: dict[str, int] = {}
    here_old = here_new = 0
    for number in range(-1, len(common)):
        more = number + 1 < len(common)
        next_old = old.starts[common[number + 1]] if more else len(old.tokens)
        next_new = new.starts[common[number + 1]] if more else len(new.tokens)
        before, after = old.tokens[here_old:next_old], new.tokens[here_new:next_new]
        if before != after:
            tail = _tail(before, after)
            element = _holding(old, new, common, number, next_old - tail, next_new - tail)
            if element is None or len(chosen) > MOST:
                return None
            chosen[element[0]] = element[1]
        here_old, here_new = next_old, next_new
    return chosen


def _tail(before: Sequence[str], after: Sequence[str]) -> int:
    """How many tags at the end are the same; at most all but the first."""
    most = min(len(before), len(after)) - 1
    count = 0
    while count < most and before[-1 - count] == after[-1 - count]:
        count += 1
    return count


def _holding(
    old: Cut, new: Cut, common: Sequence[str], number: int, until_old: int, until_new: int
) -> tuple[str, int] | None:
    """The innermost element, from this id backwards, that holds the whole difference."""
    while number >= 0:
        name = common[number]
        end = new.end(name)
        beyond = end - until_new
        inside = beyond >= -1 and old.end(name) - until_old == beyond
        # A difference that reaches to the closing tag may be in the text behind it, outside.
        if inside and (
            beyond >= 0 or _behind(new.tokens[end]) == _behind(old.tokens[until_old - 1])
        ):
            return name, end
        number -= 1
    return None


def _behind(token: str) -> str:
    return token[token.index(">") + 1 :]


def _name(token: str) -> str:
    start = token.index(_MARK) + len(_MARK)
    return token[start : token.index('"', start)]


def _opens(token: str) -> bool:
    """Whether this is a tag that something can stand inside of."""
    close = token.find(">")
    if token[close - 1] == "/" or token[0] == "!":
        return False
    return not token.startswith(_VOID) or token[:close].split(None, 1)[0] not in _VOID
