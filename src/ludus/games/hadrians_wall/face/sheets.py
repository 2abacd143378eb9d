"""Both sheets as they stand: what is marked, what can be marked, what is closed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from ludus.core.face import Choice
from ludus.core.svg import by_place, el, esc, num, offer
from ludus.core.text import Words, roman
from ludus.games.hadrians_wall.board import Board, granaries
from ludus.games.hadrians_wall.drawing import Area, Art, Decor, DrawnBox, DrawnSheet
from ludus.games.hadrians_wall.face.closed import closed_boxes
from ludus.games.hadrians_wall.face.marks import Marks, marks_of
from ludus.games.hadrians_wall.face.printed import ground, lettering, path_of, tone_of
from ludus.games.hadrians_wall.face.shapes import art, icon, label, look, outline, tick
from ludus.games.hadrians_wall.points import final_disdain
from ludus.games.hadrians_wall.sheet import BUILT, MARKET, Sheet

PRINTED = "production-1"
"""The circle that is printed as filled."""
USED = re.compile(r'href="#hw-([a-z-]+)"')


class SheetPainter:
    """Draws sheets; what is printed on them is kept once drawn."""

    def __init__(self, art_: Art, board: Board, words: Words) -> None:
        self._art = art_
        self._board = board
        self._words = words
        # A box looks one of a few ways, so each drawing of one that is no button is kept.
        self._kept: dict[tuple[object, ...], str] = {}
        self._ground = {
            area.key: ground(area) for sheet in (art_.left, art_.right) for area in sheet.area
        }
        self._lettering = {
            area.key: lettering(area, words)
            for sheet in (art_.left, art_.right)
            for area in sheet.area
        }

    def sheet(
        self, key: str, sheet: Sheet, choices: Sequence[Choice], fresh: set[str]
    ) -> list[str]:
        """One sheet in full, area by area."""
        drawn = self._art.left if key == "left" else self._art.right
        pen = _Pen(self._board, sheet, by_place(choices), fresh, self._kept)
        parts = [
            self._paper(drawn, self._words.text(f"name.{'wall' if key == 'left' else 'town'}"))
        ]
        for area in drawn.area:
            body = (
                self._ground[area.key]
                + "".join(pen.decor(d) for d in area.decor)
                + (pen.chains(drawn) if area.key == "wall" else "")
                + pen.dividers(area)
                + self._lettering[area.key]
                + "".join(pen.box(box) for box in area.boxes)
            )
            parts.append(el("g", body, id=f"area-{area.key}", class_=f"w-{tone_of(area)}"))
        if key == "left":
            parts.append(pen.veils(drawn))
        return parts

    def small(self, key: str, sheet: Sheet) -> str:
        """One sheet so small that only the marks matter."""
        drawn = self._art.left if key == "left" else self._art.right
        marks = marks_of(self._board, sheet)
        _, _, width, height = drawn.view_box
        parts = [el("rect", width=width, height=height, rx=22, class_="sheet")]
        for area in drawn.area:
            if area.tone != "none" and not area.parent:
                x, y, w, h = area.frame
                parts.append(
                    el("rect", x=x, y=y, width=w, height=h, rx=10, class_=f"g-{area.tone}")
                )
            for box in area.boxes:
                if box.mark in ("derived", "number"):
                    continue
                css = "m1" if box.id in marks.filled else "m2" if box.id in marks.circled else "m0"
                way = (box.id, css)
                if way not in self._kept:
                    self._kept[way] = outline(box, css)
                parts.append(self._kept[way])
        return "".join(parts)

    def symbols(self, parts: Sequence[str]) -> str:
        """The icons that a picture uses, to be set down in it."""
        used = sorted({name for part in parts for name in USED.findall(part)})
        return el("defs", *(self._art.symbols[name] for name in used))

    def view_box(self, key: str) -> tuple[float, float, float, float]:
        return (self._art.left if key == "left" else self._art.right).view_box

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
        sheet: Sheet,
        offered: Mapping[str, list[Choice]],
        fresh: set[str],
        kept: dict[tuple[object, ...], str],
    ) -> None:
        self.board = board
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
        if key not in self.kept:
            self.kept[key] = self._draw(box)
        return self.kept[key]

    def _draw(self, box: DrawnBox) -> str:
        filled = box.id in self.marks.filled
        choices = self.offered.get(box.id, ())
        css = "bx" + _shape_class(box)
        if filled and box.mark != "number":
            css += " fil"
        elif box.id in self.closed and box.id not in self.marks.circled:
            css += " shut"
        parts: list[str] = []
        if choices:
            parts.append(outline(box, "halo", 4.5))
        else:
            parts.append(f"<title>{esc(box_name(box.id))}</title>")
        parts.append(outline(box, css))
        if filled and box.mark != "number":
            parts.append(outline(box, "hatch"))
        parts.append(self._inside(box, filled, " shut" in css))
        group = "choice" if choices else ""
        if box.id in self.fresh:
            group = f"{group} new".strip()
        return el("g", *parts, id=box.id, class_=group or None, **offer(choices))

    def _inside(self, box: DrawnBox, filled: bool, shut: bool) -> str:
        x, y = box.middle
        drawn = ""
        number = self.marks.filled.get(box.id, 0)
        if box.year is not None and box.year[2] < box.at[2]:
            left = box.year[0] if box.year[0] > box.at[0] else box.year[0] + box.year[2]
            line = f"M{num(left)} {num(box.at[1] + 3)}v{num(box.at[3] - 6)}"
            drawn += el("path", d=line, class_="split sf" if filled else "split")
        inner = "".join(art(piece, "inked" if filled else "") for piece in box.icons)
        if box.ghost and not filled:
            size = box.at[2] - 14
            inner += el("g", icon(box.ghost, box.at[0] + 7, box.at[1] + 7, size), opacity=0.4)
        if inner:
            css = "mono" if filled and box.mark != "number" else "dim" if shut else None
            drawn += el("g", inner, class_=css)
        if box.year is not None:
            drawn += _year(box.year, number)
        elif box.mark == "good":
            drawn += (
                label(str(number), x, y + 9, 25, "yr inked")
                if number
                else el("g", icon("good", x - 14, y - 14, 28), opacity=0.4)
            )
        elif box.mark == "number":
            high = box.at[3] > 45
            drawn += label(_signed(number), x, y + (9 if high else 7), 26 if high else 20, "yr")
        elif box.id == PRINTED:
            drawn += el("circle", cx=x, cy=y, r=box.at[2] / 2, class_="ink")
            drawn += el("g", icon("resource", x - 12, y - 12, 24), class_="mono onink")
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

    def decor(self, d: Decor) -> str:
        """Ornaments that change with the sheet."""
        if d.kind == "granary":
            return self._granary(d)
        if d.kind == "penalty":
            return self._penalty(d)
        if d.kind == "step":
            return self._step(d)
        return ""

    def _granary(self, d: Decor) -> str:
        x, y, w, h = d.at
        order = ("small", "medium", "large")
        built = order.index(d.name) <= granaries(self.sheet[BUILT])
        path = (
            f"M{num(x)} {num(y + 12)}L{num(x + 10)} {num(y)}H{num(x + w - 10)}"
            f"L{num(x + w)} {num(y + 12)}V{num(y + h)}H{num(x)}Z"
        )
        fill = "--granary-built" if built else "--granary"
        style = f"fill:var({fill});stroke:var(--earth);stroke-width:1.4"
        drawn = el("path", d=path, **look(style))
        return drawn + (icon("check", x + w - 42, y + 15, 26) if d.name == "small" else "")

    def _penalty(self, d: Decor) -> str:
        x, y, w, h = d.at
        last = len(self.board.penalty) - 1
        here = min(final_disdain(self.board, self.sheet), last) == d.number
        lost = self.board.penalty[d.number]
        style = "fill:var(--card);stroke:" + ("var(--purple)" if here else "var(--rule)")
        return (
            el(
                "rect",
                x=x,
                y=y,
                width=w,
                height=h,
                rx=4,
                **look(style),
                stroke_width=3 if here else 1,
            )
            + label(f"{d.number}{'+' if d.number == last else ''}", x + w / 2, y + 18, 13, "num")
            + el("path", d=f"M{num(x + 4)} {num(y + 25)}h{num(w - 8)}", class_="rule")
            + label(_signed(-lost), x + w / 2, y + 44, 15, "num t-limit" if lost else "num")
        )

    def _step(self, d: Decor) -> str:
        x, y, w, h = d.at
        goods = len(set(self.sheet[MARKET : MARKET + 8]) - {0})
        done = d.number <= goods
        style = f"fill:var({'--done' if done else '--card'});stroke:var(--ochre)"
        icons = "".join(
            icon(d.name, x + (w - 23 * d.count) / 2 + 23 * i, y + (h - 23) / 2, 23)
            for i in range(d.count)
        )
        return el("rect", x=x, y=y, width=w, height=h, rx=5, **look(style)) + el(
            "g", icons, class_="mono" if done else None
        )

    def dividers(self, area: Area) -> str:
        drawn = ""
        for line in area.lines:
            if line.kind == "column-divider":
                dash = "2 7" if line.after in self.marks.filled else "9 4"
                drawn += el(
                    "path",
                    d=path_of(line.points),
                    **look("stroke:var(--earth);stroke-width:2.4;stroke-linecap:round"),
                    stroke_dasharray=dash,
                )
        return drawn

    def chains(self, drawn: DrawnSheet) -> str:
        """The links from the Fort to Wall and Cippi."""
        parts = ""
        for area in drawn.area:
            for line in area.lines:
                if not line.kind.startswith("chain"):
                    continue
                ready = " ready" if line.after in self.marks.filled else ""
                kind = "cippi" if line.kind == "chain-cippi" else ""
                path = path_of(line.points)
                x, y = line.points[2], line.points[3]
                head = f"M{num(x - 5)} {num(y + 8)}l5 -7l5 7z"
                parts += el("path", d=path, class_="chain0")
                parts += el("path", d=path, class_=f"chain {kind}{ready}")
                parts += el("path", d=head, class_=f"chead{ready}")
        return parts

    def veils(self, drawn: DrawnSheet) -> str:
        """Hatching and a lock over columns whose granary is not built."""
        opened = granaries(self.sheet[BUILT])
        parts = ""
        for area in drawn.area:
            for d in area.decor:
                if d.kind != "column" or ("small", "medium", "large").index(d.name) <= opened:
                    continue
                x, y, w, h = d.at
                parts += el("rect", x=x, y=y, width=w, height=h - 54, rx=7, class_="veil")
                middle = x + w / 2
                parts += el("circle", cx=middle, cy=y + 143, r=22, class_="lock")
                parts += icon("lock", middle - 15, y + 127, 30)
        return parts


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
