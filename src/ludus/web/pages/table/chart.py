"""The score over time as a picture: one stepped line per seat, each with its own dash and shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludus.web.pages.components import MARKS, STATIC
from ludus.web.pages.html import Markup, Tag, fragment, g, path, svg, text, use

WIDTH: Final = 560
HEIGHT: Final = 200
LEFT: Final = 34
RIGHT: Final = 26
TOP: Final = 12
BOTTOM: Final = 26

# One dash for each seat, so that lines can be told apart without colour.
DASHES: Final = (None, "9 4", "2 4", "12 4 2 4", "5 3", "1 5")
STEPS: Final = tuple(base * 10**power for power in range(9) for base in (1, 2, 5))

title = Tag("title")


@dataclass(frozen=True, slots=True)
class _Paper:
    """Squared paper from move 0 to the last, and from a lowest score to a top one."""

    moves: int
    low: int
    top: int
    step: int

    def x(self, move: int) -> float:
        return LEFT + move * (WIDTH - LEFT - RIGHT) / self.moves

    def y(self, score: int) -> float:
        return (
            HEIGHT - BOTTOM - (score - self.low) * (HEIGHT - TOP - BOTTOM) / (self.top - self.low)
        )


def chart(
    names: Sequence[str], points: Sequence[int], series: Sequence[Sequence[int]]
) -> Markup | None:
    """`series` has each seat's score after so many moves as `points` says, in rising order.

    Where nobody's score ever changed there is nothing to draw.
    """
    if not any(score != row[0] for row in series for score in row):
        return None
    scores = [score for row in series for score in row]
    low, high = min(0, *scores), max(1, *scores)
    step = next(step for step in STEPS if high - low <= 5 * step)
    low = low // step * step
    paper = _Paper(points[-1], low, low + -(-(high - low) // step) * step, step)
    said = "; ".join(f"{name} ends with {row[-1]}" for name, row in zip(names, series, strict=True))
    return svg(
        _grid(paper),
        text("moves", x=WIDTH - RIGHT, y=HEIGHT - 6, class_="chart-label end"),
        (_line(paper, seat, names[seat], points, row) for seat, row in enumerate(series)),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="img",
        aria_label=f"Score over time: {said}.",
    )


def _grid(paper: _Paper) -> Markup:
    return fragment(
        (
            path(d=f"M{LEFT} {paper.y(score):.1f}H{WIDTH - RIGHT}", class_="chart-grid"),
            text(score, x=LEFT - 6, y=f"{paper.y(score) + 4:.1f}", class_="chart-label end"),
        )
        for score in range(paper.low, paper.top + 1, paper.step)
    )


def _line(paper: _Paper, seat: int, name: str, points: Sequence[int], row: Sequence[int]) -> Markup:
    last = len(row) - 1
    turns = [i for i in range(1, len(row)) if row[i] != row[i - 1] or i == last]
    steps = "".join(f"H{paper.x(points[i]):.1f}V{paper.y(row[i]):.1f}" for i in turns)
    return g(
        title(f"{name}: {row[-1]}"),
        path(
            d=f"M{paper.x(points[0]):.1f} {paper.y(row[0]):.1f}{steps}",
            class_="chart-line",
            stroke_dasharray=DASHES[seat % len(DASHES)],
        ),
        use(
            href=f"{STATIC}/icons.svg#seat-{seat % MARKS}",
            x=f"{paper.x(points[last]) + 4:.1f}",
            y=f"{paper.y(row[-1]) - 7:.1f}",
            width=14,
            height=14,
        ),
        class_=f"seat-{seat % MARKS}",
    )
