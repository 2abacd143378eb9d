"""From an old and a new drawing to the smallest elements that differ.

A move changes a few pieces of a large picture. Both versions come from the same code, so they
agree nearly everywhere. They are cut at the ids that both have; what lies between the same two ids
is compared, and of what differs the innermost element with an id around it is sent. Where that
finds nothing useful the whole part is sent, so this only ever saves. It is on the path of every
move, hence the plain loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import Final

from ludus.web.model import Patch

_VOID: Final = ("br", "col", "hr", "img", "input", "wbr")
WORTH_IT: Final = 0.6
"""Smaller patches are sent if they are together less than this share of the whole."""
MOST: Final = 60
"""And if they are no more than this."""

WORTH_LEARNING: Final = 4000
MOST_BEGINNINGS: Final = 12

_MARK: Final = ' id="'


class Beginning:
    """How drawings begin that share a printed sheet: cut once, for it is most of them."""

    __slots__ = ("starts", "text", "tokens")

    def __init__(self, text: str) -> None:
        # The last tag may go on differently.
        self.text = text[: text.rindex("<") + 1]
        self.tokens = [intern(token) for token in self.text.split("<")[:-1]]
        self.starts = dict(zip(*_marked(self.tokens), strict=True))


_beginnings: list[Beginning] = []
_latest: list[str] = []
"""Drawings whose beginning was not known, to learn it from the next one."""


def _beginning(text: str) -> Beginning | None:
    """A known beginning of this drawing; learned from the second drawing that has it."""
    for known in _beginnings:
        if text.startswith(known.text):
            return known
    for other in _latest:
        shared = _shared(text, other)
        if len(shared) >= WORTH_LEARNING:
            _beginnings.insert(0, Beginning(shared))
            del _beginnings[MOST_BEGINNINGS:]
            _latest.remove(other)
            return _beginnings[0]
    _latest.insert(0, text)
    del _latest[MOST_BEGINNINGS:]
    return None


def _shared(one: str, other: str) -> str:
    """The longest beginning that both have; found by halving, for comparing slices is quick."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return one[:low]


def _marked(tokens: Sequence[str]) -> tuple[list[str], list[int]]:
    """The ids in these tags, and which tags carry them."""
    at = [number for number, token in enumerate(tokens) if _MARK in token]
    return [_name(tokens[number]) for number in at], at


class Cut:
    """A drawing cut at its tags, to be remembered: equal tags are one string in all drawings."""

    __slots__ = ("at", "known", "names", "rest")

    def __init__(self, text: str) -> None:
        self.known = _beginning(text)
        rest = text if self.known is None else text[len(self.known.text) :]
        self.rest = [intern(token) for token in rest.split("<")]
        self.names, self.at = _marked(self.rest)


class Tags:
    """A drawing laid out for comparing. `starts` says which tag carries which id."""

    __slots__ = ("alike", "starts", "tokens")

    def __init__(self, cut: Cut) -> None:
        known = cut.known
        if known is None:
            self.tokens = cut.rest
            self.starts = dict(zip(cut.names, cut.at, strict=True))
            ids = len(cut.names)
        else:
            self.tokens = known.tokens + cut.rest
            self.starts = known.starts.copy()
            shift = len(known.tokens)
            self.starts.update(zip(cut.names, [at + shift for at in cut.at], strict=True))
            ids = len(known.starts) + len(cut.names)
        self.alike = len(self.starts) != ids
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


def narrow(before: Cut, after: Cut, whole: Patch) -> list[Patch]:
    """Patches that turn one drawing into the other; the whole one where nothing less would do."""
    old, new = Tags(before), Tags(after)
    chosen = _chosen(old, new)
    if chosen is None:
        return [whole]
    patches = []
    reached = -1
    for start, end, name in sorted((new.starts[name], end, name) for name, end in chosen.items()):
        if start > reached:
            reached = end
            patches.append(Patch(name, new.element(name, end)))
    size = sum(len(patch.html) for patch in patches)
    return patches if len(patches) <= MOST and size < WORTH_IT * len(whole.html) else [whole]


def _chosen(old: Tags, new: Tags) -> dict[str, int] | None:
    """The ids of the elements to send, each with its end. None: give up."""
    if old.alike or new.alike:
        return None
    common = list(new.starts)
    if old.starts.keys() != new.starts.keys():
        common = [name for name in common if name in old.starts]
    if common != [name for name in old.starts if name in new.starts]:
        return None
    chosen: dict[str, int] = {}
    one, other = old.tokens, new.tokens
    here_old = here_new = 0
    last = len(common) - 1
    for number in range(-1, len(common)):
        if number < last:
            name = common[number + 1]
            next_old, next_new = old.starts[name], new.starts[name]
        else:
            next_old, next_new = len(one), len(other)
        before, after = one[here_old:next_old], other[here_new:next_new]
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
    old: Tags, new: Tags, common: Sequence[str], number: int, until_old: int, until_new: int
) -> tuple[str, int] | None:
    """The innermost element, from this id backwards, that holds the whole difference."""
    while number >= 0:
        name = common[number]
        end = new.end(name)
        beyond = min(end - until_new, old.end(name) - until_old)
        # A difference that reaches to the closing tag may be in the text behind it, outside.
        if beyond >= 0 or (
            beyond == end - until_new == old.end(name) - until_old == -1
            and _behind(new.tokens[end]) == _behind(old.tokens[until_old - 1])
        ):
            return name, end
        number -= 1
    return None


def _behind(token: str) -> str:
    return token[token.index(">") + 1 :]


def _name(token: str) -> str:
    start = token.index(_MARK) + len(_MARK)
    return intern(token[start : token.index('"', start)])


def _opens(token: str) -> bool:
    """Whether this is a tag that something can stand inside of."""
    close = token.find(">")
    if token[close - 1] == "/" or token[0] == "!":
        return False
    return not token.startswith(_VOID) or token[:close].split(None, 1)[0] not in _VOID
