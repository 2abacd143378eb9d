"""From one drawing of a part of the page to the next: the pieces that differ.

A move changes a few pieces of a large picture. Faces draw in pieces, so a part comes as a sequence
of pieces, and of each piece that was sent only a hash is remembered. While the sequence stays the
same, each piece that differs is sent by its id. When pieces come or go, the part is sent as a
whole, with a short reference in the place of each piece that the page has already. This runs on
every move for every viewer, hence the plain loops.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import ne
from sys import intern
from typing import Final

from ludus.web.live.models import Part, Patch

MOST_PATCHES: Final = 150
"""If more pieces than this differ, the part is sent as a whole."""

_VOID: Final = ("br", "col", "hr", "img", "input", "wbr")
_ID: Final = ' id="'


class PartState:
    """What a page has been sent of a part. It is small, for nearly every player has one."""

    __slots__ = ("_hashes", "_ids", "_nested")

    def __init__(self, part: Part) -> None:
        self._ids: tuple[str, ...] = ()
        """The id of each piece that is one element, else empty; shared by similar pages."""
        self._hashes = array("q")
        """A hash of each piece; of one that is a part itself, of all its pieces."""
        self._nested: dict[str, PartState] = {}
        """The state of those pieces that are parts themselves."""
        self._remember(part)

    def update(self, part: Part) -> list[Patch]:
        """The patches that turn the part as it was into what it is now."""
        pieces = part.pieces
        if len(pieces) == 1 == len(self._hashes) and isinstance(pieces[0], str):
            # Most parts are one piece, and most stay the same.
            now = hash(pieces[0])
            if self._hashes[0] == now:
                return []
            self._hashes[0] = now
            return [Patch(part.id, pieces[0])]
        changes = self._changes(part)
        if changes is None or len(changes) > MOST_PATCHES:
            outline = self._outline(part)
            self._remember(part)
            return [Patch(part.id, outline)]
        patches: list[Patch] = []
        for index, piece in changes:
            self._hashes[index] = hash(piece)
            if isinstance(piece, Part):
                patches += self._nested[piece.id].update(piece)
            else:
                patches.append(Patch(self._ids[index], piece))
        return patches

    def _changes(self, part: Part) -> list[tuple[int, str | Part]] | None:
        """The pieces that may differ, with their indexes; None if the sequences do not match."""
        pieces, hashes, ids = part.pieces, self._hashes, self._ids
        if len(pieces) != len(hashes):
            return None
        fresh = array("q", map(hash, pieces))
        if fresh == hashes:
            return []
        changes: list[tuple[int, str | Part]] = []
        for index in compress(range(len(pieces)), map(ne, fresh, hashes)):
            piece = pieces[index]
            if isinstance(piece, Part):
                id = piece.id if piece.id in self._nested else ""
            else:
                id = part.id if len(pieces) == 1 else element_id(piece)
            if not id or id != ids[index]:
                return None
            changes.append((index, piece))
        return changes

    def _outline(self, part: Part) -> str:
        """The whole part, with references to the pieces that the page has already."""
        known = dict(zip(self._ids, self._hashes, strict=True))
        drawn: list[str] = []
        for piece in part.pieces:
            if isinstance(piece, Part):
                nested = self._nested.get(piece.id)
                drawn.append(piece.html if nested is None else nested._outline(piece))
                continue
            id = element_id(piece)
            same = bool(id) and known.get(id) == hash(piece)
            drawn.append(_reference(piece, id) if same else piece)
        return "".join(drawn)

    def _remember(self, part: Part) -> None:
        pieces = part.pieces
        alone = len(pieces) == 1
        self._ids = _shared(
            tuple(
                piece.id if isinstance(piece, Part) else part.id if alone else element_id(piece)
                for piece in pieces
            )
        )
        self._nested = {piece.id: PartState(piece) for piece in pieces if isinstance(piece, Part)}
        self._hashes = array("q", map(hash, pieces))


@lru_cache(maxsize=512)
def _shared(ids: tuple[str, ...]) -> tuple[str, ...]:
    """The same tuple for all pages that were sent similar pieces."""
    return ids


def _reference(piece: str, id: str) -> str:
    """Stands for an element that the page keeps; its script knows it by `data-same`."""
    tag = piece[1 : piece.index(" ")]
    return f'<{tag} id="{id}" data-same=""></{tag}>'


@lru_cache(maxsize=2048)
def element_id(piece: str) -> str:
    """The id of the one element that a piece is; empty if it has none, or is something else."""
    first = piece[: piece.find(">")]
    if piece[:1] == "<" and _ID in first and first[-1] != "/":
        tag = first[1 : first.index(" ")]
        closing = f"</{tag}>"
        if piece.find(closing) == len(piece) - len(closing) and piece.find(f"<{tag}", 1) < 0:
            # Most pieces hold no other element of their own kind: no need to go through all tags.
            return _id_in(first)
    tokens = piece.split("<")
    if len(tokens) < 2 or tokens[0] or _ID not in tokens[1]:
        return ""
    end = _end(tokens, 1)
    if end != len(tokens) - 1 or not tokens[end].endswith(">"):
        return ""
    return _id_in(tokens[1])


def _id_in(token: str) -> str:
    start = token.index(_ID) + len(_ID)
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
