"""What a face says besides pictures: plain models of counts, cards, steps, moments and gestures.

A page turns them into HTML, a terminal into lines and a screen reader reads them, so that nothing
is said twice. All words in here are finished text in the game's language; icons are keys into the
game's symbols (`Face.symbols`), and places are ids of elements in the pictures or on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from ludus.core.text import Bit, Sentence

Tone: TypeAlias = Literal["", "good", "warn", "bad", "faded"]
"""How a value is to be taken; a page shows it by shape or sign as well as by colour."""


SYMBOL_ID: Final = "i-"
"""A page has each symbol under this and its key: one may be drawn with others."""


class Symbol(msgspec.Struct, frozen=True):
    """A drawn icon: the inside of an SVG with the given view box."""

    drawing: str
    box: str = "0 0 24 24"


class Meter(msgspec.Struct, frozen=True):
    """A count with its icon. Panels, supplies and tracks are rows of meters, never prose."""

    key: str
    icon: str
    label: str
    value: int
    most: int = 0
    """The highest possible value; 0 if there is none worth showing."""
    change: int = 0
    """How much it changed lately, or will change."""
    next_at: int = 0
    """The value at which it gives something next; 0 for none."""
    next_icon: str = ""
    next_label: str = ""
    shown: str = ""
    """Shown instead of the value, such as `2 of 5 left` or `II`."""
    beside: str = ""
    """A quieter figure beside the value, which `shown` tells in words."""
    tone: Tone = ""
    mark: int = -1
    """Which seat's colour it has; -1 for none."""
    group: int = 0
    """The row of a panel: 0 is the main one; higher ones are quieter."""
    place: str = ""
    """The place that explains it; its own element if empty."""
    icons: tuple[str, ...] = ()
    """Shown instead of icon and value: a symbol for each piece, those missing too."""
    stamped: bool = False
    """Whether the value stands on the icon, as on a token, instead of beside it."""
    brief: str = ""
    """What a phone's row of players shows of it beside its icon, such as `3/5`; empty: nothing."""


CardFace: TypeAlias = Literal["up", "down", "spent", "worn"]
"""`worn` is a counter turned to its weaker side."""
CardShape: TypeAlias = Literal["card", "counter", "banner"]


class Card(msgspec.Struct, frozen=True):
    """A card of any kind: hero, stratagem, order, objective, path, chronicle, event.

    It can be chosen if a choice has one of its `places`.
    """

    key: str
    title: str
    kind: str = ""
    """What sort of card it is, in words."""
    icon: str = ""
    band: str = ""
    """A key for the colour of its edge, or `seat-N`; pages know a few."""
    cost: Sentence = ()
    body: Sentence = ()
    art: str = ""
    """The inside of an SVG of 100 x 60, or empty."""
    meters: tuple[Meter, ...] = ()
    goals: tuple[Goal, ...] = ()
    more: tuple[Sentence, ...] = ()
    """What there is to read besides, line by line, where cards have a page of their own; elsewhere
    what explains the card tells it."""
    foot: Sentence = ()
    """Why it can or cannot be used now."""
    face: CardFace = "up"
    places: tuple[str, ...] = ()
    about: str = ""
    """The place that explains it; the first of its places if empty."""
    shape: CardShape = "card"
    """A counter is a small piece: its name on a band, its icon, and its meters in the corners.
    A banner has its icon and its cost, which is short, on a broad band at its left."""

    @property
    def explained_at(self) -> str:
        """What to ask the face about to have it explained."""
        return self.about or (*self.places, self.key)[0]


class Goal(msgspec.Struct, frozen=True):
    """A step of an objective: what it asks for, what it gives, and whether it is reached."""

    words: str
    gives: str = ""
    done: bool = False


TrayRole: TypeAlias = Literal["hand", "common", "mine", "rival"]


class Tray(msgspec.Struct, frozen=True):
    """An ordered row or grid of cards. The role says where a page puts it."""

    key: str
    title: str
    role: TrayRole
    cards: tuple[Card, ...] = ()
    note: str = ""
    """A short remark beside the title, such as `20 left`."""
    small: bool = False
    """Whether its cards are shown small, several in a row."""
    seat: int = -1
    """Whose it is, for trays of rivals."""
    brief: bool = False
    """Whether it comes and goes. It is then shown over the board, which keeps its place."""
    rows: bool = False
    """Whether each card is one line: icon, title and cost. The rest is in what explains it."""
    beside: bool = False
    """Whether it stays in sight of the board on a small screen, since it is played from."""


class Steps(msgspec.Struct, frozen=True):
    """The phases of a turn; `at` is the present one."""

    names: tuple[str, ...]
    at: int


class Mode(msgspec.Struct, frozen=True):
    """One of a few ways to use the same places, offered as a switch instead of a menu.

    A choice belongs to the mode whose key it carries; places light up for the present mode only.
    """

    key: str
    label: str
    icon: str = ""
    note: str = ""


class Need(msgspec.Struct, frozen=True):
    """Something that is asked for, with how much of it there is."""

    icon: str
    label: str
    have: int
    needed: int

    @property
    def met(self) -> bool:
        return self.have >= self.needed


class About(msgspec.Struct, frozen=True):
    """What a visible thing is, and why it can or cannot be chosen now."""

    title: str
    icon: str = ""
    state: str = ""
    """In a word or two: `not yet`, `taken`, `you may choose it`."""
    tone: Tone = ""
    body: tuple[Sentence, ...] = ()
    needs: tuple[Need, ...] = ()
    gives: tuple[Sentence, ...] = ()
    opens: tuple[Sentence, ...] = ()
    why_not: Sentence = ()
    helps: Sentence = ()
    clauses: tuple[str, ...] = ()
    rings: tuple[str, ...] = ()
    """Other places that belong to it, to be ringed while it is shown."""


class Preview(msgspec.Struct, frozen=True):
    """What a choice would do, shown before it is made."""

    title: str
    verb: str
    """What the button says: `Place, take Isca`."""
    chips: tuple[Sentence, ...] = ()
    """What happens, in order."""
    rows: tuple[Sentence, ...] = ()
    """What stands there afterwards; shown beside the place."""
    changes: tuple[tuple[str, int], ...] = ()
    """By how much meters of the dashboard change, by key."""
    path: tuple[str, ...] = ()
    """The places that are reached one after the other, to be numbered and joined."""
    points: tuple[int, int] | None = None
    """The score before and after."""
    reason: Sentence = ()
    """What a hint says of it, where rows and chips do not say what it is good for."""


class Altered(msgspec.Struct, frozen=True):
    """Something that shows another face or figure than before: a die, a count."""

    label: str
    icon: str
    """What it looked like; nothing if it was not there."""
    now: str
    """What it looks like; nothing if it is gone."""
    before: str = ""
    after: str = ""


class Term(msgspec.Struct, frozen=True):
    """A summand with the word below it."""

    shown: Sentence
    label: str


class Figure(msgspec.Struct, frozen=True):
    """A card in a moment, with what was rolled for it and what came of it."""

    card: Card
    rolled: Sentence = ()
    note: str = ""
    tone: Tone = ""


class Side(msgspec.Struct, frozen=True):
    """One side of a moment: a player, an army, a flank."""

    title: Sentence
    mark: int = -1
    icon: str = ""
    badge: str = ""
    tone: Tone = ""
    terms: tuple[Term, ...] = ()
    total: str = ""
    lines: tuple[Sentence, ...] = ()
    art: str = ""
    """A whole SVG of its own, or empty."""
    figures: tuple[Figure, ...] = ()
    """Who stands on this side, piece by piece."""


class Column(msgspec.Struct, frozen=True):
    """One of the ways it can go on, beside the others."""

    title: str
    meters: tuple[Meter, ...] = ()
    note: str = ""
    chosen: bool = False
    line: Sentence = ()


class Turned(msgspec.Struct, frozen=True):
    """A card that is turned up in a moment, or waits to be."""

    shown: Sentence
    """What stands on it; on its back as long as it is `down`."""
    down: bool = False
    latest: bool = False
    stopped: str = ""
    """The symbol of what took its effect away, or empty."""


class Moment(msgspec.Struct, frozen=True):
    """Something worth stopping for: a battle, an attack, opened bids, the end of an age."""

    key: str
    title: str
    icon: str = ""
    note: str = ""
    tone: Tone = ""
    clause: str = ""
    steps: Steps | None = None
    row: Sentence = ()
    """What was turned up or rolled, in order, shown large."""
    row_label: str = ""
    cards: tuple[Turned, ...] = ()
    """The same as a row of cards, where what was turned up are cards."""
    stake: str = ""
    """What can be lost or won at most, on a flag with `stake_label` beside it."""
    stake_label: str = ""
    sides: tuple[Side, ...] = ()
    verdict: Sentence = ()
    losses: tuple[Sentence, ...] = ()
    follows: tuple[Sentence, ...] = ()
    columns: tuple[Column, ...] = ()
    stays: bool = False
    """Whether it waits to be closed, also where nobody has to choose."""


class Level(msgspec.Struct, frozen=True):
    """A stretch of a scale, from `start` to where the next one begins."""

    start: int
    label: str
    mark: int = -1
    """Which seat's colour it has; -1 for none."""
    strong: bool = False


class Scale(msgspec.Struct, frozen=True):
    """A value that may go either way, on a bar with its levels."""

    key: str
    icon: str
    label: str
    value: int
    most: int
    levels: tuple[Level, ...]
    """From the lowest on; the first one's start is the lowest value shown."""


class Dashboard(msgspec.Struct, frozen=True):
    """What stands round the pictures for one viewer."""

    turn: str = ""
    """Where the game is, for the top bar: `turn XIX`, `Year IV of VI`."""
    steps: Steps | None = None
    lead: Sentence = ()
    """What the prompt stands on, shown large before it: the dice rolled, the card drawn."""
    supply: tuple[Meter, ...] = ()
    """What the viewer has to spend, fixed under the prompt."""
    scale: Scale | None = None
    """Who is ahead and by how much, beside the supply."""
    tracks: tuple[Meter, ...] = ()
    """What the viewer has gained for good, fixed under the board."""
    trays: tuple[Tray, ...] = ()
    modes: tuple[Mode, ...] = ()
    progress: Sentence = ()
    """How far the game is from its end."""
    pips: tuple[int, ...] = ()
    """The same as a row of marks: the seat that made each step, -1 for those to come."""
    legend: tuple[tuple[str, str], ...] = ()
    """Icons of the board with their meaning."""
    moment: Moment | None = None
    """What is going on in the decision that is open now."""

    @property
    def cards(self) -> list[Card]:
        """All cards in sight: those of the trays, and those of the moment."""
        found = [card for tray in self.trays for card in tray.cards]
        if self.moment is not None:
            found += [figure.card for side in self.moment.sides for figure in side.figures]
        return found


class Section(msgspec.Struct, frozen=True):
    """A named part of a picture, to go to by a tab: x, y, width and height in the picture."""

    key: str
    title: str
    box: tuple[float, float, float, float]
    icon: str = ""
    open: int = 0
    """How many things can be chosen in it."""


# Gestures -----------------------------------------------------------------------------------------


class Pick(msgspec.Struct, frozen=True):
    """Something that a hand can take, some or all of it. A single piece has `most` 1."""

    key: str
    label: str
    icon: str = ""
    most: int = 1
    start: int = 0
    """How many are taken to begin with."""
    places: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    """The numbers of a piece, to stand beside its icon where its card is not in sight."""
    weight: int = 0
    """What one of it adds to the sum of what is taken."""


class Target(msgspec.Struct, frozen=True):
    """Where the hand can go. `key` is the place's id."""

    key: str
    label: str
    note: Sentence = ()
    tone: Tone = ""
    bars: tuple[str, ...] = ()
    """The keys of picks that cannot go there: it is no target while one of them is taken."""
    chips: tuple[Sentence, ...] = ()
    """What it would bring, in order; shown in the action bar once it is aimed at."""
    path: tuple[str, ...] = ()
    """The places on the way there, to be numbered and joined while it is pointed at."""
    does: str = ""
    """What going there is, such as `Attack Thracia`; the gesture's verb and the label if empty."""


class Shortcut(msgspec.Struct, frozen=True):
    """A button that takes a usual selection: all, fighters, none."""

    label: str
    picks: tuple[tuple[str, int], ...]


class Gesture(msgspec.Struct, frozen=True):
    """Several choices as one movement of the hand: take some things, put them somewhere."""

    key: str
    title: str
    verb: str
    picks: tuple[Pick, ...] = ()
    targets: tuple[Target, ...] = ()
    """Empty: nothing but the picks is asked for."""
    shortcuts: tuple[Shortcut, ...] = ()
    least: int = 1
    """How many must be taken, where anything can be."""
    weighs: bool = False
    """Whether its targets depend on how many are taken: `Face.aims` then says what they mean."""
    most: int = 0
    """At most so many can be picked in all; 0 for no limit."""
    counted: bool = False
    """Whether plus and minus stand beside the places of its picks, and a click there is a plus."""
    docked: bool = False
    """Whether what can be picked lies in sight as cards; then no buttons repeat it."""
    undoes: bool = False
    """Whether giving it up takes back the choice that began it."""
    swaps: bool = False
    """Whether taking all that stands at a place puts back what was taken elsewhere."""
    sum: str = ""
    """What the weights of all that is taken add up to, such as `strength`; empty: not shown."""

    @property
    def at_once(self) -> bool:
        """Whether there is nothing to pick and nowhere to go: a button does it."""
        return not self.picks and not self.targets


class Wish(msgspec.Struct, frozen=True):
    """A finished gesture as a player sends it. Faces must expect anything in it."""

    gesture: str
    picks: Mapping[str, int] = {}
    target: str = ""


def words_of(meter: Meter) -> str:
    """A meter in words: `Renown 16`, `Warriors 2 of 5 left`."""
    return f"{meter.label} {meter.shown or meter.value}"


def bits_of(text: str) -> Sentence:
    """A sentence of plain text."""
    return (Bit("text", text),) if text else ()
