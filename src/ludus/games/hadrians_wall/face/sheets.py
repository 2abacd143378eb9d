"""Both sheets as they stand: what is marked, what can be marked, what is closed.

What is printed is drawn once and lies below; above it each box, link and counter is an element of
its own with an id, so that a move changes only those that it touches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from ludus.core.face import Choice
from ludus.core.kept import Kept
from ludus.core.svg import at, el, esc, num, offer
from ludus.core.text import Words, roman
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Art, Decor, DrawnBox, DrawnSheet, Line
from ludus.games.hadrians_wall.face.closed import closed_boxes
from ludus.games.hadrians_wall.face.marks import Marks, marks_of
from ludus.games.hadrians_wall.face.printed import ground, lettering, path_of, tone_of
from ludus.games.hadrians_wall.face.shapes import (
    art,
    icon,
    label,
    look,
    named,
    outline,
    tick,
)
from ludus.games.hadrians_wall.ids import BUILT, SIZE_KEYS, Sheet
from ludus.games.hadrians_wall.mechanics.points import final_disdain
from ludus.games.hadrians_wall.mechanics.sheet import different_goods, open_column

PRINTED = "production-1"
"""The circle that is printed as filled."""
CHANGING = ("granary", "penalty", "step")
"""Ornaments that change with the sheet."""
USED = re.compile(r'href="#hw-([a-z-]+)"')
OTHERS = 200
"""How many sheets of other players are kept once drawn: they change only when those act."""


class SheetPainter:
    """Draws sheets; what is printed on them, and each way that a part can look, is kept."""

    def __init__(self, art_: Art, board: Board, words: Words) -> None:
        self._board = board
        self._drawn: dict[str, DrawnSheet] = {"left": art_.left, "right": art_.right}
        self._kept: dict[tuple[object, ...], str] = {}
        self._others: Kept[str] = Kept(OTHERS)
        titles = {"left": words.text("name.wall"), "right": words.text("name.town")}
        self._ground = {
            key: el(
                "g",
                self._paper(sheet, titles[key]),
                *(el("g", ground(area), class_=f"w-{tone_of(area)}") for area in sheet.area),
                id=f"ground-{key}",
                class_="hw",
            )
            for key, sheet in self._drawn.items()
        }
        self._print = {
            key: el(
                "g",
                *(
                    el("g", lettering(area, words), class_=f"w-{tone_of(area)}")
                    for area in sheet.area
                ),
                *(_empty(box) for area in sheet.area for box in area.boxes),
                id=f"print-{key}",
                class_="hw",
            )
            for key, sheet in self._drawn.items()
        }
        self._icons = {
            key: set(USED.findall(self._ground[key] + self._print[key])) for key in self._drawn
        }
        for drawn in (self._ground, self._print):
            for key in drawn:
                drawn[key] = named(drawn[key], key)

    def view_box(self, key: str) -> tuple[float, float, float, float]:
        return self._drawn[key].view_box

    def icons(self, key: str) -> set[str]:
        """The icons in the print of a sheet."""
        return self._icons[key]

    def sheet(
        self, key: str, sheet: Sheet, offered: Mapping[str, Sequence[Choice]], fresh: set[str]
    ) -> list[str]:
        """One sheet in full, piece by piece; always as many, each an element with an id."""
        drawn = self._drawn[key]
        pen = _Pen(self._board, key, sheet, offered, fresh, self._kept)
        parts = [self._ground[key]]
        for area in drawn.area:
            parts += [pen.decor(decor) for decor in area.decor if decor.kind in CHANGING]
        if key == "left":
            parts += pen.chains(drawn)
            parts += pen.dividers(drawn)
        parts.append(self._print[key])
        parts += [pen.box(box) for area in drawn.area for box in area.boxes]
        if key == "left":
            parts.append(pen.veils(drawn))
        return parts

    def small(self, key: str, sheet: Sheet, seat: int, x: float, y: float) -> str:
        """Another player's sheet: the same print, with the marks laid over it."""
        place = (key, seat, x, y, *sheet)
        found = self._others.get(place)
        if found is not None:
            return found
        small = el("g", self._small(key, sheet, seat), id=f"other-{key}-{seat}", transform=at(x, y))
        return self._others.put(place, small)

    def _small(self, key: str, sheet: Sheet, seat: int) -> str:
        marks = marks_of(self._board, sheet)
        boxes = [
            box
            for area in self._drawn[key].area
            for box in area.boxes
            if box.mark not in ("derived", "number")
        ]
        filled = "".join(_patch(box) for box in boxes if box.id in marks.filled)
        circled = "".join(_patch(box) for box in boxes if box.id in marks.circled)
        return (
            el("use", href=f"#ground-{key}")
            + el("use", href=f"#print-{key}")
            + el("path", id=f"full-{key}-{seat}", class_="m1", d=filled or "M0 0")
            + el("path", id=f"round-{key}-{seat}", class_="m2", d=circled or "M0 0")
            + self._writing(key, marks, seat)
        )

    def _writing(self, key: str, marks: Marks, seat: int) -> str:
        """The numbers on a small sheet: Years, goods and points."""
        parts = [
            label(str(marks.filled[box.id]), *_spot(box), 24, "yr" + _inked(box))
            for area in self._drawn[key].area
            for box in area.boxes
            if marks.filled.get(box.id) and box.mark != "derived"
        ]
        return el("g", *parts, id=f"written-{key}-{seat}")

    @staticmethod
    def _paper(drawn: DrawnSheet, title: str) -> str:
        _, _, w, h = drawn.view_box
        middle = w / 2
        rules = f"M30 30H{num(middle - 130)}M{num(middle + 130)} 30H{num(w - 30)}"
        lozenges = f"M{num(middle - 122)} 30l7-4 7 4-7 4zM{num(middle + 108)} 30l7-4 7 4-7 4z"
        return (
            el("rect", x=3, y=3, width=w - 6, height=h - 6, rx=14, class_="sheet")
            + el("rect", x=9, y=9, width=w - 18, height=h - 18, rx=9, class_="rule")
            + el("path", d=rules, class_="rule")
            + el("path", d=lozenges, **look("fill:var(--cinnabar)"))
            + label(title, middle, 37, 21, "h1")
        )


class _Pen:
    """One sheet being drawn."""

    def __init__(
        self,
        board: Board,
        key: str,
        sheet: Sheet,
        offered: Mapping[str, Sequence[Choice]],
        fresh: set[str],
        kept: dict[tuple[object, ...], str],
    ) -> None:
        self.board = board
        self.key = key
        self.sheet = sheet
        self.offered = offered
        self.fresh = fresh
        self.kept = kept
        self.marks: Marks = marks_of(board, sheet)
        self.closed = closed_boxes(board, sheet)

    def box(self, box: DrawnBox) -> str:
        """A box with its marks; one that can be chosen glows and is a button."""
        place = box.id
        if place in self.offered:
            return self._draw(box)
        key = (
            place,
            self.marks.filled.get(place, -99),
            place in self.closed,
            place in self.marks.circled,
            place in self.marks.spent,
            place in self.fresh,
        )
        found = self.kept.get(key)
        if found is None:
            found = self.kept[key] = self._draw(box)
        return found

    def _draw(self, box: DrawnBox) -> str:
        filled = box.id in self.marks.filled
        choices = self.offered.get(box.id, ())
        css = "bx" + _shape_class(box)
        shut = box.id in self.closed and box.id not in self.marks.circled
        group = "choice" if choices else ""
        if filled and box.mark != "number":
            css += " fil"
        elif shut:
            css += " shut"
        parts: list[str] = []
        if choices:
            parts.append(outline(box, "halo", 4.5))
        else:
            parts.append(f"<title>{esc(box_name(box.id))}</title>")
        if box.id in self.fresh:
            group = f"{group} new".strip()
        plain = not (filled or shut or choices or group or box.id in self.marks.circled)
        if plain:
            # It looks as it is printed below; only the pointer has to find it.
            parts.append(outline(box, "hit"))
        else:
            parts.append(outline(box, css))
            if filled and box.mark != "number":
                parts.append(outline(box, f"hatch {self.key}"))
            parts.append(self._inside(box, filled, shut and not filled))
        drawing = el("g", *parts, id=box.id, class_=group or None, **offer(choices))
        return named(drawing, self.key)

    def _inside(self, box: DrawnBox, filled: bool, shut: bool) -> str:
        x, y = box.middle
        number = self.marks.filled.get(box.id, 0)
        drawn = _split(box, filled)
        inner = _icons(box, filled)
        if inner:
            css = "mono" if filled and box.mark != "number" else "dim" if shut else None
            drawn += el("g", inner, class_=css)
        if box.year is not None:
            drawn += _year(box.year, number)
        elif box.mark == "good":
            drawn += label(str(number), x, y + 9, 25, "yr inked") if number else _good(box)
        elif box.mark == "number":
            high = box.at[3] > 45
            drawn += label(_signed(number), x, y + (9 if high else 7), 26 if high else 20, "yr")
        elif box.id == PRINTED:
            drawn += _printed(box)
        elif filled and not box.icons and box.mark in ("fill", "circle"):
            drawn += tick(x, y, min(box.at[2], box.at[3]))
        if box.id in self.marks.circled:
            radius = min(box.at[2], box.at[3]) / 2 - (5 if box.mark == "circle" else 1)
            drawn += el("circle", cx=x, cy=y, r=radius, class_="ring")
        if box.id in self.marks.spent:
            bx, by, w, h = box.at
            drawn += el(
                "path", d=f"M{num(bx + 4)} {num(by + 4)}l{num(w - 8)} {num(h - 8)}", class_="ring"
            )
        return drawn

    # What changes with the sheet and is no box ---------------------------------------------------

    def decor(self, d: Decor) -> str:
        """An ornament that changes with the sheet."""
        if d.kind == "granary":
            built = SIZE_KEYS.index(d.name) <= open_column(self.sheet[BUILT])
            key: tuple[object, ...] = (d.kind, d.name, built)
            return self.kept.get(key) or self.keep(key, _granary(d, built))
        if d.kind == "penalty":
            last = len(self.board.penalty) - 1
            here = min(final_disdain(self.board, self.sheet), last) == d.number
            lost = self.board.penalty[d.number]
            key = (d.kind, d.number, here)
            return self.kept.get(key) or self.keep(key, _penalty(d, lost, here, d.number == last))
        goods = different_goods(self.sheet)
        key = (d.kind, d.number, d.number <= goods)
        return self.kept.get(key) or self.keep(key, _step(d, goods))

    def keep(self, key: tuple[object, ...], drawing: str) -> str:
        found = self.kept[key] = named(drawing, self.key)
        return found

    def dividers(self, drawn: DrawnSheet) -> list[str]:
        """The lines between granary columns; opened ones are faint."""
        parts: list[str] = []
        for area in drawn.area:
            for line in area.lines:
                if line.kind == "column-divider":
                    opened = line.after in self.marks.filled
                    parts.append(
                        el(
                            "path",
                            id=f"divider-{area.key}-{line.after}",
                            d=path_of(line.points),
                            class_="divider open" if opened else "divider",
                        )
                    )
        return parts

    def chains(self, drawn: DrawnSheet) -> list[str]:
        """The links from the Fort to Wall and Cippi."""
        parts: list[str] = []
        for area in drawn.area:
            for line in area.lines:
                if line.kind.startswith("chain"):
                    ready = line.after in self.marks.filled
                    key = (line.kind, *line.points, ready)
                    parts.append(self.kept.get(key) or self.keep(key, _chain(line, ready)))
        return parts

    def veils(self, drawn: DrawnSheet) -> str:
        """Hatching and a lock over columns whose granary is not built."""
        opened = open_column(self.sheet[BUILT])
        key = ("veils", opened)
        return self.kept.get(key) or self.keep(key, _veils(drawn, opened))


def _granary(d: Decor, built: bool) -> str:
    x, y, w, h = d.at
    path = (
        f"M{num(x)} {num(y + 12)}L{num(x + 10)} {num(y)}H{num(x + w - 10)}"
        f"L{num(x + w)} {num(y + 12)}V{num(y + h)}H{num(x)}Z"
    )
    fill = "--granary-built" if built else "--granary"
    style = f"fill:var({fill});stroke:var(--earth);stroke-width:1.4"
    drawn = el("path", d=path, **look(style))
    check = icon("check", x + w - 42, y + 15, 26) if d.name == "small" else ""
    return el("g", drawn, check, id=f"shed-{d.name}")


def _penalty(d: Decor, lost: int, here: bool, last: bool) -> str:
    x, y, w, h = d.at
    style = "fill:var(--card);stroke:" + ("var(--purple)" if here else "var(--rule)")
    box = el(
        "rect", x=x, y=y, width=w, height=h, rx=4, **look(style), stroke_width=3 if here else 1
    )
    return el(
        "g",
        box,
        label(f"{d.number}{'+' if last else ''}", x + w / 2, y + 18, 13, "num"),
        el("path", d=f"M{num(x + 4)} {num(y + 25)}h{num(w - 8)}", class_="rule"),
        label(_signed(-lost), x + w / 2, y + 44, 15, "num t-limit" if lost else "num"),
        id=f"penalty-{d.number}",
    )


def _step(d: Decor, goods: int) -> str:
    x, y, w, h = d.at
    done = d.number <= goods
    style = f"fill:var({'--done' if done else '--card'});stroke:var(--ochre)"
    icons = "".join(
        icon(d.name, x + (w - 23 * d.count) / 2 + 23 * i, y + (h - 23) / 2, 23)
        for i in range(d.count)
    )
    return el(
        "g",
        el("rect", x=x, y=y, width=w, height=h, rx=5, **look(style)),
        el("g", icons, class_="mono" if done else None),
        id=f"goods-{d.number}",
    )


def _chain(line: Line, ready: bool) -> str:
    css = " ready" if ready else ""
    kind = "cippi" if line.kind == "chain-cippi" else ""
    path = path_of(line.points)
    x, y = line.points[2], line.points[3]
    head = f"M{num(x - 5)} {num(y + 8)}l5 -7l5 7z"
    return el(
        "g",
        el("path", d=path, class_="chain0"),
        el("path", d=path, class_=f"chain {kind}{css}"),
        el("path", d=head, class_=f"chead{css}"),
        id=f"link-{line.kind}-{line.after}",
    )


def _veils(drawn: DrawnSheet, opened: int) -> str:
    parts = ""
    for area in drawn.area:
        for d in area.decor:
            if d.kind != "column" or SIZE_KEYS.index(d.name) <= opened:
                continue
            x, y, w, h = d.at
            parts += el("rect", x=x, y=y, width=w, height=h - 54, rx=7, class_="veil")
            middle = x + w / 2
            parts += el("circle", cx=middle, cy=y + 143, r=22, class_="lock")
            parts += icon("lock", middle - 15, y + 127, 30)
    return el("g", parts, id="veils")


# Boxes -------------------------------------------------------------------------------------------


def _empty(box: DrawnBox) -> str:
    """A box as it is printed."""
    drawn = outline(box, "bx" + _shape_class(box)) + _split(box, False) + _icons(box, False)
    if box.year is not None:
        drawn += _year(box.year, 0)
    elif box.mark == "good":
        drawn += _good(box)
    elif box.id == PRINTED:
        drawn += _printed(box)
    return drawn


def _split(box: DrawnBox, filled: bool) -> str:
    """The line between the two halves of a box that takes a Year."""
    if box.year is None or box.year[2] >= box.at[2]:
        return ""
    left = box.year[0] if box.year[0] > box.at[0] else box.year[0] + box.year[2]
    line = f"M{num(left)} {num(box.at[1] + 3)}v{num(box.at[3] - 6)}"
    return el("path", d=line, class_="split sf" if filled else "split")


def _icons(box: DrawnBox, filled: bool) -> str:
    inner = "".join(art(piece, "inked" if filled else "") for piece in box.icons)
    if box.ghost and not filled:
        size = box.at[2] - 14
        inner += el("g", icon(box.ghost, box.at[0] + 7, box.at[1] + 7, size), opacity=0.4)
    return inner


def _good(box: DrawnBox) -> str:
    x, y = box.middle
    return el("g", icon("good", x - 14, y - 14, 28), opacity=0.4)


def _printed(box: DrawnBox) -> str:
    x, y = box.middle
    return el("circle", cx=x, cy=y, r=box.at[2] / 2, class_="ink") + el(
        "g", icon("resource", x - 12, y - 12, 24), class_="mono onink"
    )


def _patch(box: DrawnBox) -> str:
    """A box as a piece of a path, so that all marks of a small sheet are one element."""
    x, y, w, h = (num(value) for value in box.at)
    return f"M{x} {y}h{w}v{h}h-{w}z"


def _spot(box: DrawnBox) -> tuple[float, float]:
    if box.year is not None:
        x, y, w, h = box.year
        return x + w / 2, y + h / 2 + 8
    return box.middle[0], box.middle[1] + 8


def _inked(box: DrawnBox) -> str:
    return "" if box.mark == "number" else " inked"


def _shape_class(box: DrawnBox) -> str:
    css = ""
    if box.shape == "dashed-circle":
        css += " dash"
    if box.shape == "score":
        css += " score"
    if box.mark == "derived":
        css += " derived"
    if box.id.startswith("scout-r") and not box.id.startswith("scout-row"):
        css += " land"
    return css


def _year(part: tuple[float, float, float, float], year: int) -> str:
    x, y, w, h = part
    if year:
        return label(roman(year), x + w / 2, y + h / 2 + 6.5, min(20, h * 0.8), "yr inked")
    size = min(22, h - 4, w - 4)
    return icon("hash", x + (w - size) / 2, y + (h - size) / 2, size)


def _signed(number: int) -> str:
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


@cache
def box_name(place: str) -> str:
    """A box by its id, in words."""
    return place.replace("-", " ").capitalize()
