"""The course of a training run as a picture: error and score by the number of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludus.core.svg import COMMON_TONES, el, picture, text
from ludus.lab.train.run import LogLine

WIDTH: Final = 640.0
HEIGHT: Final = 150.0
LEFT: Final = 56.0
RIGHT: Final = 16.0
TOP: Final = 28.0
BOTTOM: Final = 26.0
CSS: Final = (
    ".train text{font:13px 'Liberation Sans',Helvetica,Arial,sans-serif;fill:var(--quiet)}"
    ".train .train-name{fill:var(--ink)}"
    ".train .train-axis{fill:none;stroke:var(--rule);stroke-width:1}"
    ".train .train-line{fill:none;stroke:var(--seat-0);stroke-width:2}"
)
CURVES: Final[tuple[tuple[str, Callable[[LogLine], float]], ...]] = (
    ("Mean error on what was learned from", lambda line: line.error),
    ("Mean score of the latest games against itself", lambda line: line.score),
)

MEASURED: Final = "Against the bot that it is measured by: share of wins, or points alone"


def _measured(line: LogLine) -> float:
    return line.measured or 0.0


def _is_measured(line: LogLine) -> bool:
    return line.measured is not None


def curves(lines: Sequence[LogLine], title: str) -> str:
    """One curve below the other."""
    parts: list[str] = []
    shown = (
        [*CURVES, (MEASURED, _measured)] if any(_is_measured(each) for each in lines) else CURVES
    )
    for number, (name, figure) in enumerate(shown):
        chosen = [line for line in lines if figure is not _measured or _is_measured(line)]
        parts += _curve(chosen, name, figure, number * HEIGHT)
    drawn = picture(
        *parts,
        name="train",
        title=title,
        view_box=(0, 0, WIDTH, HEIGHT * len(shown)),
        tones=COMMON_TONES,
        css=CSS,
    )
    return str(drawn)


def _curve(
    lines: Sequence[LogLine], name: str, figure: Callable[[LogLine], float], top: float
) -> list[str]:
    values = [figure(line) for line in lines]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    most = max(line.games for line in lines) or 1
    floor = top + HEIGHT - BOTTOM
    points = " ".join(
        f"{LEFT + (WIDTH - LEFT - RIGHT) * line.games / most:.1f},"
        f"{floor - (HEIGHT - TOP - BOTTOM) * (value - low) / span:.1f}"
        for line, value in zip(lines, values, strict=True)
    )
    return [
        text(name, x=LEFT, y=top + 16, class_="train-name"),
        el("path", d=f"M{LEFT},{top + TOP}V{floor}H{WIDTH - RIGHT}", class_="train-axis"),
        text(f"{high:.2f}", x=LEFT - 6, y=top + TOP + 8, text_anchor="end"),
        text(f"{low:.2f}", x=LEFT - 6, y=floor, text_anchor="end"),
        text(f"{most} games", x=WIDTH - RIGHT, y=floor + 18, text_anchor="end"),
        el("polyline", points=points, class_="train-line"),
    ]
