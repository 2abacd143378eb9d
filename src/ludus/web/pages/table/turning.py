"""What an analysis says at the end of a game: the chance to win, the play, the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.protocol import Seat
from ludus.lab.analysis import Analysis, Shown, TurningPoint, share_of_good
from ludus.web.live.models import TurningModel
from ludus.web.pages.components import MARKS, icon, mark, percent, push, sentence
from ludus.web.pages.html import (
    Markup,
    Tag,
    a,
    article,
    circle,
    classes,
    div,
    form,
    fragment,
    g,
    h2,
    h3,
    header,
    input_,
    p,
    path,
    section,
    span,
    strong,
    svg,
    text,
)
from ludus.web.pages.pictures import css_address
from ludus.web.pages.table.result import tile

progress_bar = Tag("progress")
rule = Tag("line")

WIDTH: Final = 600.0
HEIGHT: Final = 150.0
EDGE: Final = 14.0
MOST_POINTS: Final = 160
"""More would not be seen."""


def turning(model: TurningModel) -> str:
    """The inside of the end's part for the analysis."""
    if model.error:
        return str(fragment(h2("Turning points"), p(model.error, class_="note bad", role="alert")))
    if model.found is None:
        return str(_waiting(model))
    found = model.found
    seen = found.analysis
    cards = list(zip(seen.turning_points, found.turning_points, strict=True))
    return str(
        fragment(
            h2("Turning points"),
            div(_chances(seen, model.viewer), _play(model, seen), class_="turning-top"),
            div(
                (card(model, number, *each) for number, each in enumerate(cards, 1)),
                class_="turning-cards",
            )
            if cards
            else p("No single choice decided this game."),
            p(
                a("The whole analysis", href=f"{model.url}/analysis", class_="button quiet"),
                class_="row",
            ),
        )
    )


def _waiting(model: TurningModel) -> Markup:
    return fragment(
        h2("Turning points"),
        p("Looking at every move.", role="status"),
        progress_bar(
            f"{model.done} of {model.moves}",
            value=model.done,
            max=max(1, model.moves),
            aria_label="Moves analysed",
        ),
    )


def _chances(seen: Analysis, viewer: Seat) -> Markup:
    """Each seat's chance to win over the game; one's own stands out."""
    every = max(1, len(seen.points) // MOST_POINTS)
    last = len(seen.points)
    shown = [
        (0, seen.start),
        *((p.number, p.chances) for p in seen.points if p.number % every == 0),
    ]
    shown.append((last, seen.points[-1].chances))
    own = viewer if 0 <= viewer < len(seen.names) else -1
    lines = [_line(shown, last, seat, own in (-1, seat)) for seat in range(len(seen.names))]
    return section(
        h3("Chance to win"),
        svg(
            (
                rule(x1=EDGE, x2=WIDTH - EDGE, y1=_y(share), y2=_y(share), class_="chart-grid")
                for share in (0.0, 0.5, 1.0)
            ),
            lines,
            (_point(seen, number, point) for number, point in enumerate(seen.turning_points, 1)),
            viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
            class_="chart",
            role="img",
            aria_label=_said(seen),
        ),
        class_="turning-chart",
    )


def _said(seen: Analysis) -> str:
    start = ", ".join(f"{name} {percent(seen.start[seat])}" for seat, name in enumerate(seen.names))
    return f"Chance to win over {len(seen.points)} moves. At the start: {start}."


def _x(number: int, last: int) -> float:
    return EDGE + number * (WIDTH - 2 * EDGE) / max(1, last)


def _y(share: float) -> float:
    return HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)


def _line(
    shown: Sequence[tuple[int, tuple[float, ...]]], last: int, seat: Seat, strong_: bool
) -> Markup:
    points = " ".join(f"{_x(at, last):.1f},{_y(chances[seat]):.1f}" for at, chances in shown)
    return path(
        d=f"M{points.replace(' ', 'L')}",
        class_=classes("chart-line", f"seat-{seat % MARKS}", not strong_ and "faint"),
    )


def _point(seen: Analysis, number: int, point: TurningPoint) -> Markup:
    x, y = _x(point.number, len(seen.points)), _y(seen.points[point.number - 1].chances[point.seat])
    y = min(HEIGHT - EDGE, max(EDGE, y))
    return g(
        circle(cx=f"{x:.1f}", cy=f"{y:.1f}", r=11, class_="turning-disc"),
        text(number, x=f"{x:.1f}", y=f"{y + 4.5:.1f}", class_="turning-number"),
        class_=_tone(point),
    )


def _tone(point: TurningPoint) -> str:
    return "good" if point.swing > 0 else "bad"


def _play(model: TurningModel, seen: Analysis) -> Markup:
    """How the viewer played, or everybody for somebody who watched."""
    seats = [model.viewer] if 0 <= model.viewer < len(seen.names) else range(len(seen.names))
    return div((_tiles(seen, seat) for seat in seats), class_="turning-tiles")


def _tiles(seen: Analysis, seat: Seat) -> Markup:
    worst = max((each.cost for each in seen.mistakes if each.seat == seat), default=0.0)
    return div(
        h3(mark(seat), seen.names[seat]),
        tile(share_of_good(seen, seat).replace("%", "\u00a0%"), "of choices near the best"),
        tile(percent(-worst) if worst else "none", "dearest mistake"),
        tile(percent(seen.luck[seat], signed=True), "by dice and draws"),
        class_="tiles",
    )


def card(
    model: TurningModel, number: int, point: TurningPoint, shown: tuple[Shown, Shown]
) -> Markup:
    """One choice that mattered: the board before it with both choices drawn, and the figures."""
    made, other = shown
    mistake = point.swing < 0
    name = "you" if point.seat == model.viewer else model.names[point.seat]
    return article(
        header(
            span(number, class_=f"turning-badge {_tone(point)}"),
            strong(f"Move {point.number} \u00b7 {name}"),
            span(percent(point.swing, signed=True), class_=f"turning-swing {_tone(point)}"),
        ),
        div(
            class_="mini-board",
            data_picture=f"{model.url}/history/{point.number - 1}/picture?as={point.seat}",
            data_sheet=css_address(model.game),
            data_made=" ".join(made.places),
            data_other=" ".join(other.places),
            data_kind="mistake" if mistake else "find",
            role="img",
            aria_label=f"The board before move {point.number}",
        ),
        p(
            span("played " if mistake else "found ", made.label, class_="legend-made"),
            span("better " if mistake else "next best ", other.label, class_="legend-other"),
            class_=f"turning-legend {_tone(point)}",
        ),
        p(
            f"From {percent(point.other_chance)} to {percent(point.chance)}. "
            if mistake
            else f"{percent(point.chance)} instead of {percent(point.other_chance)}. ",
            sentence(other.does if mistake else made.does),
        ),
        div(
            _fork(model, point.number - 1) if model.may_fork else None,
            a("Look", href=f"{model.url}?at={point.number - 1}", class_="button"),
            class_="row",
        ),
        class_="turning-card",
    )


def _fork(model: TurningModel, at: int) -> Markup:
    return form(
        input_(type="hidden", name="at", value=at),
        push(icon("fork"), "Play from here", type="submit"),
        method="post",
        action=f"{model.url}/fork",
        data_goes=True,
        data_live=True,
    )
