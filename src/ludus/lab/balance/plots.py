"""The report's pictures, as SVG that takes its colours from the page.

Drawn by Matplotlib with stand-in colours, which are then exchanged for the page's own: so one
picture serves light and dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Final

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from ludus.lab.balance.census import STEPS, Census
from ludus.lab.balance.findings import Findings, Line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK: Final = "#010203"
QUIET: Final = "#010204"
FIRST: Final = "#010205"
SECOND: Final = "#010206"
EVEN: Final = "#010207"
FIELD: Final = "#010208"
COLOURS: Final = {
    INK: "var(--ink)",
    QUIET: "var(--quiet)",
    FIRST: "var(--first)",
    SECOND: "var(--second)",
    EVEN: "var(--even)",
    FIELD: "var(--field)",
}
PAIR: Final = (FIRST, SECOND)
MARKS: Final = ("s", "o")
"""Square and disc, as the seats have them: colour is never the only cue."""

WIDTH: Final = 7.4
LOOK: Final[Mapping[str, object]] = {
    "axes.edgecolor": QUIET,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.axisbelow": True,
    "grid.alpha": 0.35,
    "grid.color": QUIET,
    "grid.linewidth": 0.5,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "text.color": INK,
    "xtick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.color": QUIET,
    "ytick.labelcolor": INK,
}


@dataclass(frozen=True, slots=True)
class Side:
    """One census with its name: the report shows one, or two packs side by side."""

    name: str
    census: Census
    found: Findings


def as_svg(figure: Figure, name: str) -> str:
    """The picture as an element for the page; `name` keeps its ids apart from others."""
    out = StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    for stand_in, own in COLOURS.items():
        text = text.replace(stand_in, own)
    # Group ids repeat in every picture, and nothing refers to them.
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    # The page sets its size and its font.
    head, _, rest = text.partition(">")
    box = head[head.index("viewBox") :].split('"')[1]
    return f'<svg viewBox="{box}" aria-hidden="true" focusable="false">{rest}'.strip()


def forest(sides: Sequence[Side], key: str, rows: Sequence[Sequence[Line | None]]) -> str:
    """Shares of wins with their intervals, one row per item and one mark per side."""
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 0.75 + 0.26 * len(rows)), layout="constrained")
        axes = figure.subplots()
        for number, row in enumerate(rows):
            for index, line in enumerate(row):
                if line is None:
                    continue
                place = number + (index - (len(row) - 1) / 2) * 0.34
                share = line.wins
                axes.plot((share.low, share.high), (place, place), color=PAIR[index], lw=1.6)
                axes.plot(share.share, place, MARKS[index], color=PAIR[index], ms=5, clip_on=False)
        for side in {round(side.found.even, 6) for side in sides}:
            axes.axvline(side, color=EVEN, lw=1, ls=(0, (4, 3)))
        names = [next(line.name for line in row if line is not None) for row in rows]
        axes.set_yticks(range(len(rows)), [_short(name) for name in names])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        highest = max(line.wins.high for row in rows for line in row if line is not None)
        axes.set_xlim(0, min(1.0, highest + 0.04))
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel("share of wins, with 95 % interval; dashed: an even share")
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        _legend(axes, sides)
        return as_svg(figure, f"forest-{key}")


def scores(sides: Sequence[Side]) -> str:
    """How many points winners and others had."""
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 2.4 * len(sides)), layout="constrained")
        for index, side in enumerate(sides):
            axes = figure.add_subplot(len(sides), 1, index + 1)
            won, lost = side.census.winning_points, side.census.other_points
            edges = _edges([*won, *lost])
            for counts, colour, label in ((lost, SECOND, "others"), (won, FIRST, "winners")):
                _histogram(axes, counts, edges, colour, label)
            axes.set_xlabel("points at the end")
            axes.set_ylabel("share of seats")
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
            axes.legend()
            if len(sides) > 1:
                axes.set_title(side.name)
        return as_svg(figure, "scores")


def lengths(sides: Sequence[Side]) -> str:
    """How many decisions the games took."""
    counts = [side.census.by_decisions for side in sides]
    return _histograms(sides, counts, "length", "decisions of players in a game", "share of games")


def branching(sides: Sequence[Side]) -> str:
    """Among how many options the players chose."""
    counts = [side.census.branching for side in sides]
    return _histograms(sides, counts, "branching", "options of a decision", "share of decisions")


def margins(sides: Sequence[Side]) -> str:
    """By how many points the first was ahead of the second."""
    counts = [side.census.margins for side in sides]
    return _histograms(sides, counts, "margins", "points between first and second", "of games")


def course(sides: Sequence[Side]) -> str:
    """Points over the course of the game, winners and others."""
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 2.6 * len(sides)), layout="constrained")
        for index, side in enumerate(sides):
            axes = figure.add_subplot(len(sides), 1, index + 1)
            steps = [step / STEPS for step in range(STEPS + 1)]
            for which, colour, label in ((0, FIRST, "who won in the end"), (1, SECOND, "others")):
                spreads = [pair[which] for pair in side.census.course]
                if not spreads[0].count:
                    continue
                axes.fill_between(
                    steps,
                    [spread.interval[0] for spread in spreads],
                    [spread.interval[1] for spread in spreads],
                    color=colour,
                    alpha=0.25,
                    lw=0,
                )
                axes.plot(
                    steps,
                    [s.mean for s in spreads],
                    color=colour,
                    lw=1.8,
                    label=label,
                    marker=MARKS[which],
                    ms=4,
                    markevery=5,
                )
            axes.set_xlim(0, 1)
            axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
            axes.set_xlabel("of the game")
            axes.set_ylabel("points on average")
            axes.grid(axis="y")
            axes.legend()
            if len(sides) > 1:
                axes.set_title(side.name)
        return as_svg(figure, "course")


def leads(sides: Sequence[Side]) -> str:
    """How often the lead changed, and when it changed for the last time."""
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 2.4), layout="constrained")
        often, late = figure.subplots(1, 2)
        width = 0.8 / len(sides)
        for index, side in enumerate(sides):
            lead, games = side.census.lead, side.census.games
            shift = (index - (len(sides) - 1) / 2) * width
            counts = sorted(lead.by_changes.items())
            often.bar(
                [value + shift for value, _ in counts],
                [count / games for _, count in counts],
                width,
                color=PAIR[index],
                label=side.name,
            )
            changed = max(1, sum(lead.settled))
            late.plot(
                [(step + 0.5) / STEPS for step in range(STEPS)],
                [count / changed for count in lead.settled],
                color=PAIR[index],
                marker=MARKS[index],
                ms=4,
                lw=1.4,
            )
        often.set_xlabel("changes of the lead in a game")
        often.set_ylabel("share of games")
        often.xaxis.set_major_locator(MaxNLocator(integer=True))
        late.set_xlabel("the last change, at this part of the game")
        late.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        late.set_ylabel("share of those games")
        for axes in (often, late):
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        if len(sides) > 1:
            often.legend()
        return as_svg(figure, "leads")


def parts(sides: Sequence[Side]) -> str:
    """What the points are made of: winners against others."""
    rows = [(side, part) for side in sides for part in side.found.parts]
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 0.75 + 0.28 * len(rows)), layout="constrained")
        axes = figure.subplots()
        for number, (_, part) in enumerate(rows):
            if part.others is not None:
                ends = (part.winners.mean, part.others.mean)
                axes.plot(ends, (number, number), color=QUIET, lw=1.2)
                axes.plot(
                    part.others.mean,
                    number,
                    MARKS[1],
                    color=SECOND,
                    ms=6,
                    label="others" if number == 0 else None,
                )
            axes.plot(
                part.winners.mean,
                number,
                MARKS[0],
                color=FIRST,
                ms=6,
                label="winners" if number == 0 else None,
            )
        several = len(sides) > 1
        axes.set_yticks(
            range(len(rows)),
            [_short(f"{part.name} ({side.name})" if several else part.name) for side, part in rows],
        )
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.axvline(0, color=QUIET, lw=0.8)
        axes.set_xlabel("on average at the end")
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.legend()
        return as_svg(figure, "parts")


def endings(sides: Sequence[Side]) -> str:
    """How the games ended, and what decided them."""
    rows = list(dict.fromkeys(row.name for side in sides for row in side.found.endings))
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 0.7 + 0.3 * len(rows)), layout="constrained")
        axes = figure.subplots()
        height = 0.7 / len(sides)
        for index, side in enumerate(sides):
            shares = {row.name: row.share for row in side.found.endings}
            shift = (index - (len(sides) - 1) / 2) * height
            bars = axes.barh(
                [number + shift for number in range(len(rows))],
                [shares.get(name, 0.0) for name in rows],
                height,
                color=PAIR[index],
                label=side.name,
            )
            axes.bar_label(bars, fmt=lambda share: f"{share:.1%}", padding=3, color=INK)
        axes.set_yticks(range(len(rows)), [_short(name, 44) for name in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, 1.12)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel("share of games")
        axes.tick_params(axis="y", length=0)
        if len(sides) > 1:
            axes.legend(loc="lower right")
        return as_svg(figure, "endings")


def _histograms(
    sides: Sequence[Side], counts: Sequence[Mapping[int, int]], key: str, what: str, of: str
) -> str:
    with matplotlib.rc_context(dict(LOOK)):
        figure = Figure((WIDTH, 2.4), layout="constrained")
        axes = figure.subplots()
        edges = _edges([value for each in counts for value in each])
        for index, side in enumerate(sides):
            _histogram(axes, counts[index], edges, PAIR[index], side.name)
        axes.set_xlabel(what)
        axes.set_ylabel(of)
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        if len(sides) > 1:
            axes.legend()
        return as_svg(figure, key)


def _histogram(
    axes: Axes, counts: Mapping[int, int], edges: Sequence[float], colour: str, label: str
) -> None:
    if not counts:
        return
    total = sum(counts.values())
    axes.hist(
        list(counts),
        bins=list(edges),
        weights=[count / total for count in counts.values()],
        color=colour,
        alpha=0.55,
        label=label,
        histtype="stepfilled",
    )
    axes.hist(
        list(counts),
        bins=list(edges),
        weights=[count / total for count in counts.values()],
        color=colour,
        histtype="step",
        lw=1.2,
    )


def _edges(values: Sequence[int], most: int = 40) -> list[float]:
    """Equal bins between whole numbers, not more than `most`."""
    if not values:
        return [-0.5, 0.5]
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // most))
    count = (high - low) // step + 1
    return [low - 0.5 + step * index for index in range(count + 1)]


def _legend(axes: Axes, sides: Sequence[Side]) -> None:
    if len(sides) < 2:
        return
    for index, side in enumerate(sides):
        axes.plot([], [], MARKS[index], color=PAIR[index], label=side.name)
    axes.legend(loc="lower right")


def _short(name: str, most: int = 34) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
