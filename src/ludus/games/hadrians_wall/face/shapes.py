"""Small drawings that sheets and screens share: icons, outlines, flags, counters."""

from __future__ import annotations

from ludus.core.svg import Attribute, el, num, text
from ludus.games.hadrians_wall.drawing import DrawnBox, Flag, Icon, Rect
from ludus.games.hadrians_wall.ids import CELLS, COLUMNS

TICK = 0.24


def look(css: str) -> dict[str, Attribute]:
    """Attributes from CSS; the page's Content-Security-Policy forbids `style`."""
    pairs = (part.split(":") for part in css.split(";"))
    return {name.replace("-", "_"): value for name, value in pairs}


def icon(name: str, x: float, y: float, size: float, css: str = "") -> str:
    """An icon from the set, by its top left corner."""
    return el("use", href=f"#hw-{name}", x=x, y=y, width=size, height=size, class_=css or None)


def art(piece: Icon, ink: str = "") -> str:
    """An icon, or a centred text."""
    if piece.name.startswith("="):
        return label(piece.name[1:], piece.x, piece.y + 5.6, piece.size, f"num {ink}".strip())
    return icon(piece.name, piece.x, piece.y, piece.size, piece.tint)


def named(drawing: str, key: str) -> str:
    """The drawing with its icons renamed for picture `key`: ids must differ between pictures."""
    return drawing.replace('"#hw-', f'"#{key}-')


def label(
    words: str,
    x: float,
    y: float,
    size: float,
    css: str,
    anchor: str = "middle",
    place: str | None = None,
) -> str:
    return text(words, x=x, y=y, font_size=size, text_anchor=anchor, class_=css, id=place)


def outline(box: DrawnBox, css: str, grow: float = 0.0) -> str:
    """The outline of a box, grown by some units."""
    x, y, w, h = box.at
    x, y, w, h = x - grow, y - grow, w + 2 * grow, h + 2 * grow
    shape = box.shape
    if shape in ("circle", "dashed-circle"):
        return el("circle", cx=x + w / 2, cy=y + h / 2, r=w / 2, class_=css)
    if shape == "hex":
        q = w / 4
        points = (
            (x + q, y),
            (x + w - q, y),
            (x + w, y + h / 2),
            (x + w - q, y + h),
            (x + q, y + h),
            (x, y + h / 2),
        )
        row = " ".join(f"{num(px)},{num(py)}" for px, py in points)
        return el("polygon", points=row, class_=css)
    if shape == "shield":
        path = (
            f"M{num(x)} {num(y + 5)}Q{num(x + w / 2)} {num(y - 4)} {num(x + w)} {num(y + 5)}"
            f"V{num(y + h - 5)}Q{num(x + w / 2)} {num(y + h + 4)} {num(x)} {num(y + h - 5)}Z"
        )
        return el("path", d=path, class_=css)
    if shape == "stake":
        k = w / 4
        tips = "".join(
            f"L{num(x + k * (i + 0.5))} {num(y - 1)}L{num(x + k * (i + 1))} {num(y + 8)}"
            for i in range(4)
        )
        path = f"M{num(x)} {num(y + h)}V{num(y + 8)}{tips}V{num(y + h)}Z"
        return el("path", d=path, class_=css)
    return el("rect", x=x, y=y, width=w, height=h, rx=4 + max(grow, 0), class_=css)


def rect(at: Rect, css: str, rx: float = 7) -> str:
    x, y, w, h = at
    return el("rect", x=x, y=y, width=w, height=h, rx=rx, class_=css)


def tick_path(x: float, y: float, size: float) -> str:
    """A tick as a piece of a path, centred."""
    s = size * TICK
    return (
        f"M{num(x - s)} {num(y + 0.1 * s)}l{num(0.7 * s)} {num(0.7 * s)}"
        f"l{num(1.2 * s)} {num(-1.5 * s)}"
    )


def tick(x: float, y: float, size: float) -> str:
    """A tick, centred."""
    return el("path", d=tick_path(x, y, size), class_="tick")


def flag(mark: Flag, tone: str) -> str:
    """A printed requirement."""
    x, y, w, h = mark.x, mark.y, mark.w, mark.h
    if mark.role == "attribute":
        path = f"M{num(x)} {num(y)}h{num(w)}v{num(h - 8)}l{num(-w / 2)} 8l{num(-w / 2)} -8z"
        return (
            el("path", d=path, class_="fl", **look("fill:var(--card)"))
            + icon(mark.of, x + 2, y + 3, 24)
            + label(str(mark.n), x + 36, y + 22, 17, "num")
        )
    fill, ink = "--flag", ""
    if mark.of == "infrastructure" or mark.role == "landmark":
        fill = "--flag-infra"
    elif mark.of == "vp":
        fill, ink = "--flag-point", " pale"
    elif mark.role == "key":
        fill, ink = f"--t-{tone}", " onkey"
    path = f"M{num(x)} {num(y)}h{num(w)}v{num(h)}l{num(-w / 2)} -6l{num(-w / 2)} 6z"
    drawn = el("path", d=path, class_="fl", **look(f"fill:var({fill})"))
    size = 14.5 if mark.of == "vp" else 17 if h >= 30 else 15
    if mark.role != "value" or mark.of == "infrastructure":
        drawn += el("path", d=f"M{num(x - 2.5)} {num(y)}h{num(w + 5)}", class_="pole")
    middle = y + (h - 6) / 2 + size * 0.36 + 0.5
    return drawn + label(str(mark.n), x + w / 2, middle, size, f"num{ink}")


def pattern_shape(mask: int, x: float, y: float, cell: float) -> str:
    """The cells of a mask as small squares."""
    drawn = ""
    for index in range(CELLS):
        if mask >> index & 1:
            drawn += el(
                "rect",
                x=x + index % COLUMNS * cell,
                y=y + index // COLUMNS * cell,
                width=cell,
                height=cell,
                **look("fill:var(--hw-verdigris,#5a9c8b);stroke:var(--ink)"),
            )
    return drawn
