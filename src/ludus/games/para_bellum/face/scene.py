"""What both pictures of the table are made with: blocks from the top down, places, chips."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice, Picture
from ludus.core.protocol import Event
from ludus.core.svg import READABLE, at, by_place, el, group, offer, picture, text
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.details import title_of
from ludus.games.para_bellum.face.lettering import width_of
from ludus.games.para_bellum.face.look import CSS, NAME, TONES
from ludus.games.para_bellum.face.palette import Palette
from ludus.games.para_bellum.ids import CONSTRUCT, TEAM_SEATS
from ludus.games.para_bellum.view import View

WIDE = 600
"""How wide both pictures are: narrow, so that their texts can be read on half a screen."""
EDGE = 12
INNER = WIDE - 2 * EDGE
LEAST = 772
LEAST_OF_TEAMS = 888
STEP = 48
"""The least heights of a picture, and the step by which it grows, so that it is seldom resized."""
CHIP = 30


def front_seat(view: View) -> int:
    """Whose army is drawn large: the viewer's own, or for others the one whose turn it is."""
    if view.viewer >= 0:
        return view.viewer
    return max(view.turn, 0)


class SceneBuilder:
    """One picture being drawn, block by block from the top down.

    Every block is a group with an id whose inside does not depend on where it is: a move changes
    the blocks that it is about, and a page is sent no others.
    """

    name = ""

    def __init__(
        self,
        palette: Palette,
        context: Context,
        choices: Sequence[Choice],
        lately: Sequence[Event],
    ) -> None:
        self.palette = palette
        self.context = context
        self.view = context.view
        self.words = context.words
        self.names = context.names
        self.offered = by_place(choices)
        self.lately = latest(lately)
        self.traces = traces(self.lately)
        self.front = front_seat(self.view)
        self._blocks: list[tuple[str, float, Sequence[str]]] = []

    @property
    def least(self) -> float:
        """How high the picture is, unless there is too much to show."""
        return LEAST_OF_TEAMS if self.view.seats == TEAM_SEATS else LEAST

    @property
    def used(self) -> float:
        """The height of the blocks so far, with the edges."""
        return 2 * EDGE + sum(height for _, height, _ in self._blocks)

    def block(self, name: str, height: float, *parts: str) -> None:
        """One more block below the others, sent as a whole."""
        self._blocks.append((name, height, ("".join(parts),)))

    def split_block(
        self, name: str, height: float, parts: Sequence[str], index: int | None = None
    ) -> None:
        """One more block, below the others or at an index among them, sent part by part.

        Each part is an element with an id.
        """
        place = len(self._blocks) if index is None else index
        self._blocks.insert(place, (name, height, parts))

    def finish(self, title: str) -> Picture:
        over = max(self.used - self.least, 0)
        height = self.least + -(-over // STEP) * STEP
        drawn: list[str] = []
        y: float = EDGE
        for name, tall, parts in self._blocks:
            if len(parts) == 1:
                drawn.append(el("g", parts[0], id=f"pb-{name}", transform=at(0, y)))
            else:
                drawn += group(*parts, id=f"pb-{name}", transform=at(0, y))
            y += tall
        return picture(
            self.palette.defs,
            el("g", el("rect", width=WIDE, height=height), id=f"pb-{self.name}", class_="ground"),
            *drawn,
            name=NAME,
            title=title,
            view_box=(0, 0, WIDE, height),
            tones=TONES,
            css=CSS,
        )

    def in_play(self, seat: int, index: int, x: float, y: float) -> str:
        """A Permanent, whose title says what it does."""
        card = self.view.sides[seat].in_play[index]
        return self.place(
            f"perm-{seat}-{index}",
            x,
            y,
            self.chip_width(card.kind),
            CHIP,
            self.chip(card.kind, card.down),
            title=title_of(self.context, card.kind),
        )

    def place(
        self,
        place: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *parts: str,
        idle: str | None = None,
        title: str = "",
    ) -> str:
        """A group for a place, with its outline over what lies there.

        `idle` is its class while it cannot be chosen; with a `title` it can be read then. A place
        is always the same element: a page that follows it from picture to picture finds it where
        it was.
        """
        return "".join(self.split_place(place, x, y, width, height, *parts, idle=idle, title=title))

    def split_place(
        self,
        place: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *parts: str,
        idle: str | None = None,
        title: str = "",
    ) -> list[str]:
        """The same in pieces, for a place whose parts are elements with ids."""
        choices = self.offered.get(place, ())
        ring = ""
        if choices:
            ring = el(
                "rect", class_="ring over", x=-2, y=-2, width=width + 4, height=height + 4, rx=8
            )
        elif place in self.traces:
            box = {"x": -2.0, "y": -2.0, "width": width + 4, "height": height + 4, "rx": 8.0}
            ring = el("rect", class_="fresh", **box)
        return group(
            "" if choices else title,
            *parts,
            ring,
            id=place,
            class_="choice" if choices else idle,
            transform=at(x, y),
            **(offer(choices) or (READABLE if title else {})),
        )

    def chip_width(self, kind: int) -> float:
        return 42 + width_of(self.names.command(kind), 14.5)

    def chip(self, kind: int, down: bool) -> str:
        """A Permanent as a small plate; struck through while it lies face down."""
        card = self.context.catalog.commands[kind]
        symbol = "construct" if card.subtypes >> CONSTRUCT & 1 else "character"
        width = self.chip_width(kind)
        parts = [
            el("rect", class_="plate", width=width, height=CHIP, rx=6),
            self.palette.use(symbol, 6, 5, 20),
            text(self.names.command(kind), class_="t", x=31, y=20, font_size=14.5),
        ]
        if down:
            parts.append(el("path", class_="strike", d=f"M29 15H{width - 7:.0f}"))
        return el("g", *parts, class_="down" if down else None)


def latest(lately: Sequence[Event]) -> list[Event]:
    """The events of the last move."""
    found: list[Event] = []
    for event in lately:
        if event.kind in ("turn", "acts", "places"):
            found = []
        found.append(event)
    return found


def traces(events: Sequence[Event]) -> frozenset[str]:
    """The places that the last move has touched."""
    found: set[str] = set()
    for event in events:
        facts = event.facts
        seat = facts.get("seat")
        if event.kind == "places":
            found.add(f"cell-{seat}-{facts['cell']}")
        elif event.kind in ("new_gray", "new_red", "rerolled", "die_changed", "die_back"):
            found.add(f"die-{seat}-{facts['slot']}")
    return frozenset(found)
