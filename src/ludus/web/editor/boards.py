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


class Play(Struct, frozen=True):
    """A choice by which an item is used in a game: to try it, and to count how often it is used.

    Its number is `per` times that of the item in its list, and the place of the way it is used in.
    """

    list: str
    """The way to the items, which all stand in one list: `command.toml card`."""
    verb: str
    title: str
    """What a button for it says; of several ways, with a number behind."""
    of: str = ""
    """The list in the item that has the ways to use it."""
    asks: str = ""
    """The verb of the question in which way, where that is asked afterwards; events that tell of
    the use have the way under this name too."""
    per: int = 1
    told: str = ""
    """How figures call it, if not by its title: `played`."""
    only: dict[str, object] = {}
    """Only items that have these values can be used so; of a list, one of them."""
    where: dict[str, object] = {}
    """Only items that have these values count, also in their numbers."""
    side: int = -1
    """The side that a seat must play to use it."""
    chance: bool = False
    """Whether chance brings it, as an event of a deck."""
    until: tuple[str, ...] = ()
    """The questions by which all that follows from it is over; the one it answers is one always."""


class Shown(Struct, frozen=True):
    """How a key or a value is shown: a word in place of the one in the file, a symbol of the
    game."""

    title: str = ""
    icon: str = ""
    tone: str = ""
    """A colour for what it stands on: that of a die."""


class Touch(Struct, frozen=True):
    """What works on items of a kind without naming them."""

    list: str
    """The way to the items that it works on."""
    says: str
    by: dict[str, str]
    """A key and its value, anywhere in what works on them: `hook = "order_tax"`."""
    where: dict[str, object] = {}
    """What the items have on which it works; all of a list that has it in it."""
    has: tuple[str, ...] = ()
    """Values of which one is somewhere in the item."""


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
    play: tuple[Play, ...] = ()
    touch: tuple[Touch, ...] = ()
    keys: dict[str, Shown] = {}
    """How keys of tables are shown in lines of effects: `k` as a gray die."""
    values: dict[str, dict[str, Shown]] = {}
    """How values are shown, by the key that has them."""
    sets: tuple[str, ...] = ()
    """Keys of lists that say which of a few words hold, each at most once."""
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
