"""The board: the pictures, the history slider, and what is shown over them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ludus.core.models import Section
from ludus.web.live.models import Part, TableModel
from ludus.web.pages.components import icon, mark, push, symbol
from ludus.web.pages.html import (
    SLOT,
    Markup,
    Template,
    a,
    button,
    classes,
    div,
    form,
    h2,
    halves,
    input_,
    p,
    section,
    slot,
    span,
)
from ludus.web.pages.pictures import picture
from ludus.web.pages.table.zones import progress

BODY: Final = halves(div(SLOT, class_="scenes-body"))
NO_CURTAIN: Final = div(id="curtain", hidden=True)
DESCRIPTION: Final = halves(div(SLOT, id="description", class_="hidden-label"))
FRAMES: Final = 2000
"""How many frames are remembered; tables with the same pictures share them."""


def scenes(model: TableModel) -> Part:
    """All pictures; with several, the script shows the one that matters."""
    # Pictures are long, and most of each stays the same from move to move: they go in as they are.
    several = len(model.scenes) > 1
    opening, closing = _frame_of_all(model.game, several)
    pictures: list[Part] = []
    for index, scene in enumerate(model.scenes):
        front, back = _frame(scene.key, scene.title, scene.away, index == 0, _box(scene.focus))
        pictures.append(
            Part(f"scene-{scene.key}", (front, *picture(scene.picture, scene.key), back))
        )
    return Part("scenes", (opening, BODY[0], *pictures, BODY[1], closing))


@cache
def _frame_of_all(game: str, several: bool) -> tuple[str, str]:
    return halves(
        div(SLOT, id="scenes", class_=classes("scenes", several and "several", f"of-{game}"))
    )


@lru_cache(FRAMES)
def _frame(key: str, title: str, away: bool, first: bool, focus: str) -> tuple[str, str]:
    frame = div(
        div(SLOT, class_="world"),
        id=f"scene-{key}",
        class_=classes("scene", first and "first"),
        data_key=key,
        data_away="yes" if away else None,
        data_focus=focus or None,
        role="group",
        aria_label=title,
        aria_describedby="description",
    )
    return halves(frame)


def _box(box: tuple[float, float, float, float] | None) -> str:
    return " ".join(f"{side:g}" for side in box) if box else ""


def scene_tabs(model: TableModel) -> Part:
    """The way to other pictures and to the parts of each; none for a single undivided picture."""
    pieces: list[str] = []
    several = len(model.scenes) > 1
    for index, scene in enumerate(model.scenes):
        if several:
            pieces.append(
                _scene_tab(scene.key, scene.title, scene.rank, scene.away, scene.alone, index == 0)
            )
        pieces += [_section(scene.key, section) for section in scene.sections]
    return Part("scene-tabs", (TABS[0], *pieces, TABS[1]))


TABS: Final = halves(
    div(SLOT, class_="scene-tabs", id="scene-tabs", role="group", aria_label="Pictures")
)


@lru_cache(FRAMES)
def _scene_tab(key: str, title: str, rank: int, away: bool, alone: bool, first: bool) -> str:
    """A button with a small copy of the picture, which the script puts into it.

    It also says what is to be seen first.
    """
    return str(
        button(
            span(title, class_="tab-name"),
            span(class_="dot", hidden=True),
            span(class_="thumb", data_keep=True, data_thumb=key),
            type="button",
            id=f"scene-tab-{key}",
            class_="scene-tab",
            data_scene=key,
            data_rank=rank or None,
            data_alone="yes" if alone else None,
            aria_pressed="true" if first else "false",
            hidden=away,
        )
    )


@lru_cache(FRAMES)
def _section(scene: str, part: Section) -> str:
    return str(
        button(
            symbol(part.icon) if part.icon else None,
            span(part.title, class_="tab-name"),
            span(part.open, class_="open-count") if part.open else None,
            type="button",
            id=f"section-{scene}-{part.key}",
            class_="section-tab",
            data_section=part.key,
            data_of=scene,
            data_box=_box(part.box),
            aria_pressed="false",
        )
    )


def description(model: TableModel) -> Part:
    """The position in sentences, for those who do not see the board. A move changes a few lines."""
    lines = model.description.split("\n")
    said = [_said(number, line) for number, line in enumerate(lines)]
    return Part("description", (DESCRIPTION[0], *said, DESCRIPTION[1]))


@lru_cache(FRAMES)
def _said(number: int, line: str) -> str:
    return str(p(line, id=f"said-{number}"))


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


def history(model: TableModel) -> Part:
    """The way through the game. What a move changes of it are two small pieces."""
    at, length, live = model.history.at, model.history.length, model.history.live
    words = f"Move {at} of {length}"
    if live and model.stage == "playing":
        words += " · live"
    opening, closing = _history_frame(live)
    return Part(
        "history",
        (
            opening,
            str(_WHERE(words=words, at=at, length=length, live="yes" if live else "no")),
            str(_SLIDER(words=words, at=at, length=length)),
            str(_fork(model) or ""),
            str(_open_result(model.result is not None)),
            str(progress(model)),
            closing,
        ),
    )


_WHERE: Final = Template(
    span(
        slot("words"),
        id="history-where",
        class_="history-where",
        data_at=slot("at"),
        data_length=slot("length"),
        data_live=slot("live"),
    )
)
_SLIDER: Final = Template(
    input_(
        type="range",
        id="history-slider",
        min=0,
        max=slot("length"),
        value=slot("at"),
        step=1,
        aria_label="Move",
        aria_valuetext=slot("words"),
    )
)


@cache
def _history_frame(live: bool) -> tuple[str, str]:
    return halves(div(_steps(), SLOT, id="history", class_=classes("history", not live and "past")))


@cache
def _steps() -> Markup:
    return div(
        _step("first", "To the start (Home)"),
        _step("back", "One move back (←)"),
        _step("play", "Play (Space)"),
        _step("forward", "One move forward (→)"),
        _step("last", "To the current position (End)"),
        class_="history-steps",
    )


def _step(what: str, words: str) -> Markup:
    return push(
        icon(what),
        kind="quiet square",
        data_step=what,
        id=f"step-{what}",
        aria_label=words,
        title=words,
    )


@cache
def _open_result(over: bool) -> Markup:
    return push(icon("laurel"), "Result", id="open-result", hidden=not over)


def _fork(model: TableModel) -> Markup | None:
    if "fork" not in model.may:
        return None
    # Nothing is left to play where the game is over; the button keeps its place.
    over = model.history.at == model.history.length
    return form(
        input_(type="hidden", name="at", value=model.history.at),
        push(
            icon("fork"),
            span("Play on from here", class_="wide-only"),
            type="submit",
            disabled=over,
            title="Go back to an earlier position to play on from there"
            if over
            else "Play on from here at a new table",
        ),
        method="post",
        action=f"{model.url}/fork",
        data_goes=True,
        id="fork-form",
        data_live=True,
    )


# The curtain --------------------------------------------------------------------------------------


def curtain(model: TableModel) -> Markup:
    """Hot-seat: the device goes to the next player before anything of theirs is shown."""
    if model.curtain is None:
        return NO_CURTAIN
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
