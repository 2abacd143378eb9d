"""What is printed on a sheet and never changes: panels, ornaments, flags, costs, words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.svg import el, num
from ludus.core.text import Words
from ludus.games.hadrians_wall.drawing import Area, Decor, Icon, Label, Line
from ludus.games.hadrians_wall.face.shapes import art, flag, icon, label, look, rect

Draw: TypeAlias = Callable[[Decor], str]


def tone_of(area: Area) -> str:
    """The tone whose strong colour an area's titles have."""
    bands = {
        "band-traders": "trader",
        "band-performers": "performer",
        "band-priests": "priest",
        "band-apparitores": "apparitor",
        "band-patricians": "patrician",
    }
    tone = bands.get(area.parent, area.tone)
    return "plain" if tone == "none" else tone


def ground(area: Area) -> str:
    """The panel and the ornaments, drawn below everything else."""
    drawn = ""
    if area.tone != "none":
        drawn += rect(area.frame, f"panel g-{area.tone}", 9 if area.group else 7)
    return drawn + "".join(ORNAMENTS[d.kind](d) for d in area.decor if d.kind in ORNAMENTS)


def lettering(area: Area, words: Words, start: float = 0) -> str:
    """Lines, icons, flags and text from `start` on, drawn above the parts that change."""
    tone = tone_of(area)
    drawn = "".join(_line(line) for line in area.lines)
    drawn += "".join(art(piece) for piece in area.icons if piece.x >= start)
    drawn += "".join(flag(mark, tone) for mark in area.flags)
    return drawn + _labels([it for it in area.labels if it.x >= start], words)


def row_name(area: Area, words: Words, end: float) -> str:
    """The name of a row and what is paid in it: what stands left of its boxes."""
    drawn = "".join(art(piece) for piece in area.icons if piece.x < end)
    return drawn + _labels([it for it in area.labels if it.x < end], words)


def _labels(labels: Sequence[Label], words: Words) -> str:
    return "".join(
        label(words.text(f"label.{it.key}"), it.x, it.y, it.size, f"t-{it.style}", it.anchor)
        for it in labels
    )


def _line(line: Line) -> str:
    styles = {
        "track": "stroke:var(--ash);stroke-width:3",
        "joint": "stroke:var(--ink);stroke-width:3",
        "unlock": "stroke:var(--strong);stroke-width:2.4",
    }
    if line.kind not in styles:
        return ""
    return el("path", d=path_of(line.points), **look(styles[line.kind]), fill="none")


def path_of(points: list[float]) -> str:
    pairs = [f"{num(points[i])} {num(points[i + 1])}" for i in range(0, len(points), 2)]
    return "M" + "L".join(pairs)


def _column(d: Decor) -> str:
    x, y, w, h = d.at
    style = "fill:var(--column);stroke:var(--line)"
    return el("rect", x=x, y=y, width=w, height=h, rx=7, **look(style))


def _battlement(d: Decor) -> str:
    x, y, w, h = d.at
    step = w / 13
    path = f"M{num(x)} {num(y + h)}V{num(y)}"
    for index in range(13):
        path += f"h{num(step)}" + ("" if index == 12 else f"v{6 if index % 2 == 0 else -6}")
    style = "fill:var(--wall-stone);stroke:var(--ash);stroke-width:1.2"
    return el("path", d=f"{path}V{num(y + h)}Z", **look(style))


def _rampart(d: Decor) -> str:
    x, y, w, h = d.at
    style = "fill:var(--rampart);stroke:var(--earth);stroke-width:1.2"
    teeth = "".join(
        f"M{num(x + i * w / 14)} {num(y)}l{num(w / 28)} -5l{num(w / 28)} 5z" for i in range(14)
    )
    body = el("rect", x=x, y=y, width=w, height=h, rx=4, **look(style))
    return body + el("path", d=teeth, **look(style))


def _stakes(d: Decor) -> str:
    x, y, w, h = d.at
    path = "".join(
        f"M{num(x + 8 + i * 20)} {num(y + h)}l6 -26M{num(x + 19 + i * 20)} {num(y + h)}l-7 -23"
        for i in range(15)
    )
    path += f"M{num(x)} {num(y + h)}h{num(w)}"
    style = "stroke:var(--line);stroke-width:2.4;stroke-linecap:round;fill:none"
    return el("path", d=path, **look(style))


def _forest(d: Decor) -> str:
    x, y = d.at[0], d.at[1]
    drawn = ""
    for tx, ty, r in ((10, 28, 9), (26, 20, 10), (42, 30, 8)):
        trunk = f"M{num(x + tx)} {num(y + ty + r)}v8"
        drawn += el("path", d=trunk, **look("stroke:var(--earth);stroke-width:2.4"))
        style = "fill:var(--leaf);stroke:var(--verdigris);stroke-width:1.4"
        drawn += el("circle", cx=x + tx, cy=y + ty, r=r, **look(style))
    return drawn


def _filled(style: str) -> Draw:
    def draw(d: Decor) -> str:
        x, y, w, h = d.at
        return el("rect", x=x, y=y, width=w, height=h, rx=5, **look(style))

    return draw


def _medal(d: Decor) -> str:
    x, y, r, _ = d.at
    strong = f"fill:var(--t-{d.name})"
    return (
        el("g", icon(d.name, 236, y - 46, 118), opacity=0.1)
        + el("circle", cx=x, cy=y, r=r, **look(strong))
        + el("circle", cx=x, cy=y, r=r - 6, **look("fill:var(--card)"))
        + icon(d.name, x - 22, y - 22, 44)
    )


def _dot(d: Decor) -> str:
    x, y, r, _ = d.at
    return el("circle", cx=x, cy=y, r=r, **look("fill:var(--done)"))


def _payoff(d: Decor) -> str:
    x, y, w, h = d.at
    drawn = el(
        "rect", x=x, y=y, width=w, height=h, rx=4, **look("fill:var(--card);stroke:var(--rule)")
    )
    size = 18.0 if len(d.gives) < 3 else 17.0
    step = 18.2 if len(d.gives) < 3 else 13.5
    start = x + (w - step * (len(d.gives) - 1) - size) / 2
    for index, name in enumerate(d.gives):
        drawn += art(Icon(name, start + step * index, y + (h - size) / 2, size))
    if not d.gives:
        drawn += el(
            "path",
            d=f"M{num(x + w / 2 - 5)} {num(y + h / 2)}h10",
            **look("stroke:var(--ash);stroke-width:2"),
        )
    return drawn


ORNAMENTS: dict[str, Draw] = {
    "column": _column,
    "battlement": _battlement,
    "rampart": _rampart,
    "stakes": _stakes,
    "forest": _forest,
    "terrain": _filled("fill:var(--land);stroke:var(--leaf);stroke-width:1.4"),
    "lane": _filled("fill:var(--a-paper);stroke:var(--leaf)"),
    "medal": _medal,
    "dot": _dot,
    "payoff": _payoff,
}
"""Ornaments that never change."""
