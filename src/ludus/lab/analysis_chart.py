"""The curve of an analysed game: each side's chance to win, mistakes marked, rolls below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludus.core.protocol import Seat
from ludus.core.svg import COMMON_TONES, el, esc, mark, picture, text
from ludus.lab.analysis import Analysis

WIDTH: Final = 900.0
HEIGHT: Final = 330.0
LEFT: Final = 52.0
RIGHT: Final = 34.0
TOP: Final = 16.0
BOTTOM: Final = 52.0
DASHES: Final = (None, "10 4", "3 4", "14 4 3 4", "6 3", "1 5")
"""One for each seat, so that lines can be told apart without colour."""
MOST_STRIPS: Final = 240
TICK: Final = 60.0
"""How high a tick for a whole game's worth of luck would be."""

CSS: Final = (
    ".curve text{font:13px 'Liberation Sans',Helvetica,Arial,sans-serif;fill:var(--quiet)}"
    ".curve .curve-grid{stroke:var(--rule);stroke-width:1}"
    ".curve .curve-line{fill:none;stroke-width:2.6;stroke-linejoin:round}"
    ".curve .curve-slip circle{fill:var(--card);stroke-width:2.4}"
    ".curve .curve-slip text{font-weight:700;fill:var(--ink);text-anchor:middle}"
    ".curve .curve-luck{stroke-width:2.2}"
    + "".join(f".curve .of-{seat}{{stroke:var(--seat-{seat})}}" for seat in range(6))
)


def chart(analysis: Analysis) -> str:
    """The curve as a picture of its own."""
    drawn = picture(
        curve(analysis, Frame(analysis)),
        name="curve",
        title=said(analysis),
        view_box=(0, 0, WIDTH, HEIGHT),
        tones=COMMON_TONES,
        css=CSS,
    )
    return str(drawn)


def said(analysis: Analysis) -> str:
    """The curve in a sentence, for screen readers."""
    last = analysis.points[-1].chances
    ends = ", ".join(f"{name} {last[i]:.0%}" for i, name in enumerate(analysis.names))
    return f"Chance to win over {len(analysis.points)} moves; at the end: {ends}."


class Frame:
    """The point in the picture for a move and a chance."""

    def __init__(self, analysis: Analysis) -> None:
        self._moves = len(analysis.points)

    def x(self, number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / self._moves

    def y(self, share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)


def curve(analysis: Analysis, frame: Frame, link: Callable[[int], str] | None = None) -> str:
    """The parts of the picture; with `link` a mark leads to the position before its move, and any
    other spot to the position there (those are not in the way of the Tab key).
    """
    parts = [_grid(frame, len(analysis.points)), _luck(analysis, frame)]
    parts += [_line(analysis, frame, seat) for seat in _sides(analysis)]
    if link is not None:
        parts.append(_strips(frame, len(analysis.points), link))
    for place, mistake in enumerate(analysis.mistakes, 1):
        point = analysis.points[mistake.number - 1]
        spot = el(
            "g",
            el("title", esc(f"Move {mistake.number}, {analysis.names[mistake.seat]}")),
            el("circle", r=10, class_=f"of-{mistake.seat}"),
            text(str(place), y=4.5),
            class_="curve-slip",
            transform=f"translate({frame.x(mistake.number):.1f} "
            f"{frame.y(point.chances[mistake.seat]):.1f})",
        )
        if link is not None:
            where = link(mistake.number - 1)
            spot = el("a", spot, href=where, aria_label=f"Mistake {place}: move {mistake.number}")
        parts.append(spot)
    return "".join(parts)


def _strips(frame: Frame, moves: int, link: Callable[[int], str]) -> str:
    """Transparent strips over the chart, each linked to a move."""
    every = -(-moves // MOST_STRIPS)
    width = frame.x(every) - frame.x(0)
    return "".join(
        el(
            "a",
            el("title", f"Move {number}"),
            el(
                "rect",
                x=frame.x(number) - width / 2,
                y=TOP,
                width=width,
                height=HEIGHT - TOP - BOTTOM,
            ),
            href=link(number),
            class_="curve-strip",
            tabindex=-1,
            aria_hidden="true",
        )
        for number in range(0, moves + 1, every)
    )


def _sides(analysis: Analysis) -> list[Seat]:
    """One seat for each line: partners share theirs."""
    found: list[Seat] = []
    lines: list[Sequence[float]] = []
    for seat in range(len(analysis.names)):
        line = [point.chances[seat] for point in analysis.points]
        if line not in lines or len(analysis.names) == 2:
            found.append(seat)
            lines.append(line)
    return found


def _grid(frame: Frame, moves: int) -> str:
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = frame.y(share)
        parts.append(el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="curve-grid"))
        parts.append(text(f"{share:.0%}", x=LEFT - 8, y=y + 4.5, text_anchor="end"))
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000, 5000) if moves <= 12 * step)
    parts += [
        text(str(number), x=frame.x(number), y=HEIGHT - 6, text_anchor="middle")
        for number in range(0, moves + 1, step)
    ]
    return "".join(parts)


def _line(analysis: Analysis, frame: Frame, seat: Seat) -> str:
    rows = [analysis.start[seat], *(point.chances[seat] for point in analysis.points)]
    steps = "L".join(f"{frame.x(i):.1f} {frame.y(share):.1f}" for i, share in enumerate(rows))
    end = len(rows) - 1
    return el(
        "g",
        el("title", esc(analysis.names[seat])),
        el(
            "path",
            d=f"M{steps}",
            class_=f"curve-line of-{seat % len(DASHES)}",
            stroke_dasharray=DASHES[seat % len(DASHES)],
        ),
        el(
            "g",
            mark(seat),
            transform=f"translate({frame.x(end) + 14:.1f} {frame.y(rows[-1]):.1f})scale(.8)",
        ),
    )


def _luck(analysis: Analysis, frame: Frame) -> str:
    """Below the curve: every roll or draw, as high as what it gave, for whom it helped most."""
    foot = HEIGHT - BOTTOM + 22
    parts = []
    for point in analysis.points:
        if not point.luck:
            continue
        seat = max(range(len(point.luck)), key=lambda index: point.luck[index])
        size = min(20.0, TICK * point.luck[seat])
        if size < 0.5:
            continue
        x = frame.x(point.number)
        parts.append(
            el("line", x1=x, x2=x, y1=foot, y2=foot - size, class_=f"curve-luck of-{seat}")
        )
    return "".join(parts)
