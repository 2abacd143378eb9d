"""Both sheets as they stand: what is marked, what can be marked, what is closed.

What is printed is drawn once, below everything else; above it each box, link and counter is an
element with its own id, so that a move changes only those that it touches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final, TypeAlias

from ludus.core.face import Choice
from ludus.core.svg import at, el, num
from ludus.core.text import Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Area, Art, Decor, DrawnSheet, Line
from ludus.games.hadrians_wall.face.boxes import (
    BoxArt,
    empty_box,
    is_ticked,
    patch,
    signed,
    small_writing,
)
from ludus.games.hadrians_wall.face.closed import closed_boxes
from ludus.games.hadrians_wall.face.marks import Marks, marks_of
from ludus.games.hadrians_wall.face.printed import ground, lettering, path_of, row_name, tone_of
from ludus.games.hadrians_wall.face.shapes import art, icon, label, look, named, tick_path
from ludus.games.hadrians_wall.ids import BUILT, SIZE_KEYS
from ludus.games.hadrians_wall.mechanics.points import final_disdain
from ludus.games.hadrians_wall.mechanics.sheet import different_goods, open_column

USED = re.compile(r'href="#hw-([a-z-]+)"')

ROW_START: Final = 20
ROW_END: Final = 64
ROW_BOXES: Final = 158
"""From where to where the icons of rows stand, from the left, and where their boxes begin."""

Both: TypeAlias = tuple[str, str]
"""A drawing for False and one for True."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a drawing needs to know of a sheet, read once for both of its halves."""

    marks: Marks
    closed: set[str]
    column: int
    disdain: int
    goods: int


def reading_of(board: Board, places: Sequence[int]) -> Reading:
    sheet = list(places)
    disdain = min(final_disdain(board, sheet), len(board.penalty) - 1)
    return Reading(
        marks_of(board, sheet),
        closed_boxes(board, sheet),
        open_column(sheet[BUILT]),
        disdain,
        different_goods(sheet),
    )


class SheetPainter:
    """Draws one of the two sheets; what never changes is drawn in advance."""

    def __init__(self, drawn: DrawnSheet, board: Board, words: Words, title: str) -> None:
        self.key: str = drawn.key
        self.view_box = drawn.view_box
        paper = el(
            "g",
            _paper(drawn, title),
            *(el("g", ground(area), class_=f"w-{tone_of(area)}") for area in drawn.area),
            id=f"ground-{self.key}",
            class_="hw",
        )
        rows = _rows(drawn)
        print_ = el(
            "g",
            *(
                el(
                    "g",
                    lettering(area, words, ROW_BOXES if area in rows else 0),
                    class_=f"w-{tone_of(area)}",
                    data_about=area_id(area),
                )
                for area in drawn.area
            ),
            *(empty_box(box) for area in drawn.area for box in area.boxes),
            id=f"print-{self.key}",
            class_="hw",
        )
        names = el(
            "g",
            *(
                el(
                    "g",
                    row_name(area, words, ROW_BOXES),
                    class_=f"w-{tone_of(area)}",
                    data_about=area_id(area),
                )
                for area in rows
            ),
            id=f"names-{self.key}",
            class_="hw",
        )
        self.icons = set(USED.findall(paper + print_ + names))
        """The icons that are printed on the sheet."""
        self._ground = self._named(paper)
        self._print = self._named(print_)
        # Hidden by way of a group round it, since other pictures use the same names.
        moved = el("g", self._named(names), id=f"rows-{self.key}", data_edge_names="")
        self._names = [moved] if rows else []
        self._boxes = [BoxArt(box, self.key) for area in drawn.area for box in area.boxes]
        self._open = [each.open for each in self._boxes]
        self._number = {each.box.id: number for number, each in enumerate(self._boxes)}
        self._patches = [
            (each.box.id, patch(each.box))
            for each in self._boxes
            if each.box.mark not in ("derived", "number")
        ]
        self._ticks = [
            (each.box.id, tick_path(*each.box.middle, min(each.box.at[2:])))
            for each in self._boxes
            if is_ticked(each.box)
        ]
        self._written = [each.box for each in self._boxes if each.box.mark != "derived"]
        self._sheds = [
            (
                SIZE_KEYS.index(d.name),
                self._both(*(_granary(area, d, built) for built in (False, True))),
            )
            for area in drawn.area
            for d in area.decor
            if d.kind == "granary"
        ]
        self._penalties = [
            (d.number, self._both(*(_penalty(board, d, here) for here in (False, True))))
            for d in _decor(drawn, "penalty")
        ]
        self._steps = [
            (d.number, self._both(_step(d, False), _step(d, True))) for d in _decor(drawn, "step")
        ]
        self._links = [
            (line.after, self._both(_chain(line, False), _chain(line, True)))
            for area in drawn.area
            for line in area.lines
            if line.kind.startswith("chain")
        ]
        self._dividers = [
            (line.after, (_divider(area.key, line, False), _divider(area.key, line, True)))
            for area in drawn.area
            for line in area.lines
            if line.kind == "column-divider"
        ]
        self._edge = [self._named(_edge(drawn, rows))] if rows else []
        columns = list(_decor(drawn, "column"))
        self._veils = [self._named(_veils(columns, opened)) for opened in range(len(SIZE_KEYS))]

    def sheet(
        self, reading: Reading, offered: Mapping[str, Sequence[Choice]], fresh: Set[str]
    ) -> list[str]:
        """The sheet in full, piece by piece; always as many, each an element with an id."""
        marks, closed = reading.marks, reading.closed
        return [
            self._ground,
            *(both[size <= reading.column] for size, both in self._sheds),
            *(both[number == reading.disdain] for number, both in self._penalties),
            *(both[number <= reading.goods] for number, both in self._steps),
            *(both[after in marks.filled] for after, both in self._links),
            *(both[after in marks.filled] for after, both in self._dividers),
            self._print,
            *self._names,
            *self._shown(marks, closed, offered, fresh),
            *(self._veils[reading.column : reading.column + 1] if self._sheds else ()),
            *self._edge,
        ]

    def _shown(
        self,
        marks: Marks,
        closed: set[str],
        offered: Mapping[str, Sequence[Choice]],
        fresh: Set[str],
    ) -> list[str]:
        """All boxes. Most are as they are printed, so only the others are looked at."""
        shown = self._open.copy()
        others = closed.union(marks.filled, marks.circled, offered, fresh)
        for place in others & self._number.keys():
            number = self._number[place]
            shown[number] = self._boxes[number].shown(marks, closed, offered, fresh)
        return shown

    def small(self, marks: Marks, seat: int, x: float, y: float) -> str:
        """Another player's sheet: the same print, with the marks on top."""
        key, filled = self.key, marks.filled
        full = "".join([drawn for place, drawn in self._patches if place in filled])
        circled = "".join([drawn for place, drawn in self._patches if place in marks.circled])
        ticks = "".join([drawn for place, drawn in self._ticks if place in filled])
        written = [
            small_writing(box, filled[box.id]) for box in self._written if filled.get(box.id)
        ]
        return el(
            "g",
            el("use", href=f"#ground-{key}"),
            el("use", href=f"#print-{key}"),
            el("use", href=f"#names-{key}") if self._names else "",
            el("path", id=f"full-{key}-{seat}", class_="m1", data_marks="", d=full or "M0 0"),
            el("path", id=f"ticks-{key}-{seat}", class_="tick", d=ticks or "M0 0"),
            el("path", id=f"round-{key}-{seat}", class_="m2", d=circled or "M0 0"),
            el("g", *written, id=f"written-{key}-{seat}"),
            id=f"other-{key}-{seat}",
            transform=at(x, y),
        )

    def _named(self, drawing: str) -> str:
        return named(drawing, self.key)

    def _both(self, before: str, after: str) -> Both:
        return self._named(before), self._named(after)


def area_id(area: Area) -> str | None:
    """What an area is asked for by: everything printed in it that is no box of its own."""
    return f"area-{area.key}" if area.labels and area.boxes else None


def painters(art: Art, board: Board, words: Words) -> dict[str, SheetPainter]:
    """The painters of both sheets, by key."""
    return {
        "left": SheetPainter(art.left, board, words, words.text("name.wall")),
        "right": SheetPainter(art.right, board, words, words.text("name.town")),
    }


def _decor(drawn: DrawnSheet, kind: str) -> Iterator[Decor]:
    return (decor for area in drawn.area for decor in area.decor if decor.kind == kind)


def _rows(drawn: DrawnSheet) -> list[Area]:
    """The areas that are rows over the whole sheet, with an icon at their left end."""
    broad = drawn.view_box[2] * 0.9
    return [
        area
        for area in drawn.area
        if area.frame[2] > broad and any(icon.x < ROW_END for icon in area.icons)
    ]


def _edge(drawn: DrawnSheet, rows: Sequence[Area]) -> str:
    """The icons of the rows over a strip: it stays at the left edge when the sheet is moved on."""
    tops = {area.parent or area.key for area in rows}
    strips = "".join(
        el(
            "path",
            d=f"M{ROW_START} {num(area.frame[1])}H{ROW_END}v{num(area.frame[3])}H{ROW_START}z",
            class_=f"panel g-{area.tone}",
        )
        for area in drawn.area
        if area.key in tops
    )
    return el(
        "g",
        strips,
        *(
            el(
                "g",
                *(art(icon) for icon in area.icons if icon.x < ROW_END),
                data_about=area_id(area),
            )
            for area in rows
        ),
        id=f"edge-{drawn.key}",
        class_="hw",
        data_edge=ROW_START,
        visibility="hidden",
    )


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


def _granary(area: Area, d: Decor, built: bool) -> str:
    x, y, w, h = d.at
    path = (
        f"M{num(x)} {num(y + 12)}L{num(x + 10)} {num(y)}H{num(x + w - 10)}"
        f"L{num(x + w)} {num(y + 12)}V{num(y + h)}H{num(x)}Z"
    )
    fill = "--granary-built" if built else "--granary"
    style = f"fill:var({fill});stroke:var(--earth);stroke-width:1.4"
    drawn = el("path", d=path, **look(style))
    check = icon("check", x + w - 42, y + 15, 26) if d.name == "small" else ""
    return el("g", drawn, check, id=f"shed-{d.name}", data_about=area_id(area))


def _penalty(board: Board, d: Decor, here: bool) -> str:
    x, y, w, h = d.at
    lost, last = board.penalty[d.number], d.number == len(board.penalty) - 1
    style = "fill:var(--card);stroke:" + ("var(--purple)" if here else "var(--rule)")
    box = el(
        "rect", x=x, y=y, width=w, height=h, rx=4, **look(style), stroke_width=3 if here else 1
    )
    return el(
        "g",
        box,
        label(f"{d.number}{'+' if last else ''}", x + w / 2, y + 19, 14.5, "num"),
        el("path", d=f"M{num(x + 4)} {num(y + 25)}h{num(w - 8)}", class_="rule"),
        label(signed(-lost), x + w / 2, y + 44, 15, "num t-limit" if lost else "num"),
        id=f"penalty-{d.number}",
    )


def _step(d: Decor, done: bool) -> str:
    x, y, w, h = d.at
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
        data_about=line.after,
    )


def _divider(area: str, line: Line, opened: bool) -> str:
    """The line between granary columns; one that is opened is faint."""
    return el(
        "path",
        id=f"divider-{area}-{line.after}",
        d=path_of(line.points),
        class_="divider open" if opened else "divider",
    )


def _veils(columns: Sequence[Decor], opened: int) -> str:
    """Hatching and a lock over columns whose granary is not built."""
    parts = ""
    for d in columns:
        if SIZE_KEYS.index(d.name) <= opened:
            continue
        x, y, w, h = d.at
        parts += el("rect", x=x, y=y, width=w, height=h - 54, rx=7, class_="veil")
        middle = x + w / 2
        parts += el("circle", cx=middle, cy=y + 143, r=22, class_="lock")
        parts += icon("lock", middle - 15, y + 127, 30)
    return el("g", parts, id="veils")
