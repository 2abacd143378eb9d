"""The map as it lies on the table: stacks, center counters, roads built, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, num, offer, picture, text
from ludus.core.text import Words
from ludus.games.agricola.board import CALEDONIAN, HIBERNIA, NONE, ROMAN, TYPE_NAMES
from ludus.games.agricola.drawing import Sheet
from ludus.games.agricola.face import land
from ludus.games.agricola.face.counters import back, counter, symbol_defs
from ludus.games.agricola.face.look import CSS, NAME, TONES
from ludus.games.agricola.face.table import LEFT, WIDTH, Beside
from ludus.games.agricola.face.voice import Voice, hex_id
from ludus.games.agricola.view.sight import HIDDEN, View

SHOWN = 5
"""Counters of a stack that are drawn before a number stands for the rest."""
FAN = 29


class Painter:
    """Draws the map; what is printed on it is kept once drawn."""

    def __init__(self, sheet: Sheet, words: Words) -> None:
        self._sheet = sheet
        self._printed = el("defs", symbol_defs()) + land.printed(sheet, words)

    def paint(
        self, view: View, voice: Voice, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> str:
        offered = by_place(choices)
        scene = _Scene(view, voice, self._sheet, offered, lately)
        width, height = self._sheet.drawing.size
        return picture(
            self._printed,
            *scene.marks(),
            *scene.places(),
            *scene.stacks(),
            el("rect", class_="frame", x=3, y=3, width=width - 6, height=height - 6),
            *Beside(view, voice, offered).draw(),
            name=NAME,
            title=voice.words.text("name.scene"),
            view_box=(0, 0, LEFT + WIDTH + 20, height),
            tones=TONES,
            css=CSS,
        )


class _Scene:
    """One position being drawn."""

    def __init__(
        self,
        view: View,
        voice: Voice,
        sheet: Sheet,
        offered: Mapping[str, Sequence[Choice]],
        lately: Sequence[Event],
    ) -> None:
        self.view = view
        self.voice = voice
        self.sheet = sheet
        self.board = sheet.board
        self.offered = offered
        self.traces = _touched(sheet, lately)

    def marks(self) -> list[str]:
        """The built road, and the ring of a battle."""
        found: list[str] = []
        if self.view.road:
            path = land.road_path(self.sheet, self.board.route[: self.view.road + 1])
            found.append(el("path", class_="road", d=path))
            found.append(el("path", class_="road2", d=path))
        if self.view.battle is not None:
            x, y = self.sheet.middles[self.view.battle.place]
            found.append(el("circle", class_="battle-mark", r=46, transform=at(x, y)))
        return found

    def places(self) -> list[str]:
        """A field for every hex that can be entered, outlined where something can be chosen."""
        found = []
        for place in range(self.board.hexes + 1):
            if place < self.board.hexes and self.board.terrain[place] == HIBERNIA:
                continue
            choices = self.offered.get(hex_id(place), ())
            parts = [] if choices else [el("title", esc(self.title(place)))]
            parts += self.shape(place, bool(choices))
            found.append(
                el(
                    "g",
                    *parts,
                    id=hex_id(place),
                    class_="place choice" if choices else "place",
                    **offer(choices),
                )
            )
        return found

    def shape(self, place: int, ring: bool) -> list[str]:
        if place == self.board.britannia:
            return self.britannia(ring)
        corners = self.sheet.corners(place, 37)
        path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z"
        parts = [el("path", class_="cell", d=path)]
        if ring:
            parts.append(el("path", class_="ring", d=path))
        elif place in self.traces:
            parts.append(el("path", class_="trace", d=path))
        return parts

    def britannia(self, ring: bool) -> list[str]:
        x, y, width, height = self.sheet.drawing.britannia
        box = {"x": x + 6, "y": y + 6, "width": width - 12, "height": height - 12, "rx": 4}
        parts = [
            el("rect", class_="britannia", x=x, y=y, width=width, height=height, rx=6),
            el("rect", class_="britannia2", **box),
            text(
                self.voice.words.text("name.britannia_box"),
                class_="britannia3",
                x=x + width / 2,
                y=y + height / 2 + 10,
            ),
        ]
        if ring:
            parts.append(el("rect", class_="ring", **box))
        return parts

    def title(self, place: int) -> str:
        """What is in a place, in words."""
        voice = self.voice
        parts = [voice.place_name(place)]
        for side in (ROMAN, CALEDONIAN):
            known = [u for u, p in enumerate(self.view.at[side]) if p == place]
            names = voice.units(side, known)
            if place in self.view.veiled[side]:
                names = ", ".join(filter(None, (names, voice.words.text("name.unknown"))))
            if names:
                parts.append(f"{voice.side(side)}: {names}")
        return "; ".join(parts)

    # Stacks --------------------------------------------------------------------------------------

    def stacks(self) -> list[str]:
        found: list[str] = []
        for center, kind in enumerate(self.view.center):
            if kind != NONE:
                found.append(self.center(center, kind))
        for side in (ROMAN, CALEDONIAN):
            known: dict[int, list[int]] = {}
            for unit, place in enumerate(self.view.at[side]):
                if 0 <= place <= self.board.britannia:
                    known.setdefault(place, []).append(unit)
            found += [
                self.stack(side, place, known.get(place, []))
                for place in sorted({*known, *self.view.veiled[side]})
            ]
        return found

    def center(self, center: int, kind: int) -> str:
        """A center counter: face down, or what it is; its owner sees through it."""
        x, y = self.sheet.middles[self.board.center_hex[center]]
        up = self.view.center_up >> center & 1
        label = self.voice.words.text("name.hidden")
        if kind != HIDDEN:
            label = self.voice.counter(kind)[:2]
        kind_of = "plate t" if up else "back t"
        plate = el("rect", class_=kind_of, x=-11, y=-11, width=22, height=22, rx=3)
        words = text(label, class_="kind up" if up else "kind", y=4)
        note = el("title", esc(f"{self.voice.center(center)}: {self.voice.counter(kind)}"))
        return el("g", note, plate, words, transform=at(x + 17, y - 20), class_="printed")

    def stack(self, side: int, place: int, known: Sequence[int]) -> str:
        x, y = self.sheet.middles[place]
        shift = -9 if side == ROMAN else 9
        together = place in self.view.stacks[0] and place in self.view.stacks[1]
        if together:
            x += shift
        if place == self.board.britannia:
            x = self.sheet.drawing.britannia[0] + 60
        parts = []
        for number, unit in enumerate(known):
            info = self.voice.info(side, unit)
            worn = bool(self.view.disrupted[side] >> unit & 1)
            name = self.voice.unit(side, unit)
            drop = min(number, SHOWN - 1) * 2.4
            shape = counter(info, TYPE_NAMES[info.type], worn, name)
            parts.append(
                el(
                    "g",
                    el("g", shape, transform=at(-drop, -drop, 0.86)),
                    class_=f"fan f{min(number, FAN)}",
                )
            )
        if place in self.view.veiled[side]:
            words = f"{self.voice.side(side)}: {self.voice.words.text('name.unknown')}"
            parts.append(el("g", back(side, words), transform=at(0, 0, 0.86)))
        if len(known) > 1:
            parts.append(el("circle", class_="tally", r=8.5, cx=16, cy=16))
            parts.append(text(str(len(known)), class_="tally-n", x=16, y=20))
        return el("g", *parts, class_="stack", transform=at(x, y + 4))


def _touched(sheet: Sheet, lately: Sequence[Event]) -> set[int]:
    """The places that the latest move spoke of."""
    places: set[int] = set()
    for event in lately:
        for name in ("place", "to"):
            value = event.facts.get(name)
            if isinstance(value, int) and 0 <= value <= sheet.board.hexes:
                places.add(value)
    return places
