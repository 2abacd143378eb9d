"""The picture of the map: stacks, center counters, roads built, and what can be chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ludus.core.face import Choice, Scene
from ludus.core.lettering import SANS_BOLD, SERIF_BOLD
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, num, offer, picture, text
from ludus.core.text import Words
from ludus.games.agricola.content import Contents
from ludus.games.agricola.drawing import Label, Sheet
from ludus.games.agricola.face import printed
from ludus.games.agricola.face.camera import theatre
from ludus.games.agricola.face.counters import (
    EAR,
    FLAME,
    HALF,
    LADDER,
    STALK,
    STRIKE,
    SWORDS,
    fog,
    symbol_defs,
    top_counter,
    under,
)
from ludus.games.agricola.face.look import CSS, NAME, TONES
from ludus.games.agricola.face.names import (
    BASE,
    Names,
    PlaceNames,
    counter_name,
    hex_id,
    unit_name,
    way_id,
)
from ludus.games.agricola.face.printed import Box, sea_name_id
from ludus.games.agricola.face.reach import Goal, goals
from ludus.games.agricola.face.stacks import foremost, piles, places_of, seen_earlier, summed
from ludus.games.agricola.face.supply import SupplyPreview, feeder, out_of_supply, romans_by_place
from ludus.games.agricola.ids import (
    CALEDONIAN,
    COUNTER_NAMES,
    HIBERNIA,
    HIDDEN,
    NONE,
    ROMAN,
    TYPE_NAMES,
)
from ludus.games.agricola.view import View

CELL = 37
APART = 26
"""How far the stacks of both sides lie from the middle of a hex that they share."""
ROADWAY = "M-3.5-8L-6 8M3.5-8L6 8M0-7v3M0-1.5v3M0 4v3"
LEAST = 0.72
"""The scale at which counters can still be picked, and hexes hit."""
BESIDE = ((0, 44), (0, -36), (38, 4), (-38, 4))
"""Where the name of a place may stand, from its middle: below, above, right, left."""
LETTERS = 15
"""The size of the names of places."""
FAR = 7
"""Half the height of the number that tells how far a hex is, and about its width."""
WAY = 0.52
"""How far towards the next hex the mark lies that a March can go on by."""


class MapPainter:
    """Draws the map. What is printed on it, and every hex without anything, is drawn once.

    A stack has its own element for each hex it may stand in, empty or not: so a move changes a few
    small elements, and only those are sent.
    """

    def __init__(self, sheet: Sheet, words: Words) -> None:
        self._sheet = sheet
        self._printed = el("defs", symbol_defs()) + printed.printed(sheet)
        board = sheet.board
        self._hexes = [h for h in range(board.hexes) if board.terrain[h] != HIBERNIA]
        self._cells = [cell_path(sheet, place) for place in range(board.hexes)]
        self._center_hexes = {place for place in self._hexes if board.center_at[place] != NONE}
        self._place_of = {hex_id(place): place for place in self._hexes}
        places = PlaceNames(words, board)
        self._plain = [
            quiet_hex(place, places.place_name(place), self._cells[place]) for place in self._hexes
        ]
        self._centers = {
            (center, kind, up): center_counter(sheet, places, center, kind, up)
            for center in range(len(board.center_hex))
            for kind in (NONE, HIDDEN, *range(len(COUNTER_NAMES)))
            for up in (0, 1)
        }
        self._number = {place: number for number, place in enumerate(self._hexes)}
        grounds = (*self._hexes, board.britannia)
        standing = [
            [place for place in grounds if side == ROMAN or board.is_land[place]]
            for side in (ROMAN, CALEDONIAN)
        ]
        self._empty = [
            [el("g", id=stack_id(side, place)) for place in standing[side]]
            for side in (ROMAN, CALEDONIAN)
        ]
        self._stack_number = [
            {place: number for number, place in enumerate(each)} for each in standing
        ]
        self._spots = [
            list(_spots(sheet, number, label)) for number, label in enumerate(sheet.drawing.label)
        ]
        """Where the name of each place may stand, best first, and how it is drawn there."""
        self._sea_names = list(printed.sea_names(sheet))
        self._no_label = [el("g", id=label_id(number)) for number in range(len(self._spots))]

    def paint(
        self, view: View, names: Names, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> Scene:
        offered = by_place(choices)
        scene = _MapScene(view, names, self._sheet, offered, lately)
        title = names.words.text("name.scene")
        taken = scene.taken()
        drawn = picture(
            self._printed,
            *self._seas(taken),
            scene.marks(),
            *self._places(scene),
            scene.ways(),
            *self._stacks(scene),
            scene.states(),
            *self._labels(taken),
            name=NAME,
            title=title,
            view_box=self._sheet.frame,
            tones=TONES,
            css=CSS,
        )
        focus = theatre(self._sheet, view, choices, lately)
        return Scene("map", title, drawn, focus=focus, minimap=True, least=LEAST)

    def _places(self, scene: _MapScene) -> list[str]:
        """A field for every hex that can be entered, outlined where something can be chosen."""
        found = self._plain.copy()
        # What a hex is called changes with its counter and with what befell it.
        special = self._center_hexes | scene.marked | scene.traces
        special.update(self._place_of[id] for id in scene.offered if id in self._place_of)
        special.update(scene.goals)
        for place in special:
            if place in self._number:
                found[self._number[place]] = scene.place(place, self._cells[place])
        found.append(scene.britannia())
        return found

    def _stacks(self, scene: _MapScene) -> list[str]:
        view = scene.view
        found = [
            self._centers[center, kind, view.center_up >> center & 1]
            for center, kind in enumerate(view.center)
        ]
        for side in (ROMAN, CALEDONIAN):
            stacks = self._empty[side].copy()
            numbers = self._stack_number[side]
            for place, drawn in scene.stacks(side).items():
                if place in numbers:
                    stacks[numbers[place]] = drawn
            found += stacks
        return found

    def _seas(self, taken: Sequence[Box]) -> list[str]:
        """The names of seas, but for those that something stands on."""
        return [
            drawn if clear(box, taken) else el("g", id=sea_name_id(number))
            for number, (box, drawn) in enumerate(self._sea_names)
        ]

    def _labels(self, taken: list[Box]) -> list[str]:
        """The names of places, each where nothing covers it; none if there is no such spot."""
        found = self._no_label.copy()
        for number, spots in enumerate(self._spots):
            for box, drawn in spots:
                if clear(box, taken):
                    taken.append(box)
                    found[number] = drawn
                    break
        return found


def clear(box: Box, taken: Sequence[Box]) -> bool:
    """Whether a box meets none of the others."""
    left, top, right, bottom = box
    for other in taken:
        if left < other[2] and right > other[0] and top < other[3] and bottom > other[1]:
            return False
    return True


def center_counter(sheet: Sheet, places: PlaceNames, center: int, kind: int, up: int) -> str:
    """A center counter: face down, or what it is; its owner sees through it."""
    place = f"center-{center}"
    if kind == NONE:
        return el("g", id=place)
    x, y = sheet.middles[sheet.board.center_hex[center]]
    parts = [
        el("title", esc(f"{places.center(center)}: {places.counter(kind)}")),
        el("rect", class_="plate t" if up else "back t", x=-11, y=-11, width=22, height=22, rx=5),
    ]
    if kind == HIDDEN:
        parts.append(text(places.words.text("name.hidden"), class_="kind", y=5))
    else:
        ink = "sym" if up else "sym pale"
        href = f"#agc-{COUNTER_NAMES[kind]}"
        parts.append(el("use", class_=ink, href=href, transform=at(-9, -9, 0.75)))
    return el("g", *parts, id=place, class_="printed", transform=at(x - 27, y - 28))


def label_id(number: int) -> str:
    """The element id of a place's name."""
    return f"label-{number}"


def _spots(sheet: Sheet, number: int, label: Label) -> Iterator[tuple[Box, str]]:
    kind = "label area" if label.kind == "tribal_area" else "label"
    middle = sheet.middles[sheet.board.index[label.hex]]
    wide = SERIF_BOLD.width(label.name, LETTERS) / 2
    for dx, dy in BESIDE:
        shift = wide + 4 if dx > 0 else -wide - 4 if dx < 0 else 0
        x, y = middle[0] + dx + shift, middle[1] + dy
        shown = text(label.name, class_=kind, x=x, y=y)
        yield (
            (x - wide, y - LETTERS, x + wide, y + 4),
            el("g", shown, id=label_id(number), class_="printed"),
        )


def stack_id(side: int, place: int) -> str:
    """The element id of a side's stack in a place."""
    return f"st{side}-{place}"


@lru_cache(2048)
def quiet_hex(place: int, title: str, path: str, trace: bool = False) -> str:
    """A hex without anything to choose; with a `trace` if the latest moves touched it."""
    shown = [el("title", esc(title)), el("path", class_="cell", d=path)]
    if trace:
        shown.append(el("path", class_="trace", d=path))
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
        self.goals: Mapping[int, Goal] = goals(names.contents, view)
        self._hunger: dict[int, SupplyPreview] = {}
        """What `hunger` found, by who is left."""
        self.hungry = out_of_supply(names.contents, view)

    def marks(self) -> str:
        """The built road, and the ring of a battle."""
        found: list[str] = []
        if self.view.road:
            path = printed.road_path(self.sheet, self.board.route[: self.view.road + 1])
            found.append(el("path", class_="road", d=path))
            found.append(el("path", class_="road2", d=path))
        found += self.supply_lines()
        if self.view.battle is not None:
            x, y = self.sheet.middles[self.view.battle.place]
            found.append(el("circle", class_="battle-mark", r=46, transform=at(x, y)))
        return el("g", *found, id="ag-marks")

    def supply_lines(self) -> list[str]:
        """A line to each of the viewer's stacks from the neighbour that feeds it."""
        found: list[str] = []
        if self.view.side != ROMAN or not self.view.turn:
            return found
        here = romans_by_place(self.names.contents, self.view)
        for place in self.view.stacks[ROMAN]:
            source = feeder(self.names.contents, here, place)
            if source != NONE:
                (x, y), (a, b) = self.sheet.middles[source], self.sheet.middles[place]
                found.append(
                    el("path", class_="fed-line", d=f"M{num(x)} {num(y)}L{num(a)} {num(b)}")
                )
        return found

    def states(self) -> str:
        """Markers of hexes that are besieged or were pillaged this year; the hexes say so too."""
        sieges = [self.marker(place, LADDER, "siege", -17) for place in self.view.sieges]
        pillaged = [self.marker(place, FLAME, "pillaged", 0) for place in self.view.pillaged]
        return el("g", *sieges, *pillaged, id="ag-states")

    def marker(self, place: int, symbol: str, name: str, shift: float) -> str:
        x, y = self.sheet.middles[place]
        if place in self.view.stacks[0] or place in self.view.stacks[1]:
            # Beside the stack, whose name is above.
            x, y = x + HALF + 8 + shift / 2, y + 30
        return el(
            "g",
            el("rect", class_="plate", x=-11, y=-11, width=22, height=22, rx=3),
            el("path", class_=name, d=symbol),
            class_="marker printed",
            transform=at(x + shift, y - 22),
        )

    # A March -------------------------------------------------------------------------------------

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
        signs = self.costs(place)
        if not choices and not signs:
            return quiet_hex(place, self.title(place), path, place in self.traces)
        parts = [el("path", class_="cell", d=path)]
        if not choices:
            # Out of reach for the whole force, not for a part of it: seen once that part is taken.
            parts.insert(0, el("title", esc(self.title(place))))
            return el("g", *parts, *signs, id=hex_id(place), class_="place signed apart")
        parts.append(el("path", class_="ring", d=path))
        # Signs say what a March meets there: no words need to stand beside the place.
        kind = "place choice signed" if signs else "place choice"
        return el("g", *parts, *signs, id=hex_id(place), class_=kind, **offer(choices))

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
        goal = self.goals.get(place)
        if goal is None:
            return []
        x, y = self.sheet.middles[place]
        side = self.view.side
        label = str(goal.way.steps) if goal.way.steps else ""
        foes = place in self.view.stacks[1 - side]
        parts: list[str] = []
        if not foes:
            parts.append(el("circle", class_="far-disc", r=14, cx=x, cy=y))
            if label:
                parts.append(text(label, class_="far", x=x, y=y + 5.5))
            else:
                parts.append(el("path", class_="far-road", d=ROADWAY, transform=at(x, y)))
        if foes:
            parts.append(badge("swords", SWORDS, x + 27, y - 26))
        elif side == ROMAN and self.stops(place):
            parts.append(el("circle", class_="halt", r=7, cx=x + 14, cy=y - 12))
            parts.append(
                el("path", class_="halt-bar", d="M-3.6 0h7.2", transform=at(x + 14, y - 12))
            )
        if self.hunger(goal.left).after(place).force:
            parts.append(hungry_mark(self.names, x - 17, y - 14))
        return parts

    def hunger(self, left: int) -> SupplyPreview:
        """The supply of the marching force without those who cannot come along."""
        known = self._hunger.get(left)
        if known is None:
            question = self.view.question
            force = (question.mask if question is not None else 0) & ~left
            known = SupplyPreview(self.names.contents, self.view, force)
            self._hunger[left] = known
        return known

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
            # Wherever the window is, one of them is in it.
            *(
                text(
                    self.names.words.text("name.britannia_box"),
                    class_="britannia3",
                    x=x + width * part / 12,
                    y=y + height / 2 + 8,
                    data_ornament="",
                )
                for part in range(1, 12, 2)
            ),
        ]
        if choices:
            parts.append(el("rect", class_="ring", **box))
        kind = "place choice" if choices else "place"
        # In a hand's way it is the card beside the map.
        return el("g", *parts, id=hex_id(place), class_=kind, data_also=BASE, **offer(choices))

    # Stacks --------------------------------------------------------------------------------------

    def stacks(self, side: int) -> dict[int, str]:
        """The stacks of a side by place."""
        known = piles(self.view, side, self.board.britannia)
        return {
            place: self.stack(side, place, known.get(place, []))
            for place in {*known, *self.view.veiled[side]}
        }

    def stack(self, side: int, place: int, known: Sequence[int]) -> str:
        x, y = self.middle(side, place)
        veiled = place in self.view.veiled[side]
        if veiled:
            parts = self.veil(side, place, known)
        else:
            disrupted = self.view.disrupted[side]
            worn = tuple(unit for unit in known if disrupted >> unit & 1)
            parts = [pile(self.names.words, self.names.contents, side, tuple(known), worn)]
        if side == self.view.side and any(self.hungry >> unit & 1 for unit in known):
            # Beside the sign, clear of the name and of the figures.
            parts.append(hungry_mark(self.names, -HALF - 2, -4))
        return el("g", *parts, id=stack_id(side, place), class_="stack", transform=at(x, y))

    def middle(self, side: int, place: int) -> tuple[float, float]:
        """Where a stack lies; beside that of the other side where both are."""
        x, y = self.sheet.middles[place]
        if place in self.view.stacks[0] and place in self.view.stacks[1]:
            x += -APART if side == ROMAN else APART
        if place == self.board.britannia:
            x = self.sheet.drawing.britannia[0] + 60
        return x, y

    def veil(self, side: int, place: int, known: Sequence[int]) -> list[str]:
        """A stack face down, and above it what is known of it."""
        names = self.names
        parts = [fog(side, f"{names.side(side)}: {names.words.text('name.unknown')}")]
        seen = [unit for units in seen_earlier(self.view, place).values() for unit in units]
        shown = known or seen
        if shown and (known or side == 1 - self.view.side):
            said = names.short(side, foremost(names.contents.musters[side], shown))
            if len(shown) > 1:
                said = names.words.text("name.and_more", unit=said, n=len(shown) - 1)
            # What was seen earlier may have left.
            kind = "known" if known else "known past"
            said = said if known else names.words.text("name.perhaps", unit=said)
            wide = SANS_BOLD.width(said, 12) + 16
            parts.append(el("rect", class_=kind, x=-wide / 2, y=12, width=wide, height=18, rx=9))
            parts.append(text(said, class_="known-t", y=25))
        return parts

    # Names of places, which give way to stacks ---------------------------------------------------

    def taken(self) -> list[Box]:
        """What the names of places keep clear of."""
        taken = [
            (x - HALF - 6, y - HALF - 8, x + HALF + 6, y + HALF)
            for side in (ROMAN, CALEDONIAN)
            for place in {*self.view.stacks[side], *self.camps(side)}
            for x, y in (self.middle(side, place),)
        ]
        for center, kind in enumerate(self.view.center):
            if kind != NONE:
                x, y = self.sheet.middles[self.board.center_hex[center]]
                taken.append((x - 42, y - 42, x - 12, y - 12))
        for place in self.goals:
            x, y = self.sheet.middles[place]
            taken.append((x - FAR, y - FAR, x + FAR, y + FAR))
        return taken

    def camps(self, side: int) -> set[int]:
        """Places with units of a side that cannot move."""
        places = places_of(self.view, side, self.names.contents.musters[side].static)
        return {place for place in places if place <= self.board.britannia}


# Most stacks stay as they are for many moves, and both sides may see them.
@lru_cache(4096)
def pile(
    words: Words, contents: Contents, side: int, known: tuple[int, ...], worn: tuple[int, ...]
) -> str:
    """Counters in a pile: the foremost on top, with the whole strength and the least move."""
    muster = contents.musters[side]
    top = muster.units[foremost(muster, known)]
    said = ", ".join(unit_name(words, muster.units[unit], unit in worn) for unit in known)
    total = summed(muster, sum(1 << unit for unit in worn), known)
    parts = [el("title", esc(said))]
    parts += [under(side, shift) for shift in (6, 3) if len(known) > shift / 3]
    parts.append(
        top_counter(
            side, counter_name(words, top), TYPE_NAMES[top.type], total, bool(worn), top.elite
        )
    )
    if len(known) > 1:
        # Above its middle: no way to a neighbour goes through there.
        parts.append(el("circle", class_="tally", r=10, cx=0, cy=-HALF - 10))
        parts.append(text(str(len(known)), class_="tally-n", x=0, y=-HALF - 5.5))
    return "".join(parts)


def badge(kind: str, path: str, x: float, y: float) -> str:
    """A sign in a round field beside a stack."""
    return el(
        "g",
        el("circle", class_="badge", r=12),
        el("path", class_=kind, d=path, transform="scale(.8)"),
        class_="printed",
        transform=at(x, y),
    )


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
