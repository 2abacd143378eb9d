"""What the editor shows of a game, and what a hand can do there: `editor.toml` in its folder.

It is data: which table of options shows a board, to which place of which file a thing writes
when it is dragged, joined or painted, what lists are called, and what the rulebook counts.
A way is a file and keys; `key=$board` picks the item of a
list whose `key` is that of the board, and `*` stands for each item.
"""

from __future__ import annotations

from typing import Final

import msgspec

from ludus.core.content import read_toml
from ludus.core.game import AnyGame

FILE: Final = "editor.toml"
NAMES: Final = ("Aulus", "Bruna", "Cato", "Drusa", "Ennius", "Flavia")


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strict: a misspelt key is an error."""


class Board(Struct, frozen=True):
    """A picture to edit by: that of a new table with these options."""

    key: str
    title: str
    seats: int
    options: dict[str, str] = {}
    scene: str = ""
    """The picture of the table, if there are several."""


class Layer(Struct, frozen=True):
    """Things that lie at a point and can be dragged."""

    key: str
    title: str
    list: str
    """The way to the items."""
    point: tuple[str, ...] = ()
    """The keys of x and y, or the one key of a point."""
    cell: str = ""
    """The key of the hex instead, on a map of hexes."""
    name: str = "id"
    beside: str = ""
    """Items of the same name that belong to them, by the way to their list."""
    drops: tuple[str, ...] = ()
    """Ways to lists of lines: those that end at what is moved are dropped, and drawn straight."""
    new: dict[str, object] = {}
    """What a new item has; an empty one cannot be made by hand."""
    new_beside: dict[str, object] = {}
    selected: bool = False
    """Whether its points show only while what they belong to is selected."""
    boards: tuple[str, ...] = ()
    """The boards it is on; all of them if none is named."""


class Kind(Struct, frozen=True):
    """One of the kinds of line that two things can be joined by."""

    title: str
    set: dict[str, object]
    """What a new line of this kind has."""


class Link(Struct, frozen=True):
    """Lines between two things of a layer, which can be joined and removed."""

    key: str
    title: str
    list: str
    between: str
    ends: tuple[str, str] = ("a", "b")
    new: dict[str, object] = {}
    kinds: tuple[Kind, ...] = ()
    """Between which one chooses when two things are joined; with none, a line has what is `new`."""
    drawn: str = ""
    """The list of the same lines in the drawing, if it has one."""
    count: str = ""
    """The key of the things beside that counts their lines, and the words for each number."""
    numerals: tuple[str, ...] = ()


class Paint(Struct, frozen=True):
    """Values that are set by a click: of an area with an outline."""

    title: str
    list: str
    outline: str
    """The way to the items with outlines, of the same name."""
    fields: tuple[str, ...]


class Outline(Struct, frozen=True):
    """Borders whose points can be dragged; what shares a point moves with it."""

    list: str
    field: str
    shared: str


class Hexes(Struct, frozen=True):
    """A map of hexes on a point, one letter for each in rows from the north, the west first."""

    grid: str
    """The way to the table with `first_row`, `last_column` and `rows`."""
    letters: str
    """The way to the table that says which letter stands for what."""
    size: str
    """The way to the size of a hex in the picture."""


class Trace(Struct, frozen=True):
    """Roads as lists of hexes, drawn from hex to hex."""

    list: str
    field: str


class Group(Struct, frozen=True):
    """How a list of items is called, and how its lines look."""

    list: str
    """The way to the items, without numbers: `maps.toml side fort`."""
    title: str
    one: str
    """What a single item is called, above its form."""
    sign: str = ""
    """A key whose value stands before the name, in a seal."""
    icon: str = ""
    """The game's symbol before the name."""
    by: str = ""
    """A key by which the items stand in groups of their own."""
    parts: dict[str, str] = {}
    """The titles of these groups by value."""
    icons: dict[str, str] = {}
    """Their symbols by value."""
    sum: str = ""
    """A key that counts how many there are of an item: copies of a card in a deck."""


class Demand(Struct, frozen=True):
    """How many there are of something in the box that the rulebook describes."""

    title: str
    list: str
    count: int
    where: dict[str, object] = {}
    """Items that have these values alone count."""
    sum: str = ""
    """A key whose numbers are added up, in place of the items."""


class Preset(Struct, frozen=True):
    """Values of several keys that go together, set by one button each."""

    title: str
    list: str
    values: dict[str, dict[str, object]]


class Boards(Struct, frozen=True):
    """`editor.toml`."""

    board: tuple[Board, ...]
    layer: tuple[Layer, ...] = ()
    link: tuple[Link, ...] = ()
    paint: tuple[Paint, ...] = ()
    outline: tuple[Outline, ...] = ()
    hexes: Hexes | None = None
    trace: tuple[Trace, ...] = ()
    group: tuple[Group, ...] = ()
    demand: tuple[Demand, ...] = ()
    preset: tuple[Preset, ...] = ()
    signs: dict[str, str] = {}
    """What becomes a symbol of the game in texts: `k` a gray die."""
    titles: dict[str, str] = {}
    """What tables and files are called: `maps.toml pieces`, `drawing.toml`."""


def boards_of(game: AnyGame) -> Boards:
    """A game's boards; one without a file has its usual table, and no gestures."""
    path = game.folder / FILE
    if path.is_file():
        return read_toml(path, Boards)
    meta = game.meta
    return Boards((Board("table", meta.title, meta.seats[0]),))
