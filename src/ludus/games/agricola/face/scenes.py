"""The picture of the map: stacks, center counters, roads built, and what can be chosen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ludus.core.face import Choice, Picture
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, num, offer, picture, text
from ludus.core.text import Words
from ludus.games.agricola.drawing import Sheet
from ludus.games.agricola.face import printed
from ludus.games.agricola.face.counters import (
    EAR,
    FLAME,
    LADDER,
    STALK,
    STRIKE,
    SWORDS,
    back,
    counter,
    symbol_defs,
)
from ludus.games.agricola.face.look import CSS, NAME, TONES
from ludus.games.agricola.face.names import Names, PlaceNames, hex_id, way_id
from ludus.games.agricola.face.sidebar import LEFT, SCALE, WIDTH, Sidebar
from ludus.games.agricola.face.supply import moving_force, out_of_supply
from ludus.games.agricola.ids import (
    CALEDONIAN,
    HIBERNIA,
    HIDDEN,
    LONGEST_MOVE,
    NONE,
    ROMAN,
    TYPE_NAMES,
)
from ludus.games.agricola.view import View

SHOWN = 5
"""Counters of a stack that are drawn before a number stands for the rest."""
FAN = 29
CELL = 37
WAY = 0.52
"""How far towards the next hex the mark lies that a March can go on by."""


class MapPainter:
    """Draws the map. What is printed on it, and every hex without anything, is drawn once.

    A stack has its own element for each hex it may stand in, empty or not: so a move changes a few
    small elements, and only those are sent.
    """

    def __init__(self, sheet: Sheet, words: Words) -> None:
        self._sheet = sheet
        self._printed = el("defs", symbol_defs()) + printed.printed(sheet, words)
        board = sheet.board
        self._hexes = [h for h in range(board.hexes) if board.terrain[h] != HIBERNIA]
        self._cells = [cell_path(sheet, place) for place in range(board.hexes)]
        self._empty = [
            [el("g", id=stack_id(side, place)) for place in range(board.hexes + 1)]
            for side in (ROMAN, CALEDONIAN)
        ]
        places = PlaceNames(words, board)
        self._plain = [
            plain_hex(place, places.place_name(place), path)
            for place, path in enumerate(self._cells)
        ]

    def paint(
        self, view: View, names: Names, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> Picture:
        offered = by_place(choices)
        scene = _MapScene(view, names, self._sheet, offered, lately)
        width, height = self._sheet.drawing.size
        return picture(
            self._printed,
            scene.marks(),
            *self._places(scene),
            scene.ways(),
            *self._stacks(scene),
            scene.states(),
            el("rect", class_="frame", x=3, y=3, width=width - 6, height=height - 6),
            *Sidebar(view, names, offered, height).draw(),
            name=NAME,
            title=names.words.text("name.scene"),
            view_box=(0, 0, LEFT + WIDTH * SCALE + 20, height),
            tones=TONES,
            css=CSS,
        )

    def _places(self, scene: _MapScene) -> list[str]:
        """A field for every hex that can be entered, outlined where something can be chosen."""
        found: list[str] = []
        board = self._sheet.board
        for place in self._hexes:
            # What a hex is called changes with its counter and with what befell it.
            named = board.center_at[place] != NONE or place in scene.marked
            if named or place in scene.traces or hex_id(place) in scene.offered:
                found.append(scene.place(place, self._cells[place]))
            else:
                found.append(self._plain[place])
        found.append(scene.britannia())
        return found

    def _stacks(self, scene: _MapScene) -> list[str]:
        found = scene.centers()
        for side in (ROMAN, CALEDONIAN):
            drawn = scene.stacks(side)
            empty = self._empty[side]
            board = self._sheet.board
            for place in (*self._hexes, board.britannia):
                if side == ROMAN or board.is_land[place]:
                    found.append(drawn.get(place) or empty[place])
        return found


def stack_id(side: int, place: int) -> str:
    """The element id of a side's stack in a place."""
    return f"st{side}-{place}"


def plain_hex(place: int, title: str, path: str) -> str:
    """A hex without anything to choose."""
    shown = [el("title", esc(title)), el("path", class_="cell", d=path)]
    return el("g", *shown, id=hex_id(place), class_="place")


def cell_path(sheet: Sheet, place: int) -> str:
    corners = sheet.corners(place, CELL)
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z"


class _MapScene:
    """One position being drawn."""

    def __init__(
        self,
        view: View,
        names: Names,
        sheet: Sheet,
        offered: Mapping[str, Sequence[Choice]],
        lately: Sequence[Event],
    ) -> None:
        self.view = view
        self.names = names
        self.sheet = sheet
        self.board = sheet.board
        self.offered = offered
        self.traces = _touched(sheet, lately)
        self.marked = {*view.sieges, *view.pillaged}
        self.away = self._distances()
        self.preview = moving_force(names.contents, view)
        self.hungry = out_of_supply(names.contents, view)

    def marks(self) -> str:
        """The built road, and the ring of a battle."""
        found: list[str] = []
        if self.view.road:
            path = printed.road_path(self.sheet, self.board.route[: self.view.road + 1])
            found.append(el("path", class_="road", d=path))
            found.append(el("path", class_="road2", d=path))
        if self.view.battle is not None:
            x, y = self.sheet.middles[self.view.battle.place]
            found.append(el("circle", class_="battle-mark", r=46, transform=at(x, y)))
        return el("g", *found, id="ag-marks")

    def states(self) -> str:
        """Markers of hexes that are besieged or were pillaged this year; the hexes say so too."""
        sieges = [self.marker(place, LADDER, "siege", -17) for place in self.view.sieges]
        pillaged = [self.marker(place, FLAME, "pillaged", 0) for place in self.view.pillaged]
        return el("g", *sieges, *pillaged, id="ag-states")

    def marker(self, place: int, symbol: str, name: str, shift: float) -> str:
        x, y = self.sheet.middles[place]
        return el(
            "g",
            el("rect", class_="plate", x=-11, y=-11, width=22, height=22, rx=3),
            el("path", class_=name, d=symbol),
            class_="marker printed",
            transform=at(x + shift, y - 22),
        )

    # A March -------------------------------------------------------------------------------------

    def _distances(self) -> dict[int, int]:
        """How many hexes away places are, while a March is planned."""
        start = self.view.marching
        if start == NONE:
            return {}
        found = {start: 0}
        edge = [start]
        while edge and found[edge[0]] < LONGEST_MOVE:
            following = []
            for place in edge:
                for other in self.board.land_links[place]:
                    if other not in found:
                        found[other] = found[place] + 1
                        following.append(other)
            edge = following
        return found

    def ways(self) -> str:
        """Marks between the force and its neighbours: by way of there, to go on or leave units."""
        start = self.view.marching
        found: list[str] = []
        if start == NONE:
            return el("g", id="ag-ways")
        x, y = self.sheet.middles[start]
        for place in self.board.land_links[start]:
            choices = self.offered.get(way_id(place), ())
            if not choices:
                continue
            if place == self.board.britannia:
                end_x, end_y = x, y + 60
            else:
                end_x, end_y = self.sheet.middles[place]
            spot = at(x + (end_x - x) * WAY, y + (end_y - y) * WAY)
            turn = math.degrees(math.atan2(end_y - y, end_x - x))
            found.append(
                el(
                    "g",
                    el("circle", class_="ring", r=10),
                    el("path", class_="way", d="M-3-5L4 0L-3 5", transform=f"rotate({num(turn)})"),
                    id=way_id(place),
                    class_="choice",
                    transform=spot,
                    **offer(choices),
                )
            )
        return el("g", *found, id="ag-ways")

    # Places --------------------------------------------------------------------------------------

    def place(self, place: int, path: str) -> str:
        """A hex: outlined where something can be chosen, with what a March meets there."""
        choices = self.offered.get(hex_id(place), ())
        parts = [] if choices else [el("title", esc(self.title(place)))]
        parts.append(el("path", class_="cell", d=path))
        if choices:
            parts.append(el("path", class_="ring", d=path))
            if self.away:
                parts += self.costs(place)
        elif place in self.traces:
            parts.append(el("path", class_="trace", d=path))
        return el(
            "g",
            *parts,
            id=hex_id(place),
            class_="place choice" if choices else "place",
            **offer(choices),
        )

    def title(self, place: int) -> str:
        """A hex by name, with its center counter if it has one, and its markers."""
        center = self.board.center_at[place]
        said: list[str] = []
        if center != NONE and self.view.center[center] != NONE:
            said.append(self.names.counter(self.view.center[center]))
        if place in self.view.sieges:
            said.append(self.names.words.text("name.siege"))
        if place in self.view.pillaged:
            said.append(self.names.words.text("name.pillaged"))
        name = self.names.place_name(place)
        return f"{name}: {', '.join(said)}" if said else name

    def costs(self, place: int) -> list[str]:
        """How far it is, and whether the force would have to stop, fight or starve there."""
        x, y = self.sheet.middles[place]
        side = self.view.side
        steps = self.away.get(place)
        question = self.view.question
        used = question.used if question is not None else 0
        label = "=" if steps is None else str(steps + used)
        parts = [text(label, class_="far", x=x - 24, y=y + 26)]
        if place in self.view.stacks[1 - side]:
            parts.append(el("path", class_="swords", d=SWORDS, transform=at(x + 22, y + 20)))
        elif side == ROMAN and self.stops(place):
            parts.append(el("rect", class_="halt", x=x + 17, y=y + 15, width=10, height=10))
        if self.preview is not None and self.preview.after(place).force:
            parts.append(hungry_mark(self.names, x - 19, y - 14))
        return parts

    def stops(self, place: int) -> bool:
        """Whether a Roman force has to stop there: wilds, and centers face down."""
        center = self.board.center_at[place]
        hidden = center != NONE and self.view.center[center] == HIDDEN
        return hidden or self.board.wild[place]

    def britannia(self) -> str:
        place = self.board.britannia
        choices = self.offered.get(hex_id(place), ())
        x, y, width, height = self.sheet.drawing.britannia
        box = {"x": x + 6, "y": y + 6, "width": width - 12, "height": height - 12, "rx": 4}
        parts = [] if choices else [el("title", esc(self.names.place_name(place)))]
        parts += [
            el("rect", class_="britannia", x=x, y=y, width=width, height=height, rx=6),
            el("rect", class_="britannia2", **box),
            text(
                self.names.words.text("name.britannia_box"),
                class_="britannia3",
                x=x + width / 2,
                y=y + height / 2 + 10,
            ),
        ]
        if choices:
            parts.append(el("rect", class_="ring", **box))
        kind = "place choice" if choices else "place"
        return el("g", *parts, id=hex_id(place), class_=kind, **offer(choices))

    # Stacks --------------------------------------------------------------------------------------

    def centers(self) -> list[str]:
        return [
            self.center(center, kind) if kind != NONE else el("g", id=f"center-{center}")
            for center, kind in enumerate(self.view.center)
        ]

    def stacks(self, side: int) -> dict[int, str]:
        """The stacks of a side by place."""
        known: dict[int, list[int]] = {}
        for unit, place in enumerate(self.view.at[side]):
            if 0 <= place <= self.board.britannia:
                known.setdefault(place, []).append(unit)
        return {
            place: self.stack(side, place, known.get(place, []))
            for place in {*known, *self.view.veiled[side]}
        }

    def center(self, center: int, kind: int) -> str:
        """A center counter: face down, or what it is; its owner sees through it."""
        x, y = self.sheet.middles[self.board.center_hex[center]]
        up = self.view.center_up >> center & 1
        label = self.names.words.text("name.hidden")
        if kind != HIDDEN:
            label = self.names.counter(kind)[:2]
        kind_of = "plate t" if up else "back t"
        plate = el("rect", class_=kind_of, x=-11, y=-11, width=22, height=22, rx=3)
        words = text(label, class_="kind up" if up else "kind", y=4)
        note = el("title", esc(f"{self.names.center(center)}: {self.names.counter(kind)}"))
        return el(
            "g",
            note,
            plate,
            words,
            id=f"center-{center}",
            class_="printed",
            transform=at(x + 17, y - 20),
        )

    def stack(self, side: int, place: int, known: Sequence[int]) -> str:
        x, y = self.sheet.middles[place]
        shift = -17 if side == ROMAN else 17
        together = place in self.view.stacks[0] and place in self.view.stacks[1]
        if together:
            x += shift
        if place == self.board.britannia:
            x = self.sheet.drawing.britannia[0] + 60
        veiled = place in self.view.veiled[side]
        parts = [self.back(side, place)] if veiled else []
        for number, unit in enumerate(known):
            info = self.names.info(side, unit)
            worn = bool(self.view.disrupted[side] >> unit & 1)
            name = self.names.unit(side, unit)
            drop = min(number, SHOWN - 1) * 2.4
            shape = counter(info, TYPE_NAMES[info.type], worn, name)
            size = 0.6 if veiled else 0.86
            # Units that are only remembered peep out from behind the back of their stack.
            spot = at(-14 - drop, -14 - drop, size) if veiled else at(-drop, -drop, size)
            part = el("g", el("g", shape, transform=spot), class_=f"fan f{min(number, FAN)}")
            if veiled:
                parts.insert(-1, part)
            else:
                parts.append(part)
        if len(known) > 1:
            parts.append(el("circle", class_="tally", r=8.5, cx=16, cy=16))
            parts.append(text(str(len(known)), class_="tally-n", x=16, y=20))
        if side == self.view.side and any(self.hungry >> unit & 1 for unit in known):
            parts.append(hungry_mark(self.names, -21, 12))
        return el("g", *parts, id=stack_id(side, place), class_="stack", transform=at(x, y + 4))

    def back(self, side: int, place: int) -> str:
        """A stack face down; what is remembered of it is said."""
        words = f"{self.names.side(side)}: {self.names.words.text('name.unknown')}"
        return el("g", back(side, words), transform=at(0, 0, 0.86))


def hungry_mark(names: Names, x: float, y: float) -> str:
    """An ear of grain, struck out."""
    return el(
        "g",
        el("title", esc(names.words.text("name.hungry"))),
        el("path", class_="stalk", d=STALK),
        el("path", class_="ear", d=EAR),
        el("path", class_="strike", d=STRIKE),
        class_="printed",
        transform=at(x, y),
    )


def _touched(sheet: Sheet, lately: Sequence[Event]) -> set[int]:
    """The places that the latest move spoke of."""
    places: set[int] = set()
    for event in lately:
        for name in ("place", "to"):
            value = event.facts.get(name)
            if isinstance(value, int) and 0 <= value <= sheet.board.hexes:
                places.add(value)
    return places
