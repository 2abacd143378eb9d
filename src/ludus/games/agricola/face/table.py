"""Beside the map: turns, Action Points, stratagems, boxes, the force at hand and the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice
from ludus.core.svg import at, die, el, offer, text
from ludus.core.text import roman
from ludus.games.agricola.board import CALEDONIAN, NONE, ROMAN, TYPE_NAMES, units
from ludus.games.agricola.face.counters import counter
from ludus.games.agricola.face.voice import Voice, marker_id, pick_id
from ludus.games.agricola.view.sight import View

LEFT = 1650
WIDTH = 520
INNER = WIDTH - 40
STEP = 44
ROW = 10
"""Counters in a row of the tray."""


class Beside:
    """The strip to the right of the map in one position."""

    def __init__(self, view: View, voice: Voice, offered: Mapping[str, Sequence[Choice]]) -> None:
        self.view = view
        self.voice = voice
        self.words = voice.words
        self.offered = offered
        self.parts: list[str] = []
        self.y = 20.0

    def draw(self) -> list[str]:
        self._turns()
        for side in (ROMAN, CALEDONIAN):
            self._side(side)
        self._tray()
        if self.view.battle is not None:
            self._battle()
        return self.parts

    def _panel(self, height: float, head: str, on: bool = False) -> float:
        """A framed field with a heading; the y of its first line."""
        kind = "tray on" if on else "tray"
        top = self.y
        self.parts.append(el("rect", class_=kind, x=LEFT, y=top, width=WIDTH, height=height, rx=8))
        self.parts.append(text(head, class_="head", x=LEFT + 20, y=top + 28))
        self.y += height + 14
        return top + 40

    def _turns(self) -> None:
        turns = self.voice.contents.tables.turns
        head = self.words.text("name.turn")
        if self.view.turn:
            head = self.words.text("name.year", year=self.voice.year(self.view.turn))
        top = self._panel(104, head)
        width = INNER / turns.last
        for turn in range(1, turns.last + 1):
            x = LEFT + 20 + (turn - 1) * width
            kind = "slot"
            if turn in turns.winters:
                kind += " winter"
            if turn == self.view.turn:
                kind += " now"
            self.parts.append(
                el("rect", class_=kind, x=x + 1, y=top, width=width - 2, height=40, rx=4)
            )
            label = "*" if turn in turns.winters else roman(turn)
            self.parts.append(text(label, class_="slot-n", x=x + width / 2, y=top + 27))

    def _side(self, side: int) -> None:
        view, words = self.view, self.words
        own = side == view.side
        markers = list(units(view.hand)) if own else []
        height = 132 + 38 * ((len(markers) + 1) // 2)
        head = words.text("name.romans" if side == ROMAN else "name.tribes")
        top = self._panel(height, head, view.active == side)
        most = self.voice.contents.tables.points.most
        width = INNER / (most + 1)
        for value in range(most + 1):
            x = LEFT + 20 + value * width
            now = " now" if view.points[side] == value else ""
            self.parts.append(
                el("rect", class_=f"slot{now}", x=x + 1, y=top, width=width - 2, height=34, rx=4)
            )
            self.parts.append(text(str(value), class_="slot-n", x=x + width / 2, y=top + 24))
        held = words.text("name.held", n=view.hands[side])
        line = (
            f"{words.text('name.stratagems')}: {held}. {words.text('name.box', n=view.box[side])}"
        )
        self.parts.append(text(line, class_="line", x=LEFT + 20, y=top + 60))
        self._dead(side, top + 82)
        for number, kind in enumerate(markers):
            x = LEFT + 20 + (number % 2) * (INNER / 2)
            self._marker(side, kind, x, top + 92 + (number // 2) * 38)

    def _dead(self, side: int, y: float) -> None:
        fallen = [u for u, p in enumerate(self.view.at[side]) if p == self.voice.board.fallen]
        fallen += list(units(self.view.fallen)) if side == ROMAN else []
        names = ", ".join(self.voice.bare(side, unit) for unit in fallen[:6])
        if len(fallen) > 6:
            names += ", " + self.words.text("name.elsewhere", n=len(fallen) - 6)
        if names:
            line = f"{self.words.text('name.dead')}: {names}"
            self.parts.append(text(line, class_="fine", x=LEFT + 20, y=y))

    def _marker(self, side: int, kind: int, x: float, y: float) -> None:
        choices = self.offered.get(marker_id(kind), ())
        width = INNER / 2 - 6
        parts = [el("rect", class_="chip", x=x, y=y, width=width, height=32, rx=6)]
        if choices:
            parts.append(el("rect", class_="ring", x=x, y=y, width=width, height=32, rx=6))
        name = self.voice.marker(side, kind)
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

    def _chosen(self) -> tuple[int, list[int]]:
        """The side that is asked about units, and those units."""
        side = self.view.side
        named = [key for key in self.offered if key.startswith("pick-")]
        return side, sorted(int(key.partition("-")[2]) for key in named)

    def _tray(self) -> None:
        side, chosen = self._chosen()
        if side == NONE or not chosen:
            return
        rows = (len(chosen) + ROW - 1) // ROW
        top = self._panel(52 + rows * 50, self.words.text("name.force"), True)
        for number, unit in enumerate(chosen):
            x = LEFT + 42 + (number % ROW) * (STEP + 4)
            y = top + 24 + (number // ROW) * 50
            choices = self.offered[pick_id(unit)]
            ring = el("rect", class_="ring", x=-23, y=-23, width=46, height=46, rx=6)
            self.parts.append(
                el(
                    "g",
                    ring,
                    self.counter(side, unit),
                    id=pick_id(unit),
                    class_="choice",
                    transform=at(x, y),
                    **offer(choices),
                )
            )

    def counter(self, side: int, unit: int) -> str:
        info = self.voice.info(side, unit)
        worn = bool(self.view.disrupted[side] >> unit & 1)
        return counter(info, TYPE_NAMES[info.type], worn, self.voice.unit(side, unit))

    # The battle board ----------------------------------------------------------------------------

    def _battle(self) -> None:
        b = self.view.battle
        assert b is not None
        words = self.words
        head = f"{words.text('name.battle')}: {self.voice.place_name(b.place)}"
        lines = [self._line(side) for side in (ROMAN, CALEDONIAN)]
        height = 120 + sum(50 * ((len(line) + ROW - 1) // ROW) for line in lines) + 90
        top = self._panel(height, head, True)
        self.parts.append(
            text(words.text("name.round", n=b.round), class_="line", x=LEFT + 20, y=top + 16)
        )
        if b.advantage != NONE:
            line = words.text("name.advantage", side=self.voice.side(b.advantage))
            self.parts.append(text(line, class_="line", x=LEFT + 150, y=top + 16))
        y = top + 30
        for side in (ROMAN, CALEDONIAN):
            y = self._row(side, lines[side], y)
        self._dice(y + 22)

    def _line(self, side: int) -> list[int]:
        b = self.view.battle
        assert b is not None
        front = b.force[side] & ~b.reserve if side == ROMAN else b.force[side]
        return [*units(front), *units(b.reserve if side == ROMAN else 0)]

    def _row(self, side: int, line: Sequence[int], y: float) -> float:
        b = self.view.battle
        assert b is not None
        strength = sum(self._strength(side, unit) for unit in line)
        label = f"{self.voice.side(side)}: {self.words.text('name.strength', n=strength)}"
        if side == ROMAN and b.reserve:
            label += f" ({self.words.text('name.reserve')}: {b.reserve.bit_count()})"
        self.parts.append(text(label, class_="fine", x=LEFT + 20, y=y + 14))
        for number, unit in enumerate(line):
            x = LEFT + 42 + (number % ROW) * (STEP + 4)
            row = y + 42 + (number // ROW) * 50
            held = side == ROMAN and b.reserve >> unit & 1
            self.parts.append(
                el(
                    "g",
                    self.counter(side, unit),
                    transform=at(x, row, 0.82 if held else 1.0),
                    opacity=".7" if held else "1",
                )
            )
        return y + 24 + 50 * ((len(line) + ROW - 1) // ROW)

    def _strength(self, side: int, unit: int) -> int:
        info = self.voice.info(side, unit)
        return info.back if self.view.disrupted[side] >> unit & 1 else info.strength

    def _dice(self, y: float) -> None:
        """The advantage dice, then those of the latest fire."""
        b = self.view.battle
        assert b is not None
        for number, face in enumerate(b.dice):
            self.parts.append(die(str(face), transform=at(LEFT + 40 + number * 34, y, 1.2)))
        for number, face in enumerate(b.rolled[:26]):
            x = LEFT + 130 + (number % 13) * 28
            self.parts.append(die(str(face), transform=at(x, y - 6 + (number // 13) * 28, 0.95)))
