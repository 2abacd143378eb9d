"""The board's room: the pictures, the way through the game's history, and what lies over them."""

from __future__ import annotations

from functools import cache
from typing import Final

from ludus.web.model import Result, ResultRow, TableModel
from ludus.web.pages.bits import icon, mark, push, sentence
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    button,
    classes,
    div,
    form,
    h2,
    input_,
    p,
    section,
    span,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from ludus.web.pages.pictures import picture
from ludus.web.pages.table.chart import chart


def scenes(model: TableModel) -> Markup:
    """All pictures; with several, a strip of tabs, and the script shows the one that matters."""
    # A picture is long: the page is built round a gap, and each picture is put in once.
    *fronts, back = str(_scene_frames(model)).split(GAP)
    parts = [
        part
        for front, scene in zip(fronts, model.scenes, strict=True)
        for part in (front, picture(scene.svg))
    ]
    return Markup("".join((*parts, back)))


GAP: Final = "\0"
"""Where a picture goes; no text of ours holds it."""


def _scene_frames(model: TableModel) -> Markup:
    several = len(model.scenes) > 1
    return div(
        _scene_tabs(model) if several else None,
        div(
            (
                div(
                    div(GAP, class_="world"),
                    id=f"scene-{scene.key}",
                    class_=classes("scene", index == 0 and "first"),
                    data_key=scene.key,
                    role="group",
                    aria_label=scene.title,
                    aria_describedby="description",
                )
                for index, scene in enumerate(model.scenes)
            ),
            class_="scenes-body",
        ),
        id="scenes",
        class_=classes("scenes", several and "several", f"of-{model.game}"),
    )


def _scene_tabs(model: TableModel) -> Markup:
    return div(
        (
            button(
                scene.title,
                span(class_="dot", hidden=True),
                type="button",
                id=f"scene-tab-{scene.key}",
                data_scene=scene.key,
                aria_pressed="true" if index == 0 else "false",
            )
            for index, scene in enumerate(model.scenes)
        ),
        class_="scene-tabs",
        id="scene-tabs",
        role="group",
        aria_label="Pictures",
    )


def description(model: TableModel) -> Markup:
    """The position in sentences, for those who do not see the board."""
    return p(model.description, id="description", class_="hidden-label")


def zoom() -> Markup:
    return div(
        push(
            icon("plus"),
            kind="quiet square",
            data_zoom="in",
            aria_label="Zoom in",
            title="Zoom in (+)",
        ),
        push(
            icon("minus"),
            kind="quiet square",
            data_zoom="out",
            aria_label="Zoom out",
            title="Zoom out (-)",
        ),
        push(
            icon("fit"),
            kind="quiet square",
            data_zoom="fit",
            aria_label="Show the whole board",
            title="Show the whole board (F)",
        ),
        class_="zoom",
    )


# History ------------------------------------------------------------------------------------------


def history(model: TableModel) -> Markup:
    at, length = model.history.at, model.history.length
    live = model.history.live
    where = f"Move {at} of {length}"
    if live and model.stage == "playing":
        where += " · live"
    return div(
        div(
            _step("first", "To the start (Home)"),
            _step("back", "One move back (←)"),
            _step("play", "Play (Space)"),
            _step("forward", "One move on (→)"),
            _step("last", "To the present (End)"),
            class_="steps",
        ),
        span(where, id="history-where", class_="history-where"),
        input_(
            type="range",
            id="history-slider",
            min=0,
            max=length,
            value=at,
            step=1,
            aria_label="Move",
            aria_valuetext=where,
        ),
        _fork(model),
        id="history",
        class_=classes("history", not live and "past"),
        data_at=at,
        data_length=length,
        data_live="yes" if live else "no",
    )


@cache
def _step(what: str, words: str) -> Markup:
    return push(
        icon(what),
        kind="quiet square",
        data_step=what,
        id=f"step-{what}",
        aria_label=words,
        title=words,
    )


def _fork(model: TableModel) -> Markup | None:
    if "fork" not in model.may:
        return None
    return form(
        input_(type="hidden", name="at", value=model.history.at),
        push(
            icon("fork"),
            span("Play on from here", class_="wide-only"),
            type="submit",
            title="Play on from here at a new table",
        ),
        method="post",
        action=f"{model.url}/fork",
        id="fork-form",
        data_live=True,
    )


# The end ------------------------------------------------------------------------------------------


def result(model: TableModel) -> Markup:
    """The final scores with their parts, what decided, and how it went."""
    if model.result is None or not model.history.live:
        return div(id="result", hidden=True)
    end = model.result
    return section(
        div(
            h2(icon("laurel"), "The end"),
            push(
                icon("close"),
                kind="quiet square",
                data_folds="result",
                aria_label="Show the board",
                title="Show the board",
            ),
            class_="dialog-head",
        ),
        p(sentence(end.verdict), class_="verdict"),
        div(_scores(end), class_="scroll-x", tabindex=0, role="group", aria_label="Scores"),
        p("Decided by: ", end.decided_by, class_="quiet") if end.decided_by else None,
        _others(end),
        chart(_names_by_seat(end), end.points, end.series),
        div(_after(model), class_="row"),
        id="result",
        class_="result card",
        aria_label="Result",
    )


def _names_by_seat(end: Result) -> list[str]:
    return [row.name for row in sorted(end.rows, key=lambda row: row.seat)]


def _scores(end: Result) -> Markup:
    parts = [words for words, _ in end.rows[0].parts] if end.rows else []
    return table(
        thead(
            tr(
                th("Place", scope="col"),
                th("Player", scope="col"),
                (th(words, scope="col", class_="number") for words in parts),
                th("Score", scope="col", class_="number"),
            )
        ),
        tbody(_score_row(row) for row in end.rows),
        class_="scores",
    )


def _score_row(row: ResultRow) -> Markup:
    return tr(
        td(span(icon("laurel", "first place") if row.rank == 1 else row.rank, class_="rank")),
        th(mark(row.seat), row.name, scope="row", class_=f"who seat-{row.seat}"),
        (td(points, class_="number") for _, points in row.parts),
        td(row.score, class_="number total"),
        class_=classes(row.rank == 1 and "winner"),
    )


def _others(end: Result) -> Markup | None:
    if not end.others:
        return None
    said = ", ".join(f"{name} {score}" for name, score in end.others)
    return p(f"Not competing: {said}.", class_="quiet")


def _after(model: TableModel) -> list[Child]:
    entries: list[Child] = []
    if model.rematch_url:
        entries.append(
            a(icon("redo"), "To the rematch", href=model.rematch_url, class_="button primary")
        )
    elif "rematch" in model.may:
        entries.append(
            form(
                push(icon("redo"), "Rematch", kind="primary", type="submit"),
                method="post",
                action=f"{model.url}/rematch",
                data_live=True,
            )
        )
    if "record" in model.may:
        entries.append(
            a(
                icon("download"),
                "Download the game",
                href=f"{model.url}/record",
                class_="button",
                download=True,
            )
        )
    entries.append(a("Lobby", href="/", class_="button quiet"))
    return entries


# The curtain --------------------------------------------------------------------------------------


def curtain(model: TableModel) -> Markup:
    """Hot-seat: the device goes to the next player before anything of theirs is shown."""
    if model.curtain is None:
        return div(id="curtain", hidden=True)
    cloth = model.curtain
    return section(
        div(
            mark(cloth.seat),
            h2(f"Pass the device to {cloth.name}"),
            p("What the others may not see is hidden until you go on.", class_="quiet"),
            a(
                f"I am {cloth.name}: show my side",
                href=cloth.url,
                class_="button primary",
                id="unveil",
            ),
            class_="card curtain-card",
        ),
        id="curtain",
        class_=f"curtain seat-{cloth.seat}",
        aria_label="Curtain",
    )
