"""A finished game looked back at: the curve, the costliest choices, luck against mistakes."""

from __future__ import annotations

from ludus.core.protocol import SPECTATOR
from ludus.lab.analysis import Analysis, share_of_good, turning_point
from ludus.lab.analysis_chart import HEIGHT, WIDTH, Frame, curve, said
from ludus.web.bots.analysis_worker import AnalysisReport
from ludus.web.live.models import AnalysisPage, TurningModel
from ludus.web.pages.components import MARKS, icon, percent, push, seat_name
from ludus.web.pages.html import (
    Markup,
    Tag,
    a,
    div,
    form,
    fragment,
    h1,
    h2,
    main,
    p,
    section,
    svg,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from ludus.web.pages.layout import document
from ludus.web.pages.table.turning import card

progress_bar = Tag("progress")


def analysis(model: AnalysisPage) -> str:
    return document(
        f"Analysis: {model.title}",
        model.visitor,
        main(
            p(a(icon("back"), "Back to the table", href=model.url, class_="button quiet")),
            h1(f"{model.title}: looking back"),
            _found(model, model.found)
            if isinstance(model.found, AnalysisReport)
            else _waiting(model),
            id="main",
            class_="sheet analysis-page",
            tabindex=-1,
        ),
        sheets=("lobby", "result", "analysis"),
        module="analysis",
        data_url=model.url,
        data_waiting=model.found is None and model.progress is not None,
    )


def _waiting(model: AnalysisPage) -> Markup:
    if model.found or model.progress is None:
        wrong = model.found if isinstance(model.found, str) else ""
        return fragment(
            p(wrong, class_="note bad", role="alert") if wrong else None,
            p(
                "See how everybody's chance to win changed from move to move, which choices cost "
                "the most, and how much was luck."
            ),
            form(
                push(icon("eye"), "Analyse this game", kind="primary", type="submit"),
                method="post",
                action=f"{model.url}/analysis",
            ),
        )
    done, moves = model.progress
    return fragment(
        p("The analysis is running.", role="status"),
        progress_bar(f"{done} of {moves}", id="progress", value=done, max=moves,
                     aria_label="Moves analysed"),
        p(a("Refresh", href=f"{model.url}/analysis", class_="button quiet")),
    )  # fmt: skip


def _found(model: AnalysisPage, found: AnalysisReport) -> Markup:
    seen = found.analysis
    return fragment(
        section(
            h2("Chance to win"),
            div(
                svg(
                    # Drawn by our own chart, which escapes what it is given.
                    Markup(curve(seen, Frame(seen), lambda at: f"{model.url}?at={at}")),
                    viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
                    class_="curve",
                    role="group",
                    aria_label=said(seen),
                ),
                class_="scroll-x",
                tabindex=0,
                role="group",
                aria_label="Curve",
            ),
            p(
                "The numbered marks are the costliest choices. The ticks below are rolls and "
                "draws, in the colour of whom they helped.",
                class_="quiet",
            ),
        ),
        _mistakes(model, found),
        _balance(seen),
    )


def _mistakes(model: AnalysisPage, found: AnalysisReport) -> Markup:
    seen = found.analysis
    if not seen.mistakes:
        return section(h2("Costliest choices"), p("Nobody made a costly mistake."))
    table_ = TurningModel(seen.game, model.url, seen.names, SPECTATOR, True, 0, 0, found)
    rows = zip(seen.mistakes, found.mistakes, strict=True)
    return section(
        h2("Costliest choices"),
        div(
            (
                card(table_, number, turning_point(mistake), shown)
                for number, (mistake, shown) in enumerate(rows, 1)
            ),
            class_="turning-cards",
        ),
    )


def _balance(seen: Analysis) -> Markup:
    return section(
        h2("Luck and mistakes"),
        p(
            f"Of what decided this game, {percent(seen.chance_share)} was dice and draws, the rest "
            "mistakes."
        ),
        table(
            thead(
                tr(
                    th("Player", scope="col"),
                    th("Choices near the best", scope="col", class_="number"),
                    th("Luck", scope="col", class_="number"),
                )
            ),
            tbody(
                tr(
                    th(
                        seat_name(seat, name),
                        scope="row",
                        class_=f"who seat-{seat % MARKS}",
                    ),
                    td(share_of_good(seen, seat).replace("%", "\u00a0%"), class_="number"),
                    td(percent(seen.luck[seat], signed=True), class_="number"),
                )
                for seat, name in enumerate(seen.names)
            ),
            class_="scores",
        ),
        p(
            "A choice is near the best if it promised at most two percent less, by what its player "
            "could know. Choices where most options were that good are not counted. Luck is what "
            "dice and draws gave against their average.",
            class_="quiet",
        ),
    )
