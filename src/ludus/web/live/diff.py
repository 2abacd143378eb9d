"""From one drawing of a part of the page to the next: the smallest elements that differ.

A move changes a few pieces of a large picture. Faces draw in pieces, and keep those that stay the
same; so a part comes as the row of its pieces, and of each only a mark is remembered. Where two
rows are alike, each piece that differs is sent by its id. Where pieces came or went the part is
sent as a whole, but of pieces that stay only the name. A long piece is remembered itself and cut at
the ids in it; then the innermost element round each difference is sent. It is on the path of every
move, hence the plain loops.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from sys import intern
from typing import Final

from ludus.web.live.models import Part, Patch

LONG: Final = 4000
"""Pieces shorter than this are sent whole."""
WORTH_IT: Final = 0.6
"""Smaller patches are sent if they are together less than this share of the whole."""
MOST: Final = 150
"""And if they are no more than this."""

_VOID: Final = ("br", "col", "hr", "img", "input", "wbr")
_SHAPES: Final = ("symbol", "pattern", "clipPath", "linearGradient", "radialGradient", "filter")
"""What is drawn with, not drawn: several pictures on a page may bring the same."""
_MARK: Final = ' id="'


class PartState:
    """What somebody has been shown of a part: little, for there is one for nearly every player."""

    __slots__ = ("_inner", "_marks", "_names", "_texts")

    def __init__(self, part: Part) -> None:
        self._names: tuple[str, ...] = ()
        """The ids of the pieces that are one element with an id; the same for many players."""
        self._marks = array("q")
        """A hash of each piece."""
        self._texts: dict[int, str] = {}
        """Long pieces themselves, by their place."""
        self._inner: dict[str, PartState] = {}
        """Those that are parts themselves."""
        self._learn(part)

    def follow(self, part: Part) -> list[Patch]:
        """What turns the part as it was into what it is now; and remember that."""
        pieces = part.pieces
        if len(pieces) == 1 == len(self._marks) and isinstance(pieces[0], str):
            # Most parts are one piece, and most stay as they are.
            mark = hash(pieces[0])
            if self._marks[0] == mark:
                return []
            self._marks[0] = mark
            return [Patch(part.id, pieces[0])]
        changes = self._changes(part)
        if changes is None or len(changes) > MOST:
            outline = self._outline(part)
            self._learn(part)
            return [Patch(part.id, outline)]
        patches: list[Patch] = []
        for at, piece in changes:
            if isinstance(piece, Part):
                patches += self._inner[piece.id].follow(piece)
                continue
            before = self._texts.pop(at, None)
            self._mark(at, piece, len(part.pieces) == 1)
            if before is not None:
                patches += diff(before, piece, self._names[at])
            else:
                patches.append(Patch(self._names[at], piece))
        return patches

    def _changes(self, part: Part) -> list[tuple[int, str | Part]] | None:
        """The pieces that may differ, with their places; None if the rows are not alike."""
        pieces, marks, names = part.pieces, self._marks, self._names
        if len(pieces) != len(marks):
            return None
        if self._inner:
            news = [
                at
                for at, piece in enumerate(pieces)
                if isinstance(piece, Part) or marks[at] != hash(piece)
            ]
        else:
            fresh = array("q", map(hash, pieces))
            if fresh == marks:
                return []
            news = [at for at, mark in enumerate(fresh) if mark != marks[at]]
        changes: list[tuple[int, str | Part]] = []
        for at in news:
            piece = pieces[at]
            if isinstance(piece, Part):
                name = piece.id if piece.id in self._inner else ""
            else:
                name = part.id if len(pieces) == 1 else element_id(piece)
            if not name or name != names[at]:
                return None
            changes.append((at, piece))
        return changes

    def _outline(self, part: Part) -> str:
        """The part with only the names of pieces that are where it was shown already."""
        marks = dict(zip(self._names, self._marks, strict=True))
        drawn: list[str] = []
        for piece in part.pieces:
            if isinstance(piece, Part):
                inner = self._inner.get(piece.id)
                drawn.append(piece.html if inner is None else inner._outline(piece))
                continue
            name = element_id(piece)
            known = bool(name) and marks.get(name) == hash(piece)
            drawn.append(_stub(piece, name) if known else piece)
        return "".join(drawn)

    def _learn(self, part: Part) -> None:
        """Remember all of it."""
        pieces = part.pieces
        alone = len(pieces) == 1
        self._names = _shared(
            tuple(
                piece.id if isinstance(piece, Part) else part.id if alone else element_id(piece)
                for piece in pieces
            )
        )
        self._marks = array("q", bytes(8 * len(pieces)))
        self._texts = {}
        self._inner = {}
        for at, piece in enumerate(pieces):
            if isinstance(piece, Part):
                self._inner[piece.id] = PartState(piece)
            else:
                self._mark(at, piece, alone)

    def _mark(self, at: int, piece: str, alone: bool) -> None:
        self._marks[at] = hash(piece)
        if not alone and len(piece) >= LONG:
            self._texts[at] = intern(str(piece))


@lru_cache(maxsize=512)
def _shared(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same row of names for all who were shown alike pieces."""
    return names


def _stub(piece: str, name: str) -> str:
    """Stands for an element that stays as it is; the page's script knows it by `data-same`."""
    tag = piece[1 : piece.index(" ")]
    return f'<{tag} id="{name}" data-same=""></{tag}>'


@lru_cache(maxsize=2048)
def element_id(piece: str) -> str:
    """The id of the one element that a piece is; empty if it has none, or is something else."""
    first = piece[: piece.find(">")]
    if piece[:1] == "<" and _MARK in first and first[-1] != "/":
        closing = f"</{first[1 : first.index(' ')]}>"
        if piece.find(closing) == len(piece) - len(closing):
            # Most pieces hold none of their own kind: then it takes no walk through their tags.
            return _name(first)
    tokens = piece.split("<")
    if len(tokens) < 2 or tokens[0] or _MARK not in tokens[1]:
        return ""
    end = _end(tokens, 1)
    if end != len(tokens) - 1 or not tokens[end].endswith(">"):
        return ""
    return _name(tokens[1])


class Tags:
    """A drawing cut at its tags. `starts` says which tag carries which id."""

    __slots__ = ("alike", "starts", "tokens")

    def __init__(self, text: str) -> None:
        self.tokens = text.split("<")
        at = [
            number
            for number, token in enumerate(self.tokens)
            if _MARK in token and not token.startswith(_SHAPES)
        ]
        self.starts = {_name(self.tokens[number]): number for number in at}
        self.alike = len(self.starts) != len(at)
        """Whether an id comes twice."""

    def end(self, name: str) -> int:
        """The tag that closes the element with this id; -1 if none does."""
        return _end(self.tokens, self.starts[name])

    def element(self, name: str, end: int) -> str:
        """The text of the element that ends there."""
        last = self.tokens[end]
        parts = self.tokens[self.starts[name] : end]
        parts.append(last[: last.index(">") + 1])
        return "<" + "<".join(parts)


def diff(before: str, after: str, name: str) -> list[Patch]:
    """Patches that turn one drawing into the other; the whole one where nothing less would do."""
    whole = [Patch(name, after)]
    old, new = Tags(before), Tags(after)
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
    return patches if len(patches) <= MOST and size < WORTH_IT * len(after) else whole


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


def _end(tokens: Sequence[str], start: int) -> int:
    """Which tag closes the element that opens with tag `start`; -1 if none does."""
    depth = 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        if token[0] == "/":
            depth -= 1
        elif _opens(token):
            depth += 1
        if depth <= 0:
            return at
    return -1


def _opens(token: str) -> bool:
    """Whether this is a tag that something can stand inside of."""
    close = token.find(">")
    if token[close - 1] == "/" or token[0] == "!":
        return False
    return not token.startswith(_VOID) or token[:close].split(None, 1)[0] not in _VOID
