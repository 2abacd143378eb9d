"""The zones round the board: supply, tracks, phases, modes, legend, and the bar of a phone."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from ludus.core.models import Mode, Steps
from ludus.core.text import Sentence
from ludus.web.live.models import Part, TableModel
from ludus.web.pages.components import icon, mark, sentence, symbol
from ludus.web.pages.html import (
    SLOT,
    Markup,
    a,
    b,
    button,
    classes,
    details,
    div,
    fragment,
    halves,
    li,
    nav,
    ol,
    path,
    small,
    span,
    summary,
    svg,
    ul,
)
from ludus.web.pages.table import meters

MEMO: Final = 256
PAGES: Final = (
    ("board", "Board", "board"),
    ("mine", "Mine", "shield"),
    ("players", "Players", "people"),
    ("log", "Log", "scroll"),
    ("past", "Past", "hourglass"),
)
"""The pages of a small screen: key, words, icon."""


def turn(model: TableModel) -> Markup:
    """Where the game is, for the top bar."""
    board = model.dashboard
    return span(
        span(model.title, small(board.turn) if board.turn else None, class_="turn-words"),
        _pips(board.pips) if board.pips else None,
        id="turn",
        class_="turn-name",
    )


def supply(model: TableModel) -> Part:
    """What the viewer has to spend."""
    board = model.dashboard
    opening, closing = _frame("supply", "Supply", bool(board.supply))
    scale = [meters.scale(board.scale)] if board.scale else []
    return Part("supply", (opening, *[meters.pill(each) for each in board.supply], *scale, closing))


def tracks(model: TableModel) -> Part:
    """What the viewer has gained for good."""
    shown = model.dashboard.tracks
    opening, closing = _frame("tracks", "Tracks", bool(shown))
    return Part("tracks", (opening, *[meters.track(each) for each in shown], closing))


@lru_cache(MEMO)
def _frame(id: str, words: str, used: bool) -> tuple[str, str]:
    return halves(
        ul(SLOT, id=id, class_=classes(id, used and "used"), aria_label=words, hidden=not used)
    )


@lru_cache(MEMO)
def phases(steps: Steps) -> Markup:
    """The phases of a turn as arrows, the present one marked."""
    return ol(
        (
            li(
                name,
                class_=classes(number < steps.at and "done", number == steps.at and "now"),
                aria_current="step" if number == steps.at else None,
            )
            for number, name in enumerate(steps.names)
        ),
        class_=classes("phases", len(steps.names) > 3 and "four-or-more"),
        aria_label="Phases of the turn",
        data_tells=_where_in_turn(steps),
    )


def _where_in_turn(steps: Steps) -> str:
    """The phases in words, with the present one."""
    now = f" Now: {steps.names[steps.at]}." if 0 <= steps.at < len(steps.names) else ""
    return f"The steps of this turn: {', '.join(steps.names)}.{now}"


def modes(model: TableModel) -> Markup:
    """The switch between ways to use the same places; the script keeps which one is on."""
    return _modes(offered_modes(model))


def offered_modes(model: TableModel) -> tuple[Mode, ...]:
    return model.dashboard.modes if "act" in model.may and model.choices else ()


@lru_cache(MEMO)
def _modes(offered: tuple[Mode, ...]) -> Markup:
    return div(
        (
            button(
                symbol(mode.icon) if mode.icon else None,
                span(mode.label),
                small(mode.note) if mode.note else None,
                type="button",
                id=f"mode-{mode.key}",
                data_mode=mode.key,
                data_tells=f"{mode.label}: {mode.note or 'use places like this'}. "
                "The one that is marked is used where a place allows both.",
                aria_pressed="true" if number == 0 else "false",
            )
            for number, mode in enumerate(offered)
        ),
        id="modes",
        class_=classes("modes", bool(offered) and "offered"),
        role="group",
        aria_label="How to use a place",
    )


def legend(model: TableModel) -> Markup:
    """What the icons of the board mean."""
    return _legend(model.dashboard.legend)


@lru_cache(MEMO)
def _legend(entries: tuple[tuple[str, str], ...]) -> Markup:
    return details(
        summary(icon("question"), span("Legend", class_="legend-name"), title="Legend"),
        ul(li(symbol(key), span(words)) for key, words in entries),
        id="legend",
        class_="legend",
        hidden=not entries,
    )


def progress(model: TableModel) -> Markup:
    """How far the game is from its end: words, and a mark for each step."""
    return _progress(model.dashboard.progress, model.dashboard.pips)


@lru_cache(MEMO)
def _progress(words: Sentence, pips: tuple[int, ...]) -> Markup:
    return div(
        span(sentence(words), class_="progress-words") if words else None,
        _pips(pips) if pips else None,
        id="progress",
        class_="progress",
        data_about="progress" if words or pips else None,
    )


@lru_cache(MEMO)
def _pips(seats: tuple[int, ...]) -> Markup:
    """A mark for each step towards the end; a phone has them in its top bar."""
    return span(
        (
            icon(f"seat-{seat % 6}", class_=f"mark seat-{seat % 6}")
            if seat >= 0
            else span(class_="pip")
            for seat in seats
        ),
        class_="pip-row",
        data_about="progress",
        aria_hidden="true",
    )


def viewpoints(model: TableModel, kind: Literal["viewpoint", "history-viewpoint"]) -> Markup | None:
    """From whose side to look, where there is a choice: over the panels, and on a phone beside the
    history, where there is room for the marks alone."""
    if len(model.viewpoints) < 2:
        return None
    # The same position, seen from another side.
    at = "" if model.history.live else f"&at={model.history.at}"
    return nav(
        span("See it as", class_="quiet"),
        (
            a(
                mark(point.seat),
                span(point.name, class_="hidden-label" if kind == "history-viewpoint" else None),
                href=f"{point.url}{at}",
                class_=classes(kind, point.to_move and "to-move"),
                title=point.name,
                aria_current="true" if point.shown else None,
            )
            for point in model.viewpoints
        ),
        class_=classes(f"{kind}s", len(model.viewpoints) > 3 and "four-or-more"),
        aria_label="See it as",
    )


def tabs() -> Markup:
    """The bar at the bottom of a small screen: one page of the table at a time."""
    return nav(
        (
            button(
                icon(drawn),
                span(words),
                b(class_="count", hidden=True) if key == "log" else None,
                type="button",
                id=f"page-{key}",
                data_page=key,
                aria_pressed="true" if key == "board" else "false",
            )
            for key, words, drawn in PAGES
        ),
        id="tabs",
        class_="page-tabs",
        aria_label="Parts of the table",
    )


def sheet() -> Markup:
    """Where the script shows what the pointed or picked choice would do."""
    return div(id="sheet", class_="sheet", data_keep=True, aria_live="polite")


def explanation() -> Markup:
    """A card beside a thing that tells what it is, and the line between the two."""
    return fragment(
        svg(path(d="M0 0"), id="leader", class_="leader", hidden=True, aria_hidden="true"),
        div(id="explain", class_="about-card", role="dialog", aria_label="About", hidden=True),
    )
