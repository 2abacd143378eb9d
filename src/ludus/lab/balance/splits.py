"""What a game's balance depends on besides seats: factions, heroes, cards.

`balance.toml` in a game's folder lists it, as data beside the rules. Names come from the content
pack in use and from the game's words, so that an owner's own cards are named as they are printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from ludus.core.content import parse_toml, read_toml
from ludus.core.errors import BadContent
from ludus.core.game import AnyBox
from ludus.core.registry import find_game


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to sort the seats of all games: by what they chose, got or were.

    Exactly one of `verb`, `event` and `view` says where it is seen: the argument of an action, a
    fact of an event, or a field of the view at the end (`*` stands for the seat). `whose` is the
    fact that names the seat; without it the item is the whole table's, and only counted.
    """

    key: str
    title: str
    verb: str = ""
    event: str = ""
    fact: str = ""
    whose: str = "seat"
    view: str = ""
    content: str = ""
    """Where the items are listed: a file, a colon, and the path into it. `{option}` is filled in,
    `key=value` finds an entry of a list."""
    words: str = ""
    """The table of words that names them, by number or by id."""
    offset: int = 0
    """What is taken from the number seen to get the place in the list."""
    apiece: int = 0
    """Where every seat has a list of its own: how long each is, one after the other."""
    asked: tuple[str, ...] = ()
    """For a verb with several uses: only answers to these questions count."""
    of: str = ""
    """The split of those who could come to it: the report says how many of them did."""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event that says who begins: by a seat, whom the others follow clockwise, or by the seats
    in the order of their turns."""

    event: str
    fact: str = "seat"

    def order(self, facts: Mapping[str, object], seats: int) -> tuple[int, ...]:
        """The seats in the order of their turns."""
        said = facts[self.fact]
        if isinstance(said, int):
            return tuple((said + place) % seats for place in range(seats))
        return tuple(said) if isinstance(said, tuple) else ()


class Splits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`balance.toml`."""

    split: tuple[Split, ...] = ()
    start: Start | None = None
    """Where the seats do not take their turns in the order of their numbers."""


def splits_of(game: str) -> Splits:
    """What the report on a game of this name compares."""
    return splits_in(find_game(game).folder)


def splits_in(folder: Path) -> Splits:
    """The same for the game in a folder; nothing if it has no `balance.toml`."""
    path = folder / "balance.toml"
    return read_toml(path, Splits) if path.is_file() else Splits()


def names_of(split: Split, box: AnyBox, options: Mapping[str, str]) -> list[str]:
    """The names of a split's items in order; empty where nothing lists them."""
    if split.content:
        return [_name(split, box, entry) for entry in _listed(split, box, options)]
    if split.words:
        numbers = [key.rsplit(".", 1)[1] for key in box.face.words.keys(f"{split.words}.")]
        count = sum(1 for number in numbers if number.isdecimal())
        return [box.face.words.template(f"{split.words}.{number}") for number in range(count)]
    return []


def _listed(split: Split, box: AnyBox, options: Mapping[str, str]) -> Sequence[object]:
    name, _, way = split.content.partition(":")
    path: Path = box.pack.path(name)
    found: object = parse_toml(path)
    for part in way.format_map(options).split("/"):
        key, equals, value = part.partition("=")
        if equals and isinstance(found, list):
            matching = [entry for entry in found if _field(entry, key) == value]
            found = matching[0] if matching else None
        else:
            found = _field(found, part)
    if not isinstance(found, list):
        raise BadContent(f"{path}: no list at {way!r}, which {split.key!r} is named by")
    return found


def _name(split: Split, box: AnyBox, entry: object) -> str:
    words = box.face.words
    for key in ("id", "key"):
        identity = _field(entry, key)
        # A pack's own name for a thing comes first, then the words', then its bare id.
        if isinstance(identity, str) and not isinstance(_field(entry, "name"), str):
            for spelled in (f"{split.words}.{identity}", f"{split.words}.{identity}.name"):
                if spelled in words:
                    return words.template(spelled)
            return identity.replace("_", " ").capitalize()
    name = _field(entry, "name")
    return name if isinstance(name, str) else "?"


def _field(entry: object, key: str) -> object:
    return entry.get(key) if isinstance(entry, dict) else None
