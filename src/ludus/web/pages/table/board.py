"""The board: the pictures, and what is shown over them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, TypeAlias

from ludus.core.face import Picture
from ludus.core.models import Section
from ludus.web.live.models import Curtain, Part, TableModel
from ludus.web.pages.components import icon, mark, push, symbol
from ludus.web.pages.html import (
    SLOT,
    Markup,
    Template,
    a,
    button,
    classes,
    div,
    escaped,
    h2,
    halves,
    p,
    section,
    slot,
    span,
)

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in a picture."""
BODY: Final = halves(div(SLOT, class_="scenes-body"))
DESCRIPTION: Final = halves(div(SLOT, id="description", class_="hidden-label"))
BY_MODELS: Final = 2200
"""The width from which two pictures stand side by side, where cards and counts have zones."""
ALL_DRAWN: Final = 1000
"""The same where these are drawn in pictures of their own."""
_AS_IT_IS: Final = ('<g id="', "</g>")
"""How most parts of pictures begin that have an id of their own, and what closes a group."""
FRAMES: Final = 2000
"""How many frames are remembered; tables with the same pictures share them."""


# It changes often: in the frame of the picture it would be sent with the names of all its pieces.
_FOCUS: Final = Template(
    span(
        id=slot("id"),
        class_="focus",
        data_focus=slot("focus"),
        data_reach=slot("reach"),
        hidden=True,
    )
)


def scenes(model: TableModel) -> Part:
    """All pictures; with several, the script shows the one that matters."""
    # Pictures are long, and most of each stays the same from move to move: they go in as they are.
    several = len(model.scenes) > 1
    opening, closing = _frame_of_all(model.game, several, BY_MODELS if model.symbols else ALL_DRAWN)
    pictures: list[Part] = []
    for index, scene in enumerate(model.scenes):
        front, back = _frame(
            scene.key,
            scene.title,
            scene.away,
            index == 0,
            scene.wide,
            scene.minimap,
            scene.least,
        )
        pictures.append(
            Part(
                f"scene-{scene.key}",
                (
                    front,
                    _focus(scene.key, scene.focus, scene.reach),
                    *picture(scene.picture, scene.key),
                    back,
                ),
            )
        )
    return Part("scenes", (opening, BODY[0], *pictures, BODY[1], closing))


@lru_cache(FRAMES)
def _focus(key: str, focus: Box | None, reach: Box | None) -> str:
    return str(_FOCUS(id=f"focus-{key}", focus=_box(focus), reach=_box(reach)))


def picture(drawn: Picture, key: str) -> list[str]:
    """The picture in pieces without its style; it and its parts get an id if they have none.

    The opening and closing tags of groups that are given part by part stay as they are.
    """
    opening, _, *parts, closing = drawn.pieces
    named = [
        part
        if part.startswith(_AS_IT_IS) or ' id="' in part[: part.find(">")]
        else _named(part, f"{key}-part-{number}")
        for number, part in enumerate(parts)
    ]
    return [_identified(opening, key), *named, closing]


@lru_cache(500)
def _identified(opening: str, key: str) -> str:
    return opening if ' id="' in opening else opening.replace("<svg", f'<svg id="picture-{key}"', 1)


# What has no name of its own is mostly printed, and long.
@lru_cache(500)
def _named(part: str, name: str) -> str:
    return f'<g id="{name}">{part}</g>'


@cache
def _frame_of_all(game: str, several: bool, pair: int) -> tuple[str, str]:
    kinds = classes("scenes", several and "several", f"of-{game}")
    return halves(div(SLOT, id="scenes", class_=kinds, data_pair=pair))


@lru_cache(FRAMES)
def _frame(
    key: str,
    title: str,
    away: bool,
    first: bool,
    wide: bool,
    minimap: bool,
    least: float,
) -> tuple[str, str]:
    frame = div(
        div(SLOT, class_="world"),
        id=f"scene-{key}",
        class_=classes("scene", first and "first", wide and "wide"),
        data_key=key,
        data_away="yes" if away else None,
        data_wide="yes" if wide else None,
        data_minimap="yes" if minimap else None,
        data_least=least or None,
        role="group",
        aria_label=title,
        aria_describedby="description",
    )
    return halves(frame)


def _box(box: Box | None) -> str:
    return " ".join(f"{side:g}" for side in box) if box else ""


def has_tabs(model: TableModel) -> bool:
    return len(model.scenes) > 1 or any(scene.sections for scene in model.scenes)


def scene_tabs(model: TableModel) -> Part:
    """The way to other pictures and to the parts of each; none for a single undivided picture."""
    pieces: list[str] = []
    several = len(model.scenes) > 1
    for index, scene in enumerate(model.scenes):
        if several:
            pieces.append(
                _scene_tab(
                    scene.key,
                    scene.title,
                    scene.rank,
                    scene.away,
                    scene.alone,
                    scene.seat,
                    max(scene.seat, scene.owner),
                    index == 0,
                )
            )
        pieces += [_section(scene.key, section) for section in scene.sections]
    return Part("scene-tabs", (TABS[0], *pieces, TABS[1]))


TABS: Final = halves(
    div(SLOT, class_="scene-tabs", id="scene-tabs", role="group", aria_label="Pictures")
)


@lru_cache(FRAMES)
def _scene_tab(
    key: str, title: str, rank: int, away: bool, alone: bool, seat: int, owner: int, first: bool
) -> str:
    """A button with a small copy of the picture, which the script puts into it.

    It also says what is to be seen first.
    """
    return str(
        button(
            mark(seat) if seat >= 0 else None,
            span(title, class_="tab-name"),
            span(class_="dot", hidden=True),
            span(class_="thumb", data_keep=True, data_thumb=key),
            type="button",
            id=f"scene-tab-{key}",
            class_=classes("scene-tab", seat >= 0 and "of-player"),
            data_scene=key,
            data_rank=rank or None,
            data_alone="yes" if alone else None,
            data_owner=owner if owner >= 0 else None,
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
    said = [f"{_said(number)}{escaped(line)}</p>" for number, line in enumerate(lines)]
    return Part("description", (DESCRIPTION[0], *said, DESCRIPTION[1]))


@cache
def _said(number: int) -> str:
    """The start of a line: there are many of them, and most are short."""
    return halves(p(SLOT, id=f"said-{number}"))[0]


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


# The curtain --------------------------------------------------------------------------------------


def curtain(model: TableModel, cloth: Curtain) -> Markup:
    """Hot-seat: the device goes to the next player before anything of theirs is shown."""
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
