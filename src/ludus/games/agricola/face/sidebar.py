"""The strip beside the map: turns, Action Points, stratagems, boxes, the force and the battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ludus.core.face import Choice
from ludus.core.svg import at, die, el, esc, offer, text
from ludus.core.text import roman
from ludus.games.agricola.board import units
from ludus.games.agricola.face.counters import counter
from ludus.games.agricola.face.names import Names, marker_id, pick_id
from ludus.games.agricola.ids import CALEDONIAN, CAPACITY, FIRST_EVENT, NONE, ROMAN, TYPE_NAMES
from ludus.games.agricola.mechanics import strength
from ludus.games.agricola.view import View

LEFT = 1650
SCALE = 1.9
"""The strip is read from the same distance as the whole map, so it is drawn larger."""
WIDTH = 520
EDGE = 20
INNER = WIDTH - 40
CELL = 48
"""What a counter takes of a row, drawn in its own size."""
ROWS = (5, 6, 7, 8, 10)
"""So many counters stand in a row: as few, and so as large, as the height allows."""
LISTED = 6
"""Eliminated units that are named before a number stands for the rest."""
TRAY_FRAME = 52
BATTLE_FRAME = 176
"""What a panel takes besides its counters."""
SNOW = "M0-9V9M-7.8-4.5L7.8 4.5M-7.8 4.5L7.8-4.5M-3-7.500L0-5L3-7.500M-3 7.500L0 5L3 7.500"


@dataclass(frozen=True, slots=True)
class Grid:
    """Counters in rows: how many in each, and how large they are drawn."""

    columns: int
    scale: float

    def rows(self, count: int) -> int:
        return (count + self.columns - 1) // self.columns

    def height(self, count: int) -> float:
        return self.rows(count) * (CELL + 2) * self.scale

    def spot(self, number: int, top: float) -> tuple[float, float]:
        """The middle of a counter, the first row lying below `top`."""
        x = EDGE + (number % self.columns + 0.5) * CELL * self.scale
        return x, top + (number // self.columns + 0.5) * (CELL + 2) * self.scale


def grid_for(counts: Sequence[int], room: float) -> Grid:
    """The largest counters with which all rows fit the room."""
    for columns in ROWS:
        grid = Grid(columns, INNER / (columns * CELL))
        if sum(grid.height(count) for count in counts) <= room:
            break
    return grid


class Sidebar:
    """The strip to the right of the map in one position, as high as the map."""

    def __init__(
        self, view: View, names: Names, offered: Mapping[str, Sequence[Choice]], height: float
    ) -> None:
        self.view = view
        self.names = names
        self.words = names.words
        self.offered = offered
        self.bottom = height / SCALE - 10
        self.parts: list[str] = []
        self.y = 10.0

    def draw(self) -> list[str]:
        """Everything; each panel has an element of its own, so that a move sends what changed."""
        panels = [self._group("ag-turns", self._turns)]
        panels += [
            self._group(f"ag-side-{side}", partial(self._side, side))
            for side in (ROMAN, CALEDONIAN)
        ]
        panels.append(self._group("ag-tray", self._tray))
        panels.append(self._group("ag-battle", self._battle))
        return panels

    def _group(self, name: str, fill: Callable[[], None]) -> str:
        self.parts = []
        fill()
        return el("g", *self.parts, id=name, transform=at(LEFT, 0, SCALE))

    def _panel(self, height: float, head: str, on: bool = False, note: str = "") -> float:
        """A framed field with a heading and a note beside it; the y of its first line."""
        kind = "tray on" if on else "tray"
        top = self.y
        self.parts.append(el("rect", class_=kind, x=0, y=top, width=WIDTH, height=height, rx=8))
        self.parts.append(text(head, class_="head", x=EDGE, y=top + 28))
        if note:
            x = WIDTH - EDGE
            self.parts.append(text(note, class_="fine", x=x, y=top + 28, text_anchor="end"))
        self.y += height + 14
        return top + 40

    def _turns(self) -> None:
        turns = self.names.contents.tables.turns
        words, now = self.words, self.view.turn
        head, note = words.text("name.turn"), ""
        if now:
            head = words.text("name.year", year=self.names.year(now))
            note = words.text("name.turn_of", n=roman(now), last=roman(turns.last))
            if self.view.event != NONE:
                event = self.names.contents.tables.event[self.view.event - FIRST_EVENT].name
                note += f". {words.text('name.event', event=event)}"
        top = self._panel(104, head, note=note)
        width = INNER / turns.last
        for turn in range(1, turns.last + 1):
            x = EDGE + (turn - 1) * width
            winter = turn in turns.winters
            kind = "slot winter" if winter else "slot"
            if turn == now:
                kind += " now"
            key = "name.winter_slot" if winter else "name.summer_slot"
            title = words.text(key, n=roman(turn), year=self.names.year(turn))
            mark = text(roman(turn), class_="slot-n", x=x + width / 2, y=top + 27)
            if winter:
                mark = el("path", class_="snow", d=SNOW, transform=at(x + width / 2, top + 20))
            self.parts.append(
                el(
                    "g",
                    el("title", esc(title)),
                    el("rect", class_=kind, x=x + 1, y=top, width=width - 2, height=40, rx=4),
                    mark,
                )
            )

    def _side(self, side: int) -> None:
        view, words = self.view, self.words
        own = side == view.side
        markers = list(units(view.hand)) if own else []
        height = 132 + 38 * ((len(markers) + 1) // 2)
        head = words.text("name.romans" if side == ROMAN else "name.tribes")
        note = words.text("name.points")
        top = self._panel(height, head, view.active == side, note)
        most = self.names.contents.tables.points.most
        width = INNER / (most + 1)
        for value in range(most + 1):
            x = EDGE + value * width
            now = " now" if view.points[side] == value else ""
            self.parts.append(
                el("rect", class_=f"slot{now}", x=x + 1, y=top, width=width - 2, height=34, rx=4)
            )
            self.parts.append(text(str(value), class_="slot-n", x=x + width / 2, y=top + 24))
        held = words.text("name.held", n=view.hands[side])
        box = words.text("name.box", n=self.names.in_box(side))
        line = f"{words.text('name.stratagems')}: {held}. {box}"
        self.parts.append(text(line, class_="line", x=EDGE, y=top + 60))
        self._dead(side, top + 82)
        for number, kind in enumerate(markers):
            x = EDGE + (number % 2) * (INNER / 2)
            self._marker(side, kind, x, top + 92 + (number // 2) * 38)

    def _dead(self, side: int, y: float) -> None:
        fallen = [u for u, p in enumerate(self.view.at[side]) if p == self.names.board.fallen]
        fallen += list(units(self.view.fallen)) if side == ROMAN else []
        listed = ", ".join(self.names.bare(side, unit) for unit in fallen[:LISTED])
        if len(fallen) > LISTED:
            listed += ", " + self.words.text("name.elsewhere", n=len(fallen) - LISTED)
        if listed:
            line = f"{self.words.text('name.dead')}: {listed}"
            self.parts.append(text(line, class_="fine", x=EDGE, y=y))

    def _marker(self, side: int, kind: int, x: float, y: float) -> None:
        choices = self.offered.get(marker_id(kind), ())
        width = INNER / 2 - 6
        parts = [el("rect", class_="chip", x=x, y=y, width=width, height=32, rx=6)]
        if choices:
            parts.append(el("rect", class_="ring", x=x, y=y, width=width, height=32, rx=6))
        name = self.names.marker(side, kind)
        parts.append(text(name, class_="chip-t", x=x + width / 2, y=y + 21))
        self.parts.append(
            el(
                "g",
                *parts,
                id=marker_id(kind),
                class_="choice" if choices else "held",
                **offer(choices),
            )
        )

    # The force at hand ---------------------------------------------------------------------------

    def _row_of_tray(self) -> tuple[str, list[int]]:
        """What the tray shows and what it is called: a marching force whole, or what is offered."""
        view = self.view
        b = view.battle
        if view.marching != NONE and view.question is not None:
            force = list(units(view.question.mask))
            total = sum(self._strength(view.side, unit) for unit in force)
            return self.words.text("name.marching", n=len(force), strength=total), force
        named = [key for key in self.offered if key.startswith("pick-")]
        if view.fleet:
            return self._naval(named)
        fighting = 0 if b is None else b.force[view.side]
        chosen = sorted(int(key.partition("-")[2]) for key in named)
        chosen = [unit for unit in chosen if not fighting >> unit & 1]
        if chosen:
            verb = self.offered[pick_id(chosen[0])][0].action.verb
            return self.words.text("name.recruits" if verb == "recruit" else "name.force"), chosen
        waiting = [u for u, p in enumerate(view.at[view.side]) if p == self.names.board.limbo]
        return self.words.text("name.to_place"), waiting

    def _naval(self, named: Sequence[str]) -> tuple[str, list[int]]:
        """A fleet, who is aboard, and who may still come."""
        view = self.view
        ships, aboard = view.fleet.bit_count(), view.passengers.bit_count()
        crew = [*units(view.fleet), *units(view.passengers)]
        others = sorted({int(key.partition("-")[2]) for key in named} - set(crew))
        head = self.words.text("name.naval", n=ships, aboard=aboard, room=CAPACITY * ships)
        return head, crew + others

    def _tray(self) -> None:
        """The force at hand, or the units that wait for a place."""
        if self.view.side == NONE:
            return
        head, row = self._row_of_tray()
        if not row:
            return
        grid = grid_for([len(row)], self.bottom - self.y - TRAY_FRAME)
        top = self._panel(TRAY_FRAME + grid.height(len(row)), head, True)
        for number, unit in enumerate(row):
            x, y = grid.spot(number, top)
            self._pickable(self.view.side, unit, at(x, y, grid.scale))

    def _pickable(self, side: int, unit: int, spot: str) -> None:
        """A counter, with a ring if it can be chosen."""
        choices = self.offered.get(pick_id(unit), ()) if side == self.view.side else ()
        shape = self.counter(side, unit)
        if not choices:
            self.parts.append(el("g", shape, transform=spot))
            return
        ring = el("rect", class_="ring", x=-23, y=-23, width=46, height=46, rx=6)
        self.parts.append(
            el(
                "g",
                ring,
                shape,
                id=pick_id(unit),
                class_="choice",
                transform=spot,
                **offer(choices),
            )
        )

    def counter(self, side: int, unit: int) -> str:
        info = self.names.info(side, unit)
        worn = bool(self.view.disrupted[side] >> unit & 1)
        return counter(info, TYPE_NAMES[info.type], worn, self.names.unit(side, unit))

    # The battle board ----------------------------------------------------------------------------

    def _battle(self) -> None:
        b = self.view.battle
        if b is None:
            return
        words = self.words
        head = f"{words.text('name.battle')}: {self.names.place_name(b.place)}"
        lines = [self._line(side) for side in (ROMAN, CALEDONIAN)]
        counts = [len(line) for line in lines]
        grid = grid_for(counts, self.bottom - self.y - BATTLE_FRAME)
        height = BATTLE_FRAME + sum(grid.height(len(line)) for line in lines)
        top = self._panel(height, head, True)
        if b.round:
            line = words.text("name.round", n=b.round)
            self.parts.append(text(line, class_="line", x=EDGE, y=top + 16))
        if b.advantage != NONE:
            line = words.text("name.advantage", side=self.names.side(b.advantage))
            self.parts.append(text(line, class_="line", x=150, y=top + 16))
        y = top + 30
        for side in (ROMAN, CALEDONIAN):
            y = self._row(side, lines[side], y, grid)
        self._hits(y + 22)

    def _line(self, side: int) -> list[int]:
        b = self.view.battle
        assert b is not None
        front = b.force[side] & ~b.reserve if side == ROMAN else b.force[side]
        return [*units(front), *units(b.reserve if side == ROMAN else 0)]

    def _row(self, side: int, line: Sequence[int], y: float, grid: Grid) -> float:
        b = self.view.battle
        assert b is not None
        strength = sum(self._strength(side, unit) for unit in line)
        label = f"{self.names.side(side)}: {self.words.text('name.strength', n=strength)}"
        if side == ROMAN and b.reserve:
            label += f" ({self.words.text('name.reserve')}: {b.reserve.bit_count()})"
        self.parts.append(text(label, class_="fine", x=EDGE, y=y + 14))
        if side < len(b.dice):
            self.parts.append(die(str(b.dice[side]), transform=at(WIDTH - 36, y + 8, 0.8)))
        for number, unit in enumerate(line):
            x, row = grid.spot(number, y + 18)
            held = side == ROMAN and b.reserve >> unit & 1
            self._pickable(side, unit, at(x, row, grid.scale * (0.8 if held else 1.0)))
            self._die_of(side, unit, x + 15 * grid.scale, row - 16 * grid.scale)
        return y + 24 + grid.height(len(line))

    def _die_of(self, side: int, unit: int, x: float, y: float) -> None:
        """What the unit rolled in the latest fire, marked if it hit."""
        b = self.view.battle
        assert b is not None
        if b.firing != side:
            return
        rolled = [d for d, roller in zip(b.rolled, b.rollers, strict=False) if roller == unit]
        for number, face in enumerate(rolled):
            spot = at(x - number * 17, y, 0.62)
            if face <= self._strength(side, unit):
                self.parts.append(el("circle", class_="struck", r=12, cx=x - number * 17, cy=y))
            self.parts.append(die(str(face), transform=spot))

    def _strength(self, side: int, unit: int) -> int:
        return strength(self.names.contents.musters[side], unit, self.view.disrupted[side])

    def _hits(self, y: float) -> None:
        """How many hits the latest fire scored; its dice lie on the counters."""
        b = self.view.battle
        assert b is not None
        if b.hits:
            line = self.words.text("name.hits", n=b.hits)
            self.parts.append(text(line, class_="line", x=EDGE, y=y + 6))
